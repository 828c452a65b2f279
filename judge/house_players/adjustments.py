"""Retreats, builds and removals: the best places are kept or taken, the worst left."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from judge.board import Position, space_of
from judge.house_players.choosing import pick
from judge.house_players.worth import CROWD, Worth
from judge.notation import Order
from judge.rules import beside
from judge.rules.adjustments import due_in_adjustments
from judge.rules.dues import AdjustmentDue
from judge.rules.legal_orders import Choices
from judge.rules.ruleset import Ruleset


def retreats(choices: Choices, worth: Worth, random: Random) -> list[Order]:
    """Return a retreat for each dislodged unit, no two into one space; its disbanding where there is none."""
    taken, found = set[str](), list[Order]()
    for unit, orders in sorted((unit, orders) for unit, orders in choices.items() if unit is not None):
        ways = [(worth.of(unit.kind, each.target), each) for each in orders if each.verb == "retreat"]
        ranked = sorted((way for way in ways if space_of(way[1].target) not in taken), key=lambda way: (-way[0], way[1].target))
        order = pick(ranked, random) if ranked else orders[-1]
        taken.add(space_of(order.target))
        found.append(order)
    return found


def builds_and_removals(
    position: Position, ruleset: Ruleset, power: str, choices: Choices, worth: Worth, random: Random
) -> list[Order]:
    """Return builds in the best places and removals from the worst, as many as are due; `waive` for builds that cannot be made."""
    due = due_in_adjustments(position, ruleset).get(power, AdjustmentDue())
    builds = [(_build_worth(worth, order), order) for order in choices.get(None, ()) if order.verb == "build"]
    leaving = [(-worth.of(unit.kind, unit.place), orders[0]) for unit, orders in choices.items() if unit is not None]
    found = _as_many(position, ruleset, power, _ranked(builds), due.builds, random)
    found += [Order("waive")] * (due.builds - len(found))
    return found + _as_many(position, ruleset, power, _ranked(leaving), due.removals, random)


def _build_worth(worth: Worth, order: Order) -> float:
    unit = order.unit
    return worth.of(unit.kind, unit.place) + CROWD * worth.defence.get(unit.space, 0.0) if unit else 0.0


def _ranked(orders: Sequence[tuple[float, Order]]) -> list[tuple[float, Order]]:
    return sorted(orders, key=lambda each: (-each[0], each[1].unit or ("",)))


def _as_many(
    position: Position, ruleset: Ruleset, power: str, ranked: list[tuple[float, Order]], number: int, random: Random
) -> list[Order]:
    """Return so many of the orders as the referee takes together, picked from the best."""
    found: list[Order] = []
    while ranked and len(found) < number:
        order = pick(ranked, random)
        ranked = [each for each in ranked if each[1] != order]
        if all(reason is None for reason in beside([*found, order], power, position, ruleset)):
            found.append(order)
            ranked = [each for each in ranked if not _same_space(each[1], order)]
    return found


def _same_space(a: Order, b: Order) -> bool:
    return a.verb == b.verb == "build" and a.unit is not None and b.unit is not None and a.unit.space == b.unit.space
