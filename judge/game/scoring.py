"""Scoring systems of tournaments and leagues, as rows: what a finished game gives each power."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

TOTAL = 100
"""The points of a game: of a solo all of them, and in most systems those of any other end together."""


class ScoringSystem(NamedTuple):
    """One system. Points of a game that nobody won alone; parts that are 0 give nothing."""

    title: str
    draw: int = 0
    """Points that those who share in the draw divide."""
    squares: int = 0
    """Points that are divided in proportion to the squares of the centres."""
    entry: int = 0
    """Points for each power that was played."""
    centre: int = 0
    """Points for each centre."""
    ranks: tuple[int, ...] = ()
    """Points for the most centres, the next most and so on; who is level shares."""
    survivors: int = 0
    """Points that all who survive divide."""
    tribute: int = 0
    """Centres beyond which each more centre of the leader takes a point from every other survivor; several leaders share."""


SYSTEMS: Mapping[str, ScoringSystem] = {
    "draw-size": ScoringSystem("draw size", draw=TOTAL),
    "sum-of-squares": ScoringSystem("sum of squares", squares=TOTAL),
    "c-diplo": ScoringSystem("C-Diplo", entry=1, centre=1, ranks=(38, 14, 7)),
    "tribute": ScoringSystem("tribute", centre=1, survivors=66, tribute=6),
}
"""Name → system. A solo gives TOTAL to its winner and nothing to the others, in each of them."""
USUAL = "draw-size"


def score_game(
    system: ScoringSystem, centres: Mapping[str, int], alive: Sequence[str], winners: Sequence[str]
) -> dict[str, Fraction]:
    """Return power → points.

    Args:
        centres: power → its centres at the end, of every power that was played.
        alive: the powers that have a unit or a centre.
        winners: who won, or who shares in a draw; nobody if the game was given up.
    """
    if len(winners) == 1:
        return {power: Fraction(TOTAL if power in winners else 0) for power in centres}
    squares = sum(number**2 for number in centres.values()) or 1
    found = {
        power: Fraction(system.entry + system.centre * number)
        + Fraction(system.squares * number**2, squares)
        + (Fraction(system.draw, len(winners)) if power in winners else 0)
        + (Fraction(system.survivors, len(alive)) if power in alive else 0)
        for power, number in centres.items()
    }
    for power, points in _by_rank(system.ranks, centres).items():
        found[power] += points
    for power, points in _tribute(system, centres, alive).items():
        found[power] += points
    return found


def _by_rank(ranks: Sequence[int], centres: Mapping[str, int]) -> dict[str, Fraction]:
    """Return what each power gets for its rank. Powers with as many centres share the points of all their ranks."""
    found: dict[str, Fraction] = {}
    for power, number in centres.items():
        above, level = sum(other > number for other in centres.values()), sum(other == number for other in centres.values())
        found[power] = Fraction(sum(ranks[above : above + level]), level)
    return found


def _tribute(system: ScoringSystem, centres: Mapping[str, int], alive: Sequence[str]) -> dict[str, Fraction]:
    """Return what the survivors pay to those who lead, and what these get."""
    most = max((centres.get(power, 0) for power in alive), default=0)
    leaders = [power for power in alive if centres.get(power, 0) == most]
    others = [power for power in alive if power not in leaders]
    paid = max(0, most - system.tribute) if system.tribute else 0
    return {power: Fraction(-paid) for power in others} | {
        power: Fraction(paid * len(others), len(leaders)) for power in leaders if others
    }
