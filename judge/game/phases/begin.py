"""Begin a phase: apply the orders that were given for it in advance, which can still be changed. Conditions are decided here and
not at the deadline: tests of the board by the board at the beginning, tests of results by the moves before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Any

from judge.board import Phase, space_of
from judge.commands.orders import OrderLines
from judge.game.decision import CommandContext, TruthContext, open_context
from judge.game.model.apply import apply_event
from judge.game.model.events import Event, OrdersKept, OrdersTaken
from judge.game.model.game import FutureOrders, Game
from judge.game.model.known_game import to_real_orders, to_visible_orders
from judge.game.orders.advance_retreats import next_phase_of_kind
from judge.game.orders.conditions import ConditionContext
from judge.game.orders.future_phases import chosen_branch, read_kept, resolve_result_tests
from judge.game.orders.submit import submit_orders
from judge.game.phases.alternatives import possible_orders
from judge.notation import Order
from judge.rules import AdjustmentDue, PhaseOutcome, dues_by_power
from judge.rules.outcome import OrderResult
from judge.rules.reasons import NotAllowed
from judge.rules.retreats import retreat_destination
from judge.rules.ruleset import Ruleset
from judge.seat import GM


def begin_phase(game: Game, ruleset: Ruleset, now: datetime, outcome: PhaseOutcome) -> tuple[tuple[Event, ...], Mapping[str, Any]]:
    """Apply orders given in advance when a phase begins. Returns events, and Power → what its player is told, as JSON. `outcome` is
    the phase that was judged before it.
    """
    running, read, told = game.board_now.phase, ruleset.calendar.read, dict[str, Any]()
    kept = [(holder, each) for holder, some in game.later.items() for each in some]
    past = [(*pair, named) for pair in kept if (named := read(pair[1].phase)) is None or named.when <= running.when]
    events: list[Event] = [OrdersKept(holder, each.phase, in_advance=each.in_advance) for holder, each, _ in past]
    for power, owed in dues_by_power(game.board_now, ruleset).items():
        some, told[power] = _given_in_advance(replace(open_context(game, GM, now, ruleset), speaks=power), owed)
        events += [OrdersTaken(power, running.name, some)] if some else []
    after = reduce(apply_event, events, game)
    for seat in game.taken():
        if game.later.get(seat.power):
            more, facts = _begun(open_context(after, seat.key, now, ruleset), game.later[seat.power], outcome)
            events += more
            told[seat.power] = told.get(seat.power, {}) | facts
    return tuple(events), {power: facts for power, facts in told.items() if facts}


def _given_in_advance(asked: TruthContext, owed: AdjustmentDue) -> tuple[tuple[Order, ...], dict[str, Any]]:
    """Return the orders given with the moves that are possible now, and what the player is told about them. A called standby's are
    used if the player gave none.
    """
    game, ruleset, power, running = asked.truth, asked.ruleset, asked.voice, asked.truth.board_now.phase
    mine, _ = asked.in_own_terms(())
    own = game.kept(power, running.name, True)
    lines = own or game.kept(str(game.called.get(power, "")), running.name, True)
    wanted = [order for line in read_kept(lines, mine, running) for order in line.orders]
    some = possible_orders(game, power, owed, to_real_orders(game, ruleset, power, wanted), ruleset)
    used = [ruleset.notation.write(order) for order in to_visible_orders(game, ruleset, power, some)]
    barred = _barred(mine, wanted, used) if own and running.kind == "retreats" else []
    return some, {"orders": used} | ({"barred": barred} if barred else {}) if used or barred else {}


def _barred(mine: CommandContext, wanted: Sequence[Order], used: Sequence[str]) -> list[list[str]]:
    """[order, why] of retreats that were ordered in advance and come before the one that stands, but are not possible.

    `why` is a key as of `NotAllowed.why`, or `own-retreat` where another unit of the power's goes. All in the power's own terms.
    """
    position, found, done = mine.game.board_now, list[list[str]](), set[str]()
    beaten = {each.unit.space: each for each in position.dislodged if each.unit.power == mine.voice}
    for order in wanted:
        space = space_of(order.unit.place) if order.unit else ""
        text = mine.ruleset.notation.write(order)
        if text in used:
            done.add(space)
        elif space in beaten and space not in done:
            place = retreat_destination(mine.ruleset, position, beaten[space], order)
            found.append([text, place.why if isinstance(place, NotAllowed) else "own-retreat"])
    return found


def _begun(asked: CommandContext, later: Sequence[FutureOrders], outcome: PhaseOutcome) -> tuple[list[Event], dict[str, Any]]:
    """Apply one Power's orders for later phases when a phase begins."""
    running, calendar = asked.game.board_now.phase, asked.ruleset.calendar
    moves = next_phase_of_kind(calendar, running, "movement")
    told = ConditionContext(asked.voice, asked.game.board_now, asked.ruleset, _results(asked, outcome))
    events, facts = list[Event](), dict[str, Any]()
    for kept in (each for each in later if not each.in_advance):
        named = calendar.read(kept.phase)
        if named is None or named.when < running.when:
            facts.setdefault("skipped", []).append(kept.phase)
        elif named.name == running.name:
            found, more = _standing(asked, kept, named, told)
            events += found
            facts |= more
        elif told.results is not None and running.kind != "movement" and moves and named.when <= moves.when:
            lines = tuple(resolve_result_tests(line, told) for line in read_kept(kept.lines, asked, named))
            events += [OrdersKept(asked.voice, kept.phase, lines)] if lines != kept.lines else []
    return events, facts


def _standing(
    asked: CommandContext, kept: FutureOrders, named: Phase, told: ConditionContext
) -> tuple[list[Event], dict[str, Any]]:
    """Return the orders that were kept for the phase that begins, read like any others on the present board."""
    found = [chosen_branch(line, told) for line in read_kept(kept.lines, asked, named)]
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
    """Return the results of the moves that the asker may know; None if none were adjudicated before this phase."""
    if outcome.before.phase.kind != "movement":
        return None
    veiled = asked.ruleset.rules.hides_information(asked.ruleset)
    seen: PhaseOutcome = asked.ruleset.rules.visible_outcome(asked.ruleset, outcome, asked.power) if veiled else outcome
    return seen.results
