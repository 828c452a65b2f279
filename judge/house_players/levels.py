"""The levels of house players, and the one function that decides for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from judge.board import Position
from judge.house_players.adjustments import builds_and_removals, retreats
from judge.house_players.keen import best_orders
from judge.house_players.movement import Plan, simple_advances
from judge.house_players.special import special_orders
from judge.house_players.worth import Worth, worth
from judge.notation import Order
from judge.rules.legal_orders import Choices, legal_orders
from judge.rules.ruleset import Ruleset
from judge.seat import HOUSE_LEVELS


def decide_orders(position: Position, ruleset: Ruleset, power: str, level: str, seed: str) -> tuple[Order, ...]:
    """Return a power's orders for the position's phase.

    Args:
        position: as the power may see it; nothing else is looked at.
        ruleset: the game's rules.
        power: the power to decide for.
        level: one of HOUSE_LEVELS.
        seed: draws what is left to chance. The same seed gives the same orders.

    Raises:
        ValueError: there is no such level.
    """
    if level not in HOUSE_LEVELS:
        raise ValueError(f"no level {level!r}; the levels are {', '.join(HOUSE_LEVELS)}")
    random = Random(f"{seed}/{power}/{position.phase.name}")
    return tuple(_decide(position, ruleset, power, level, random))


def _decide(position: Position, ruleset: Ruleset, power: str, level: str, random: Random) -> Sequence[Order]:
    choices = legal_orders(position, ruleset, power)
    if not choices:
        return ()
    valued = _worth(position, ruleset, power)
    if position.phase.kind == "retreats":
        return retreats(choices, valued, random)
    if position.phase.kind == "adjustments":
        return builds_and_removals(position, ruleset, power, choices, valued, random)
    if level == "calm":
        board = ruleset.board_at(position)
        empty = set(board.centres) - {unit.space for unit in position.units} - set(position.centres(power))
        return simple_advances(board, choices, sorted(empty), random)
    chosen = special_orders(position, ruleset, power, choices)
    ordered = {order.unit for order in chosen}
    left = {unit: orders for unit, orders in choices.items() if orders[0].unit not in ordered}
    if level == "steady":
        return [*_plan(position, ruleset, left, valued, random), *chosen]

    @cache
    def known(of: str) -> tuple[Choices, Worth]:
        return (left, valued) if of == power else (legal_orders(position, ruleset, of), _worth(position, ruleset, of))

    def plan(of: str, drawn: Random) -> Sequence[Order]:
        return _plan(position, ruleset, *known(of), drawn)

    return [*best_orders(position, ruleset, power, left, valued, plan, random), *chosen]


def _plan(position: Position, ruleset: Ruleset, choices: Choices, valued: Worth, random: Random) -> Sequence[Order]:
    return Plan(ruleset.board_at(position), choices, valued, random, ruleset.rules.once_per_turn(ruleset)).make()


def _worth(position: Position, ruleset: Ruleset, power: str) -> Worth:
    unknown = tuple(ruleset.rules.unknown_spaces(ruleset, position))
    return worth(position, ruleset, power, counts_next(position, ruleset), unknown)


def counts_next(position: Position, ruleset: Ruleset) -> bool:
    """Whether centres are counted before units move again."""
    phase = position.phase
    for _ in ruleset.calendar.seasons:
        phase = ruleset.calendar.after(phase)
        season = ruleset.calendar.season(phase)
        if season.counts or season.kind not in ("retreats", "adjustments"):
            return season.counts
    return False
