"""1492: what armies aboard fleets may do, and what happens to them (rule 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order, UnitRef
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import NotAllowed, Reason

from .atlas import closed_to
from .boarding import LANDS, Aboard, Afloat, berth, boardings, crews, ferry, found_there, laden, paired, same
from .sight import OB, uncharted

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NotThere(Reason):
    """The army was to land from a sea where its fleet was not."""

    code: ClassVar[str] = "not-there"
    rule: ClassVar[str] = "10"
    told_by_sight: ClassVar[bool] = True
    sea: str


class Crews(Rules):
    """Rule 10: an army goes aboard before anything moves, sails with its fleet, and lands by an order of its own; or it is ferried.
    """

    def make_claims(self, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """Put every army aboard right after its fleet. An army that goes aboard also has a claim ashore, for its order."""
        before, boarded = crews(turn.position.units), boardings(turn, orders)
        claims = super().make_claims(turn, orders)
        ashore = {claim.unit: claim for claim in claims}
        found: list[Claim] = []
        for claim in [claim for claim in claims if claim.unit not in before]:
            found.append(claim)
            claim.lasting = claim.lasting and claim.unit not in boarded
            for army in [army for army, fleet in (*before.items(), *boarded.items()) if fleet == claim.unit]:
                unit = army._replace(place=claim.unit.place, name=claim.unit.name)
                crew = Aboard(unit, claim, orders.get(claim.power, ()))
                crew.boarded = ashore[army] if army in boarded else None
                found.append(crew)
        return found

    def non_occupants(self, turn: MovementTurn) -> frozenset[Unit]:
        """Armies aboard hold nothing, nor do those that have gone aboard."""
        away = {claim.unit for claim in turn.claims if claim.power and (isinstance(claim, Aboard) or not claim.lasting)}
        return frozenset(super().non_occupants(turn) | away | set(crews(turn.position.units)))

    def unorderable_units(self, turn: MovementTurn) -> frozenset[Unit]:
        """An army aboard needs no order unless it is to land."""
        landing_now = {claim.unit for claim in turn.claims if isinstance(claim, Aboard) and claim.lands}
        aboard = {claim.unit for claim in turn.claims if isinstance(claim, Aboard)} or set(crews(turn.position.units))
        return frozenset(super().unorderable_units(turn) | (aboard - landing_now))

    def convoy_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """A fleet with an army aboard ferries no other."""
        full = laden(turn)
        seas = super().convoy_spaces(turn)
        return frozenset(c.space for c in turn.claims if c.unit.kind == "F" and c.space in seas and c not in full)

    def resolve_unit(self, turn: MovementTurn, ref: UnitRef, power: str) -> Claim | None:
        """`A/F(SAO)` is a fleet with its army; `A(SAO)` the army, in the sea where its fleet is or is bound for."""
        if ref.kind == "A/F":
            full = [c for c in turn.claims if c in laden(turn) and same(ref, c.unit) and power in ("", c.power)]
            return min(full, key=lambda c: (c.ordered, c.unit.name), default=None)
        aboard = [c for c in turn.claims if isinstance(c, Aboard) and ref.kind in ("A", "") and power in ("", c.power)]
        mine = [c for c in aboard if ref.space in (c.space, c.bound) and ref.name in ("", c.unit.name)]
        if mine and (ref.kind == "A" or not turn.standing.get(ref.space)):
            return min(mine, key=lambda c: (c.bound != ref.space, c.ordered and bool(power), c.unit.name))
        here = [c for c in turn.standing.get(ref.space, ()) if c.power == power and not c.ordered]
        alike = [c for c in here if ref.kind == c.unit.kind == "F" and ref.name in ("", c.unit.name)]
        return alike[0] if alike and len(turn.standing[ref.space]) > 1 else super().resolve_unit(turn, ref, power)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """A landing may be supported, and an army that one fleet could ferry."""
        if isinstance(claim, Aboard):
            near = any(target in turn.board.reach("A", sea) for sea in (claim.space, claim.bound))
            return near or found_there(turn, claim, target)
        if claim.unit.kind == "A":
            return target in turn.board.reach("A", claim.unit.place) or _crossing(turn, claim.space, target)
        return super().can_be_supported_to(turn, claim, target, aider)

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Rules for armies aboard, boarding or ferried, and for fleets that ferry."""
        if isinstance(claim, Aboard) or order.verb == "disembark":
            return _allowed_ashore(turn, claim, order)
        if order.verb == "embark":
            full = [fleet.unit for fleet in laden(turn)]
            why = berth(turn.board, turn.position.units, claim.unit, order, full) if claim.lasting else None
            return NotAllowed("full", why.space) if isinstance(why, Unit) else why
        if order.verb == "convoy":
            if claim in laden(turn):
                claim.of = turn.find(order.of, order.of.power) if order.of else None
                return NotAllowed("carrying", str(claim.unit))
            return super().why_illegal(turn, claim, order) or _allowed_ferry(turn, claim, order)
        if order.verb == "move" and claim in laden(turn) and (refused_at_sea := _allowed_laden(turn, claim, order)):
            return refused_at_sea
        if order.verb == "move" and claim.unit.kind == "A" and space_of(order.target) not in turn.board.reach("A", claim.space):
            return _allowed_crossing(turn, claim, space_of(order.target))
        return super().why_illegal(turn, claim, order._replace(via=""))

    def order_meant(self, turn: MovementTurn, claim: Claim, order: Order) -> Order:
        """An army that goes aboard lands from the sea where its fleet is bound. A fleet lands its army, or goes ashore."""
        meant = super().order_meant(turn, claim, order)
        if meant.verb != "disembark" or isinstance(claim, Aboard):
            return meant
        crew = next((c for c in turn.claims if isinstance(c, Aboard) and claim in (c.boarded, c.fleet)), None)
        if crew is not None:
            return meant._replace(unit=UnitRef("A", crew.bound or crew.space, crew.unit.name))
        return meant._replace(verb="move", via="") if claim.unit.kind == "F" else meant

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """To go aboard and to land, and to be ferried."""
        me, kind = named(claim.unit), claim.unit.kind
        board, found = turn.board, list[Order]()
        if isinstance(claim, Aboard):
            found = [Order("disembark", me, shore) for shore in sorted(board.reach("A", claim.space))]
        elif kind == "A":
            fleets = (unit for unit in turn.position.units if unit.kind == "F" and unit.power == claim.power)
            found = [Order("embark", me, "", named(fleet)) for fleet in fleets if board.is_sea(fleet.space)]
        return (*super().more_orders(turn, claim), *found)

    def order_warning(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Warn of a landing over a border that is not on the writer's chart."""
        said = super().order_warning(turn, claim, order)
        if said is not None or not isinstance(claim, Aboard) or order.verb not in LANDS or order.unit is None:
            return said
        sea, target = order.unit.space, space_of(order.target)
        if target in turn.board.reach("A", sea):
            return None
        return NotAllowed("uncharted" if uncharted(turn.facts, sea, target) else "not-adjacent", target)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """An army lands from the sea its order names, if its fleet is there."""
        if order.verb == "embark":
            return ()
        if isinstance(claim, Aboard) and order.unit:
            sea, target = order.unit.space, space_of(order.target)
            route = Afloat(self, claim.fleet, sea, target in turn.board.reach("A", sea))
            stop = MoveAttempt(self.move_succeeds, claim, target, meets=False, route=route)
            stop.origin = order.unit.space
            return (stop,)
        return super().move_attempts(turn, claim, order._replace(via=""))

    def has_left(self, turn: MovementTurn, claim: Claim) -> bool | None:
        """An army ferried by its own fleets has left its shore, whether it lands or stays aboard."""
        left = super().has_left(turn, claim)
        route = ferry(claim) if not left else None
        sailed = turn.ask(route) if route else False
        return True if sailed else (None if sailed is None else left)

    def dislodged_by(self, turn: MovementTurn, claim: Claim) -> MoveAttempt | None:
        """An army aboard is dislodged with its fleet; one that has sailed cannot be dislodged."""
        if isinstance(claim, Aboard):
            return claim.fleet.beaten
        return None if claim in _ferried(turn) else super().dislodged_by(turn, claim)

    def carried_along(self, turn: MovementTurn) -> Mapping[Claim, str]:
        """Armies aboard move with their fleets. One that was ferried and could not land stays aboard."""
        crew = [claim for claim in turn.claims if isinstance(claim, Aboard) and claim.entered_at is None]
        found: dict[Claim, str] = {c: c.fleet.entered_at.place if c.fleet.entered_at else c.fleet.unit.place for c in crew}
        return {**super().carried_along(turn), **found, **_ferried(turn)}

    def left_empty(self, turn: MovementTurn, space: str) -> bool:
        """The space that a ferried army left is empty."""
        occupant = turn.occupants.get(space)
        if occupant is None or occupant not in _ferried(turn):
            return super().left_empty(turn, space)
        return not any(stop.claim.entered_at is stop for stop in turn.into.get(space, ()))

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """Going aboard succeeds. A ferry's result is that of a support. An army that was to land from where its fleet is not fails
        for that reason.
        """
        word, reason = super().order_result(turn, claim)
        if not claim.word and claim.order and claim.order.verb == "embark":
            return "succeeds", None
        route = claim.stops[0].route if claim.stops else None
        if isinstance(claim, Aboard) and isinstance(route, Afloat) and not route.value and not claim.word:
            return _not_landed(turn, claim, route)
        return ("given" if word == "available" else word), reason

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """An army aboard lands, or goes with its fleet to another sea."""
        places = super().retreat_places(board, unit, barred, occupied, standoffs, facts)
        if unit.kind == "A" and board.is_sea(unit.space):
            sailing = super().retreat_places(board, unit._replace(kind="F"), barred, occupied, standoffs, facts)
            return tuple(sorted({*places, *(place for place in sailing if board.is_sea(place))}))
        return places

    def joint_retreats(self, board: Board, position: Position, going: Mapping[Unit, str]) -> Mapping[Unit, str]:
        """An army aboard goes with its fleet to sea, unless it lands by its own order. It goes to no sea alone."""
        found = dict(super().joint_retreats(board, position, going))
        waiting = [beaten.unit for beaten in position.dislodged]
        for army, fleet in crews(waiting).items():
            there = found.get(army, "")
            if not there or board.is_sea(space_of(there)):
                along = found.get(fleet, "")
                found[army] = along if along and board.is_sea(space_of(along)) else ""
        return found

    def retreat_conflicts(
        self, turn: MovementTurn, units: Sequence[Unit], space: str, comers: Sequence[Unit]
    ) -> Sequence[frozenset[Unit]]:
        """An army aboard takes no room at sea."""
        return super().retreat_conflicts(turn, units, space, [u for u in comers if u.kind != "A" or not turn.board.is_sea(space)])

    def units_as_listed(self, position: Position) -> Mapping[Unit, Unit]:
        """List an army aboard and its fleet as one unit, `A/F(SAO)`; but not beyond the map, where it is unknown which army sails
        with which fleet.
        """
        aboard = {army: fleet for army, fleet in crews(position.units).items() if fleet.space != OB}
        return {unit: fleet._replace(kind="A/F") for army, fleet in aboard.items() for unit in (fleet, army)}

    def label_units(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """Fleets of one power in one sea are numbered; an army aboard stands behind its fleet and has its number."""
        crew = paired(units)
        fleets = [(unit.power, unit.place) for unit in units if unit.kind == "F"]
        seen: dict[tuple[str, str], int] = {}
        names: list[str] = []
        for unit in units:
            spot = (unit.power, unit.place)
            seen[spot] = seen.get(spot, 0) + (unit.kind == "F")
            names.append(str(seen[spot]) if unit.kind == "F" and fleets.count(spot) > 1 else "")
        return tuple(unit._replace(name=names[crew.get(n, n)]) for n, unit in enumerate(units))


def _crossing(turn: MovementTurn, start: str, end: str) -> bool:
    """Whether one fleet without an army lies next to both shores."""
    near = turn.board.fleet_spaces
    return start != end and any({start, end} <= near[sea] for sea in turn.carrying()) and bool(turn.board.places("A", end))


def _allowed_laden(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    """With an army aboard a fleet goes from sea to sea, one space at a time."""
    if order.path:
        return NotAllowed("laden-two-spaces", str(claim.unit))
    return None if turn.board.is_sea(space_of(order.target)) else NotAllowed("laden-ashore", space_of(order.target))


def _allowed_crossing(turn: MovementTurn, claim: Claim, target: str) -> Reason | None:
    if target == claim.space:
        return NotAllowed("own-space", target)
    if turn.board.is_sea(target):
        return NotAllowed("army-at-sea", target)
    if not _crossing(turn, claim.space, target):
        return NotAllowed("no-ferry", target)
    return _allowed_home(turn, claim, target)


def _allowed_home(turn: MovementTurn, claim: Claim, target: str) -> Reason | None:
    """No other power's home is open to whoever comes over the sea (8b)."""
    return NotAllowed("closed-home", target) if closed_to(turn.board, claim.power, target) else None


def _allowed_ashore(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    """Check a landing, the only order for an army aboard but to stay."""
    target = space_of(order.target)
    if not isinstance(claim, Aboard) or order.unit is None:
        return NotAllowed("not-aboard", str(claim.unit))
    if order.verb == "stands":
        return None
    if order.verb not in LANDS or order.path:
        return NotAllowed("only-lands", str(claim.unit))
    near = target in turn.board.reach("A", order.unit.space) or (
        order.unit.space != claim.space and found_there(turn, claim, target)
    )
    return _allowed_home(turn, claim, target) if near else NotAllowed("not-adjacent", target)


def _not_landed(turn: MovementTurn, claim: Aboard, route: Afloat) -> tuple[str, Reason]:
    """Return why an army did not land: its fleet was not there, or the sea does not border the land, which only a unit there knows.
    """
    there = claim.fleet.entered_at.place if claim.fleet.entered_at else claim.fleet.unit.place
    if route.washes or space_of(there) != route.sea:
        return "fails", NotThere(route.sea)
    target = claim.stops[0].space
    if uncharted(turn.facts, route.sea, target):
        return "unknown", NotAllowed("uncharted", target)
    return "illegal", NotAllowed("not-adjacent", target)


def _allowed_ferry(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    """A fleet ferries an army over one sea: the rulebook's convoy, limited to one fleet."""
    if claim.of is None:
        return None
    near = turn.board.fleet_spaces[claim.space]
    aboard = isinstance(claim.of, Aboard) or not {claim.of.space, space_of(order.target)} <= near
    return NotAllowed("no-ferry", space_of(order.target)) if aboard else None


def _ferried(turn: MovementTurn) -> dict[Claim, str]:
    """Map each army that sailed with its own power's ferry and could not land to its fleet's place."""
    found: dict[Claim, str] = {}
    for claim in turn.claims:
        route = ferry(claim) if claim.entered_at is None and claim.stops else None
        if route is not None and route.value:
            fleets = [c.claim.unit for c in route.carries if c.value and c.claim.power == claim.power]
            if fleets:
                found[claim] = min(fleets).place
    return found
