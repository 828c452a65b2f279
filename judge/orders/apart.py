"""Orders for one of several units that share a space: which one an order means that does not say."""

from __future__ import annotations

from collections.abc import Sequence

from judge.board import Unit
from judge.orders.order import Order

Spot = tuple[str, str]
"""(space, name) of a unit."""


def told_apart(power: str, orders: Sequence[Order], units: Sequence[Unit], before: Sequence[Order] = ()) -> tuple[Order, ...]:
    """The orders, each naming its unit where the power has units with names in that space.

    One that does not say takes the unit that was ordered just so `before`, else the first by name that has no order, in
    these or before; it is left as it is if all have one. Two such orders mean two units.
    """
    named = sorted((unit.space, unit.name) for unit in units if unit.power == power and unit.name)
    if not named:
        return tuple(orders)
    mine = {_spot(order) for order in orders}
    old = {_spot(order): order for order in before}
    found = []
    for order in orders:
        free = [spot for spot in named if spot not in mine] if _unsaid(order) else []
        spot = _chosen(order, free, old)
        if spot and order.unit:
            mine.add(spot)
            order = order._replace(unit=order.unit._replace(name=spot[1]))
        found.append(order)
    return tuple(found)


def _chosen(order: Order, free: Sequence[Spot], old: dict[Spot, Order]) -> Spot | None:
    here = [spot for spot in free if order.unit and spot[0] == order.unit.space]
    same = [spot for spot in here if spot in old and _unnamed(old[spot]) == order]
    return next(iter(same or [spot for spot in here if spot not in old]), None)


def _unsaid(order: Order) -> bool:
    return order.unit is not None and not order.unit.name and order.verb != "build"


def _spot(order: Order) -> Spot:
    return (order.unit.space, order.unit.name) if order.unit else ("", "")


def _unnamed(order: Order) -> Order:
    return order._replace(unit=order.unit._replace(name="")) if order.unit else order
