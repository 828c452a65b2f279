"""On random positions around the railway the game agrees with an exhaustive search, whatever the order of orders and units.

`make railway` tries 20,000; a plain test run tries a sample.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from judge.assets import find_assets
from judge.board import Position
from judge.notation import Order
from judge.rules import PhaseOutcome, adjudicate
from judge.rules.reasons import Unexplained
from judge.variants import load_ruleset
from tests.railway.positions import order_of, position
from tests.railway.second_opinion import Answer, Written, answers

RULES = load_ruleset("colonial_diplomacy", [find_assets().games], find_assets().grammars())
POSITIONS = int(os.environ.get("RAILWAY_POSITIONS", "1200"))
PARTS = 20
FEWEST_DECIDED = 0.99
"""Share of positions that must have an answer to compare with; the others are paradoxes of the ordinary rules."""


def judged(standing: Position, orders: dict[str, Written], random: Random) -> PhaseOutcome:
    """The game's outcome, with units and orders in an order of their own."""
    units = {unit.space: unit for unit in standing.units}
    spaces = random.sample(sorted(orders), len(orders))
    sent: dict[str, list[Order]] = {}
    for space in spaces:
        sent.setdefault(orders[space].power, []).append(order_of(units[space], orders[space], units))
    return adjudicate(Position(standing.phase, tuple(units[space] for space in spaces), standing.owners), sent, RULES)


def told(outcome: PhaseOutcome) -> Answer:
    """What the game said, in the form of the search."""
    results = {result.unit.space: result for result in outcome.results if result.unit}
    train = next(result for result in results.values() if result.order.via == "TSR")
    start, end = train.order.unit.space if train.order.unit else "", train.word.removeprefix("stops at ")
    return Answer(
        frozenset(s for s, r in results.items() if r.word == "succeeds" and r is not train),
        {"succeeds": train.order.target, "fails": start}.get(train.word, end),
        frozenset(space for space, r in results.items() if r.word == "given"),
        frozenset(space for space, r in results.items() if r.dislodged),
    )


def compare(seed: int, seen: Counter[str]) -> None:
    """Judge one position three times and search it; tell in `seen` what there was to compare with."""
    random = Random(seed)
    standing, orders = position(RULES.board, RULES.start, random)
    outcomes = [judged(standing, orders, random) for _ in range(3)]
    said = told(outcomes[0])
    for other in outcomes[1:]:
        assert told(other) == said, f"position {seed}: {orders}"
        assert set(other.results) == set(outcomes[0].results), f"position {seed}: {orders}"
    assert not any(isinstance(result.reason, Unexplained) for result in outcomes[0].results), f"position {seed}: {orders}"
    found = answers(orders)
    if len(found) > 1:  # circles of moves: all of them succeed
        most = max(len(answer.moved) for answer in found)
        found = [answer for answer in found if len(answer.moved) == most]
        seen["circles"] += 1
    seen["decided" if len(found) == 1 else "several" if found else "none"] += 1
    assert len(found) != 1 or found[0] == said, f"position {seed}: {orders}\nfound {found[0]}\nsaid {said}"


@pytest.mark.parametrize("part", [0, 1, 2, *(pytest.param(part, marks=pytest.mark.slow) for part in range(3, PARTS))])
def test_the_game_agrees_with_an_exhaustive_search(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, POSITIONS, PARTS):
        compare(seed, seen)
    print(dict(seen))
    assert seen["decided"] >= FEWEST_DECIDED * seen.total() - seen["circles"]
