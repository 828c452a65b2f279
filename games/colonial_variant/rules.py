"""The Colonial Variant: the board's joined edges, transport fleets, and colonies. Armies aboard are in carriage.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from judge.board import Board, Phase, Position, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.centres import Goal, UnitAllowance
from judge.rules.claim_rules import landing
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import Reason
from judge.rules.strengths import NOTHING, Range
from judge.rules.variant import Variant

Facts = Mapping[str, Any]

ARMY, FLEET, TRANSPORT = "A", "F", "TF"
SHIPS = (FLEET, TRANSPORT)
CRAWL = "coastal_crawl"
"""The house rule for rule 21."""
COUNTED, PERMANENT = 1, 3
"""Years after which a colony counts, and after which it is permanent (5)."""
FOR_ONE_TRANSPORT = 3
"""Centres for each transport fleet (10)."""


# Reasons


@dataclass(frozen=True, slots=True)
class Transport(Reason):
    """What a transport fleet cannot do: `closed` (11), `attack` (14), `helped` (15)."""

    code: ClassVar[str] = "transport"
    rule: ClassVar[str] = "11, 14, 15"
    told_by_sight: ClassVar[bool] = True
    why: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Yields(Reason):
    """A combat unit moved to the transport fleet's target (13)."""

    code: ClassVar[str] = "yields"
    rule: ClassVar[str] = "13"
    told_by_sight: ClassVar[bool] = True
    space: str
    by: Unit


# The board: boxes (20), transport fleets, landings


@lru_cache(maxsize=16)
def charted(board: Board) -> Board:
    """Return the board with its boxes joined to it, links for transport fleets, and from each sea its neighbouring land for
    landings.
    """
    fleets = dict(board.links["F"])
    for code, space in board.spaces.items():
        if "beside" in space.notes:
            fleets[code] = frozenset({space.notes["beside"]})
            for other in space.notes["lists"].split():
                fleets[other] = fleets[other] | {code}
    armies = dict(board.links["A"])
    for code in (code for code in board.spaces if board.is_sea(code)):
        armies[code] = frozenset(space_of(place) for place in fleets[code] if not board.is_sea(space_of(place)))
    return Board(board.spaces, {ARMY: armies, FLEET: fleets, TRANSPORT: fleets}, board.names)


def is_colony(board: Board, space: str) -> bool:
    """Whether a space holds a hollow centre (4)."""
    return board.spaces[space].notes.get("colony") == "yes"


class Waters(Rules):
    """Rules 18, 20 and 21: the board as fleets see it."""

    def board_with_facts(self, board: Board, facts: Facts) -> Board:
        """With boxes and landings."""
        return charted(super().board_with_facts(board, facts))

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Fleets that change places by different coasts do not meet, if that is agreed on (21)."""
        found = super().move_attempts(turn, claim, order)
        if claim.unit.kind in SHIPS and turn.variant.flag(CRAWL) and _crawls(turn, claim, order):
            for stop in found:
                stop.meets = False
        return found


def _crawls(turn: MovementTurn, claim: Claim, order: Order) -> bool:
    """Whether the units change places, and leave or enter one of the two spaces by different coasts."""
    other = turn.occupants.get(space_of(order.target))
    if other is None or other.order is None or other.order.verb != "move" or space_of(other.order.target) != claim.space:
        return False
    ends = (_arrives(turn, claim, order), _arrives(turn, other, other.order))
    return (ends[0], claim.unit.place) != (other.unit.place, ends[1])


def _arrives(turn: MovementTurn, claim: Claim, order: Order) -> str:
    return str(landing(turn.board, claim.unit.kind, claim.unit.place, order.target))


# Transport fleets (10 to 16)


class Transports(Rules):
    """Rules 10 to 16: what a transport fleet cannot do, and how many there may be."""

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """It keeps out of permanent centres that are not its own, and out of attacks."""
        refused = super().why_illegal(turn, claim, order)
        if refused is not None:
            return refused
        target = space_of(order.target)
        if order.verb == "move" and claim.unit.kind == TRANSPORT and _closed(turn, claim.power, target):
            return Transport("closed", target)
        if order.verb == "support" and order.target and claim.unit.kind == TRANSPORT:
            return Transport("attack")
        helped = claim.of if order.verb == "support" and order.target else None
        return Transport("helped") if helped is not None and helped.unit.kind == TRANSPORT else None

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """It drives nobody out and cuts nothing (13, 16)."""
        found = super().move_attempts(turn, claim, order)
        if claim.unit.kind == TRANSPORT:
            for stop in found:
                stop.bites = False
        return found

    def prevent_strength(self, turn: MovementTurn, stop: MoveAttempt, against: MoveAttempt) -> Range:
        """It keeps out only other transport fleets (13)."""
        yields = stop.claim.unit.kind == TRANSPORT != against.claim.unit.kind
        return NOTHING if yields else super().prevent_strength(turn, stop, against)

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """Return the unit to which it yielded."""
        if claim.unit.kind == TRANSPORT and claim.stops and claim.entered_at is None and not claim.word:
            space = claim.stops[0].space
            winner = next((stop for stop in turn.into[space] if stop.claim.entered_at is stop), None)
            if winner is not None:
                return "fails", Yields(space, winner.claim.unit)
        return super().order_result(turn, claim)

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """It has none: it is annihilated, and the army aboard with it (12)."""
        return () if unit.kind == TRANSPORT else super().retreat_places(board, unit, barred, occupied, standoffs, facts)

    def counting_centres(self, variant: Variant, board: Board, position: Position, power: str) -> int:
        """Solid centres, and colonies that have been held for a year (5)."""
        return tally(board, position, power)

    def unit_allowances(self, variant: Variant, board: Board, position: Position, power: str) -> Sequence[UnitAllowance]:
        """A unit for each centre that counts, and a transport fleet for every three (10)."""
        count = self.counting_centres(variant, board, position, power)
        return (
            UnitAllowance(count, frozenset({ARMY, FLEET})),
            UnitAllowance(count // FOR_ONE_TRANSPORT, frozenset({TRANSPORT})),
        )

    def unit_allowance(self, variant: Variant, board: Board, position: Position, power: str) -> int:
        """All of them together."""
        return sum(part.number for part in self.unit_allowances(variant, board, position, power))

    def civil_disorder_removals(
        self, variant: Variant, board: Board, position: Position, power: str, number: int
    ) -> tuple[Unit, ...]:
        """In civil disorder, remove the surplus of each kind."""
        found: list[Unit] = []
        for part in self.unit_allowances(variant, board, position, power):
            mine = part.units(position, power)
            alone = replace(position, units=mine)
            found += super().civil_disorder_removals(variant, board, alone, power, max(0, len(mine) - part.number))
        return tuple(found[:number])


def _closed(turn: MovementTurn, power: str, space: str) -> bool:
    """Whether a space holds a permanent centre that this power does not control (11)."""
    place = turn.board.spaces[space]
    permanent = place.centre and (not is_colony(turn.board, space) or is_permanent(turn.position, space))
    return permanent and turn.position.owners.get(space) != power


# The life of a colony (4 to 6, 19)


def age_of(position: Position, colony: str) -> int:
    """Return the whole years for which a colony had been held without a break at the last count; -1 if nobody holds it."""
    entry = (position.facts.get("colonies") or {}).get(colony)
    if entry is None or not position.owners.get(colony):
        return -1
    if "age" in entry:
        return int(entry["age"])
    return last_count(position.phase) - year_of(entry)


def last_count(phase: Phase) -> int:
    """Return the year of the last count of centres before a phase."""
    return phase.year if phase.kind == "adjustments" else phase.year - 1


def year_of(entry: Mapping[str, Any]) -> int:
    """Return the year since which a colony is held. The facts may add the season (`Autumn 1901`)."""
    return int(str(entry["since"]).split()[-1])


def is_permanent(position: Position, colony: str) -> bool:
    """Whether a colony has become permanent (5)."""
    return age_of(position, colony) >= PERMANENT


def counts(position: Position, colony: str) -> bool:
    """Whether its holder has held a colony for a year, or it is permanent (5)."""
    age, entry = age_of(position, colony), (position.facts.get("colonies") or {}).get(colony) or {}
    own = age - (int(entry["mine"]) - year_of(entry)) if "mine" in entry else age
    return own >= COUNTED or age >= PERMANENT


def counted(board: Board, position: Position, power: str) -> tuple[list[str], list[str]]:
    """Return the solid centres that a power owns, and its colonies that count."""
    mine = position.centres(power)
    solid = [code for code in mine if not is_colony(board, code)]
    return solid, [code for code in mine if is_colony(board, code) and counts(position, code)]


def tally(board: Board, position: Position, power: str) -> int:
    """Return how many centres count for a power's units."""
    return sum(map(len, counted(board, position, power)))


def disrupted(turn: MovementTurn) -> list[str]:
    """Return the colonies that are disrupted in this phase (6)."""
    colonies = [code for code in turn.board.centres if is_colony(turn.board, code)]
    return [code for code in colonies if not is_permanent(turn.position, code) and _fought_over(turn, code)]


def _fought_over(turn: MovementTurn, space: str) -> bool:
    """Whether a standoff left it empty, or a unit got in against a combat unit."""
    tried = [stop for stop in turn.into.get(space, ()) if stop.bites and (stop.route is None or stop.route.value)]
    entered = next((stop for stop in turn.into.get(space, ()) if stop.claim.entered_at is stop), None)
    if entered is None:
        return space in turn.stood_off and (len(tried) > 1 or turn.variant.flag("transports_disrupt"))
    occupant = turn.occupants.get(space)
    defended = occupant is not None and occupant.beaten is entered and occupant.unit.kind != TRANSPORT
    return defended or any(stop is not entered for stop in tried)


class Colonies(Rules):
    """Rules 3 to 6, 17, 19 and 22: who holds a colony, since when, and who has won."""

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """A disrupted colony loses the years for which it was held."""
        kept = super().facts_after_moves(turn, facts)
        lost = disrupted(turn)
        colonies = {code: entry for code, entry in (kept.get("colonies") or {}).items() if code not in lost}
        return {**kept, "colonies": colonies, "disrupted": [code for code in lost if turn.position.owners.get(code)]}

    def owners_after_moves(self, turn: MovementTurn, owners: Mapping[str, str]) -> Mapping[str, str]:
        """A disrupted colony is neutral until centres are counted."""
        lost = disrupted(turn)
        found = super().owners_after_moves(turn, owners)
        return {code: power for code, power in found.items() if code not in lost} if lost else found

    def report_events(self, turn: MovementTurn) -> tuple[Facts, ...]:
        """Report whose colonies were disrupted."""
        lost = [code for code in disrupted(turn) if turn.position.owners.get(code)]
        told = ({"kind": "disrupted", "at": code, "power": turn.position.owners[code]} for code in lost)
        return (*told, *super().report_events(turn))

    def centre_owners(self, variant: Variant, board: Board, position: Position) -> Mapping[str, str]:
        """Transport fleets capture colonies only (11)."""
        units = tuple(unit for unit in position.units if unit.kind != TRANSPORT or is_colony(board, unit.space))
        return super().centre_owners(variant, board, replace(position, units=units))

    def facts_after_count(self, variant: Variant, board: Board, position: Position) -> Facts:
        """Return every colony with its holder and the year since which it is held. A hand-over without a battle does not change the
        year (5).
        """
        kept = super().facts_after_count(variant, board, position)
        year, known = position.phase.year, kept.get("colonies") or {}
        colonies = {}
        for code in (code for code in board.centres if is_colony(board, code) and position.owners.get(code)):
            since = year_of(known[code]) if code in known else year
            colonies[code] = {"holder": position.owners[code], "since": since, "age": year - since}
            before = known.get(code, {})
            anew = before.get("holder", position.owners[code]) != position.owners[code]
            mine = year if anew and variant.word("handed_over") == "anew" else before.get("mine") if not anew else None
            if mine is not None:  # since when its holder has it, where that is not all the time
                colonies[code]["mine"] = int(mine)
        return {**kept, "colonies": colonies}

    def goals(self, variant: Variant, board: Board, position: Position, power: str) -> Sequence[Goal]:
        """Permanent centres and colonies that count (3, 17)."""
        target, (solid, colonial) = variant.start.facts["targets"].get(power), counted(board, position, power)
        wants = (int(target["permanent"]), int(target["colonial"])) if target else (0, 0)
        return (Goal("permanent", len(solid), wants[0]), Goal("colonial", len(colonial), wants[1])) if target else ()

    def winners(self, variant: Variant, board: Board, position: Position) -> tuple[str, ...]:
        """Every power that has reached both of its targets; several share the win (3, 17, 22)."""
        found = []
        for power, target in variant.start.facts["targets"].items():
            solid, colonial = counted(board, position, power)
            if len(solid) >= int(target["permanent"]) and len(colonial) >= int(target["colonial"]):
                found.append(power)
        return tuple(found)
