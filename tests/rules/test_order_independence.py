"""The outcome, words and reasons included, is the same however powers, orders and units are shuffled."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules import PhaseOutcome, adjudicate
from judge.rules.outcome import orders_by_power
from tests.rules.boards import RULES, Scene, datc, scene


def shuffled(was: Scene, rng: Random) -> Scene:
    """The same position and orders, listed otherwise."""
    units = rng.sample(was.position.units, len(was.position.units))
    orders = [(power, tuple(rng.sample(orders, len(orders)))) for power, orders in was.orders.items()]
    beaten = rng.sample(was.position.dislodged, len(was.position.dislodged))
    return Scene(replace(was.position, units=tuple(units), dislodged=tuple(beaten)), dict(rng.sample(orders, len(orders))))


def told(outcome: PhaseOutcome) -> tuple[object, ...]:
    """All there is to an outcome but the order of what is listed."""
    after = outcome.position
    return (
        after.phase, sorted(after.units), sorted(after.dislodged), after.standoffs, after.owners,
        sorted(map(repr, outcome.results)), sorted(outcome.removed), dict(outcome.changed), outcome.winners,
    )  # fmt: skip


def same_however_shuffled(was: Scene, rng: Random) -> None:
    outcome = told(adjudicate(was.position, was.orders, RULES))
    for _ in range(3):
        now = shuffled(was, rng)
        assert told(adjudicate(now.position, now.orders, RULES)) == outcome


@given(st.randoms(use_true_random=False), st.integers(3, 9), st.sampled_from([0.0, 0.3]))
@settings(max_examples=150)
def test_small_boards(rng: Random, number: int, wild: float) -> None:
    same_however_shuffled(scene(rng, number, wild=wild), rng)


@given(st.integers(0, 2**32), st.integers(10, 24), st.sampled_from([0.0, 0.1, 0.5]))
@settings(max_examples=300)
def test_mid_size_boards(seed: int, number: int, wild: float) -> None:
    rng = Random(seed)
    same_however_shuffled(scene(rng, number, powers=4, wild=wild), rng)


def test_the_cases_of_datc() -> None:
    """Movement and retreats. Where a unit was given two orders the first one counts, so these are left out."""
    for case, outcome in datc().items():
        orders = orders_by_power(outcome)
        twice = any(len({o.unit and o.unit.space for o in listed}) < len(listed) for listed in orders.values())
        if outcome.before.phase.kind == "adjustments" or twice:
            continue
        was = Scene(outcome.before, {power: tuple(listed) for power, listed in orders.items()})
        for seed in range(4):
            now = shuffled(was, Random(f"{case} {seed}"))
            assert told(adjudicate(now.position, now.orders, RULES)) == told(outcome), case
