"""Until when the end-of-game statements of a game are taken, unless its GM says otherwise."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.game.model.game import Game

LEAST = timedelta(days=14)
"""How long people have at least."""


def statements_deadline(game: Game, ended: datetime) -> datetime:
    """Return the first regular deadline of the game's movement clock at least `LEAST` after its end; without a clock that goes by
    days, the minute `LEAST` after it.
    """
    clock, earliest = game.settings.clock("movement"), (ended + LEAST).replace(second=0, microsecond=0)
    return clock.following(earliest - timedelta(seconds=1)) if clock and clock.at else earliest
