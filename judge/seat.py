"""A seat: one person's place in a game, as a player, GM, guest, observer or standby.

The reader of a report is something else: a power, the GM or the public (`judge.game.model.game`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

_WRITTEN = re.compile(r"(gm(?=$|[1-9])|[ios](?=[1-9])|(?=[1-9]))([0-9]*)", re.ASCII)


class Role(Enum):
    """The role of a seat. The value begins the seat's text."""

    PLAYER = ""
    GM = "gm"
    INVITED = "i"
    """Invited to play, and has not answered."""
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
    """0 for the GM who opened the game."""

    @classmethod
    def read(cls, text: str) -> Seat:
        """Read a seat that `str` wrote. Raises ValueError for any other text."""
        found = _WRITTEN.fullmatch(text)
        if not found:
            raise ValueError(f"not a seat: {text!r}")
        return cls(Role(found[1]), int(found[2] or 0))

    @classmethod
    def player(cls, number: int) -> Seat:
        """Return the seat of the player with this number."""
        return cls(Role.PLAYER, number)

    @property
    def is_player(self) -> bool:
        """Whether its holder plays a power, or will when the game begins."""
        return self.role is Role.PLAYER

    @property
    def is_gm(self) -> bool:
        """Whether it is the seat of a GM."""
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
        """Sort players first, then GMs, guests, observers and standbys, each by number."""
        return (self.role.value, self.number) < (other.role.value, other.number)

    def __str__(self) -> str:
        return f"{self.role.value}{self.number or ''}"


GM = Seat(Role.GM)
"""The seat of the GM who opened the game."""


def is_seat(text: str) -> bool:
    """Whether `Seat.read` accepts a text."""
    return _WRITTEN.fullmatch(text) is not None


HOUSE_LEVELS = ("calm", "steady", "keen")
"""The levels of house players, who hold seats that nobody plays, the weakest first.

    calm    stands, takes bordering centres that nobody holds, builds and retreats
    steady  goes where centres are worth most, supports and convoys; surprises a little
    keen    draws several of steady's plans and takes the one that does best against what the others may order
"""
