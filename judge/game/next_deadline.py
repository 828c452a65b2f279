"""When each phase of a game is due, which phases are run with the one before, and how a deadline is moved by an absence."""

from __future__ import annotations

from collections.abc import Container
from datetime import date, datetime
from zoneinfo import ZoneInfo

from judge.board import Position
from judge.game.clock.deadline_spec import DeadlineSpec
from judge.game.model.game import Absence, Game
from judge.game.model.game_settings import GameSettings
from judge.rules import awaited_dues
from judge.rules.ruleset import Ruleset

COLLAPSING = frozenset({"retreats", "adjustments"})
"""Kinds of phases that the `together` rhythm runs with the movement before them."""


def runs_with_previous(settings: GameSettings, position: Position) -> bool:
    """Whether a position's phase is run together with the one before, without a deadline of its own."""
    return settings.rhythm == "together" and position.phase.kind in COLLAPSING


def next_deadline(game: Game, position: Position, now: datetime, ruleset: Ruleset) -> datetime | None:
    """Return when the phase of a position is due by the game's clock for its kind, after any absence of somebody who owes orders.
    """
    clock = game.settings.clock(position.phase.kind)
    if clock is None or game.paused or runs_with_previous(game.settings, position):
        return None
    return next_free_deadline(game, clock, clock.after(now), awaited_dues(position, ruleset))


def next_free_deadline(game: Game, clock: DeadlineSpec, deadline: datetime, owing: Container[str]) -> datetime:
    """Return a regular deadline, or the first one after it that falls into no absence of a player who owes something."""
    while away := blocking_absence(game, deadline, ZoneInfo(clock.zone), owing):
        deadline = clock.back(deadline, date.fromisoformat(away.last))
    return deadline


def blocking_absence(game: Game, deadline: datetime, zone: ZoneInfo, owing: Container[str]) -> Absence | None:
    """Return the absence of a player with orders due that moves a deadline; None if there is none."""
    day = deadline.astimezone(zone).date().isoformat()
    return next((a for a in game.absences if a.counts and a.first <= day <= a.last and game.power_of(a.seat) in owing), None)
