"""1492: a world beyond the map, seas without conflict, fleets that move two spaces, natives. Armies aboard are in crews.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order, UnitRef
from judge.rules.base import Rules
from judge.rules.centres import Goal
from judge.rules.claim_rules import landing
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import brought
from judge.rules.reasons import Force, NotAllowed, Reason
from judge.rules.variant import Variant

from .atlas import BEYOND, areas_of, charted, closed_to, first_steps, is_beyond, second_steps

Facts = Mapping[str, Any]


# Reasons


@dataclass(frozen=True, slots=True)
class NativesHeld(Reason):
    """The native army of an area kept the unit out."""

    code: ClassVar[str] = "natives-held"
    rule: ClassVar[str] = "11"
    told_by_sight: ClassVar[bool] = True
    space: str
    mine: Force


def _named(ref: UnitRef, unit: Unit) -> bool:
    """Whether this unit may be meant, as far as it was named."""
    return all(said in ("", was) for said, was in ((ref.kind, unit.kind), (ref.name, unit.name), (ref.power, unit.power)))


class World(Rules):
    """Rules 3, 4, 8 and 9: the board, what is seen of it, seas without conflict, closed homes, moves of two spaces."""

    def board_with_facts(self, board: Board, facts: Facts) -> Board:
        """Return the known world with the one beyond it."""
        return charted(board, areas_of(facts))

    def shared_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """Return the seas of the known world, in which several units may stand (8c)."""
        spaces = turn.board.spaces
        return super().shared_spaces(turn) | {c for c, s in spaces.items() if s.kind == "sea" and BEYOND not in s.notes}

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Homes of other powers are closed (8b), and so is support into them. A fleet may move two spaces from home (9a)."""
        refused: Reason | None
        if order.verb == "move" and order.path and claim.unit.kind == "F":
            refused = _two_spaces(turn.board, claim.unit, order)
        else:
            refused = super().why_illegal(turn, claim, order)
        target = space_of(order.target) or (claim.of.space if claim.of else "")
        if refused is None and target and any(closed_to(turn.board, c.power, target) for c in (claim, claim.of) if c):
            return NotAllowed("closed-home", target)
        return refused

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """Moves of two spaces from home, and supports of others' such moves."""
        board, me = turn.board, named(claim.unit)
        near = board.reach_spaces(claim.unit.kind, claim.unit.place)
        mine = [
            Order("move", me, place, path=(space_of(first),))
            for first in sorted(first_steps(board, claim.unit))
            for place in sorted(second_steps(board, claim.unit, first))
        ]
        helps = [
            Order("support", me, space_of(place), named(other.unit, claim.power))
            for other in turn.claims
            for first in (sorted(first_steps(board, other.unit)) if other is not claim else ())
            for place in sorted(second_steps(board, other.unit, first))
            if space_of(place) in near and space_of(place) != claim.space
        ]
        return (*super().more_orders(turn, claim), *mine, *helps)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """A support may be for a move of two spaces."""
        if super().can_be_supported_to(turn, claim, target, aider):
            return True
        board, unit = turn.board, claim.unit
        return any(target == space_of(p) for first in first_steps(board, unit) for p in second_steps(board, unit, first))

    def supported_unit(self, turn: MovementTurn, claim: Claim, order: Order) -> Claim:
        """Of several fleets in a sea, return the one with this order (8c), the supporter's own before others."""
        found = super().supported_unit(turn, claim, order)
        here = turn.standing.get(order.of.space, []) if order.of else []
        fitting = [c for c in here if order.of and _named(order.of, c.unit) and self.matches_order(turn, order, c)]
        return min(fitting, key=lambda c: (c.power != claim.power, c is not found), default=found)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Only the end of a move of two spaces counts."""
        if order.verb == "move" and order.path and claim.unit.kind == "F":
            return (MoveAttempt(self.move_succeeds, claim, str(_end(turn.board, claim.unit, order)), meets=False),)
        return super().move_attempts(turn, claim, order)

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Nobody retreats into another power's home."""
        places = super().retreat_places(board, unit, barred, occupied, standoffs, facts)
        return tuple(place for place in places if not closed_to(board, unit.power, space_of(place)))

    def why_retreat_closed(self, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """An empty place that is closed to retreats is another power's home, or natives live there."""
        why = super().why_retreat_closed(position, beaten, place)
        taken = any(unit.space == space_of(place) for unit in position.units)
        return "closed-retreat" if why == "occupied" and not taken else why


def _end(board: Board, unit: Unit, order: Order) -> str | Reason:
    """Return where a move of two spaces ends."""
    first = landing(board, "F", unit.place, order.path[0])
    return landing(board, "F", first, order.target) if isinstance(first, str) else first


def _two_spaces(board: Board, unit: Unit, order: Order) -> Reason | None:
    if board.spaces[unit.space].home != unit.power or len(order.path) > 1:
        return NotAllowed("two-spaces", unit.space)
    end = _end(board, unit, order)
    if isinstance(end, Reason):
        return end
    if any(is_beyond(board, space_of(place)) for place in (order.path[0], end)):
        return NotAllowed("leaves-the-map", space_of(end))
    return NotAllowed("closed-home", order.path[0]) if closed_to(board, unit.power, space_of(order.path[0])) else None


# Natives (rule 11a)


class Natives(Rules):
    """Rule 11a: a neutral army that holds a centre, cannot be supported, and is removed if dislodged."""

    def make_claims(self, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """The fact `natives` lists where they are."""
        found = super().make_claims(turn, orders)
        for code in turn.facts.get("natives") or ():
            claim = Claim(Unit("", "A", code))
            claim.lasting = False
            found.append(claim)
        return found

    def unorderable_units(self, turn: MovementTurn) -> frozenset[Unit]:
        """They take no orders."""
        return super().unorderable_units(turn) | {claim.unit for claim in turn.claims if not claim.power}

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Nobody supports natives."""
        refused = super().why_illegal(turn, claim, order)
        helped = order.verb == "support" and claim.of is not None and not claim.of.power
        return NotAllowed("natives-alone", claim.of.space) if refused is None and helped and claim.of else refused

    def why_blocked(self, turn: MovementTurn, stop: MoveAttempt, meets: bool) -> Reason:
        """Say that natives held the space."""
        occupant = turn.occupants[stop.space]
        reason = super().why_blocked(turn, stop, meets)
        return reason if occupant.power else NativesHeld(stop.space, brought(self, turn, stop, occupant)[0])

    def dislodged_by(self, turn: MovementTurn, claim: Claim) -> MoveAttempt | None:
        """Dislodged natives cannot retreat."""
        return super().dislodged_by(turn, claim) if claim.power else None

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Nobody retreats to where natives live."""
        return super().retreat_places(board, unit, barred, occupied | set(facts.get("natives") or ()), standoffs, facts)

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """Remove natives whose space was taken."""
        kept = super().facts_after_moves(turn, facts)
        return {**kept, "natives": sorted(set(kept.get("natives") or ()) - overrun(turn))}


def overrun(turn: MovementTurn) -> set[str]:
    """Return the spaces whose natives were dislodged."""
    entered = {claim.entered_at.space for claim in turn.claims if claim.entered_at}
    return {claim.space for claim in turn.claims if not claim.power and claim.space in entered}


# Centres and the end (rules 7, 12)


class Centres(Rules):
    """Rule 12: more than half of the centres beyond the map."""

    def goals(self, variant: Variant, board: Board, position: Position, power: str) -> Sequence[Goal]:
        """The numbers that everybody is told (7, 12)."""
        owned, beyond = position.facts.get("owned"), int(position.facts.get("beyond") or 0)
        if owned is not None:  # a reader's position
            return (Goal("off-board", int(owned.get(power, 0)), beyond // 2 + 1),)
        has = sum(owner == power and is_beyond(board, code) for code, owner in position.owners.items())
        return (Goal("off-board", has, beyond // 2 + 1),)

    def winners(self, variant: Variant, board: Board, position: Position) -> tuple[str, ...]:
        """Return the first power to own most of them."""
        beyond = [code for code in board.centres if is_beyond(board, code)]
        owned = [position.owners.get(code) for code in beyond]
        return tuple(power.name for power in variant.powers if 2 * owned.count(power.name) > len(beyond))
