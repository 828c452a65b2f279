"""A unit: whose it is, what kind it is, where it stands. Units are the referee's keys, not provinces."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """A piece on the board. `place` is a space, or a space and coast (`StP.sc`); `power` is '' for neutral units."""

    power: str
    kind: str
    place: str
    name: str = ""
    """Tells units of one power and kind apart where several may share a space (`1` in A1(ORB)); mostly ''."""

    @property
    def space(self) -> str:
        """The space it stands in, without the coast."""
        return self.place.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.kind}{self.name}({self.place})"
