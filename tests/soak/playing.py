"""Whole games of standard Diplomacy as house players play them: what each Power writes, phase by phase, and where that leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.board import Position
from judge.rules import awaited_dues
from tests.contest.play import judged, ordered
from tests.rules.boards import RULES


class Turn(NamedTuple):
    """A phase for which letters are due."""

    orders: Mapping[str, Sequence[str]]
    """power → its lines, for all that are waited for."""
    leads_to: Position
    """Where they lead, in the next phase for which letters are due."""


def played(seed: str) -> Iterator[Turn]:
    """Yield phase after phase, until somebody would win. The same seed gives the same game."""
    position = RULES.start
    while True:
        orders = {power: ordered("steady", position, RULES, power, seed) for power in awaited_dues(position, RULES)}
        outcome = judged(position, orders, RULES, seed)
        while not outcome.winners and not awaited_dues(outcome.position, RULES):
            outcome = judged(outcome.position, {}, RULES, seed)
        if outcome.winners:
            return
        position = outcome.position
        yield Turn({power: [*map(RULES.notation.write, some)] for power, some in orders.items()}, position)
