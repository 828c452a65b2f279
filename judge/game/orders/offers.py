"""The orders that a question offers: only such as the referee would accept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.board import space_of
from judge.game.decision import CommandContext
from judge.notation import Order
from judge.notation.complaints import NEAREST
from judge.rules import why_refused
from judge.rules.legal_orders import legal_orders
from judge.rules.ordered_units import bearing_orders, order_meant


def offered_orders(asked: CommandContext, orders: Sequence[Order], standing: Sequence[Order]) -> tuple[Order, ...]:
    """What is offered where these orders may be meant: those that are legal, or else the unit's other ways to do the same.

    `standing`: the orders of the asker that count now. In other phases than those of movement all are possible.
    """
    position, ruleset = asked.game.board_now, asked.ruleset
    if position.phase.kind != "movement" or not orders:
        return tuple(orders)
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
