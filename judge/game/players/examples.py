"""Orders of a game's own board, with which its first letter to a player shows how orders are written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from judge.board import space_of
from judge.notation import Order
from judge.rules.legal_orders import legal_orders
from judge.rules.ruleset import Ruleset


def example_orders(ruleset: Ruleset) -> list[dict[str, str]]:
    """Return a move, an order to hold and a support of that move, by three units of one Power as the game begins, or as many of
    these as a Power can give; where it begins with builds, one of these. [] where nobody has anything on the board yet.

    Each is {order: in the house form, verb, kind: of its unit, name: the unit's own ('' for most), place: the name of its space,
    to: that of its target}.
    """
    choices = [legal_orders(ruleset.start, ruleset, power.name) for power in ruleset.powers]
    taken = {unit.space for unit in ruleset.start.units}
    shown = [_shown(list(chain.from_iterable(some.values())), taken) for some in choices]
    best = max(shown, key=len, default=[])

    def named(place: str) -> str:
        return ruleset.board_at(ruleset.start).spaces[space_of(place)].name if place else ""

    return [
        {
            "order": ruleset.notation.write(order),
            "verb": order.verb,
            "kind": order.unit.kind,
            "name": order.unit.name,
            "place": named(order.unit.place),
            "to": named(order.target),
        }
        for order in best
        if order.unit
    ]


def _shown(orders: Sequence[Order], taken: Collection[str]) -> list[Order]:
    """Return what is shown of all that a Power may order: the move has its support, goes to an empty space and is an army's, if any
    is so.

    `taken`: spaces with units.
    """
    moves = [order for order in orders if order.verb == "move" and order.target == space_of(order.target) and not order.via]
    helped = {(order.of, order.target): order for order in reversed(orders) if order.verb == "support"}

    def worse(move: Order) -> tuple[bool, ...]:
        return ((move.unit, move.target) not in helped, move.target in taken, move.unit is None or move.unit.kind != "A")

    if not moves:
        return [order for order in orders if order.verb == "build"][:1]
    move = min(moves, key=worse)
    support = helped.get((move.unit, move.target))
    busy = [move.unit, *([support.unit] if support else [])]
    idle = [order for order in orders if order.verb == "stands" and order.unit not in busy][:1]
    return [move, *idle, *([support] if support else [])]
