"""What powers owe in a phase: orders for units, builds or removals."""

from __future__ import annotations

from typing import NamedTuple

from judge.board import Unit


class Part(NamedTuple):
    """What is due of some kinds of units that are counted apart from others."""

    kinds: tuple[str, ...]
    builds: int = 0
    removals: int = 0


class AdjustmentDue(NamedTuple):
    """What a power owes this phase. `units` must be ordered or retreated; of `sites` it may build `builds`; or it removes."""

    units: tuple[Unit, ...] = ()
    builds: int = 0
    removals: int = 0
    sites: tuple[Unit, ...] = ()
    parts: tuple[Part, ...] = ()
    """The same by kinds, where some are counted apart."""

    @property
    def forced(self) -> bool:
        """Whether it is removals only, of all the units there are to remove: its power has nothing to choose."""
        return not self.builds and 0 < len(self.units) <= self.removals
