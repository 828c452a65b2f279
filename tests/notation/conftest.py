"""Positions that order lines are read against."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from judge.board import DislodgedUnit, Phase, Position, Unit
from judge.notation.reader import IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.readings import ASKED
from judge.rules.ruleset import Ruleset

PHASES = {
    "movement": Phase("Spring 1902", "movement", 1902, 0),
    "retreats": Phase("Spring 1902 retreats", "retreats", 1902, 1),
    "adjustments": Phase("Winter 1902", "adjustments", 1902, 4),
}

Read = Callable[..., tuple[Reading, ...]]


@pytest.fixture(scope="session")
def place(ruleset: Ruleset) -> Callable[..., Position]:
    """A position of units in house form, in a phase of some kind."""

    def make(units: Mapping[str, Sequence[str]], kind: str = "movement", gone: Sequence[DislodgedUnit] = ()) -> Position:
        read = ruleset.notation.read_unit
        refs = [(power, read(text, ruleset.board)) for power, texts in units.items() for text in texts]
        standing = tuple(Unit(power, ref.kind, ref.place) for power, ref in refs)
        return Position(PHASES[kind], standing, dict(ruleset.start.owners), tuple(gone))

    return make


@pytest.fixture(scope="session")
def tell(ruleset: Ruleset) -> Callable[[Sequence[Reading]], list[str | None]]:
    """Readings as the tables tell them: the house form, `?code` for a complaint, None for what is ignored and no part of these."""

    def one(reading: Reading) -> str | None:
        match reading:
            case ParsedOrder(_, order):
                return ruleset.notation.write(order)
            case UnreadableText(_, complaint):
                return f"?{complaint.code}"
            case IgnoredText(_):
                return None

    def told(reading: Reading) -> bool:
        return not (isinstance(reading, IgnoredText) and reading.kind == ASKED)

    return lambda readings: [one(reading) for reading in readings if told(reading)]
