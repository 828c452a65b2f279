"""Orders in a space with several units: find which unit an order means that does not say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.board import Unit
from judge.notation.order import Order

Spot = tuple[str, str, str]
"""(space, name, kind) of a unit, or of an order for one, whose kind may be ''."""


def name_units(power: str, orders: Sequence[Order], units: Sequence[Unit], before: Sequence[Order] = ()) -> tuple[Order, ...]:
    """Return the orders, each with the name of its unit if the power's units in that space have names.

    One that does not say takes the unit that was ordered just so `before`, else the first by name that has no order, in
    these or before; it is left as it is if all have one. Two such orders mean two units.
    """
    named = sorted((unit.space, unit.name, unit.kind) for unit in units if unit.power == power and unit.name)
    if not named:
        return tuple(orders)
    mine = {_spot(order) for order in orders}
    old = {_spot(order): order for order in before}
    found = []
    for order in orders:
        free = [spot for spot in named if not _any_of(spot, mine)] if _unsaid(order) else []
        spot = _chosen(order, free, old)
        if spot and order.unit:
            mine.add((*spot[:2], order.unit.kind))
            order = order._replace(unit=order.unit._replace(name=spot[1]))
        found.append(order)
    return tuple(found)


def _chosen(order: Order, free: Sequence[Spot], old: dict[Spot, Order]) -> Spot | None:
    ref = order.unit
    here = [spot for spot in free if ref and spot[0] == ref.space and ref.kind in ("", spot[2])]
    same = [spot for spot in here if any(_fits(spot, other) and _unnamed(o) == order for other, o in old.items())]
    return next(iter(same or [spot for spot in here if not _any_of(spot, old)]), None)


def _any_of(spot: Spot, others: Iterable[Spot]) -> bool:
    return any(_fits(spot, other) for other in others)


def _fits(spot: Spot, other: Spot) -> bool:
    return spot[:2] == other[:2] and other[2] in ("", spot[2])


def _unsaid(order: Order) -> bool:
    return order.unit is not None and not order.unit.name and order.verb != "build"


def _spot(order: Order) -> Spot:
    return (order.unit.space, order.unit.name, order.unit.kind) if order.unit else ("", "", "")


def _unnamed(order: Order) -> Order:
    return order._replace(unit=order.unit._replace(name="")) if order.unit else order
