"""The asker's units by the names in their orders. One order may name the unit of another (`A(SAO)-Mor`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.board import Unit
from judge.game.decision import CommandContext
from judge.game.orders.routes import with_routes
from judge.game.orders.second_verbs import with_second_verbs
from judge.notation import Order, UnitRef, name_units
from judge.notation.complaints import Complaint, unit_reference
from judge.notation.reader import ParsedOrder, Reading, UnreadableText
from judge.rules.ordered_units import bearing_orders, may_rename_units, order_meant, ordered_units

ELSEWHERE = frozenset({"no-unit", "not-yours"})
"""Complaints about an order for a unit that does not stand there: under another name it may."""
MOST = 60
"""Orders that are looked at for what names they give to units: far more than a power has units."""


def read_orders(asked: CommandContext, lines: Sequence[str]) -> list[Reading]:
    """Everything that lines say to the asker. `asked` is in the asker's own terms."""
    ruleset, position = asked.ruleset, asked.game.board_now
    board, read_all = ruleset.board_at(position), ruleset.notation.read_all
    readings = read_all(lines, board, position, asked.voice)
    if may_rename_units(ruleset) and any(isinstance(r, UnreadableText) and r.complaint.code in ELSEWHERE for r in readings):
        said = read_all(lines, board, position, asked.voice, owns=lambda order: True)
        known = UnitNames(asked, [r.order for r in said if isinstance(r, ParsedOrder)])
        readings = read_all(lines, board, position, asked.voice, owns=known.is_own)
    readings = with_second_verbs(asked, with_routes(asked, readings))
    standing = asked.game.standing.get(asked.voice)
    readings = _as_meant(asked, readings)
    orders = [r.order for r in readings if isinstance(r, ParsedOrder)]
    told = name_units(asked.voice, orders, position.units, standing.orders if standing else ())
    meant = UnitNames(asked, told)
    again = iter(told)
    return [_which(asked, r._replace(order=next(again)), meant) if isinstance(r, ParsedOrder) else r for r in readings]


def _as_meant(asked: CommandContext, readings: Sequence[Reading]) -> list[Reading]:
    """The readings, with what each order means beside the others of its letter, and beside those that stand."""
    standing, position = asked.game.standing.get(asked.voice), asked.game.board_now
    found = list(readings)
    for n, reading in enumerate(found):
        if isinstance(reading, ParsedOrder):
            given = [each.order for at, each in enumerate(found) if isinstance(each, ParsedOrder) and at != n]
            others = [*(standing.orders if standing else ()), *given]
            last = {order.unit: order for order in others}
            found[n] = reading._replace(order=order_meant(reading.order, [*last.values()], asked.voice, position, asked.ruleset))
    return found


class UnitNames:
    """The units that the asker's new orders are for, given each other and the current orders."""

    def __init__(self, asked: CommandContext, orders: Sequence[Order]) -> None:
        self._asked, self._apart = asked, may_rename_units(asked.ruleset)
        standing = asked.game.standing.get(asked.voice)
        self._old = tuple(standing.orders) if standing else ()
        last = dict[UnitRef, Order]()
        for order in reversed((*self._old, *orders)):
            if order.unit:
                last.setdefault(order.unit, order)
        self._beside = tuple(last.values())[:MOST]
        refs = {ref for order in (*orders, *self._beside) if (ref := order.unit)}
        self._new_units = self._units(refs, self._beside) if self._apart else {}
        self._old_units = self._units({o.unit for o in self._old if o.unit}, self._old) if self._apart else {}

    def is_own(self, order: Order) -> bool:
        """Whether an order is for one of the asker's units."""
        return order.unit in self._new_units or bool(order.unit and self._units({order.unit}, self._beside))

    def unit(self, order: Order) -> Unit | None:
        """The asker's unit that a new order is for, where its name may be another than it stands under; None if that is not so."""
        return self._new_units.get(order.unit) if order.unit else None

    def key(self, order: Order, n: int) -> object:
        """What a new order is for: its unit, or the space to build in; one without a unit, what it says of another's; else `n`."""
        return _key(order, n, self._new_units)

    def old(self) -> Iterator[tuple[object, Order]]:
        """The orders that stand, each with what it is for."""
        return ((_key(order, -1 - n, self._old_units), order) for n, order in enumerate(self._old))

    def others(self, order: Order, key: object) -> tuple[Order, ...]:
        """The orders for other units that bear on what this one can do, in a game where they may; else none."""
        others = [other for other in self._beside if _key(other, 0, self._new_units) != key]
        return bearing_orders(order, others, self._asked.game.board_now, self._asked.ruleset)

    def _units(self, refs: Iterable[UnitRef], among: Sequence[Order]) -> Mapping[UnitRef, Unit]:
        return ordered_units(refs, among, self._asked.voice, self._asked.game.board_now, self._asked.ruleset)


def _key(order: Order, n: int, units: Mapping[UnitRef, Unit]) -> object:
    if order.unit is None:
        return (order.verb, order.of.space, order.target) if order.of else n
    unit = units.get(order.unit)
    ref = unit_reference(unit) if unit else order.unit
    return (ref.space, ref.name, "" if order.verb == "build" else ref.kind)


def _which(asked: CommandContext, reading: ParsedOrder, meant: UnitNames) -> Reading:
    """The reading, or a question if it may mean any of several units that share a space and have orders already."""
    ref = reading.order.unit
    if ref is None or reading.order.verb == "build":
        return reading
    if not ref.name and (alike := _alike(asked, reading.order, ref, meant)):
        if len(alike) > 1:
            return UnreadableText(reading.text, Complaint("which-unit", str(ref), alike), reading.line, reading.at)
        reading = reading._replace(order=alike[0])
    if asked.game.board_now.phase.kind == "retreats":
        return _as_it_stood(reading, meant)
    return _as_listed(asked, reading)


def _as_it_stood(reading: ParsedOrder, meant: UnitNames) -> ParsedOrder:
    """The reading with its unit called as it stood: of units that were one, each may retreat by itself."""
    unit = meant.unit(reading.order)
    return reading._replace(order=reading.order._replace(unit=unit_reference(unit))) if unit else reading


def _alike(asked: CommandContext, order: Order, ref: UnitRef, meant: UnitNames) -> tuple[Order, ...]:
    """The order for each of the asker's units in its space that have names, as far as it may mean them."""
    named = [unit for unit in asked.game.board_now.units_of(asked.voice) if unit.space == ref.space and unit.name]
    refs = [unit_reference(unit) for unit in named if ref.kind in ("", unit.kind)]
    if refs or not named:
        return tuple(order._replace(unit=one) for one in refs)
    others = dict.fromkeys(order._replace(unit=ref._replace(name=unit.name)) for unit in named)
    return tuple(other for other in others if meant.is_own(other))


def _as_listed(asked: CommandContext, reading: ParsedOrder) -> ParsedOrder:
    """The reading with its unit called as lists call it, where that is an order for the same unit: a fleet with its army."""
    position, order = asked.game.board_now, reading.order
    listed = asked.ruleset.rules.units_as_listed(position) if position.phase.kind == "movement" else {}
    for unit, as_one in listed.items():
        if unit.power == asked.voice and order.unit == unit_reference(unit):
            whole = unit_reference(as_one)
            same = ordered_units({whole}, (), asked.voice, position, asked.ruleset).get(whole) == unit
            return reading._replace(order=order._replace(unit=whole)) if same else reading
    return reading
