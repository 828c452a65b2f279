"""Run a phase: pass the orders that count to the referee, count centres, and set the next deadline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any

from judge.game.dice.record import format_record, make_record
from judge.game.dice.throws import revealed_seed, throw_source
from judge.game.model.apply import apply_event
from judge.game.model.events import Ended, Event, PhaseRun
from judge.game.model.game import Game
from judge.game.model.gm_actions import GMOrders
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.seat_events import SILENT, StandbyCalled, TakenOver, Vacated
from judge.game.next_deadline import next_deadline, runs_with_previous
from judge.game.outstanding import powers_asked
from judge.game.phases.alternatives import replace_impossible
from judge.game.phases.habits import habitual_orders
from judge.rules import AdjustmentDue, adjudicate, awaited_dues, gm_due
from judge.rules.outcome import PhaseOutcome
from judge.rules.ruleset import Ruleset


def adjudicate_phase(game: Game, now: datetime, ruleset: Ruleset, secret: bytes = b"") -> tuple[tuple[Event, ...], JudgedPhase]:
    """Adjudicate the running phase with the orders that count; the game may end. `secret` is the seed that dice are drawn from.
    Raises ValueError if the game has dice and no seed is given.
    """
    position = game.board_now
    collapsed = game.turn >= 0 and runs_with_previous(game.settings, position)
    orders = {
        power: orders for power, standing in game.standing.items() if (orders := replace_impossible(game, power, standing, ruleset))
    }
    orders |= habitual_orders(game, orders, ruleset, secret)
    reserve = {power: s.orders for power, s in game.reserve.items() if power not in orders and s.orders and power in game.called}
    outcome = adjudicate(position, {**orders, **reserve}, ruleset, throw_source(game, ruleset, secret))
    owed = {} if collapsed else awaited_dues(position, ruleset)
    owing = [power.name for power in ruleset.powers if owed.get(power.name, AdjustmentDue()) != AdjustmentDue()]
    silent = tuple(power for power in owing if power not in orders)
    upcoming = None if outcome.winners else next_deadline(game, outcome.position, now, ruleset)
    event = PhaseRun(
        position.phase.name, {**orders, **reserve}, silent, outcome.position, outcome.counted, upcoming, dict(outcome.throws),
        now, tuple(power for power in silent if power in reserve), game.revisions.get(position.phase.name, 0) + 1,
        tells=(*game.happened, *public_ballot(game)),
    )  # fmt: skip
    ended = (Ended("won", outcome.winners, revealed_seed(game, secret)),) if outcome.winners else ()
    events = (event, *(ended or _missed_orders(game, event)))
    return events, _turn(game, events, outcome, now)


def can_run_early(game: Game, ruleset: Ruleset) -> bool:
    """Whether everyone who is waited for in this phase has said FINAL; the GM, too, if the GM has units to order.

    Where something is veiled, nobody waits for the GM: waiting would reveal that the GM has units. Without orders they hold.
    """
    from_gm = () if ruleset.rules.hides_information(ruleset) else gm_due(game.board_now, ruleset)
    asked = game.late or (*powers_asked(game, ruleset), *from_gm)
    return bool(asked) and not game.paused and all(power in game.final for power in asked)


def _turn(game: Game, events: Sequence[Event], outcome: PhaseOutcome, now: datetime) -> JudgedPhase:
    after = reduce(apply_event, events, game)
    ran = next(event for event in events if isinstance(event, PhaseRun))
    clock = game.settings.clock(outcome.position.phase.kind)
    return JudgedPhase(
        game=game.name,
        variant=game.variant,
        outcome=outcome,
        silent=tuple(power for power in ran.silent if power not in ran.stood_in),
        due=after.due,
        zone=after.zone,
        history=after.history,
        press=tuple(held.seq for held in game.press),
        number=game.settings.number,
        anonymous=game.settings.anonymous,
        ending=after.ending,
        run=now,
        revision=ran.revision,
        seal=game.seal,
        stated=tuple(subject for subject in outcome.throws if subject in game.stated),
        record=format_record(make_record(after)) if after.seed else "",
        moved=bool(after.due and clock and after.due != clock.after(now)),
        stood_in=ran.stood_in,
        called={event.power: event.seat for event in events if isinstance(event, StandbyCalled)},
        vacated=tuple(game.power_of(event.seat) for event in events if isinstance(event, Vacated)),
        entered=tuple(_standing(act, ran) for act in game.entered),
        looked=game.looked,
        replaced={subject: was for subject, was in game.replaced.items() if subject in outcome.throws},
        reasons={subject: game.stated[subject] for subject in game.replaced if subject in outcome.throws},
        happened=ran.tells,
        house={seat.power: seat.house for seat in game.seats if seat.house},
        practice=game.settings.practice,
        moderated=game.settings.moderated,
    )


def public_ballot(game: Game) -> list[Mapping[str, Any]]:
    """Return the open vote as everybody may know it: without votes, and with the proposer only if the proposal is signed."""
    if game.ballot is None:
        return []
    vote = game.ballot
    by = vote.by if vote.signed else ""
    facts = {"what": "open", "proposal": vote.what, "powers": list(vote.powers), "closes": vote.closes.isoformat(), "by": by}
    return [{**facts, "text": vote.text}]


def _standing(act: GMOrders, ran: PhaseRun) -> GMOrders:
    """Return the orders that the GM entered, without those that were changed again before the phase was run."""
    return act._replace(orders=tuple(order for order in act.orders if order in ran.orders.get(act.power, ())))


def _missed_orders(game: Game, ran: PhaseRun) -> tuple[Event, ...]:
    """Return the events that the game's rule for missed orders (NMR) brings; missed retreats and adjustments bring none."""
    if game.board_now.phase.kind != "movement":
        return ()
    found: list[Event] = []
    after = apply_event(game, ran)
    for event in _silences(game, after, ran):
        found.append(event)
        after = apply_event(after, event)
    return tuple(found)


def _silences(game: Game, after: Game, ran: PhaseRun) -> Iterator[Event]:
    policy = game.settings.silence
    free = [key for key in game.standbys if key not in game.called.values()]
    for power in ran.silent:
        seat = game.seat_of(power)
        if seat is None or seat.vacant:
            continue
        if power in ran.stood_in:
            yield TakenOver(seat.key, game.called[power], after.due, ran.at)
        elif policy in ("abandon", "disorder") and after.missed.get(power, 0) >= game.settings.patience:
            yield Vacated(seat.key, SILENT)
        elif policy == "standby" and power not in game.called and free:
            yield StandbyCalled(power, free.pop(0))
