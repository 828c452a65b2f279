"""A position: everything that stands on the board before a phase, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judge.board.phase import Phase
from judge.board.unit import Unit


class DislodgedUnit(NamedTuple):
    """A unit driven out, waiting for its retreat."""

    unit: Unit
    by: Unit
    """The attacker as it stood before it moved."""
    barred: str
    """The space the attacker came from, which is closed to the retreat; '' where it is not (it came by convoy)."""
    retreats: tuple[str, ...]
    """Places it may go to, sorted."""


@dataclass(frozen=True, slots=True)
class Position:
    """Units, owners of centres, units waiting to retreat, and what a game's own rules remember."""

    phase: Phase
    units: tuple[Unit, ...]
    """Without the dislodged."""
    owners: Mapping[str, str] = field(default_factory=dict)
    """centre → power; a centre that is not listed is neutral."""
    dislodged: tuple[DislodgedUnit, ...] = ()
    standoffs: frozenset[str] = frozenset()
    """Spaces left empty by a standoff, closed to retreats."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What only this game knows, by name (`terrain`, `aboard`, `colonies`); JSON values."""

    def __hash__(self) -> int:
        """Hash what usually differs between positions and cannot change."""
        return hash((self.phase, self.units))

    def centres(self, power: str) -> tuple[str, ...]:
        """Centres a power owns, sorted by code."""
        return tuple(sorted(code for code, owner in self.owners.items() if owner == power))

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """Its units on the board, without the dislodged, sorted as reports print them: armies, then fleets, by place."""
        return tuple(sorted((u for u in self.units if u.power == power), key=lambda u: (u.kind, u.name, u.place.lower())))
