"""Hong Kong (rule 5), and in which years centres are counted. The railway is in railway.py, the canal in canal.py."""

from __future__ import annotations

from collections.abc import Mapping

from judge.board import Board, Phase, Position
from judge.rules.base import Rules
from judge.rules.variant import Variant


class HongKong(Rules):
    """One power cannot count this centre: while it holds it, the centre is neutral."""

    def centre_owners(self, variant: Variant, board: Board, position: Position) -> Mapping[str, str]:
        """Return the owner of each centre, without those held by the power that cannot count them."""
        found = super().centre_owners(variant, board, position)
        if variant.flag("hong_kong_for_china"):
            return found
        return {centre: owner for centre, owner in found.items() if board.spaces[centre].notes.get("no centre of") != owner}


class Counting(Rules):
    """By house rule, centres are counted in every second year only, or more seldom."""

    def counts_centres_in(self, variant: Variant, phase: Phase) -> bool:
        """In the last of every so many years, from the first year on."""
        return (phase.year - variant.calendar.start + 1) % variant.number("count_every") == 0 and super().counts_centres_in(
            variant, phase
        )
