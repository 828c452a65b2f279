"""Whole games between computer players of different strength, judged by the referee alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from judge.board import Position
from judge.house_players import decide_orders
from judge.notation import Order
from judge.rules import PhaseOutcome, Ruleset, adjudicate
from judge.rules.legal_orders import legal_orders
from judge.rules.variant import Power
from tests.rules.boards import RULES

OPEN = ("Tritons", "Rigelians", "Krell", "Zogs", "Martians")
"""The powers of a game whose players bring their own."""


class Ended(NamedTuple):
    """A game when it was left."""

    position: Position
    winners: tuple[str, ...]
    phases: int


class Score(NamedTuple):
    """How the seats of one level did."""

    seats: int
    centres: float
    within: float
    """Half of the 95 % interval of the mean of centres."""
    won: int
    most: int
    """How often a seat had the most centres, alone or with others."""


def random_orders(position: Position, rules: Ruleset, power: str, seed: str) -> tuple[Order, ...]:
    """One legal order for each unit, drawn evenly; the floor of any scale."""
    random, found = Random(f"{seed}/{power}/{position.phase.name}"), list[Order]()
    for unit, orders in legal_orders(position, rules, power).items():
        found += [random.choice(orders)] if unit is not None else random.sample(orders, min(len(orders), 2))
    return tuple(found)


def ordered(level: str, position: Position, rules: Ruleset, power: str, seed: str) -> tuple[Order, ...]:
    """What a player of a level orders; `random` and `holds` are not levels of house players."""
    if level == "holds":
        return ()
    if level == "random":
        return random_orders(position, rules, power, seed)
    seen = rules.rules.visible_position(rules, position, power) if rules.rules.hides_information(rules) else position
    return decide_orders(seen, rules, power, level, seed)


def judged(position: Position, orders: Mapping[str, Sequence[Order]], rules: Ruleset, seed: str) -> PhaseOutcome:
    """A phase judged, with throws drawn from the seed."""
    real = rules.rules
    if real.hides_information(rules):
        orders = {p: tuple(real.to_real_order(rules, position, p, o) for o in some) for p, some in orders.items()}

    @cache
    def throw(subject: str) -> int:
        return Random(f"{seed}/{subject}").randint(1, 6)

    return adjudicate(position, orders, rules, throw)


def play(seats: Mapping[str, str], last: int, seed: str, rules: Ruleset = RULES, start: Position | None = None) -> Ended:
    """Play a game to its end, or to the end of its last year. `seats`: power → level."""
    begun = start or rules.rules.opening_position(rules, rules.start, Random(f"{seed}/opening").getrandbits(64))
    position, winners, phases = begun, tuple[str, ...](), 0
    while position.phase.year <= last and not winners:
        orders = {power: ordered(level, position, rules, power, seed) for power, level in seats.items()}
        outcome = judged(position, orders, rules, seed)
        position, winners, phases = outcome.position, outcome.winners, phases + 1
    return Ended(position, winners, phases)


def contest(levels: Sequence[str], games: int, last: int, seed: str, rules: Ruleset = RULES) -> dict[str, Score]:
    """Play games in which the levels hold the seats in turn, moved on by one for every game; level → how it did."""
    rows: dict[str, list[tuple[int, bool, bool]]] = {level: [] for level in levels}
    powers = [power.name for power in rules.powers]
    for n in range(games):
        seats = {power: levels[(k + n) % len(levels)] for k, power in enumerate(powers)}
        ended = play(seats, last, f"{seed}/{n}", rules)
        counts = {power: len(ended.position.centres(power)) for power in powers}
        for power, level in seats.items():
            rows[level].append((counts[power], power in ended.winners, counts[power] == max(counts.values())))
    return {level: _score(found) for level, found in rows.items() if found}


def _score(rows: Sequence[tuple[int, bool, bool]]) -> Score:
    counts = [count for count, _, _ in rows]
    within = 1.96 * stdev(counts) / sqrt(len(counts)) if len(counts) > 1 else 0.0
    return Score(len(rows), mean(counts), within, sum(won for _, won, _ in rows), sum(most for _, _, most in rows))


def brought(rules: Ruleset) -> Ruleset:
    """A game that can be played: where its powers come with the players, with some."""
    return rules.with_powers([Power(name, short=name[:3]) for name in OPEN]) if rules.open else rules
