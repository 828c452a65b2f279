"""Hong Kong (rule 5). The railway is in railway.py, the canal in canal.py."""

from __future__ import annotations

from collections.abc import Mapping

from judge.board import Board, Position
from judge.rules.base import Rules
from judge.rules.variant import Variant


class HongKong(Rules):
    """One power cannot count this centre: while it holds it, the centre is neutral."""

    def centre_owners(self, variant: Variant, board: Board, position: Position) -> Mapping[str, str]:
        """Return the owner of each centre, without those held by the power that cannot count them."""
        found = super().centre_owners(variant, board, position)
        return {centre: owner for centre, owner in found.items() if board.spaces[centre].notes.get("no centre of") != owner}
