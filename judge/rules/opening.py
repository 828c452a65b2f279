"""The questions asked when a game begins: on what board, and what each reader is told of it. These are the standard answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from judge.board import Position

if TYPE_CHECKING:
    from judge.rules.ruleset import Ruleset


def opening(ruleset: Ruleset, position: Position, seed: int) -> Position:
    """The first position of one game. `position` is the folder's with what commands have added to its facts; `seed` follows from
    the game's secret: 64 bits that nobody can foresee. Asked once, at START; what comes of it is kept.
    """
    return position


def heralded(ruleset: Ruleset, position: Position, reader: str) -> Mapping[str, Any]:
    """What a power, or `gm`, is told of the first position, for the folder's words/start.j2; JSON values."""
    return {}
