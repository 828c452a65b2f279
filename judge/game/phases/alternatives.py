"""Replace impossible orders by the first possible one of the alternatives that their player gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.board import space_of
from judge.game.model.game import CurrentOrders, Game
from judge.notation import Order
from judge.rules import AdjustmentDue, dues_by_power, why_refused
from judge.rules.ruleset import Ruleset


def replace_impossible(game: Game, power: str, standing: CurrentOrders, ruleset: Ruleset) -> tuple[Order, ...]:
    """Return the orders to pass to the referee: an impossible one is replaced by the first possible order in reserve."""
    if not standing.spare:
        return standing.orders
    owed = dues_by_power(game.board_now, ruleset).get(power, AdjustmentDue())
    return possible_orders(game, power, owed, (*standing.orders, *standing.spare), ruleset)[: len(standing.orders)]


def possible_orders(game: Game, power: str, owed: AdjustmentDue, wanted: Sequence[Order], ruleset: Ruleset) -> tuple[Order, ...]:
    """Return the possible orders of a list, in order: one for each unit or place, and no more than are due."""
    chosen: dict[str, Order] = {}
    most = owed.builds + owed.removals or len(owed.units)
    for order in wanted:
        space = space_of(order.unit.place) if order.unit else f"{order.verb} {len(chosen)}"
        possible = why_refused(order, power, game.board_now, ruleset, tuple(chosen.values())) is None
        if possible and space not in chosen and len(chosen) < most and not _taken(order, chosen):
            chosen[space] = order
    return tuple(chosen.values())


def _taken(order: Order, chosen: Mapping[str, Order]) -> bool:
    """Whether another unit of the same Power is already ordered there."""
    return order.verb == "retreat" and any(space_of(o.target) == space_of(order.target) for o in chosen.values())
