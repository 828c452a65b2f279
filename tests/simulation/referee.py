"""A second referee over the phases that the judge has run: it searches all ways in which the moves could come out.

It shares nothing with the judge's own but the board and the shape of an order. Phases with more moves than it can search, and those
with convoys, it leaves alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.board import Unit, space_of
from judge.notation import Order, UnitRef
from tests.rules.boards import BOARD
from tests.rules.brute_force import BruteForce, Solution

MOST = 8
"""Moves that are searched: each doubles the ways."""


def disagrees(units: Sequence[str], given: Mapping[str, Sequence[Mapping[str, str]]], after: Mapping[str, Any]) -> str | None:
    """Say how a movement phase should have come out, where it came out otherwise; '' if it is right, None if it is not searched.

    Args:
        units: where everybody stood: `France A(Par)`.
        given: the orders of each Power, as they are stored.
        after: the next position, as it is stored.
    """
    standing = {(unit.power, unit.space): unit for unit in map(_unit, units)}
    orders = {unit: Order("stands") for unit in standing.values()}
    for power, some in given.items():
        for each in some:
            ref = _unit(f"{power} {each['unit']}")
            if (power, ref.space) in standing:
                orders[standing[power, ref.space]] = _order(each, power)
    if sum(order.verb == "move" for order in orders.values()) > MOST or any(order.verb == "convoy" for order in orders.values()):
        return None
    found = list(BruteForce(BOARD, orders).solutions())
    if len(found) != 1:
        return None
    return _compared(orders, found[0], after)


def changes_hands(owners: Mapping[str, str], position: Mapping[str, Any]) -> str:
    """Say which centres should have another owner after a count; '' for none. Whoever holds a centre then owns it from then on."""
    there = {_unit(each).space: _unit(each).power for each in position["units"]}
    return ", ".join(at for at in BOARD.centres if position["owners"].get(at) != there.get(at, owners.get(at)))


def _compared(orders: Mapping[Unit, Order], found: Solution, after: Mapping[str, Any]) -> str:
    stays = {unit: space_of(order.target) if unit.space in found.moved else unit.space for unit, order in orders.items()}
    right = {(unit.power, unit.kind, space) for unit, space in stays.items() if unit.space not in found.driven_out}
    now = {(unit.power, unit.kind, unit.space) for unit in map(_unit, after["units"])}
    out = {_unit(unit).space for unit, *_ in after["dislodged"]}
    if now != right or not out <= found.driven_out:
        return f"{sorted(now - right)} should be {sorted(right - now)}; driven out: {sorted(found.driven_out)}, not {sorted(out)}"
    return ""


def _unit(text: str) -> Unit:
    power, _, unit = text.rpartition(" ")
    return Unit(power, unit[0], unit[2:-1])


def _order(each: Mapping[str, str], power: str) -> Order:
    other = _unit(each["of"] if " " in each.get("of", "") else f"{power} {each['of']}") if each.get("of") else None
    of = UnitRef(other.kind, other.place, power=other.power) if other else None
    return Order(each["verb"], None, each.get("target", ""), of, each.get("via", ""))
