"""The questions asked when a game begins and when it is over: on what board, and what is told. These are the standard answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.board import Phase, Position
from judge.compiling import mypyc_attr
from judge.rules.centres import CentreRules
from judge.rules.variant import Variant


@mypyc_attr(allow_interpreted_subclasses=True)
class OpeningRules(CentreRules):
    """Asked when a game begins: on what board, and what each reader is told of it; and what all are told when it is over."""

    def opening_position(self, variant: Variant, position: Position, seed: int) -> Position:
        """The first position of one game. Asked once, at START; the answer is kept.

        `position` is the folder's with what commands have added to its facts; `seed` follows from the game's secret: 64 bits that
        nobody can foresee.
        """
        return position

    def opening_news(self, variant: Variant, position: Position, reader: str) -> Mapping[str, Any]:
        """What a power, or `gm`, is told of the first position, for the folder's words/start.j2; JSON values."""
        return {}

    def closing_news(self, variant: Variant, turns: Sequence[tuple[Phase, Position]], position: Position) -> Mapping[str, Any]:
        """What everybody is told when a game is over and nothing is hidden any more, as `closing` for the folder's words/ending.j2
        (letters) and words/story.j2 (letters and print); JSON values.

        `turns`: each judged phase with the position after it; `position`: the last one, with what commands have changed since.
        """
        return {}
