"""What several events do to a game: add news for its next report, set its deadline."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.game.model.game import Game


def set_deadline(game: Game, due: datetime | None, at: datetime | None) -> Game:
    """Change the running phase's deadline: reminders, lateness, closing and FINAL are all reset."""
    final = frozenset[str]() if game.held else game.final
    return replace(game, due=due, since=at, reminded=(), late=(), grace=None, early=None, held=None, final=final, before_pause=None)


def add_news(game: Game, **facts: Any) -> Game:
    """Add news for the next report. It names seats and powers, never people."""
    return replace(game, happened=(*game.happened, facts))
