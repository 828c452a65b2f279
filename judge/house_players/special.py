"""Orders that only some games have. Each is tried by itself: the referee says what would come of it if nobody else moved."""

from __future__ import annotations

from collections.abc import Iterator

from judge.board import Position, Unit
from judge.house_players.trials import judge_on_trial
from judge.notation import Order
from judge.rules.legal_orders import Choices
from judge.rules.phases import advance_to_next_phase
from judge.rules.ruleset import Ruleset

USUAL = frozenset({"stands", "move", "support", "convoy"})
MOST = 40
"""The most orders that are tried in a phase: each costs about as much as judging it."""


def special_orders(position: Position, ruleset: Ruleset, power: str, choices: Choices) -> list[Order]:
    """Return the best order of a game's own kind for each unit that gains by one at once, no two for the same target."""
    found: dict[Unit, tuple[float, Order]] = {}
    before = _after(position, ruleset, power, ())
    for unit, order in _tried(choices):
        gain = _after(position, ruleset, power, (order,)) - before
        if gain > max(0.0, found[unit][0] if unit in found else 0.0) and order.target not in {o.target for _, o in found.values()}:
            found[unit] = gain, order
    return [order for _, order in found.values()]


def _tried(choices: Choices) -> Iterator[tuple[Unit, Order]]:
    special = [(unit, order) for unit, orders in choices.items() if unit is not None for order in orders if order.verb not in USUAL]
    yield from special[:MOST]


def _after(position: Position, ruleset: Ruleset, power: str, orders: tuple[Order, ...]) -> float:
    """Return what a power has after these orders: centres it owns or stands on, and half as much for each it could build in."""
    outcome = judge_on_trial(position, {power: orders}, ruleset)
    after = advance_to_next_phase(outcome, ruleset).position
    board = ruleset.board_at(after)
    stood = {unit.space for unit in after.units_of(power) if unit.space in board.spaces and board.spaces[unit.space].centre}
    held = stood | set(after.centres(power))
    sites = held & set(ruleset.rules.build_centres(ruleset, board, after, power))
    return len(held) + len(sites) / 2
