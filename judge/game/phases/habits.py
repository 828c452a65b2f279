"""What the units do that the GM orders for, in a movement phase for which the GM orders nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from judge.board import Unit, space_of
from judge.game.model.game import Game
from judge.notation import Order
from judge.rules import gm_due, why_refused
from judge.rules.legal_orders import legal_orders
from judge.rules.ruleset import Ruleset


def habitual_orders(
    game: Game, given: Mapping[str, Sequence[Order]], ruleset: Ruleset, secret: bytes
) -> dict[str, tuple[Order, ...]]:  # fmt: skip
    """Power → the orders given for it and those that its habit adds, for units without one. `secret`: what is drawn comes of it."""
    if game.habit is None or not ruleset.mastered or game.board_now.phase.kind != "movement":
        return {}
    power = ruleset.mastered[0].name
    owed, ordered = gm_due(game.board_now, ruleset).get(power), tuple(given.get(power, ()))
    idle = [unit for unit in owed.units if not any(_is_for(order, unit) for order in ordered)] if owed else []
    more = tuple(_wandering(game, ordered, idle, ruleset, secret) if game.habit.what == "wander" else _usual(game, idle, ruleset))
    return {power: (*ordered, *more)} if more else {}


def _is_for(order: Order, unit: Unit) -> bool:
    return order.unit is not None and order.unit.space == unit.space and order.unit.kind in ("", unit.kind)


def _usual(game: Game, idle: Sequence[Unit], ruleset: Ruleset) -> Iterator[Order]:
    """The first order of the list that fits, for each unit."""
    for unit in idle:
        fitting = (order for order in (game.habit.orders if game.habit else ()) if _is_for(order, unit))
        order = next((order for order in fitting if why_refused(order, unit.power, game.board_now, ruleset) is None), None)
        if order is not None:
            yield order


def _wandering(game: Game, ordered: Sequence[Order], idle: Sequence[Unit], ruleset: Ruleset, secret: bytes) -> Iterator[Order]:
    """For each unit a move to a space where none of its power's stands or goes, or none."""
    if not idle:
        return
    choices = legal_orders(game.board_now, ruleset, idle[0].power)
    taken = {unit.space for unit in game.board_now.units_of(idle[0].power)} | {space_of(order.target) for order in ordered}
    for unit in idle:
        moves = [order for order in choices.get(unit, ()) if order.verb == "move" and not order.via and not order.path]
        ways = [order for order in moves if space_of(order.target) not in taken]
        drawn = _draw(secret, f"{game.name}/{game.board_now.phase.name}/{unit}", len(ways) + 1)
        if drawn < len(ways):
            taken.add(space_of(ways[drawn].target))
            yield ways[drawn]


def _draw(secret: bytes, subject: str, number: int) -> int:
    """A number below `number`, the same whenever it is asked for."""
    return int.from_bytes(hashlib.sha256(secret + subject.encode()).digest()[:8], "big") % number
