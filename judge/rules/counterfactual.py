"""What would have come of a judged phase with one order changed: whether a cut, a support or a convoy made a difference.

The phase is judged twice more, with the same orders and throws: as it was, and with that one support or convoy otherwise.
Only what is asked about is judged again, so that a report costs as much as its notes ask for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from judge.board import Unit, space_of
from judge.notation import Order
from judge.rules.movement import judge_movement
from judge.rules.outcome import OrderResult, PhaseOutcome, orders_by_power
from judge.rules.reasons import Cut, Disrupted, Unmatched
from judge.rules.ruleset import Ruleset


class CounterfactualResult(NamedTuple):
    """What the change makes: nothing, or another result of one unit; the unit that the order helped comes first."""

    same: bool
    """True if nothing would have changed: units, retreats and owners."""
    unit: Unit | None = None
    """None if things would have differed, but no unit would have moved, held or been driven out otherwise."""
    fate: str = ""
    """`in` (its move would have got in), `took` (and driven somebody out), `failed`, `held`, `out` (driven out)."""
    place: str = ""
    """The space its move went to, for `in`, `took` and `failed`."""


Supposing = Callable[[OrderResult], "CounterfactualResult | None"]
"""What a result's order would have done: cut or disrupted, had it not been; void, had it matched; what it did, if it was given."""

ASKED = (Cut, Disrupted, Unmatched)
"""Reasons of failed orders for which the question makes sense."""
SAME = CounterfactualResult(True)
GIVEN = ("given", "available")


def counterfactual(outcome: PhaseOutcome, ruleset: Ruleset) -> Supposing:
    """The question, for one phase. The answer is None if the question makes no sense or needs a throw that was not made."""

    @cache
    def as_it_was() -> PhaseOutcome:
        return _judge(outcome, ruleset, orders_by_power(outcome), {})

    known: dict[int, CounterfactualResult | None] = {}
    """By the result's identity: readers who see everything ask with the outcome's own results."""

    def ask(result: OrderResult) -> CounterfactualResult | None:
        if not any(result is each for each in outcome.results):
            return find(result)
        if id(result) not in known:
            known[id(result)] = find(result)
        return known[id(result)]

    def find(result: OrderResult) -> CounterfactualResult | None:
        if outcome.before.phase.kind != "movement" or result.unit is None:
            return None
        try:
            if isinstance(result.reason, Unmatched):
                other = _matched(outcome, result, ruleset)
            elif isinstance(result.reason, Cut | Disrupted):
                other = _judge(outcome, ruleset, orders_by_power(outcome), {result.unit: True})
            else:
                other = _judge(outcome, ruleset, _changed(outcome, result, None), {}) if result.word in GIVEN else None
        except LookupError:
            return None
        return _between(as_it_was(), other, result) if other else None

    return ask


def _judge(
    outcome: PhaseOutcome, ruleset: Ruleset, orders: Mapping[str, Sequence[Order]], suppose: Mapping[Unit, bool]
) -> PhaseOutcome:
    return judge_movement(outcome.before, orders, ruleset, lambda subject: outcome.throws[subject], suppose)


def _changed(outcome: PhaseOutcome, result: OrderResult, order: Order | None) -> Mapping[str, Sequence[Order]]:
    """The orders as they were sent, with this result's order replaced, or removed."""
    found = {power: [order if each is result.order else each for each in some] for power, some in orders_by_power(outcome).items()}
    return {power: [each for each in some if each is not None] for power, some in found.items()}


def _matched(outcome: PhaseOutcome, result: OrderResult, ruleset: Ruleset) -> PhaseOutcome | None:
    """The phase with a void support or convoy given to what its unit was ordered to do; None if it could not have been."""
    served = next((r for r in outcome.results if isinstance(result.reason, Unmatched) and r.unit == result.reason.of), None)
    if served is None or served.order.verb not in ("move", "stands" if result.order.verb == "support" else "move"):
        return None
    mended = result.order._replace(target=served.order.target)
    if mended == result.order:
        return None
    other = _judge(outcome, ruleset, _changed(outcome, result, mended), {})
    given = next(r.word for r in other.results if r.unit == result.unit) in GIVEN
    return other if given else None


def _between(was: PhaseOutcome, other: PhaseOutcome, result: OrderResult) -> CounterfactualResult:
    """What differs. The unit that the order served goes before the others."""
    if _comes_to(was) == _comes_to(other):
        return SAME
    then = {r.unit: r for r in was.results if r.unit}
    served = result.order.of.space if result.order.of else ""
    for now in sorted((r for r in other.results if r.unit), key=lambda r: r.unit is not None and r.unit.space != served):
        assert now.unit is not None
        if now.unit in then and (fate := _fate(then[now.unit], now)):
            place = space_of(now.order.target) if now.order.verb == "move" else ""
            taken = fate == "in" and place in _beaten_in(other)
            return CounterfactualResult(False, now.unit, "took" if taken else fate, place if fate in ("in", "failed") else "")
    return CounterfactualResult(False)


def _fate(was: OrderResult, now: OrderResult) -> str:
    """What would have become of a unit, if it is another thing than what did."""
    moved = [r.order.verb == "move" and r.word == "succeeds" for r in (was, now)]
    if moved == [False, True]:
        return "in"
    if now.dislodged and not was.dislodged:
        return "out"
    if was.dislodged and not now.dislodged:
        return "held"
    return "failed" if moved == [True, False] else ""


def _comes_to(outcome: PhaseOutcome) -> tuple[Any, ...]:
    after = outcome.position
    return set(after.units), set(after.dislodged), set(outcome.removed), dict(after.owners), dict(after.facts)


def _beaten_in(outcome: PhaseOutcome) -> set[str]:
    return {r.unit.space for r in outcome.results if r.unit and r.dislodged}
