"""The notes of a report: which reasons are printed, under which numbers, and what they may say of other units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from judge.board import Unit
from judge.rules.outcome import Result
from judge.rules.reasons import Reason, StoodOff
from judge.rules.ruleset import Ruleset


class Told(NamedTuple):
    """What a note may say of a unit: its house form, its power's adjective, and its order with the note on it."""

    unit: str
    adjective: str
    order: str = ""
    note: int = 0
    """Number of the note that explains its order; 0 if none does."""
    result: Result | None = None

    @property
    def whose(self) -> str:
        """`Turkish A(Bul)-Ser`."""
        return f"{self.adjective} {self.order or self.unit}".strip()


class Note(NamedTuple):
    """One numbered note."""

    number: int
    result: Result
    reason: Reason
    sides: tuple[tuple[Unit, int, tuple[Unit, ...]], ...] = ()
    """For a standoff: every unit in it with its strength and its helpers."""


@dataclass(frozen=True)
class Notes:
    """The notes on a phase's results, numbered in the order in which they are first referred to."""

    notes: tuple[Note, ...]
    numbers: Mapping[int, int]
    """index of a result → number of its note."""
    results: Sequence[Result]
    ruleset: Ruleset

    def told(self, unit: Unit) -> Told:
        """What may be said of a unit of the board."""
        at = next((n for n, result in enumerate(self.results) if result.unit == unit), None)
        if at is None:
            return told(unit, self.ruleset)
        result = self.results[at]
        written = self.ruleset.notation.write(result.order)
        return told(unit, self.ruleset)._replace(order=written, note=self.numbers.get(at, 0), result=result)


def told(unit: Unit, ruleset: Ruleset) -> Told:
    """What may be said of a unit of which only its place is known."""
    adjective = next((power.adjective for power in ruleset.powers if power.name == unit.power), "")
    return Told(str(unit), adjective)


def failed(result: Result) -> bool:
    """Whether an order is marked in the report: it failed, or its unit was driven out.

    A game's own words may be for success; every failure has a reason.
    """
    return result.dislodged or (result.word not in ("succeeds", "given", "available", "stands") and result.reason is not None)


def number_notes(results: Sequence[Result], printed: Iterable[int], ruleset: Ruleset) -> Notes:
    """Number the reasons of the results in the order they are printed; units in one and the same standoff share a note."""
    numbers: dict[int, int] = {}
    kept: dict[object, Note] = {}
    for at in printed:
        result = results[at]
        if result.reason is None or not (failed(result) or not result.ordered):
            continue
        key = _key(at, result)
        note = kept.setdefault(key, Note(len(kept) + 1, result, result.reason, _sides(result)))
        numbers[at] = note.number
    return Notes(tuple(kept.values()), numbers, results, ruleset)


def _key(at: int, result: Result) -> object:
    """What makes two notes one: the same units, equally strong, bound for the same space."""
    reason = result.reason
    if isinstance(reason, StoodOff) and result.unit and reason.mine.total == reason.theirs.total:
        return (reason.space, frozenset({result.unit, *reason.by}))
    return at


def _sides(result: Result) -> tuple[tuple[Unit, int, tuple[Unit, ...]], ...]:
    reason = result.reason
    if not isinstance(reason, StoodOff) or result.unit is None:
        return ()
    helpers = reason.theirs.helpers if len(reason.by) == 1 else ()
    mine = (result.unit, reason.mine.total, reason.mine.helpers)
    return (mine, *((unit, reason.theirs.total, helpers) for unit in reason.by))
