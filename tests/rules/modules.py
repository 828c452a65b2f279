"""Three modules of no game, which prove that the referee's questions are enough: a garrison, a two-stop mover, an open sea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board, Unit
from judge.notation import Order, UnitRef
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt, PathCondition
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import brought
from judge.rules.reasons import Force, NotAllowed, Reason
from judge.rules.strengths import NOTHING, Range, strength_with_supports

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Guarded(Reason):
    """A garrison, with whoever else was there, kept the move out."""

    code: ClassVar[str] = "guarded"
    by: Unit
    mine: Force
    theirs: int


def guards(turn: MovementTurn, space: str, power: str) -> list[Claim]:
    """The garrisons of a space that resist a power: everybody's but its own."""
    return [claim for claim in turn.standing.get(space, ()) if claim.unit.kind == "G" and claim.power != power]


class Garrisons(Rules):
    """A unit of kind G stands aside and takes no orders. It adds itself and its aids to what keeps foreigners out."""

    def non_occupants(self, turn: MovementTurn) -> frozenset[Unit]:
        return super().non_occupants(turn) | {unit for unit in turn.position.units if unit.kind == "G"}

    def unorderable_units(self, turn: MovementTurn) -> frozenset[Unit]:
        return super().unorderable_units(turn) | {unit for unit in turn.position.units if unit.kind == "G"}

    def hold_strength(self, turn: MovementTurn, space: str, stop: MoveAttempt) -> Range:
        low, high = super().hold_strength(turn, space, stop)
        for claim in guards(turn, space, stop.power):
            more = strength_with_supports(turn, claim, claim.aids)
            low, high = low + more[0], high + more[1]
        return low, high

    def defend_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        """Whoever meets a unit head-on has its garrison to beat as well."""
        low, high = super().defend_strength(turn, stop)
        for claim in guards(turn, stop.origin, stop.opposite.power if stop.opposite else ""):
            more = strength_with_supports(turn, claim, claim.aids)
            low, high = low + more[0], high + more[1]
        return low, high

    def why_blocked(self, turn: MovementTurn, stop: MoveAttempt, meets: bool) -> Reason:
        found = guards(turn, stop.space, stop.power)
        if not found:
            return super().why_blocked(turn, stop, meets)
        strength = self.hold_strength(turn, stop.space, stop)[0]
        if meets and stop.opposite is not None:
            strength = self.defend_strength(turn, stop.opposite)[0]
        return Guarded(found[0].unit, brought(self, turn, stop, turn.occupants.get(stop.space, found[0]))[0], strength)

    def dislodged_by(self, turn: MovementTurn, claim: Claim) -> MoveAttempt | None:
        if claim.unit.kind != "G":
            return super().dislodged_by(turn, claim)
        return next((s for s in turn.into[claim.space] if s.claim.entered_at is s and s.power != claim.power), None)


class Clear(PathCondition):
    """The decision "nobody foreign stays in the space that is passed"."""

    def __init__(self, rules: Rules, claim: Claim, space: str) -> None:
        super().__init__(clear)
        self.rules = rules
        self.claim = claim
        self.space = space


def clear(turn: MovementTurn, way: Clear) -> bool | None:
    """The rule of `ClearOrders`."""
    occupant = turn.occupants.get(way.space)
    if occupant is None or occupant.power == way.claim.power:
        return True
    return way.rules.has_left(turn, occupant)


def beyond(turn: MovementTurn, claim: Claim, first: str) -> frozenset[str]:
    """Spaces that an express of this unit could reach by way of the first one."""
    unit, board = claim.unit, turn.board
    if unit.kind != "A" or first not in turn.facts.get("express", ()) or first not in board.reach("A", unit.place):
        return frozenset()
    return board.reach("A", first) - {unit.space}


class Express(Rules):
    """By spaces that the fact `express` lists an army may go two spaces on, or stop there if the second is closed to it.

    It drives nobody out.
    """

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        if order.via != "express":
            return super().why_illegal(turn, claim, order)
        runs = len(order.path) == 1 and order.target in beyond(turn, claim, order.path[0])
        return None if runs else NotAllowed("no-express", order.target)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        ways = [beyond(turn, claim, first) for first in turn.facts.get("express", ())]
        return super().can_be_supported_to(turn, claim, target, aider) or any(target in way for way in ways)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        if order.via != "express":
            return super().move_attempts(turn, claim, order)
        wins, first = self.move_succeeds, order.path[0]
        further = MoveAttempt(wins, claim, order.target, meets=False, bites=False, route=Clear(self, claim, first))
        return further, MoveAttempt(wins, claim, first, meets=False, bites=False)

    def prevent_strength(self, turn: MovementTurn, stop: MoveAttempt, against: MoveAttempt) -> Range:
        """One that has got in further on keeps nobody out of where it could have stopped."""
        low, high = super().prevent_strength(turn, stop, against)
        for better in stop.claim.stops[: stop.claim.stops.index(stop)] if not stop.bites else ():
            won = turn.ask(better)
            if won:
                return NOTHING
            if won is None:
                low = 0
        return low, high


class OpenSeas(Rules):
    """In the spaces that the fact `open` lists any number may stand, and nothing is fought."""

    def shared_spaces(self, turn: MovementTurn) -> frozenset[str]:
        return frozenset(super().shared_spaces(turn) | set(turn.facts.get("open", ())))

    def resolve_unit(self, turn: MovementTurn, ref: UnitRef, power: str) -> Claim | None:
        """Of several that are alike, the first without an order."""
        here = turn.standing.get(ref.space, ()) if ref.space in turn.uncontested else ()
        mine = [claim for claim in here if claim.power == power and not claim.ordered]
        alike = [claim for claim in mine if ref.kind in ("", claim.unit.kind) and ref.name in ("", claim.unit.name)]
        return alike[0] if alike else super().resolve_unit(turn, ref, power)

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        return super().retreat_places(board, unit, barred, occupied - set(facts.get("open", ())), standoffs, facts)


ALL = (Garrisons, Express, OpenSeas)
