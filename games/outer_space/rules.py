"""…It Came From Outer Space!: orbit and spacecraft, colonies and jamming, and winters. Rule numbers are those of the rule sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import NotAllowed, Reason
from judge.rules.solver import Decision
from judge.rules.variant import Variant

if TYPE_CHECKING:
    pass

ORB = "ORB"
ROOM = 3
"""The armies that an empire's spacecraft holds (rule 2)."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NoRoom(Reason):
    """The spacecraft was full: `aboard` stayed in it or came first in its empire's orders."""

    code: ClassVar[str] = "no-room"
    rule: ClassVar[str] = "2"
    told_by_sight: ClassVar[bool] = True
    aboard: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Jammed(Reason):
    """Another empire's colony lets no army beam down."""

    code: ClassVar[str] = "jammed"
    rule: ClassVar[str] = "4"
    told_by_sight: ClassVar[bool] = True
    space: str
    owner: str


@dataclass(frozen=True, slots=True)
class NotBeamed(Reason):
    """The order is impossible in orbit. `why`: `only-down`, `no-fleet`, `no-help`, `not-at-once`."""

    code: ClassVar[str] = "not-beamed"
    rule: ClassVar[str] = "2"
    told_by_sight: ClassVar[bool] = True
    why: str


@dataclass(frozen=True, slots=True)
class NoColony(Reason):
    """Seas and orbit cannot be colonised."""

    code: ClassVar[str] = "no-colony"
    rule: ClassVar[str] = "3"
    told_by_sight: ClassVar[bool] = True
    space: str


@dataclass(frozen=True, slots=True)
class Occupied(Reason):
    """Another empire's unit was in the province at the end of the turn."""

    code: ClassVar[str] = "taken"
    rule: ClassVar[str] = "3"
    told_by_sight: ClassVar[bool] = True
    space: str
    by: Unit


@dataclass(frozen=True, slots=True)
class Contested(Reason):
    """Nobody was in the province at the end of the turn, and units of other empires had tried for it."""

    code: ClassVar[str] = "contested"
    rule: ClassVar[str] = "3"
    told_by_sight: ClassVar[bool] = True
    space: str
    by: tuple[Unit, ...]


@lru_cache(maxsize=8)
def with_orbit(board: Board) -> Board:
    """Return the board with orbit next to every space where an army can stand."""
    below = frozenset(board.links["A"]) - {ORB}
    armies = {place: targets | {ORB} for place, targets in board.links["A"].items() if place != ORB}
    return Board(board.spaces, {**board.links, "A": {**armies, ORB: below}}, board.names)


def colonies_of(facts: Facts) -> Mapping[str, str]:
    """Return province → the empire whose colony it is."""
    found: Mapping[str, str] = facts.get("colonies") or {}
    return found


class Orbit(Rules):
    """Rules 2 and 4. In orbit nobody keeps anybody out, and there is room for three armies of each empire."""

    def board_with_facts(self, board: Board, facts: Facts) -> Board:
        """Orbit borders every province."""
        return with_orbit(super().board_with_facts(board, facts))

    def shared_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """Nobody fights in orbit."""
        return frozenset({*super().shared_spaces(turn), ORB})

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """From orbit armies can only beam down, and not into others' colonies. Fleets never beam. Nobody supports a beam up."""
        target = space_of(order.target)
        if claim.space == ORB:
            return _from_orbit(turn, claim, order)
        if order.verb == "support" and target == ORB:
            return NotBeamed("no-help")
        if order.verb == "support" and order.of is not None and order.of.space == ORB:
            return _support_from_orbit(turn, claim, order)
        if order.verb == "move" and ORB in order.path:
            return NotBeamed("not-at-once")
        if order.verb == "move" and target == ORB and claim.unit.kind == "F":
            return NotBeamed("no-fleet")
        return super().why_illegal(turn, claim, order)

    def supported_unit(self, turn: MovementTurn, claim: Claim, order: Order) -> Claim:
        """A support without a number is for the lowest-numbered army that moves to the province."""
        found = super().supported_unit(turn, claim, order)
        if found.space == ORB and order.of is not None:
            target = space_of(order.target)
            alike = _aboard(turn, found.power, order.of.name)
            found = next((c for c in alike if any(stop.space == target for stop in c.stops)), found)
        return found

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Beaming armies meet nobody on their way."""
        target = space_of(order.target)
        if order.verb == "move" and ORB in (claim.space, target):
            return (MoveAttempt(self.move_succeeds, claim, target, meets=False),)
        return super().move_attempts(turn, claim, order)

    def move_succeeds(self, turn: MovementTurn, stop: MoveAttempt) -> bool | None:
        """An army gets up if the armies that stay, and those listed before it, leave room."""
        if stop.space != ORB:
            return super().move_succeeds(turn, stop)
        gone = [self.has_left(turn, claim) for claim in _aboard(turn, stop.power)]
        first = [turn.ask(other) for other in _going_up(turn, stop.power) if other.claim.rank < stop.claim.rank]
        low, high = gone.count(False) + first.count(True), len(gone) - gone.count(True) + len(first) - first.count(False)
        return True if high < ROOM else False if low >= ROOM else None

    def backup_rule(self, turn: MovementTurn, core: Sequence[Decision]) -> tuple[str, Iterable[tuple[Decision, bool]]]:
        """Armies that wait for one another to beam up and down all succeed, as in a circle of moves, as far as there is room."""
        ups = [d for d in core if isinstance(d, MoveAttempt) and d.space == ORB]
        crowd = [stop for power in sorted({up.power for up in ups}) for stop in _beyond_room(turn, power, ups, core)]
        if crowd and all(isinstance(d, MoveAttempt) for d in core):
            return "room", [(stop, False) for stop in crowd]
        name, answers = super().backup_rule(turn, core)
        return name, answers

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """The result of an army that found no room names those in its spacecraft."""
        if not claim.word and claim.entered_at is None and any(stop.space == ORB for stop in claim.stops):
            inside = [c.unit for c in _aboard(turn, claim.power) if c.entered_at is None]
            came = [stop.claim.unit for stop in _going_up(turn, claim.power) if stop.value]
            return "fails", NoRoom((*inside, *came))
        word, why = super().order_result(turn, claim)
        return word, why

    def label_units(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """Give armies in orbit the lowest free numbers; units on the board have none."""
        units = super().label_units(units)
        used = {(unit.power, unit.name) for unit in units if unit.space == ORB and unit.name}
        found = []
        for unit in units:
            if unit.space != ORB:
                unit = unit._replace(name="")
            elif not unit.name:
                free = next(str(n) for n in range(1, len(units) + 1) if (unit.power, str(n)) not in used)
                used.add((unit.power, free))
                unit = unit._replace(name=free)
            found.append(unit)
        return tuple(found)

    def retreat_conflicts(
        self, turn: MovementTurn, units: Sequence[Unit], space: str, comers: Sequence[Unit]
    ) -> Sequence[frozenset[Unit]]:
        """If there is not room for all of an empire's armies that retreat to orbit, none is saved."""
        if space != ORB:
            return super().retreat_conflicts(turn, units, space, comers)
        aboard = [unit.power for unit in units if unit.space == ORB]
        coming = {power: frozenset(u for u in comers if u.power == power) for power in {unit.power for unit in comers}}
        return [some for power, some in coming.items() if aboard.count(power) + len(some) > ROOM]


def _aboard(turn: MovementTurn, power: str, name: str = "") -> list[Claim]:
    """Return an empire's armies in orbit by number, or the one with this name."""
    mine = [claim for claim in turn.standing.get(ORB, ()) if claim.power == power and name in ("", claim.unit.name)]
    return sorted(mine, key=lambda claim: claim.unit.name)


def _going_up(turn: MovementTurn, power: str) -> list[MoveAttempt]:
    """Return an empire's attempts to beam up, in the order of its list."""
    ups = [stop for claim in turn.claims if claim.power == power for stop in claim.stops if stop.space == ORB]
    return sorted(ups, key=lambda stop: stop.claim.rank)


def _beyond_room(turn: MovementTurn, power: str, ups: Sequence[MoveAttempt], core: Sequence[Decision]) -> Sequence[MoveAttempt]:
    """Return those attempts of an empire, the last listed, for which there is no room even if everything in the core succeeds."""
    leaving = [c for c in _aboard(turn, power) if any(stop.value or stop in core for stop in c.stops)]
    settled = [stop for stop in _going_up(turn, power) if stop.value]
    room = ROOM - len(_aboard(turn, power)) + len(leaving) - len(settled)
    mine = sorted((up for up in ups if up.power == power), key=lambda up: up.claim.rank)
    return mine[max(room, 0) :]


def _from_orbit(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    target = space_of(order.target)
    if order.verb == "stands":
        return None
    if order.verb != "move" or order.via or order.path or target not in turn.board.reach("A", ORB):
        return NotBeamed("only-down")
    owner = colonies_of(turn.facts).get(target, "")
    return Jammed(target, owner) if owner not in ("", claim.power) else None


def _support_from_orbit(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    """Unless it names another empire, a support for an army in orbit is for the supporter's own."""
    assert order.of is not None
    alike = _aboard(turn, order.of.power or claim.power, order.of.name)
    if not alike:
        return NotAllowed("no-such-unit", str(order.of))
    claim.of = alike[0]
    if not order.target:
        return NotBeamed("no-help")
    target = space_of(order.target)
    near = turn.board.reach_spaces(claim.unit.kind, claim.unit.place)
    return None if target in near else NotAllowed("cannot-reach", target)


class Colonies(Rules):
    """Rules 3 and 5. A colony is the fact `colonies`: province → empire."""

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """A unit colonises the province it is in, or one that it could move to without help."""
        if order.verb != "colonise" or claim.space == ORB:
            return super().why_illegal(turn, claim, order)
        target = space_of(order.target)
        if not turn.board.reach("A", target) or target == ORB:
            return NoColony(target)
        near = {claim.space, *turn.board.reach_spaces(claim.unit.kind, claim.unit.place)}
        overseas = claim.unit.kind == "A" and turn.variant.flag("colonise_overseas") and turn.sea_route(claim.space, target)
        return None if target in near or overseas else NotAllowed("not-adjacent", target)

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """To colonise where it is, or a neighbouring province."""
        near = {claim.space, *turn.board.reach_spaces(claim.unit.kind, claim.unit.place)}
        mine = (Order("colonise", named(claim.unit), space) for space in sorted(near))
        return (*super().more_orders(turn, claim), *mine)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """A unit that colonises stays where it is."""
        return () if order.verb == "colonise" else super().move_attempts(turn, claim, order)

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """Return `colonised`, or why not."""
        if claim.order is not None and claim.order.verb == "colonise" and not claim.word:
            why = _why_no_colony(turn, claim)
            return ("fails", why) if why else ("colonised", None)
        word, reason = super().order_result(turn, claim)
        return word, reason

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """A province becomes a colony of the empire that colonised it, whoever owns it."""
        known = super().facts_after_moves(turn, facts)
        tries = [c for c in turn.claims if c.order and c.order.verb == "colonise" and not c.word]
        new = {space_of(c.order.target): c.power for c in tries if c.order and not _why_no_colony(turn, c)}
        return {**known, "colonies": dict(sorted({**colonies_of(known), **new}.items()))} if new else known

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """To orbit or the open sea, or to its own colony (rule 5)."""
        places = super().retreat_places(board, unit, barred, occupied, standoffs, facts)
        return tuple(place for place in places if _haven(unit, space_of(place), board, facts))

    def farther_retreats(
        self, turn: MovementTurn, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """By house rule, any of its own colonies, wherever they lie."""
        found = super().farther_retreats(turn, unit, barred, occupied, standoffs, facts)
        if turn.variant.word("colony_retreats") != "any":
            return found
        free = [space for space, power in colonies_of(facts).items() if power == unit.power and space not in occupied | standoffs]
        return (*found, *(place for space in free if space != barred for place in turn.board.places(unit.kind, space)))

    def why_retreat_closed(self, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """Return why a retreat is closed: the spacecraft is full, or the province is not a colony of its own empire."""
        space = space_of(place)
        if space == ORB:
            return "full"
        why = super().why_retreat_closed(position, beaten, place)
        empty = all(unit.space != space for unit in position.units)
        return "no-colony-of-its-own" if why == "occupied" and empty else why


def _haven(unit: Unit, space: str, board: Board, facts: Facts) -> bool:
    return space == ORB or board.is_sea(space) or colonies_of(facts).get(space) == unit.power


def _why_no_colony(turn: MovementTurn, claim: Claim) -> Reason | None:
    """Return why a province was not colonised. Rule 3: at the end its empire must be in it, or nobody, and nobody else may have
    tried.
    """
    assert claim.order is not None
    target = space_of(claim.order.target)
    holder = _holder(turn, target)
    if holder is not None:
        return Occupied(target, holder.unit) if holder.power != claim.power else None
    others = [c for c in turn.claims if c.power != claim.power and c.order and c.reason is None]
    rivals = [c.unit for c in others if _tries(c, target)]
    return Contested(target, tuple(sorted(rivals))) if rivals else None


def _holder(turn: MovementTurn, space: str) -> Claim | None:
    """Return the unit in a province after all moves."""
    came = next((stop.claim for stop in turn.into.get(space, ()) if stop.claim.entered_at is stop), None)
    occupant = turn.occupants.get(space)
    return came or (occupant if occupant is not None and occupant.entered_at is None else None)


def _tries(claim: Claim, space: str) -> bool:
    """Whether a unit tried to enter or to colonise a province."""
    colonises = claim.order is not None and claim.order.verb == "colonise" and space_of(claim.order.target) == space
    return colonises or any(stop.space == space for stop in claim.stops)


class Winters(Rules):
    """Rule 6: builds in colonies only, and what an empire leaves behind."""

    def build_centres(self, variant: Variant, board: Board, position: Position, power: str) -> tuple[str, ...]:
        """An empire builds in its colonies."""
        colonies = colonies_of(position.facts)
        return tuple(centre for centre in board.centres if colonies.get(centre) == power)

    def facts_after_count(self, variant: Variant, board: Board, position: Position) -> Facts:
        """An empire without a centre loses its last units this winter, and its colonies become neutral."""
        known = super().facts_after_count(variant, board, position)
        alive = set(position.owners.values())
        return _only_of(alive, known)

    def facts_after_adjustments(self, position: Position) -> Facts:
        """An empire that has neither centre nor unit has no colonies."""
        alive = {*position.owners.values(), *(unit.power for unit in position.units), *(d.unit.power for d in position.dislodged)}
        return _only_of(alive, super().facts_after_adjustments(position))

    def civil_disorder_removals(
        self, variant: Variant, board: Board, position: Position, power: str, number: int
    ) -> tuple[Unit, ...]:
        """Fleets before armies, those on the board before those in orbit, then by the alphabet; distance does not count."""
        mine = [unit for unit in position.units if unit.power == power]
        mine.sort(key=lambda unit: (unit.kind != "F", unit.space == ORB, board.spaces[unit.space].name, unit.name))
        return tuple(mine[:number])

    def removes_farthest(self, variant: Variant) -> bool:
        """Never: orbit is as far from everywhere."""
        return False


def _only_of(alive: Collection[str], facts: Facts) -> Facts:
    """Return the facts without the colonies of other empires."""
    kept = {space: power for space, power in colonies_of(facts).items() if power in alive}
    return {**facts, "colonies": kept} if kept != colonies_of(facts) else facts
