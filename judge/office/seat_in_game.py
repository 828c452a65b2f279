"""The writer's seat in the game that a command is about, as a handler is given it."""

from __future__ import annotations

from typing import NamedTuple

from judge.game import Game
from judge.game.model.game import GM_READER
from judge.store import SeatRecord


class SeatInGame(NamedTuple):
    """The game that a command is about, and the writer's seat in it."""

    game: Game
    seat: SeatRecord

    @property
    def reader(self) -> str:
        """Whose eyes the game is seen with: a power's, or the GM's."""
        return GM_READER if self.seat.seat.is_gm else self.game.power_of(self.seat.seat)
