"""The questions asked when a game begins: on what board, and what each reader is told of it. These are the standard answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.board import Position
from judge.rules.variant import Variant


class OpeningRules:
    """Asked when a game begins: on what board, and what each reader is told of it."""

    def opening_position(self, variant: Variant, position: Position, seed: int) -> Position:
        """The first position of one game. Asked once, at START; the answer is kept.

        `position` is the folder's with what commands have added to its facts; `seed` follows from the game's secret: 64 bits that
        nobody can foresee.
        """
        return position

    def opening_news(self, variant: Variant, position: Position, reader: str) -> Mapping[str, Any]:
        """What a power, or `gm`, is told of the first position, for the folder's words/start.j2; JSON values."""
        return {}
