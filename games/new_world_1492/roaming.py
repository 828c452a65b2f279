"""1492: natives that move, if the GM's world has any (11a): units of a power of their own, to which the GM gives orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import NotAllowed, Reason
from judge.rules.variant import Variant

from .atlas import NATIVES, is_beyond

Facts = Mapping[str, Any]


class Roaming(Rules):
    """They move on land beyond the map and support one another; nobody supports them. They own nothing, and if dislodged they are
    removed.
    """

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """They stay on land beyond the map."""
        refused = super().why_illegal(turn, claim, order)
        if refused is None and claim.of is not None and NATIVES in (claim.power, claim.of.power) and claim.power != claim.of.power:
            return NotAllowed("natives-alone", claim.of.space)
        target = space_of(order.target)
        if refused is None and claim.power == NATIVES and target and not _ashore(turn.board, claim.space, target):
            return NotAllowed("natives-stay", target)
        return refused

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Dislodged natives cannot retreat."""
        return super().retreat_places(board, unit, barred, occupied, standoffs, facts) if unit.power != NATIVES else ()

    def centre_owners(self, variant: Variant, board: Board, position: Position) -> Mapping[str, str]:
        """A centre in which they stand keeps its owner."""
        others = tuple(unit for unit in position.units if unit.power != NATIVES)
        return super().centre_owners(variant, board, replace(position, units=others))


def _ashore(board: Board, start: str, target: str) -> bool:
    return is_beyond(board, target) and target in board.reach("A", start)
