"""1492: treasure (rule 11b, a house rule). Dislodged natives leave it, units carry it home, and it is then worth a unit for good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.board import Board, Position, Unit
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import comes_to
from judge.rules.reasons import NotAllowed, Reason
from judge.rules.variant import Variant

from .atlas import NATIVES
from .boarding import Aboard

Facts = Mapping[str, Any]
WITH = "with T"
"""The word with which a move says that its unit takes along what it has."""


class Treasure(Rules):
    """Rule 11b (house rule `treasure`): dislodged natives leave treasure, which units carry home for a build.

    The fact `treasures` lists each as `{at: space, with: "Spain F"}`, where `with` is '' if it lies alone.
    """

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Only a unit with treasure can take it along."""
        refused = super().why_illegal(turn, claim, order)
        if refused is None and order.via == WITH and not _load(turn.position, claim.unit):
            return NotAllowed("no-treasure", str(claim.unit))
        return refused

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """Treasure moves with its bearer, is left behind, or is taken by the next unit to come. Brought home, it becomes a build.
        """
        kept = super().facts_after_moves(turn, facts)
        if not turn.variant.flag("treasure"):
            return kept
        carried = self.carried_along(turn)
        lasting = [claim for claim in turn.claims if claim.lasting and claim.beaten is None]
        stand = list(zip(lasting, self.label_units(tuple(comes_to(c, carried) for c in lasting)), strict=True))
        left = [_travels(turn, item, stand) for item in kept.get("treasures") or ()]
        left += [{"at": space, "with": ""} for space in _left_by_natives(turn)]
        found = [_taken(item, stand) for item in left]
        ports = {(unit.space, bearer_of(unit)): unit.power for claim, unit in stand if claim.entered_at and _at_home(turn, unit)}
        rewards = dict(kept.get("rewards") or {})
        for power in [ports[spot] for item in found if (spot := (item["at"], item["with"])) in ports]:
            rewards[power] = int(rewards.get(power, 0)) + 1
        rest = [item for item in found if (item["at"], item["with"]) not in ports]
        return {**kept, "treasures": rest, **({"rewards": rewards} if rewards else {})}

    def unit_allowance(self, variant: Variant, board: Board, position: Position, power: str) -> int:
        """A treasure brought home is worth a unit for good."""
        rewards = position.facts.get("rewards") or {}
        return super().unit_allowance(variant, board, position, power) + int(rewards.get(power, 0))


def _at_home(turn: MovementTurn, unit: Unit) -> bool:
    return turn.board.spaces[unit.space].home == unit.power


def bearer_of(unit: Unit) -> str:
    """Return the name of a unit in `treasures`, used together with its space."""
    return f"{unit.power} {unit.kind}{unit.name}"


def _load(position: Position, unit: Unit) -> int:
    """Return how many treasures a unit has."""
    return sum((t["at"], t["with"]) == (unit.space, bearer_of(unit)) for t in position.facts.get("treasures") or ())


def _travels(turn: MovementTurn, item: Facts, stand: Sequence[tuple[Claim, Unit]]) -> dict[str, str]:
    """Return where a treasure is after all moves: with its bearer if that stayed, was carried, or took it along; else alone."""
    spot = (item["at"], item["with"])
    borne = [c for c in turn.claims if (c.space, bearer_of(c.unit)) == spot]
    if not borne:
        return {"at": item["at"], "with": ""}
    bearer = borne[0] if borne[0].lasting else _crew_of(turn, borne[0])
    keeps = [u for c, u in stand if c is bearer and (c.entered_at is None or (c.order and c.order.via == WITH))]
    return {"at": keeps[0].space, "with": bearer_of(keeps[0])} if keeps else {"at": item["at"], "with": ""}


def _crew_of(turn: MovementTurn, ashore: Claim) -> Claim | None:
    """Return the claim at sea of an army that went aboard this turn."""
    crew = [c for c in turn.claims if isinstance(c, Aboard) and c.boarded is ashore]
    return crew[0] if crew else None


def _taken(item: dict[str, str], stand: Sequence[tuple[Claim, Unit]]) -> dict[str, str]:
    """Return the unit that takes a lone treasure: arrivals before units already there, then by name."""
    here = sorted((claim.entered_at is None, unit) for claim, unit in stand if unit.space == item["at"])
    return {"at": item["at"], "with": bearer_of(here[0][1])} if here and not item["with"] else item


def _left_by_natives(turn: MovementTurn) -> list[str]:
    """Return the spaces whose natives were dislodged."""
    entered = {claim.entered_at.space for claim in turn.claims if claim.entered_at}
    beaten = [claim for claim in turn.claims if claim.power == NATIVES and claim.beaten is not None]
    return sorted({claim.space for claim in turn.claims if not claim.power and claim.space in entered} | {c.space for c in beaten})
