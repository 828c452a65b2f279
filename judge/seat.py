"""A seat: a place in one game that somebody may have, whether to play, to run the game, to look on, or to stand by.

The reader of a report is something else: a power, the GM or the public (`judge.game.model.game`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

_WRITTEN = re.compile(r"(gm(?=$|[1-9])|[ios](?=[1-9])|(?=[1-9]))([0-9]*)", re.ASCII)


class Role(Enum):
    """What a seat is for. The value begins the seat's text."""

    PLAYER = ""
    GM = "gm"
    INVITED = "i"
    """Asked to play, and has not answered."""
    OBSERVER = "o"
    STANDBY = "s"


@total_ordering
@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, which as text is `3` for a player, `gm` for the GM, `gm14` for a second GM, `i5`, `o8` or `s12`.

    Players are numbered from 1 in the order of joining, all others by the number of the event that brought them.
    """

    role: Role
    number: int = 0
    """0 for the GM alone."""

    @classmethod
    def read(cls, text: str) -> Seat:
        """The seat that `str` wrote. Raises ValueError for any other text."""
        found = _WRITTEN.fullmatch(text)
        if not found:
            raise ValueError(f"not a seat: {text!r}")
        return cls(Role(found[1]), int(found[2] or 0))

    @classmethod
    def player(cls, number: int) -> Seat:
        """The player's seat of this number."""
        return cls(Role.PLAYER, number)

    @property
    def is_player(self) -> bool:
        """Whether its holder plays a power, or will."""
        return self.role is Role.PLAYER

    @property
    def is_gm(self) -> bool:
        """Whether it is the GM's, or that of somebody who runs the game together with the GM."""
        return self.role is Role.GM

    @property
    def is_invited(self) -> bool:
        """Whether its holder was invited and has not answered."""
        return self.role is Role.INVITED

    @property
    def is_observer(self) -> bool:
        """Whether its holder observes."""
        return self.role is Role.OBSERVER

    @property
    def is_standby(self) -> bool:
        """Whether its holder is a standby."""
        return self.role is Role.STANDBY

    def __lt__(self, other: Seat) -> bool:
        """Players come first, then GMs, guests, observers and standbys; each in order of their coming."""
        return (self.role.value, self.number) < (other.role.value, other.number)

    def __str__(self) -> str:
        return f"{self.role.value}{self.number or ''}"


GM = Seat(Role.GM)
"""The seat of a game's GM."""


def is_seat(text: str) -> bool:
    """Whether `Seat.read` takes a text for a seat."""
    return _WRITTEN.fullmatch(text) is not None
