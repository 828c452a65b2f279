"""Turn orders into lines of a picture: what was ordered, whether it failed, and where a unit stopped that went only part of the
way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from judge.board import Position, Unit, space_of
from judge.game import PhaseView
from judge.maps.mark_rules import Marks, OrderLineStyle
from judge.maps.scene import SceneOrder
from judge.notation import Order
from judge.rules.outcome import OrderResult

USUAL = {
    "move": OrderLineStyle("move"),
    "retreat": OrderLineStyle("retreat"),
    "support": OrderLineStyle("support", "unit", "target"),
    "convoy": OrderLineStyle("convoy", "unit", "target"),
}
"""The order lines of all games."""
FINE = frozenset({"succeeds", "given", "available", "stands"})
HELPS = ("support", "convoy")


def shown_as_failed(result: OrderResult) -> bool:
    """Whether an order is shown as failed. A game's own result words may mean success, but every failure has a reason."""
    return result.word not in FINE and result.reason is not None


def order_line(order: Order, unit: Unit | None, power: str, marks: Marks, failed: bool = False) -> SceneOrder | None:
    """Return the line of an order; None for orders that have none."""
    way = _way(order, marks)
    if way is None:
        return None
    of = order.of.place if order.of else ""
    moved = unit or order.unit
    parts = {"unit": moved.place if moved else "", "of": of, "target": order.target}
    helps = way.style in HELPS
    start, end = parts[way.start], parts[way.end]
    if not start or not (end or of):
        return None
    called = f"{moved.kind}{moved.name}" if moved else ""
    return SceneOrder(way.style, power, start, end, of if helps else "", failed, order.path, way.track, called)


def _way(order: Order, marks: Marks) -> OrderLineStyle | None:
    return marks.ways.get(order.via) or marks.orders.get(order.verb) or USUAL.get(order.verb)


def result_lines(seen: PhaseView, marks: Marks) -> tuple[SceneOrder, ...]:
    """Return a line for every order of a judged phase; after a move that ended on the way, also the line of the move really made.
    """
    found: list[SceneOrder] = []
    ends = stopped_moves(seen.before, seen.after, seen.results)
    for n, result in enumerate(seen.results):
        line = order_line(result.order, result.unit, result.power, marks, shown_as_failed(result))
        if line is None:
            continue
        if n in ends:
            found.append(line._replace(end=ends[n], failed=False))
        found.append(line)
    return tuple(found)


def own_order_lines(given: Iterable[Order], power: str, position: Position, marks: Marks) -> tuple[SceneOrder, ...]:
    """Return lines for a reader's own orders before they are judged."""
    units = (*position.units, *(beaten.unit for beaten in position.dislodged))
    mine = {(unit.kind, unit.space): unit for unit in units if unit.power == power}
    lines = (order_line(order, _standing(order, mine), power, marks) for order in given)
    return tuple(line for line in lines if line)


def _standing(order: Order, mine: Mapping[tuple[str, str], Unit]) -> Unit | None:
    return mine.get((order.unit.kind, order.unit.space)) if order.unit else None


def stopped_moves(before: Position, after: Position, results: Sequence[OrderResult]) -> dict[int, str]:
    """Map the index of each move that missed its target to the other place where its unit came to stand."""
    left = Counter((unit.power, unit.kind, unit.space) for unit in after.units)
    short: dict[int, Unit] = {}
    for n, result in enumerate(results):
        if result.unit is None:
            continue
        moved = result.order.verb == "move" and not shown_as_failed(result)
        space = space_of(result.order.target) if moved else result.unit.space
        key = (result.unit.power, result.unit.kind, space)
        if left[key]:
            left[key] -= 1
        elif result.order.verb == "move" and not result.dislodged:
            short[n] = result.unit
    found = {}
    for n, unit in short.items():
        spot = next((key for key, number in left.items() if number and key[:2] == (unit.power, unit.kind)), None)
        if spot:
            left[spot] -= 1
            found[n] = spot[2]
    return found
