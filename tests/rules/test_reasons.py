"""Every order that came to less than it wanted has one reason, and its numbers are those that a recount finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from judge.board import Position
from judge.notation import Order
from judge.rules import PhaseOutcome, Reason, adjudicate, counterfactual
from judge.rules.reasons import DrivenOut, Unexplained
from tests.rules.boards import BOARD, RULES, SPRING, datc, orders_for, scatter, scene
from tests.rules.brute_force import BruteForce, answer
from tests.rules.recount import Recount

FALLS_BACK = RULES.with_house_rules({"convoy_land_fallback": "yes"})
ALL_HOLD = RULES.with_house_rules({"paradox": "all-hold", "explicit_via": "yes"})
FINE = ("succeeds", "given", "available", "stands")
BOARDS = 3000


def outcomes() -> Iterator[tuple[str, PhaseOutcome]]:
    """Every case of DATC, and random boards: tame and wild, small and larger."""
    yield from datc().items()
    for seed in range(BOARDS):
        rng = Random(seed)
        thrown = scene(rng, rng.randint(4, 14), powers=rng.choice([2, 3, 5]), wild=rng.choice([0.0, 0.0, 0.4]))
        for rules in (RULES, FALLS_BACK, ALL_HOLD):
            yield f"seed {seed}", adjudicate(thrown.position, thrown.orders, rules)


@pytest.mark.slow
def test_whatever_came_to_less_than_it_wanted_has_a_reason_of_its_own() -> None:
    for where, outcome in outcomes():
        for result in outcome.results:
            reason = result.reason
            if result.word in FINE:
                driven_out = isinstance(reason, DrivenOut) and result.word == "stands" and result.dislodged
                assert driven_out or reason is None or not result.ordered, f"{where}: {result}"
            else:
                assert isinstance(reason, Reason), f"{where}: {result}"
            assert not isinstance(reason, Unexplained), f"{where}: {result}"
            assert reason is None or reason.code, f"{where}: {result}"


@pytest.mark.slow
def test_the_numbers_are_those_of_a_recount() -> None:
    seen: Counter[str] = Counter()
    for where, outcome in outcomes():
        if outcome.before.phase.kind != "movement":
            continue
        recount = Recount(outcome)
        for result in outcome.results:
            if result.reason and result.unit:
                seen[result.reason.code] += 1
                try:
                    recount.check(result)
                except (AssertionError, KeyError) as error:
                    pytest.fail(f"{where}: {result}: {error!r} of {outcome.results}")
    codes = "standoff held not-left head-to-head own-unit no-route cut unmatched disrupted dislodged not-allowed paradox"
    assert {code: seen[code] for code in codes.split() if seen[code] < 5} == {}


@pytest.mark.slow
def test_a_cut_support_mattered_where_the_search_ends_otherwise_without_the_cut() -> None:
    seen: Counter[bool | None] = Counter()
    for seed in range(2 * BOARDS):
        rng = Random(seed)
        units = scatter(rng, rng.randint(4, 8))
        orders = {unit: Order("stands") for unit in units} | orders_for(rng, units)
        sent: dict[str, list[Order]] = {}
        for unit, order in orders.items():
            sent.setdefault(unit.power, []).append(order)
        outcome = adjudicate(Position(SPRING, units), sent, RULES)
        for result in outcome.results:
            if result.word == "cut" and result.unit:
                found = [*BruteForce(BOARD, orders, frozenset({result.unit.space})).solutions()]
                if len(found) == 1:
                    said = answer(outcome)
                    other = (found[0].moved, found[0].driven_out) != (said.moved, said.driven_out)
                    asked = counterfactual(outcome, RULES)(result)
                    assert asked
                    assert asked.same != other, f"seed {seed}: {result}"
                    seen[other] += 1
    assert min(seen[True], seen[False]) > 50, seen
