"""Columbus: the garrisons of homes and natives, the ownership of centres, and victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.centres import Goal
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import brought
from judge.rules.reasons import Force, Reason
from judge.rules.strengths import Range, strength_with_supports
from judge.rules.variant import Variant

from .chart import MAJOR, UNKNOWN, Facts

GARRISON = "G"


@dataclass(frozen=True, slots=True)
class HomeHeld(Reason):
    """The garrison of a home centre kept a foreign unit out, with units of its own power if `others` names any."""

    code: ClassVar[str] = "home-held"
    rule: ClassVar[str] = "9.1"
    told_by_sight: ClassVar[bool] = True
    space: str
    mine: Force
    theirs: Force
    others: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class NativesHeld(Reason):
    """The garrison of a major native centre kept the unit out."""

    code: ClassVar[str] = "natives-held"
    rule: ClassVar[str] = "9.3"
    told_by_sight: ClassVar[bool] = True
    space: str
    mine: Force
    theirs: Force
    others: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class NotAlone(Reason):
    """A garrison can be supported only where no unit stands."""

    code: ClassVar[str] = "not-alone"
    rule: ClassVar[str] = "9.1"
    told_by_sight: ClassVar[bool] = True
    space: str
    by: Unit
    before: bool = False
    """Whether it is said before the deadline."""


class Garrisons(Rules):
    """Rules 9.1 and 9.3: a garrison has strength one, takes no orders and keeps foreign units out."""

    def make_claims(self, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """Every garrison takes part, without being a unit."""
        claims = super().make_claims(turn, orders)
        for space in turn.facts["garrisons"]:
            claim = Claim(Unit(turn.board.spaces[space].home, GARRISON, space))
            claim.lasting = False
            claims.append(claim)
        return claims

    def non_occupants(self, turn: MovementTurn) -> frozenset[Unit]:
        """A garrison occupies nothing."""
        return super().non_occupants(turn) | {claim.unit for claim in turn.claims if claim.unit.kind == GARRISON}

    def unorderable_units(self, turn: MovementTurn) -> frozenset[Unit]:
        """A garrison takes no orders."""
        return super().unorderable_units(turn) | {claim.unit for claim in turn.claims if claim.unit.kind == GARRISON}

    def matches_order(self, turn: MovementTurn, order: Order, of: Claim) -> bool:
        """A garrison can be supported only where no unit stands (9.1)."""
        if of.unit.kind == GARRISON and of.space in turn.occupants:
            return False
        return super().matches_order(turn, order, of)

    def hold_strength(self, turn: MovementTurn, space: str, stop: MoveAttempt) -> Range:
        """Add one, and its supports, against the powers that it resists."""
        low, high = super().hold_strength(turn, space, stop)
        guard = guarding(turn, space, stop.power)
        if guard is None:
            return low, high
        more = strength_with_supports(turn, guard, guard.aids)
        occupant = turn.occupants.get(space)
        if occupant is not None and occupant.stops and not turn.variant.flag("garrison_helps_leavers"):
            return more  # one of the two: the unit if it fails to leave, the garrison if it has left
        return low + more[0], high + more[1]

    def why_blocked(self, turn: MovementTurn, stop: MoveAttempt, meets: bool) -> Reason:
        """The garrison kept the move out, unless the move lost to a unit that came the other way."""
        guard = guarding(turn, stop.space, stop.power)
        if guard is None or meets:
            return super().why_blocked(turn, stop, meets)
        occupant = turn.occupants.get(stop.space)
        inside = () if occupant is None or occupant.entered_at is not None else (occupant.unit,)
        strength = self.hold_strength(turn, stop.space, stop)[0]
        helpers = [*guard.aids, *(occupant.aids if inside and occupant is not None and not occupant.stops else ())]
        theirs = Force(strength, tuple(sorted(aid.claim.unit for aid in helpers if aid.value)))
        mine = brought(self, turn, stop, occupant if inside and occupant is not None else guard)[0]
        return (HomeHeld if guard.power else NativesHeld)(stop.space, mine, theirs, inside)

    def order_warning(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Warn of a support of a garrison beside which a unit stands."""
        of = order.of.space if order.verb == "support" and order.of and order.of.kind == GARRISON else ""
        unit = next((unit for unit in turn.position.units if unit.space == of), None)
        return NotAlone(of, unit, before=True) if unit else super().order_warning(turn, claim, order)

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """Return why a garrison could not be supported."""
        word, reason = super().order_result(turn, claim)
        if word == "invalid" and claim.of is not None and claim.of.unit.kind == GARRISON and claim.of.space in turn.occupants:
            return word, NotAlone(claim.of.space, turn.occupants[claim.of.space].unit)
        return word, reason

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Not into a centre whose garrison would resist."""
        manned = frozenset(space for space in facts["garrisons"] if board.spaces[space].home != unit.power)
        return super().retreat_places(board, unit, barred, occupied | manned, standoffs, facts)

    def why_retreat_closed(self, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """Add the reason `garrisoned`."""
        why = super().why_retreat_closed(position, beaten, place)
        space = space_of(place)
        empty = all(unit.space != space for unit in position.units)
        return "garrisoned" if why == "occupied" and empty and space in position.facts["garrisons"] else why

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """A garrison is destroyed if a unit that it resisted gets in."""
        entered = {claim.entered_at.space: claim.power for claim in turn.claims if claim.entered_at is not None}
        fallen = {space for space, power in entered.items() if turn.board.spaces[space].home != power}
        kept = super().facts_after_moves(turn, facts)
        return {**kept, "garrisons": [space for space in kept["garrisons"] if space not in fallen]}

    def report_events(self, turn: MovementTurn) -> tuple[Facts, ...]:
        """Report centres with only a garrison, to which a unit moved or gave support."""
        helped_there = {claim.of.space for claim in turn.claims if claim.of is not None and claim.of.unit.kind == GARRISON}
        empty = [space for space in turn.position.facts["garrisons"] if space not in turn.occupants]
        spaces = [space for space in empty if space in turn.into or space in helped_there]
        friends = [
            {"kind": "friend", "at": claim.entered_at.space, "unit": str(claim.unit)}
            for claim in turn.claims
            if claim.entered_at is not None
            and claim.entered_at.space in helped_there
            and turn.board.spaces[claim.entered_at.space].home == claim.power
        ]
        return (*({"kind": "unoccupied", "at": space} for space in spaces), *friends, *super().report_events(turn))


def guarding(turn: MovementTurn, space: str, power: str) -> Claim | None:
    """Return the garrison of a space that resists units of a power: a home's resists all but its own power, the natives' everybody.
    """
    return next((c for c in turn.standing.get(space, ()) if c.unit.kind == GARRISON and c.power != power), None)


class Centres(Rules):
    """Rules 9 and 10: who owns what after a mid-decade count, who may build where, and who has won."""

    def centre_owners(self, variant: Variant, board: Board, position: Position) -> Mapping[str, str]:
        """A home belongs to its power, unless a foreign unit is in it: then it is neutral (9.1b, c)."""
        standing = {unit.space: unit.power for unit in position.units}
        homes = {code: board.spaces[code].home for code in board.centres if board.spaces[code].home}
        counted = super().centre_owners(variant, board, position)
        found = {code: owner for code, owner in counted.items() if code not in homes}
        return found | {code: home for code, home in homes.items() if standing.get(code, home) == home}

    def facts_after_count(self, variant: Variant, board: Board, position: Position) -> Facts:
        """The garrison of a home that is empty at a mid-decade count is restored (9.1c)."""
        facts = super().facts_after_count(variant, board, position)
        taken = {unit.space for unit in position.units}
        back = {code for code in board.centres if board.spaces[code].home and code not in taken}
        return {**facts, "garrisons": sorted(back.union(facts["garrisons"]))}

    def build_centres(self, variant: Variant, board: Board, position: Position, power: str) -> tuple[str, ...]:
        """A power builds in its home and in major native centres (9.4)."""
        terrain = position.facts.get("terrain") or {}
        native = (code for code in board.centres if terrain.get(code) == MAJOR)
        return (*super().build_centres(variant, board, position, power), *native)

    def possible_builds(self, variant: Variant, board: Board, position: Position, power: str) -> tuple[Unit, ...]:
        """Where there are several coasts, a fleet is built on one of them."""
        found = super().possible_builds(variant, board, position, power)
        return tuple(unit for unit in found if unit.kind != "F" or unit.place != unit.space or not board.spaces[unit.space].coasts)

    def goals(self, variant: Variant, board: Board, position: Position, power: str) -> Sequence[Goal]:
        """What wins now; more may be found yet (10)."""
        return (Goal("", len(position.centres(power)), _wanted(board)),)

    def winners(self, variant: Variant, board: Board, position: Position) -> tuple[str, ...]:
        """More than half of all centres; while anything is unexplored, at least fifteen (10)."""
        wanted = _wanted(board)
        counts = {power.name: len(position.centres(power.name)) for power in variant.powers}
        most = max(counts.values())
        return tuple(power for power, count in counts.items() if count == most >= wanted)


def _wanted(board: Board) -> int:
    half = len(board.centres) // 2 + 1
    return max(15, half) if any(space.kind == UNKNOWN for space in board.spaces.values()) else half
