"""Adjudicate orders as a trial, on the board that the asker knows. Nothing of it is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.board import Position, space_of
from judge.game.visibility import GameView
from judge.notation import Order
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.rules import PhaseOutcome, adjudicate
from judge.rules.ruleset import Ruleset


class ThrowNeeded(Exception):
    """A trial depends on a die that has not been thrown; a trial throws none."""


class TrialResult(NamedTuple):
    """Tried orders and their results."""

    outcome: PhaseOutcome
    unread: tuple[UnreadableText, ...] = ()
    """Lines that are not orders."""
    tried: frozenset[str] = frozenset()
    """The spaces of the units that the lines order."""


def try_orders(
    seen: GameView, ruleset: Ruleset, lines: Sequence[str], standing: Mapping[str, Sequence[Order]] | None = None
) -> TrialResult:
    """Adjudicate these orders, for any power's units, while all other units hold, or, for a GM, carry out the orders that are in
    (`standing`). Raises ThrowNeeded.
    """
    position = _board(seen)
    board = ruleset.board_at(position)
    readings = ruleset.notation.read_all([line.rstrip(" ?") for line in lines], board, position, seen.reader, strict=False)
    orders: dict[str, list[Order]] = {}
    for reading in readings:
        if isinstance(reading, ParsedOrder):
            orders.setdefault(_owner(reading.order, seen), []).append(_unnamed(reading.order))
    tried = frozenset({space_of(order.unit.place) for some in orders.values() for order in some if order.unit})
    for power, some in (standing or {}).items():
        kept = [order for order in some if order.unit is None or space_of(order.unit.place) not in tried]
        orders[power] = [*orders.get(power, ()), *kept]
    return TrialResult(_judged(seen, ruleset, orders), tuple(r for r in readings if isinstance(r, UnreadableText)), tried)


def try_own_orders(seen: GameView, ruleset: Ruleset) -> TrialResult:
    """Adjudicate the reader's present orders while all other units hold. Raises ThrowNeeded."""
    return TrialResult(_judged(seen, ruleset, {seen.reader: seen.standing.orders if seen.standing else ()}))


def _board(seen: GameView) -> Position:
    if seen.position is None:
        raise ValueError(f"{seen.game} has no board yet")
    return seen.position


def _owner(order: Order, seen: GameView) -> str:
    """The unit's owner; the asker if it has no owner."""
    position = _board(seen)
    waiting = position.phase.kind == "retreats"
    pool = [beaten.unit for beaten in position.dislodged] if waiting else position.units
    here = [unit.power for unit in pool if order.unit and unit.space == order.unit.space]
    return seen.reader if not here or seen.reader in here else here[0]


def _unnamed(order: Order) -> Order:
    """Return the order as its own Power would give it: without `German` in `German A(Mun)-Bur`, as the board says whose the unit
    is.
    """
    return order._replace(unit=order.unit._replace(power="")) if order.unit else order


def _judged(seen: GameView, ruleset: Ruleset, orders: Mapping[str, Sequence[Order]]) -> PhaseOutcome:
    return adjudicate(_board(seen), orders, ruleset, no_throw)


def no_throw(subject: str) -> int:
    """Stand in for the dice of a trial. Raises ThrowNeeded."""
    raise ThrowNeeded(subject)
