"""Orders that are missing in the running phase: Powers that owe some, Powers without any, Powers with only some."""

from __future__ import annotations

from collections.abc import Sequence

from judge.board import Position, Unit
from judge.game.model.game import Game
from judge.notation import Order
from judge.rules import AdjustmentDue, awaited_dues, dues_by_power
from judge.rules.ordered_units import ordered_units
from judge.rules.ruleset import Ruleset


def powers_asked(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """Powers that must answer in this phase, including decoys that hide who really owes orders.

    Not those that have nothing to choose.
    """
    owed = awaited_dues(game.board_now, ruleset)
    vacant = {seat.power for seat in game.seats if seat.vacant}
    return tuple(power.name for power in ruleset.powers if power.name in owed and power.name not in vacant)


def powers_owing(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the Powers with a player from whom something is due now, in the game's order."""
    owed = awaited_dues(game.board_now, ruleset)
    return tuple(power for power in powers_asked(game, ruleset) if owed[power] != AdjustmentDue())


def owing_is_public(game: Game, ruleset: Ruleset) -> bool:
    """Whether everybody may know from whom something is due now. It is hidden for retreats where the game hides something, for
    adjustments where nobody knows others' numbers, and where some are asked only to hide who owes something.
    """
    kind = game.board_now.phase.kind
    secret = kind == "retreats" or (kind == "adjustments" and not ruleset.rules.counts_are_public(ruleset))
    return not (secret and ruleset.rules.hides_information(ruleset)) and powers_owing(game, ruleset) == powers_asked(game, ruleset)


def all_orders_in(game: Game, ruleset: Ruleset) -> bool:
    """Whether a phase of retreats or adjustments has all orders that can be chosen, and nobody wants it to wait for its deadline.
    False where running it would show from whom something is due.
    """
    if game.board_now.phase.kind not in ("retreats", "adjustments") or game.waits or not owing_is_public(game, ruleset):
        return False
    owed = awaited_dues(game.board_now, ruleset)
    return bool(dues_by_power(game.board_now, ruleset)) and all(
        is_complete(game, ruleset, power, share) for power, share in owed.items()
    )


def powers_without_orders(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """Return those of them who have no orders at all."""
    given = {power for power, standing in game.standing.items() if standing.orders}
    return tuple(power for power in powers_owing(game, ruleset) if power not in given)


def powers_incomplete(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """Return those of them whose orders are not complete, unless they have said FINAL."""
    owed = awaited_dues(game.board_now, ruleset)
    wanting = [power for power in powers_owing(game, ruleset) if power not in game.final]
    return tuple(power for power in wanting if not is_complete(game, ruleset, power, owed[power]))


def is_complete(game: Game, ruleset: Ruleset, power: str, owed: AdjustmentDue) -> bool:
    """Whether every unit that should have an order has one, or as many builds and removals are ordered as are due."""
    standing = game.standing.get(power)
    orders = standing.orders if standing else ()
    if owed.builds or owed.removals:
        return len(orders) >= owed.builds + owed.removals
    return not units_without_orders(orders, owed, power, game.board_now, ruleset)


def units_without_orders(
    orders: Sequence[Order], owed: AdjustmentDue, power: str, position: Position, ruleset: Ruleset
) -> list[Unit]:
    """Return the units that should have an order and have none; none in adjustments, where nothing is due for one unit alone."""
    if owed.builds or owed.removals:
        return []
    refs = {order.unit for order in orders if order.unit}
    meant = set(ordered_units(refs, orders, power, position, ruleset).values())
    return [unit for unit in owed.units if unit not in meant]
