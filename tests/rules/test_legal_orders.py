"""Every order that the referee accepts, and no other: against each order that can be written at all, asked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from judge.board import Position, Unit, space_of
from judge.notation import Order, UnitRef
from judge.rules import check
from judge.rules.legal_orders import legal_orders, named
from tests.rules.boards import BOARD, RULES


def drawn(seed: int, number: int) -> Position:
    """Units of three powers on drawn places, no two in one space."""
    random, taken, units = Random(seed), set[str](), list[Unit]()
    places = [(kind, place) for kind in BOARD.links for place in sorted(BOARD.links[kind])]
    while len(units) < number:
        kind, place = random.choice(places)
        if space_of(place) not in taken:
            taken.add(space_of(place))
            units.append(Unit(random.choice(("France", "England", "Turkey")), kind, place))
    return replace(RULES.start, units=tuple(units))


def writable(position: Position, unit: Unit) -> Iterator[Order]:
    """Each order for a unit that somebody could write with the units and places of the board."""
    me, places = named(unit), sorted({place for of in BOARD.links.values() for place in of})
    yield Order("stands", me)
    yield from (Order("move", me, place, via=via) for place in places for via in ("", "convoy"))
    for other in position.units:
        of = UnitRef(other.kind, other.place, other.name, other.power if other.power != unit.power else "")
        yield from (Order("support", me, target, of) for target in ("", *BOARD.spaces))
        yield from (Order("convoy", me, target, of) for target in BOARD.spaces)


def told(order: Order) -> Order:
    """An order as it is compared: a coast that is the only one possible, and `via convoy` where no other way is, say nothing."""
    move = order.verb == "move" and order.unit is not None
    near = move and order.unit is not None and order.unit.kind == "A" and order.target in BOARD.reach("A", order.unit.place)
    target = order.target if move else space_of(order.target)
    return order._replace(target=target, via=order.via if near else "")


@pytest.mark.parametrize(("seed", "number"), [(0, 14), (1, 14), (2, 14), (3, 20)])
def test_every_order_that_the_referee_accepts_is_there_and_no_other(seed: int, number: int) -> None:
    position = drawn(seed, number)
    for power in ("France", "England", "Turkey"):
        found = legal_orders(position, RULES, power)
        assert set(found) == set(position.units_of(power))
        for unit, orders in found.items():
            assert unit is not None
            assert len(set(orders)) == len(orders)
            accepted = {told(order) for order in writable(position, unit) if check(order, power, position, RULES) is None}
            assert {told(order) for order in orders} == {order for order in accepted if in_full(unit, order)}


def in_full(unit: Unit, order: Order) -> bool:
    """Whether a move names a place: a fleet's coast where there are several, no coast for an army (the referee completes it)."""
    if order.verb != "move":
        return True
    return order.target in (BOARD.reach("F", unit.place) if unit.kind == "F" else BOARD.places("A", space_of(order.target)))


def test_retreats_builds_and_removals() -> None:
    start = RULES.start
    winter = next(n for n, season in enumerate(RULES.calendar.seasons) if season.kind == "adjustments")
    phase = RULES.calendar.at(1901, winter)
    bare = replace(start, phase=phase, units=tuple(unit for unit in start.units if unit.power != "France"))
    builds = legal_orders(bare, RULES, "France")
    assert {str(order.unit) for order in builds[None] if order.unit} == {"A(Bre)", "F(Bre)", "A(Mar)", "F(Mar)", "A(Par)"}
    assert builds[None][-1] == Order("waive")
    poor = replace(start, phase=phase, owners={c: owner for c, owner in start.owners.items() if c != "Par"})
    assert {str(unit): orders for unit, orders in legal_orders(poor, RULES, "France").items()} == {
        text: (Order("remove", UnitRef(text[0], text[2:-1])),) for text in ("A(Mar)", "A(Par)", "F(Bre)")
    }
    assert legal_orders(poor, RULES, "England") == {}
