"""The place named after an order, as its target: `con bul`, `A Par-Bur/Pic`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.board import Board, space_of
from judge.notation.order import Order
from judge.notation.tokens import PLACE, Token
from judge.notation.verbs import LANDS


def join_target(order: Order, board: Board) -> Order | None:
    """Return an order with the place after a unit as that unit's target; None if it cannot go there.

    Where the order says how the unit goes, the referee knows where it can go.
    """
    of = order.of
    if order.via and of is not None:
        return order
    if of is None and order.unit and order.verb in LANDS:  # `con bul`, `tun alb`
        kind, place, to = order.unit.kind, order.unit.place, space_of(order.target)
        return order if _ships(board, kind, place, to) or to in board.reach_spaces(kind, place) else None
    if of is None or order.verb != "support":
        return order
    to = space_of(order.target)
    if to == of.space:  # `A Mar S Par Par`: in place
        return order._replace(target="")
    return order if to in board.reach_spaces(of.kind, of.place) or _ships(board, of.kind, of.place, to) else None


def _ships(board: Board, kind: str, place: str, to: str) -> bool:
    """Whether a unit may be an army that goes over sea: `tri Support tun alb`."""
    return kind == "A" and all((board.places("F", space_of(place)), board.places("F", to), board.places("A", to)))


def other_target(order: Order, stray: Token, board: Board) -> tuple[Order, ...]:
    """Return the order with the place after it as its target, if its unit can go there: `A Par-Bur/Pic`."""
    return with_target(order, next((codes for kind, codes in stray.options if kind == PLACE), ()), board)


def with_target(order: Order, codes: Sequence[str], board: Board) -> tuple[Order, ...]:
    """Return the order with the one place that codes mean as its target, if its unit can go there and does not already."""
    if len(codes) != 1 or order.verb not in LANDS or order.unit is None or codes[0] == order.target:
        return ()
    reached = codes[0] in board.reach_spaces(order.unit.kind, order.unit.place)
    return (order._replace(target=codes[0]),) if reached else ()
