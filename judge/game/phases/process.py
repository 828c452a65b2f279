"""Run the phase that is due and those that follow at once, and tell everyone concerned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Any

from judge.game.decision import CommandResult, Group, Notification, private_reports, reports_in_one
from judge.game.lessons import lesson_judged
from judge.game.model.apply import apply_event
from judge.game.model.events import Event
from judge.game.model.game import Game, PlayerSeat
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.seat_events import StandbyCalled, TakenOver, Vacated
from judge.game.next_deadline import runs_with_previous
from judge.game.outstanding import all_orders_in
from judge.game.phases.adjudicate import adjudicate_phase
from judge.game.phases.begin import begin_phase
from judge.rules.ruleset import Ruleset


def process_due_phases(game: Game, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Run the phase that is due, and those after it that need no deadline: phases that the calendar runs together with the moves,
    and retreats and adjustments for which all orders were given in advance. Returns events, the judged phases, and a report to
    everyone. In a lesson game one phase is run, and its pupil told what the lesson says. Raises ValueError if the game has dice and
    its seed is not given.
    """
    facts, events, turns = {"phase": game.board_now.phase.name}, list[Event](), list[JudgedPhase]()
    seats = game.seats
    while not turns or (
        game.stage == "running" and (runs_with_previous(game.settings, game.board_now) or all_orders_in(game, ruleset))
    ):
        new, turn = adjudicate_phase(game, now, ruleset, secret)
        game = reduce(apply_event, new, game)
        if game.lesson:
            return lesson_judged(game, new, turn, ruleset, secret)
        ready, told = begin_phase(game, ruleset, now, turn.outcome) if game.stage == "running" else ((), {})
        game = reduce(apply_event, ready, game)
        events += [*new, *ready]
        turns.append(replace(turn, prepared=told))
    opened = game.stage == "finished"  # then the report tells everybody everything
    return CommandResult(tuple(events), (), (*_reports(opened, turns, seats, facts, ruleset), *_told(events, game)), tuple(turns))


def _reports(
    opened: bool, turns: Sequence[JudgedPhase], seats: Sequence[PlayerSeat], facts: Mapping[str, Any], ruleset: Ruleset
) -> tuple[Notification, ...]:
    """Return the reports. Of retreats in games that hide something each player gets one letter with both: as a rule nobody has to
    retreat, and whether somebody had does not show in it.
    """
    retreats = len(turns) == 1 and turns[0].outcome.before.phase.kind == "retreats"
    if retreats and not opened and ruleset.rules.hides_information(ruleset):
        return reports_in_one(seats, facts)
    return (Notification(Group.ALL, "report", facts), *(() if opened else private_reports(seats, ruleset, facts)))


def _told(events: Sequence[Event], game: Game) -> Iterator[Notification]:
    """Return letters about the effects of missing orders, to those whom the report does not reach or does not tell enough."""
    for event in events:
        if isinstance(event, StandbyCalled):
            yield Notification(event.seat, "called", {"power": event.power})
        elif isinstance(event, TakenOver):
            yield Notification(event.seat, "takeover", {"power": game.power_of(event.seat), "was": None})
            facts = {"what": "takeover", "seat": str(event.seat), "power": game.power_of(event.seat), "was": None}
            yield Notification(Group.ALL, "news", facts, but=event.seat)
        elif isinstance(event, Vacated):
            yield Notification(Group.ALL, "news", {"what": "vacant", "power": game.power_of(event.seat), "reason": event.reason})
            yield Notification(Group.STANDBYS, "vacancy", {"power": game.power_of(event.seat)})
