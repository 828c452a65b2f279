"""Hints for practice games: one order, and what speaks for it, as facts; and what others may order."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from judge.board import Position, Unit, space_of
from judge.game.orders.what_if import ThrowNeeded, no_throw
from judge.house_players import decide_orders
from judge.notation import Order
from judge.reports.notes import is_marked_failed
from judge.rules import adjudicate
from judge.rules.ruleset import Ruleset

TRIES = 6
"""How often a house player is asked, which does not always want the same."""


def hint_facts(
    position: Position, rules: Ruleset, power: str, given: Collection[Order], units: Collection[Unit] | None = None
) -> dict[str, Any]:
    """Return an order that a steady house player would give, for one of these `units` if they are said, else for a unit without an
    order if there is any; {} if nothing is due.

    It comes off if all others do what WHAT IF takes to be likely, and the power's other units what is `given`. `doubtful` says that
    no such order was found in several tries. `why` is what speaks for it: `centre` (a centre of `owner`, '' if nobody owns it),
    `support`, `convoy`, `keep` (a centre of one's own), `near` (next to the centre `centre`), `retreat`, `build`, `remove`, or
    `place`.
    """
    ordered, others = {order.unit for order in given}, likely_orders(position, rules, power)
    first: Order | None = None
    for n in range(TRIES):
        orders = _for_units(decide_orders(position, rules, power, "steady", f"hint {n}"), units)
        ranked = sorted(orders, key=lambda order: (order.unit in ordered, _RANK.get(_why(order, position, rules, power)["why"], 9)))
        first = first or next(iter(ranked), None)
        without = [order for order in ranked if order.unit not in ordered]
        for order in without or ranked:
            if _comes_off(order, position, rules, power, given, others):
                return {"order": rules.notation.write(order), "doubtful": False, **_why(order, position, rules, power)}
    return {"order": rules.notation.write(first), "doubtful": True, **_why(first, position, rules, power)} if first else {}


def _for_units(orders: Sequence[Order], units: Collection[Unit] | None) -> list[Order]:
    places = None if units is None else {(unit.space, unit.name) for unit in units}
    return [each for each in orders if places is None or (each.unit and (each.unit.space, each.unit.name) in places)]


def _comes_off(
    order: Order,
    position: Position,
    rules: Ruleset,
    power: str,
    given: Collection[Order],
    others: Mapping[str, Sequence[Order]],
) -> bool:
    """Whether an order would succeed. Where that depends on a throw nobody can say, and WHAT IF does not either."""
    mine = [*(each for each in given if each.unit is None or each.unit != order.unit), order]
    try:
        outcome = adjudicate(position, {**others, power: mine}, rules, no_throw)
    except ThrowNeeded:
        return True
    found = [result for result in outcome.results if result.power == power and result.order == order]
    return bool(found) and not any(is_marked_failed(result) or result.dislodged for result in found)


AWAY = 3
"""How many spaces away a unit may be so that what it may do is thought of."""


def likely_orders(position: Position, rules: Ruleset, power: str) -> Mapping[str, Sequence[Order]]:
    """Return what a steady house player would order for each other power that has a unit near this power's. It is a guess from the
    position that is given, and drawn otherwise than the orders of house players in a game.
    """
    near = rules.board_at(position).near
    units = [*position.units, *(each.unit for each in position.dislodged)]
    reached = {unit.space for unit in units if unit.power == power}
    for _ in range(AWAY):
        reached |= {space for each in reached for space in near.get(each, ())}
    others = dict.fromkeys(unit.power for unit in units if unit.power != power and unit.space in reached)
    known = {each.name for each in rules.powers}
    return {other: decide_orders(position, rules, other, "steady", "what if") for other in others if other in known}


_RANK = {"centre": 0, "support": 1, "convoy": 1, "near": 2, "retreat": 3, "build": 3, "keep": 4}


def _why(order: Order, position: Position, rules: Ruleset, power: str) -> dict[str, Any]:
    board, write = rules.board_at(position), rules.notation.write
    if order.verb in ("support", "convoy") and order.of:
        helped = Order("move", order.of, order.target) if order.target else Order("stands", order.of)
        return {"why": order.verb, "helped": write(helped)}
    if order.verb in ("retreat", "build", "remove"):
        return {"why": order.verb}
    space = space_of(order.target) if order.verb == "move" else order.unit.space if order.unit else ""
    there = board.spaces.get(space)
    if there is None:
        return {"why": "place"}
    owner = position.owners.get(space, "")
    if there.centre:
        return {"why": "keep" if owner == power else "centre", "at": there.name, "owner": "" if owner == power else owner}
    near = sorted(s for s in board.near.get(space, ()) if board.spaces[s].centre and position.owners.get(s) != power)
    return {"why": "near", "at": there.name, "centre": board.spaces[near[0]].name} if near else {"why": "place", "at": there.name}
