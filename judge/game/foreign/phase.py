"""One phase of a game that was begun elsewhere, whatever program saved it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class ForeignPhase(NamedTuple):
    """One phase of a game that was begun elsewhere."""

    name: str
    orders: Mapping[str, Sequence[str]]
    """Power as the source calls it → its orders, a line each."""
    board: str = ""
    """The board before the phase, as the lines of a POSITION; '' if the source does not have it."""


class NoForeignGame(ValueError):
    """A text that is no game of another program."""
