"""What a phase came to: every order's result with its reason, and the position that follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from judge.board import Position, Unit
from judge.notation import Order
from judge.rules.reasons import Reason


class OrderResult(NamedTuple):
    """One order and its result."""

    power: str
    order: Order
    unit: Unit | None
    """The unit that carried it out, as it stood before; None for builds, waives and units that do not exist."""
    word: str
    """DATC 3.2's words: succeeds, fails, given, cut, available, disrupted, stands, illegal, invalid, not possible."""
    reason: Reason | None = None
    """The one primary reason; None where nothing went wrong."""
    dislodged: bool = False
    ordered: bool = True
    """False if the power sent no order for this unit, so that it stood (or was disbanded, or removed)."""


class RemovedUnit(NamedTuple):
    """A unit that left the board, and why: `destroyed` (no retreat), `disbanded`, `removed`, or a game's own word.

    The unit is as it stood before the phase. The common report tells of the three; of a game's own word, its own words do.
    """

    unit: Unit
    how: str
    by: Unit | None = None
    """Who drove out a unit that was destroyed in a movement phase, as it stood before."""
    barred: str = ""
    """The space that was closed to such a unit because its attacker came from there, as in `DislodgedUnit`."""


NONE: Mapping[str, Any] = MappingProxyType({})


class PhaseOutcome(NamedTuple):
    """A phase, judged. `position` is what follows it, its phase the next one in which something may be due."""

    before: Position
    position: Position
    results: tuple[OrderResult, ...]
    """By power in the game's order, then as ordered; units without orders last."""
    removed: tuple[RemovedUnit, ...] = ()
    changed: Mapping[str, tuple[str, str]] = NONE
    """centre → (old owner, new owner) for centres that changed hands on the way into the next phase."""
    counted: bool = False
    """Whether centres were counted on the way into the next phase."""
    winners: tuple[str, ...] = ()
    """The power that has won by what was counted; several if the game shares."""
    facts: tuple[Mapping[str, Any], ...] = ()
    """Special facts for the report, each a mapping with a `kind` the game's words know."""
    throws: Mapping[str, int] = NONE
    """subject → die thrown in this phase."""


def orders_by_power(outcome: PhaseOutcome) -> Mapping[str, Sequence[Order]]:
    """The orders a phase was judged on, by power."""
    orders: dict[str, list[Order]] = {}
    for result in outcome.results:
        if result.ordered:
            orders.setdefault(result.power, []).append(result.order)
    return orders
