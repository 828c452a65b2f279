"""The notes of a report: which reasons are printed, their numbers, and what they may say of other units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from judge.board import Unit, space_of
from judge.game import PhaseView
from judge.rules import CounterfactualResult
from judge.rules.counterfactual import ASKED
from judge.rules.outcome import OrderResult
from judge.rules.reasons import CivilDisorder, InVain, NoRoute, Reason, StoodOff
from judge.rules.ruleset import Ruleset


class NotedUnit(NamedTuple):
    """What a note may say of a unit: its house form, its power's adjective, and its order with that order's note."""

    unit: str
    adjective: str
    order: str = ""
    note: int = 0
    """Number of the note that explains its order; 0 if there is none."""
    result: OrderResult | None = None

    @property
    def whose(self) -> str:
        """Return `Turkish A(Bul)-Ser`."""
        return f"{self.adjective} {self.order or self.unit}".strip()


class Note(NamedTuple):
    """One numbered note."""

    number: int
    result: OrderResult
    reason: Reason
    sides: tuple[tuple[Unit, int, tuple[Unit, ...]], ...] = ()
    """For a standoff: every unit in it with its strength and its helpers."""


@dataclass(frozen=True)
class Notes:
    """The notes on a phase's results, numbered in the order in which they are first referred to."""

    notes: tuple[Note, ...]
    numbers: Mapping[int, int]
    """Index of a result → number of its note."""
    results: Sequence[OrderResult]
    ruleset: Ruleset

    def told(self, unit: Unit) -> NotedUnit:
        """Return what may be said of a unit on the board."""
        at = next((n for n, result in enumerate(self.results) if result.unit == unit), None)
        if at is None:
            return describe_unit(unit, self.ruleset)
        result = self.results[at]
        written = self.ruleset.notation.write(result.order)
        return describe_unit(unit, self.ruleset)._replace(order=written, note=self.numbers.get(at, 0), result=result)


def describe_unit(unit: Unit, ruleset: Ruleset) -> NotedUnit:
    """Return what may be said of a unit of which only its place is known."""
    adjective = next((power.adjective for power in ruleset.on_the_board if power.name == unit.power), "")
    return NotedUnit(str(unit), adjective)


def is_marked_failed(result: OrderResult) -> bool:
    """Whether the report marks an order as failed: it failed, or its unit was dislodged.

    A game's own result words may mean success, but every failure has a reason.
    """
    return result.dislodged or (result.word not in ("succeeds", "given", "available", "stands") and result.reason is not None)


def number_notes(seen: PhaseView, printed: Iterable[int], ruleset: Ruleset) -> Notes:
    """Number the reasons of the results in the order they are printed; what can be said in one note shares it.

    Such are units in the same standoff, and units that supported the same move in vain.
    """
    numbers: dict[int, int] = {}
    kept: dict[object, Note] = {}
    for at in printed:
        result = seen.results[at]
        reason = (result.reason if is_marked_failed(result) or not result.ordered else None) or support_in_vain(result, seen)
        if reason is not None:
            note = kept.setdefault(_key(at, result, reason, ruleset), Note(len(kept) + 1, result, reason, _sides(result)))
            numbers[at] = note.number
    return Notes(tuple(kept.values()), numbers, seen.results, ruleset)


def _key(at: int, result: OrderResult, reason: Reason, ruleset: Ruleset) -> object:
    """Return a key that is equal for results which share a note: the same units, equally strong, moving to the same space; the
    same move supported in vain; units of one power that the rules removed for the same reason.
    """
    if isinstance(reason, CivilDisorder):
        return result.power, reason if ruleset.rules.removes_farthest(ruleset) else reason.code
    if isinstance(reason, StoodOff) and result.unit and reason.mine.total == reason.theirs.total:
        return (reason.space, frozenset({result.unit, *reason.by}))
    return reason if isinstance(reason, InVain) else at


def support_in_vain(result: OrderResult, seen: PhaseView) -> InVain | None:
    """Return the reason that a support or convoy was given to a failed order; None if it was not, or if it made a difference all
    the same.
    """
    if result.word not in ("given", "available") or result.dislodged:
        return None
    helped = supported_order(result, seen.results)
    if helped is None or helped.unit is None or not (is_marked_failed(helped) if result.order.target else helped.dislodged):
        return None
    other = seen.otherwise(result)
    return InVain(helped.unit, other is not None) if other is None or other.same else None


def supported_order(result: OrderResult, results: Iterable[OrderResult]) -> OrderResult | None:
    """Return the order that a support or convoy was for, if it was given. If several units are in one space, it is the one that
    fits best.
    """
    of, target = result.order.of, space_of(result.order.target)
    if of is None:
        return None
    there = [r for r in results if r.unit and r.unit.space == of.space and _goes(r) == target]
    return max(there, key=lambda r: r.unit is not None and (of.kind == r.unit.kind, of.power == r.power), default=None)


def _goes(result: OrderResult) -> str:
    """Return the space to which a unit was ordered; '' if it was to stay."""
    return "" if result.order.verb in ("support", "convoy") else space_of(result.order.target)


def note_facts(note: Note, seen: PhaseView, notes: Notes) -> dict[str, Any]:
    """Return the facts for a note's template: its reason, the order it was meant to help, and what difference it made."""
    result = note.result
    facts: dict[str, Any] = {"number": note.number, "reason": note.reason, "result": result, "sides": note.sides}
    helped = supported_order(result, seen.results)
    of = notes.told(helped.unit) if helped and helped.unit else None
    return facts | {"of": of, "rivals": _rivals(helped, seen) if helped else 0, "other": _other(result, helped, seen)}


def _other(result: OrderResult, helped: OrderResult | None, seen: PhaseView) -> CounterfactualResult | None:
    """Return what difference it made that an order failed, if a single order can have made it."""
    if not isinstance(result.reason, ASKED):
        return None
    route = helped.reason if helped else None
    if isinstance(route, NoRoute) and (route.paradox or len(route.at) > 1):
        return None
    return seen.otherwise(result)


def _rivals(helped: OrderResult, seen: PhaseView) -> int:
    """Count the other units that wanted the space to which this one was ordered, or in which it stood, or that stood there."""
    space = _goes(helped) or (helped.unit.space if helped.unit else "")
    rivals = [r for r in seen.results if r is not helped and _goes(r) == space]
    return len(rivals) + len([unit for unit in seen.before.units if unit.space == space and unit != helped.unit])


def _sides(result: OrderResult) -> tuple[tuple[Unit, int, tuple[Unit, ...]], ...]:
    reason = result.reason
    if not isinstance(reason, StoodOff) or result.unit is None:
        return ()
    helpers = reason.theirs.helpers if len(reason.by) == 1 else ()
    mine = (result.unit, reason.mine.total, reason.mine.helpers)
    return (mine, *((unit, reason.theirs.total, helpers) for unit in reason.by))
