"""1492: which army is aboard which fleet, which goes aboard, and from where an army lands (rule 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from judge.board import Board, Unit, space_of
from judge.notation import Order, UnitRef
from judge.rules.base import Rules
from judge.rules.claims import Claim, ConvoyPath, PathCondition
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import NotAllowed, Reason

from .atlas import is_beyond


def paired(units: Sequence[Unit]) -> dict[int, int]:
    """Map the index of each army aboard to the index of its fleet: of its power in its space; if possible the one right after it or
    with its name.
    """
    found: dict[int, int] = {}
    for fits in (_next_and_named, _named_alike, _next_to, _anyway):
        for n, army in enumerate(units):
            if army.kind == "A" and n not in found:
                for m, fleet in enumerate(units):
                    together = fleet.kind == "F" and (fleet.power, fleet.space) == (army.power, army.space)
                    if together and n not in found and m not in found.values() and fits(n, m, units):
                        found[n] = m
    return found


def _next_and_named(n: int, m: int, units: Sequence[Unit]) -> bool:
    return m == n - 1 and _named_alike(n, m, units)


def _named_alike(n: int, m: int, units: Sequence[Unit]) -> bool:
    return units[n].name == units[m].name


def _next_to(n: int, m: int, units: Sequence[Unit]) -> bool:
    return m == n - 1


def _anyway(n: int, m: int, units: Sequence[Unit]) -> bool:
    return True


def crews(units: Sequence[Unit]) -> dict[Unit, Unit]:
    """Map each army aboard to its fleet; the units must be distinguishable."""
    return {units[n]: units[m] for n, m in paired(units).items()}


class Aboard(Claim):
    """An army at sea: aboard since earlier or since this turn. `boarded`: its claim ashore.

    `bound`: the sea its fleet is ordered to, or ''.
    """

    def __init__(self, unit: Unit, fleet: Claim, orders: Sequence[Order]) -> None:
        super().__init__(unit)
        self.fleet = fleet
        self.boarded: Claim | None = None
        sails = [o for o in orders if o.verb == "move" and o.unit and same(o.unit, fleet.unit)]
        self.bound = space_of(sails[0].target) if sails else ""
        ashore = [o for o in orders if o.verb in (*LANDS, "stands") and o.unit and o.unit.kind in ("", "A")]  # or stays aboard
        self.lands = any(o.unit and o.unit.space in (self.space, self.bound) for o in ashore)


class Afloat(PathCondition):
    """The decision "the fleet ends the turn in this sea, or was there until it was dislodged", so that it can land an army.

    `washes`: whether the sea borders the land.
    """

    def __init__(self, rules: Rules, fleet: Claim, sea: str, washes: bool) -> None:
        super().__init__(afloat)
        self.rules, self.fleet, self.sea, self.washes = rules, fleet, sea, washes


LANDS = ("disembark", "move")


def afloat(turn: MovementTurn, way: Afloat) -> bool | None:
    """Decide `Afloat`."""
    if not way.washes:
        return False
    for stop in way.fleet.stops:
        if stop.space == way.sea:
            return turn.ask(stop)
    gone = way.rules.has_left(turn, way.fleet)
    return None if gone is None else not gone and way.sea == way.fleet.space


def found_there(turn: MovementTurn, claim: Aboard, target: str) -> bool:
    """Whether only a fleet that reaches its target sea finds out if an army can land there.

    So an order to land is refused in advance only if the known world's map shows that it is wrong. Otherwise a refusal would reveal
    a border that nobody has seen.
    """
    board, sea = turn.board, claim.bound
    if sea in ("", claim.space) or not board.places("A", target) or board.is_sea(target):
        return False
    return is_beyond(board, sea) or is_beyond(board, target)


def same(ref: UnitRef, fleet: Unit) -> bool:
    """Whether an order that names a fleet in these words may mean this one."""
    return ref.space == fleet.space and ref.kind in ("", "F", "A/F") and ref.name in ("", fleet.name)


def berth(board: Board, units: Sequence[Unit], army: Unit, order: Order, taken: Iterable[Unit]) -> Unit | Reason:
    """Return the fleet that an army may board: of its own power, in a neighbouring sea, without an army."""
    of = order.of
    if army.kind != "A" or of is None or not board.is_sea(of.space) or board.is_sea(army.space):
        return NotAllowed("no-boarding", str(of))
    if of.space not in board.fleet_spaces.get(army.space, ()):
        return NotAllowed("not-adjacent", of.space)
    mine = [u for u in units if u.kind == "F" and u.power == army.power and same(of, u)]
    free = [u for u in mine if u not in taken]
    if not free or of.kind == "A/F":
        return NotAllowed("full" if mine else "no-fleet", of.space)
    return min(free, key=lambda u: u.name)


def boardings(turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> dict[Unit, Unit]:
    """Map each army to the fleet that it boards this turn."""
    units, found = turn.position.units, dict[Unit, Unit]()
    full = set(crews(units).values())
    armies = {(u.power, u.place): u for u in units if u.kind == "A"}
    for power, some in orders.items():
        for order in some:
            army = armies.get((power, order.unit.space)) if order.verb == "embark" and order.unit else None
            fleet = berth(turn.board, units, army, order, {*full, *found.values()}) if army and army not in found else None
            if army and isinstance(fleet, Unit):
                found[army] = fleet
    return found


def laden(turn: MovementTurn) -> set[Claim]:
    """Return the fleets with an army aboard."""
    return {claim.fleet for claim in turn.claims if isinstance(claim, Aboard)}


def ferry(claim: Claim) -> ConvoyPath | None:
    """Return the sea route of an army ferried by fleets of its own power, or None."""
    route = claim.stops[0].route if claim.stops else None
    own = isinstance(route, ConvoyPath) and any(carry.claim.power == claim.power for carry in route.carries)
    return route if isinstance(route, ConvoyPath) and own else None
