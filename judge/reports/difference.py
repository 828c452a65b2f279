"""The differences between two reports of one phase, as their reader may know them: orders, results, rolls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from judge.board import Position
from judge.game import PhaseView
from judge.reports.report import format_reported_order
from judge.rules.outcome import OrderResult
from judge.rules.ruleset import Ruleset


class ReportedOrder(NamedTuple):
    """One order in one of the two reports; `order` is '' if that report has none for the unit."""

    order: str = ""
    word: str = ""
    ordered: bool = True
    dislodged: bool = False
    verb: str = ""


class OrderChange(NamedTuple):
    """One unit's order, or one build or removal, in the older and in the newer report."""

    power: str
    was: ReportedOrder
    now: ReportedOrder


def order_changes(old: PhaseView, new: PhaseView, ruleset: Ruleset) -> list[OrderChange]:
    """Return every order that differs or has a different result, power by power."""
    before, after = _sides(old, ruleset), _sides(new, ruleset)
    keys = dict.fromkeys([*after, *before])
    found = [OrderChange(key[0], before.get(key, ReportedOrder()), after.get(key, ReportedOrder())) for key in keys]
    return sorted((change for change in found if change.was != change.now), key=lambda change: change.power)


def throw_changes(old: PhaseView, new: PhaseView) -> list[tuple[str, int | None, int | None]]:
    """Return (subject, older roll, newer roll) where they differ; None where a report has none."""
    subjects = dict.fromkeys([*old.throws, *new.throws])
    found = [(subject, old.throws.get(subject), new.throws.get(subject)) for subject in subjects]
    return [(subject, was, now) for subject, was, now in found if was != now]


def _sides(seen: PhaseView, ruleset: Ruleset) -> Mapping[tuple[str, Any], ReportedOrder]:
    return {_key(result): _side(result, seen.before, ruleset) for result in seen.results}


def _key(result: OrderResult) -> tuple[str, Any]:
    """Return what identifies an order in both reports: its unit, on whichever coast; without a unit, the order itself."""
    unit = result.unit
    if unit is None:
        return result.power, (result.order.verb, result.order.unit and result.order.unit.space, result.order.of)
    return result.power, (unit.kind, unit.space, unit.name)


def _side(result: OrderResult, before: Position, ruleset: Ruleset) -> ReportedOrder:
    return ReportedOrder(
        ruleset.notation.write(format_reported_order(result, before, ruleset)), result.word, result.ordered, result.dislodged,
        result.order.verb,
    )  # fmt: skip
