"""Columbus, the other half: the garrisons of homes and natives, who owns which centre, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order
from judge.rules import Ruleset
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import brought
from judge.rules.reasons import Force, Reason
from judge.rules.strengths import Range, strength_with_supports

from .chart import MAJOR, UNKNOWN, Facts

Below = Callable[..., Any]
GARRISON = "G"


@dataclass(frozen=True, slots=True)
class HomeHeld(Reason):
    """The garrison of a home centre kept a foreigner out, with its own unit if `others` names one."""

    code: ClassVar[str] = "home-held"
    rule: ClassVar[str] = "9.1"
    space: str
    mine: Force
    theirs: Force
    others: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class NativesHeld(Reason):
    """The garrison of a major native centre kept the unit out."""

    code: ClassVar[str] = "natives-held"
    rule: ClassVar[str] = "9.3"
    space: str
    mine: Force
    theirs: Force
    others: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class NotAlone(Reason):
    """A garrison can be supported only where no unit stands."""

    code: ClassVar[str] = "not-alone"
    rule: ClassVar[str] = "9.1"
    space: str
    by: Unit


class Garrisons:
    """Rules 9.1 and 9.3: a piece of strength one that stands aside, takes no orders and keeps strangers out."""

    @staticmethod
    def muster(below: Below, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """Every garrison takes part, without being a unit of its power."""
        claims: list[Claim] = below(turn, orders)
        for space in turn.facts["garrisons"]:
            claim = Claim(Unit(turn.board.spaces[space].home, GARRISON, space))
            claim.lasting = False
            claims.append(claim)
        return claims

    @staticmethod
    def aside(below: Below, turn: MovementTurn) -> frozenset[Unit]:
        """A garrison occupies nothing."""
        return frozenset(below(turn) | {claim.unit for claim in turn.claims if claim.unit.kind == GARRISON})

    @staticmethod
    def unorderable(below: Below, turn: MovementTurn) -> frozenset[Unit]:
        """A garrison takes no orders."""
        return frozenset(below(turn) | {claim.unit for claim in turn.claims if claim.unit.kind == GARRISON})

    @staticmethod
    def matches(below: Below, turn: MovementTurn, order: Order, of: Claim) -> bool:
        """A garrison is helped only where nobody stands (9.1)."""
        if of.unit.kind == GARRISON and of.space in turn.at:
            return False
        return bool(below(turn, order, of))

    @staticmethod
    def hold(below: Below, turn: MovementTurn, space: str, stop: MoveAttempt) -> Range:
        """One more, and its supports, against whoever it resists."""
        low, high = below(turn, space, stop)
        guard = guarding(turn, space, stop.power)
        if guard is None:
            return low, high
        more = strength_with_supports(turn, guard, guard.aids)
        return low + more[0], high + more[1]

    @staticmethod
    def barred(below: Below, turn: MovementTurn, stop: MoveAttempt, meets: bool) -> Reason:
        """The garrison kept the move out, unless it lost to a unit that came the other way."""
        guard = guarding(turn, stop.space, stop.power)
        if guard is None or meets:
            reason: Reason = below(turn, stop, meets)
            return reason
        occupant = turn.at.get(stop.space)
        inside = () if occupant is None or occupant.end is not None else (occupant.unit,)
        strength = turn.table.hold(turn, stop.space, stop)[0]
        helpers = [*guard.aids, *(occupant.aids if inside and occupant is not None and not occupant.stops else ())]
        theirs = Force(strength, tuple(sorted(aid.claim.unit for aid in helpers if aid.value)))
        mine = brought(turn, stop, occupant if inside and occupant is not None else guard)[0]
        return (HomeHeld if guard.power else NativesHeld)(stop.space, mine, theirs, inside)

    @staticmethod
    def verdict(below: Below, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """Why a garrison could not be helped."""
        word, reason = below(turn, claim)
        if word == "invalid" and claim.of is not None and claim.of.unit.kind == GARRISON and claim.of.space in turn.at:
            return word, NotAlone(claim.of.space, turn.at[claim.of.space].unit)
        return word, reason

    @staticmethod
    def retreats(
        below: Below, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Not into a centre whose garrison would resist."""
        manned = frozenset(space for space in facts["garrisons"] if board.spaces[space].home != unit.power)
        places: tuple[str, ...] = below(board, unit, barred, occupied | manned, standoffs, facts)
        return places

    @staticmethod
    def closed(below: Below, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """`garrisoned` besides."""
        why: str = below(position, beaten, place)
        space = space_of(place)
        empty = all(unit.space != space for unit in position.units)
        return "garrisoned" if why == "occupied" and empty and space in position.facts["garrisons"] else why

    @staticmethod
    def effects(below: Below, turn: MovementTurn, facts: Facts) -> Facts:
        """A garrison is destroyed by whoever it resisted and who got in."""
        entered = {claim.end.space: claim.power for claim in turn.claims if claim.end is not None}
        fallen = {space for space, power in entered.items() if turn.board.spaces[space].home != power}
        kept: Facts = below(turn, facts)
        return {**kept, "garrisons": [space for space in kept["garrisons"] if space not in fallen]}

    @staticmethod
    def tells(below: Below, turn: MovementTurn) -> tuple[Facts, ...]:
        """Centres that only a garrison stood in, where anybody went or sent help."""
        helped_there = {claim.of.space for claim in turn.claims if claim.of is not None and claim.of.unit.kind == GARRISON}
        empty = [space for space in turn.position.facts["garrisons"] if space not in turn.at]
        spaces = [space for space in empty if space in turn.into or space in helped_there]
        friends = [
            {"kind": "friend", "at": claim.end.space, "unit": str(claim.unit)}
            for claim in turn.claims
            if claim.end is not None and claim.end.space in helped_there and turn.board.spaces[claim.end.space].home == claim.power
        ]
        return (*({"kind": "unoccupied", "at": space} for space in spaces), *friends, *below(turn))


def guarding(turn: MovementTurn, space: str, power: str) -> Claim | None:
    """The garrison of a space that resists units of a power: a home's all but its own, the natives' everybody's."""
    return next((c for c in turn.standing.get(space, ()) if c.unit.kind == GARRISON and c.power != power), None)


class Centres:
    """Rules 9 and 10: who owns what after a mid decade, who may build where, who has won."""

    @staticmethod
    def owners(below: Below, ruleset: Ruleset, board: Board, position: Position) -> Mapping[str, str]:
        """A home is its own power's, unless a foreigner stands in it: then it is nobody's (9.1b, c)."""
        standing = {unit.space: unit.power for unit in position.units}
        homes = {code: board.spaces[code].home for code in board.centres if board.spaces[code].home}
        counted: Mapping[str, str] = below(ruleset, board, position)
        found = {code: owner for code, owner in counted.items() if code not in homes}
        return found | {code: home for code, home in homes.items() if standing.get(code, home) == home}

    @staticmethod
    def reckoned(below: Below, ruleset: Ruleset, board: Board, position: Position) -> Facts:
        """The garrison of a home that stands empty after a mid decade is back (9.1c)."""
        facts: Facts = below(ruleset, board, position)
        taken = {unit.space for unit in position.units}
        back = {code for code in board.centres if board.spaces[code].home and code not in taken}
        return {**facts, "garrisons": sorted(back.union(facts["garrisons"]))}

    @staticmethod
    def home(below: Below, ruleset: Ruleset, board: Board, position: Position, power: str) -> tuple[str, ...]:
        """One builds in one's home and in major native centres (9.4)."""
        terrain = position.facts.get("terrain") or {}
        return (*below(ruleset, board, position, power), *(code for code in board.centres if terrain.get(code) == MAJOR))

    @staticmethod
    def sites(below: Below, ruleset: Ruleset, board: Board, position: Position, power: str) -> tuple[Unit, ...]:
        """A fleet is built on a coast, where there are several."""
        found: tuple[Unit, ...] = below(ruleset, board, position, power)
        return tuple(unit for unit in found if unit.kind != "F" or unit.place != unit.space or not board.spaces[unit.space].coasts)

    @staticmethod
    def victory(ruleset: Ruleset, board: Board, position: Position) -> tuple[str, ...]:
        """Over half of all centres; while anything is unexplored, fifteen at least (10)."""
        wanted = len(board.centres) // 2 + 1
        if any(space.kind == UNKNOWN for space in board.spaces.values()):
            wanted = max(15, wanted)
        counts = {power.name: len(position.centres(power.name)) for power in ruleset.powers}
        most = max(counts.values())
        return tuple(power for power, count in counts.items() if count == most >= wanted)
