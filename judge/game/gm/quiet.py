"""Corrections of what some powers alone may know: nobody else is told, and the report that everybody has stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

from judge.game.decision import Notification, TruthContext
from judge.game.model.events import Ended, Event, PhaseRun
from judge.game.model.game import PUBLIC, Game
from judge.game.model.gm_events import PresentKept, Restored
from judge.game.model.judged_phase import JudgedPhase
from judge.game.phases.process import process_due_phases
from judge.game.visibility import acts_are_secret
from judge.rules.outcome import PhaseOutcome


class Quiet(NamedTuple):
    """A correction that only some powers hear of."""

    powers: tuple[str, ...]
    """Those who do."""
    old: JudgedPhase
    """The phase as it was judged before."""


def quiet_correction(
    asked: TruthContext, before: Game, ran: PhaseRun, turns: Iterable[JudgedPhase], events: Iterable[Event]
) -> Quiet | None:
    """Whether nobody but some powers may know that the last phase is corrected, as everybody's view of it stays the same.

    Args:
        asked: the GM's command.
        before: the game before that phase.
        ran: the phase as it was run.
        turns: the phase as it is judged now.
        events: what it brings now.
    """
    game, now = asked.truth, tuple(turns)
    over = game.stage != "running" or any(isinstance(event, Ended) for event in events)
    if over or len(now) != 1 or not acts_are_secret(before.board_now.phase, asked.ruleset):
        return None
    then = process_due_phases(replace(before, press=(), happened=()), ran.at or asked.now, asked.ruleset, asked.secret).turns
    old, new = then[0], now[0]
    if len(then) != 1 or _differs(asked, PUBLIC, old.outcome, new.outcome):
        return None
    names = [power.name for power in asked.ruleset.powers]
    given = [power for power in names if _entered(old, power) != _entered(new, power)]
    return Quiet(tuple(power for power in names if power in given or _differs(asked, power, old.outcome, new.outcome)), old)


def as_reported(
    asked: TruthContext, quiet: Quiet, ran: PhaseRun, turn: JudgedPhase, event: PhaseRun
) -> tuple[JudgedPhase, PhaseRun]:  # fmt: skip
    """The corrected phase, and its event, with all that everybody was told of it as it was."""
    why = ""
    if ran.reprints is not None:  # it replaced an earlier one, of which everybody heard
        why = next((e.reason for e in reversed(asked.past()[: _at(asked, ran)]) if isinstance(e, Restored)), "")
    told = replace(
        turn, run=ran.at, due=ran.due, moved=quiet.old.moved, revision=ran.revision, why=why, replaces=-1, happened=ran.tells
    )  # fmt: skip
    return told, replace(event, at=ran.at, due=ran.due, revision=ran.revision, tells=ran.tells, reprints=turn.press)


def present_kept(game: Game, after: Game, heard: Iterable[str]) -> PresentKept:
    """What the running phase had come to in the game before a correction.

    Args:
        game: that game.
        after: the game after it, with the orders that are still possible.
        heard: powers that may have to think again.
    """
    orders = {power: after.standing[power] for power in heard if power in after.standing}
    same = {
        power: replace(had, orders=after.standing[power].orders, version=had.version + (had.orders != after.standing[power].orders))
        for power, had in game.standing.items()
        if power in after.standing
    }
    kept = {each.name: getattr(game, each.name) for each in fields(PresentKept)}
    return PresentKept(**kept | {"standing": {**orders, **same}, "final": game.final - set(heard)})


def quiet_letters(game: Game, powers: Iterable[str], facts: Mapping[str, Any]) -> tuple[Notification, ...]:
    """What those read who alone hear of it: what they alone may know of the phase, once more."""
    seats = [game.seat_of(power) for power in powers]
    return tuple(Notification(seat.key, "private", facts) for seat in seats if seat and not seat.vacant)


def _at(asked: TruthContext, ran: PhaseRun) -> int:
    return next(n for n, event in enumerate(asked.past()) if event is ran or event == ran)


def _entered(turn: JudgedPhase, power: str) -> list[Any]:
    return [act for act in turn.entered if act.power == power]


def _differs(asked: TruthContext, reader: str, old: PhaseOutcome, new: PhaseOutcome) -> bool:
    rules = asked.ruleset
    return rules.rules.visible_outcome(rules, old, reader) != rules.rules.visible_outcome(rules, new, reader)
