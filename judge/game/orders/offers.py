"""The orders that a question offers: only such as the referee would accept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.board import Unit, space_of
from judge.game.decision import CommandContext
from judge.notation import Order
from judge.notation.complaints import NEAREST, unit_reference
from judge.rules import AdjustmentDue, left_after, why_refused
from judge.rules.legal_orders import legal_orders
from judge.rules.ordered_units import bearing_orders, order_meant


def offered_orders(asked: CommandContext, orders: Sequence[Order], standing: Sequence[Order]) -> tuple[Order, ...]:
    """What is offered where these orders may be meant: those that are legal, or else the unit's other ways to do the same; in a
    winter, or else all builds or removals that are still due; of retreats those that are possible.

    `standing`: the orders of the asker that count now.
    """
    position, ruleset = asked.game.board_now, asked.ruleset
    if position.phase.kind == "adjustments" and orders:
        possible = [order for order in orders if why_refused(order, asked.voice, position, ruleset) is None]
        return tuple(possible or possible_orders(asked, orders[0], left_after(standing, asked.voice, position, ruleset)))
    if position.phase.kind != "movement" or not orders:
        return tuple(order for order in orders if why_refused(order, asked.voice, position, ruleset) is None)
    others = [[each for each in standing if each.unit != order.unit] for order in orders]
    meant = [order_meant(o, beside, asked.voice, position, ruleset) for o, beside in zip(orders, others, strict=True)]
    found = [order for order, beside in zip(meant, others, strict=True) if _is_legal(asked, order, beside)]
    return tuple(dict.fromkeys(found or [way for order in meant for way in _ways(asked, order)]))[: max(NEAREST, len(orders))]


def _is_legal(asked: CommandContext, order: Order, others: Sequence[Order]) -> bool:
    position, ruleset = asked.game.board_now, asked.ruleset
    return why_refused(order, asked.voice, position, ruleset, bearing_orders(order, others, position, ruleset)) is None


def _ways(asked: CommandContext, order: Order) -> Iterator[Order]:
    """The other orders of the unit by which it would do the same at the same place: over a space, or on a coast."""
    choices = legal_orders(asked.game.board_now, asked.ruleset, asked.voice).values()
    for other in (each for some in choices for each in some):
        alike = other.unit and order.unit and (other.unit.kind, other.unit.space) == (order.unit.kind, order.unit.space)
        same = (other.verb, space_of(other.target), other.of) == (order.verb, space_of(order.target), order.of)
        if alike and same and order.target and other != order:
            yield other


def possible_orders(asked: CommandContext, order: Order, owed: AdjustmentDue) -> list[Order]:
    """Return the orders that this Power could give instead: each retreat of that unit, or each build or removal that is still due;
    for a removal no build.
    """
    if asked.game.board_now.phase.kind == "retreats":
        units = [unit for unit in owed.units if order.unit and unit.space == order.unit.space] or owed.units
        return [choice for unit in units for choice in _retreat_choices(asked, unit)]
    if owed.removals:
        return [Order("remove", unit_reference(unit)) for unit in owed.units]
    return [Order("build", unit_reference(site)) for site in owed.sites if order.verb != "remove"]


def _retreat_choices(asked: CommandContext, unit: Unit) -> list[Order]:
    """Return every retreat of a dislodged unit, and its disbanding."""
    spots = next((beaten.retreats for beaten in asked.game.board_now.dislodged if beaten.unit == unit), ())
    return [*(Order("retreat", unit_reference(unit), spot) for spot in spots), Order("disband", unit_reference(unit))]
