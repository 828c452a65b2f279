"""The beginning of a phase: what was ordered for it in advance stands from now on, and can still be changed.

Here, and at no deadline, it is settled what conditions come to: those about the board by the board as it stands when the phase
begins, those about results by the last moves before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any

from judge.board import Phase, space_of
from judge.commands.orders import OrderLines
from judge.game.decision import CommandContext
from judge.game.model.apply import apply_event
from judge.game.model.events import Event, OrdersKept, OrdersTaken
from judge.game.model.game import FutureOrders, Game
from judge.game.orders.advance_retreats import is_retreat
from judge.game.orders.conditions import ConditionContext
from judge.game.orders.future_phases import chosen_branch, orders_of_lines, resolve_result_tests
from judge.game.orders.submit import submit_orders, visible_context
from judge.game.phases.alternatives import advance_orders
from judge.game.visibility import to_visible_orders, visible_game
from judge.rules import PhaseOutcome
from judge.rules.outcome import OrderResult
from judge.rules.reasons import NotAllowed
from judge.rules.retreats import retreat_destination
from judge.rules.ruleset import Ruleset


def begin_phase(game: Game, ruleset: Ruleset, now: datetime, outcome: PhaseOutcome) -> tuple[tuple[Event, ...], Mapping[str, Any]]:
    """What comes of orders in advance when a phase begins: events, and power → what its player is told, as JSON.

    `outcome`: the phase that was judged before it.
    """
    events, told = list[Event](), dict[str, Any]()
    for power, some in advance_orders(game, ruleset).items():
        events.append(OrdersTaken(power, game.board_now.phase.name, some))
        told[power] = {"orders": [ruleset.notation.write(order) for order in to_visible_orders(game, ruleset, power, some)]}
    for power in game.ahead if game.board_now.phase.kind == "retreats" else ():
        if barred := _barred(game, ruleset, power, told.get(power, {}).get("orders", ())):
            told[power] = {"orders": [], **told.get(power, {}), "barred": barred}
    game = reduce(apply_event, events, game)
    for power in game.later:
        seat = game.seat_of(power)
        if seat and not seat.vacant:
            more, facts = _begun(CommandContext(game, seat.key, now, ruleset, b""), outcome)
            events += more
            told[power] = {**told.get(power, {}), **facts}
    return tuple(events), told


def _barred(game: Game, ruleset: Ruleset, power: str, used: Sequence[str]) -> list[list[str]]:
    """[order, why] of retreats that were ordered in advance and come before the one that stands, but are not possible.

    `why` is a key as of `NotAllowed.why`, or `own-retreat` where another unit of the power's goes. All in the power's own terms.
    """
    mine = visible_game(game, ruleset, power)
    position, found, done = mine.board_now, list[list[str]](), set[str]()
    beaten = {each.unit.space: each for each in position.dislodged if each.unit.power == power}
    for order in mine.ahead.get(power, ()):
        space = space_of(order.unit.place) if order.unit and is_retreat(order) else ""
        text = ruleset.notation.write(order)
        if text in used:
            done.add(space)
        elif space in beaten and space not in done:
            place = retreat_destination(ruleset, position, beaten[space], order)
            found.append([text, place.why if isinstance(place, NotAllowed) else "own-retreat"])
    return found


def _begun(asked: CommandContext, outcome: PhaseOutcome) -> tuple[list[Event], dict[str, Any]]:
    """What becomes of one power's orders for later phases, now that another has begun."""
    running, power = asked.game.board_now.phase, asked.voice
    mine = visible_context(asked)
    told = ConditionContext(power, mine.game.board_now, asked.ruleset, _results(asked, outcome))
    events, facts = list[Event](), dict[str, Any]()
    for kept in asked.game.later.get(power, ()):
        named = asked.ruleset.calendar.read(kept.phase)
        if named is None or _order(named) < _order(running):
            events.append(OrdersKept(power, kept.phase, ()))
            facts.setdefault("skipped", []).append(kept.phase)
        elif named.name == running.name:
            events.append(OrdersKept(power, kept.phase, ()))
            found, more = _standing(asked, mine, kept, named, told)
            events += found
            facts |= more
        elif told.results is not None and running.kind != "movement" and _before_moves(asked.ruleset, running, named):
            lines = tuple(resolve_result_tests(line, told) for line in orders_of_lines(kept, mine, named))
            events += [OrdersKept(power, kept.phase, lines)] if lines != kept.lines else []
    return events, facts


def _standing(
    asked: CommandContext, mine: CommandContext, kept: FutureOrders, named: Phase, told: ConditionContext
) -> tuple[list[Event], dict[str, Any]]:
    """The orders that are kept for the phase that begins: they are taken like any others, on the board as it is now."""
    found = [chosen_branch(line, told) for line in orders_of_lines(kept, mine, named)]
    branches = [branch for _, branch in found if branch]
    lines = tuple(order for some, _ in found for order in some)
    decision = submit_orders(asked, OrderLines("", lines, asked=True))
    reply = decision.replies[-1]
    if reply.kind != "orders":
        return [], {"kept": [], "branches": branches, "problems": [], "nothing": list(lines)}
    more = {part: reply.facts[part] for part in ("spared", "instead", "ahead") if reply.facts[part]}
    taken = [order for order in reply.facts["taken"] if order not in reply.facts["spared"]]
    said = {"kept": taken, "branches": branches, "problems": reply.facts["problems"], **more}
    return list(decision.events), said


def _results(asked: CommandContext, outcome: PhaseOutcome) -> Sequence[OrderResult] | None:
    """What became of the moves, as far as the asker may know it; None if no moves were judged before this phase."""
    if outcome.before.phase.kind != "movement":
        return None
    veiled = asked.ruleset.rules.hides_information(asked.ruleset)
    seen: PhaseOutcome = asked.ruleset.rules.visible_outcome(asked.ruleset, outcome, asked.power) if veiled else outcome
    return seen.results


def _order(phase: Phase) -> tuple[int, int]:
    return phase.year, phase.season


def _before_moves(ruleset: Ruleset, running: Phase, named: Phase) -> bool:
    """Whether a phase comes before any moves but its own."""
    phase = ruleset.calendar.after(running)
    while phase.name != named.name and phase.kind != "movement":
        phase = ruleset.calendar.after(phase)
    return phase.name == named.name
