"""Hong Kong (rule 5). The railway is in railway.py, the canal in canal.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.board import Board, Position
from judge.rules.ruleset import Ruleset

Below = Callable[..., Any]


class HongKong:
    """A centre that one power cannot count: in its hands it is nobody's."""

    @staticmethod
    def owners(below: Below, ruleset: Ruleset, board: Board, position: Position) -> Mapping[str, str]:
        """Who owns each centre, without those held by the power that cannot count them."""
        found: Mapping[str, str] = below(ruleset, board, position)
        return {centre: owner for centre, owner in found.items() if board.spaces[centre].notes.get("no centre of") != owner}
