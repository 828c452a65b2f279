"""An order as it was written, before the board is asked: values only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.notation.splitter import PlaceToken


class WrittenPlace(NamedTuple):
    """A place as written: what it may mean, and the coast, '' if none was named."""

    spot: PlaceToken
    coast: str = ""


class WrittenUnit(NamedTuple):
    """A unit as written."""

    power: str
    kind: str
    name: str
    place: WrittenPlace


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """An order as written, before the board is asked."""

    verb: str
    unit: WrittenUnit | None = None
    of: WrittenUnit | None = None
    route: tuple[WrittenPlace, ...] = ()
    """Where it goes, last; before it the way."""
    via: str = ""
    load: str = ""
    marks: tuple[str, ...] = ()
    """How it was said: of MARKS."""
    whose: str = ""
    """The power that is said to give it, if that stands by itself: `Russia removes F(BOT)`."""

    def places(self) -> tuple[WrittenPlace, ...]:
        """All places it names."""
        units = tuple(named.place for named in (self.unit, self.of) if named)
        return (*units, *self.route)

    def with_place(self, old: WrittenPlace, new: WrittenPlace) -> WrittenOrder:
        """The same draft with one place put for another."""
        unit, of = (n._replace(place=new) if n and n.place is old else n for n in (self.unit, self.of))
        return replace(self, unit=unit, of=of, route=tuple(new if p is old else p for p in self.route))
