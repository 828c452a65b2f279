"""An order as written, before the board is looked at: values only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.board import Board, PlaceNames
from judge.notation.segments import PlaceToken


class WrittenPlace(NamedTuple):
    """A place as written: its possible meanings, and the coast, '' if none was named."""

    spot: PlaceToken
    coast: str = ""


class WrittenUnit(NamedTuple):
    """A unit as written."""

    power: str
    kind: str
    name: str
    place: WrittenPlace

    @property
    def is_placed(self) -> bool:
        """Whether it names a place, and not only the kind: `my fleet`."""
        return self.place.spot.end > 0 or bool(self.place.spot.codes)


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """An order as written, before the board is asked."""

    verb: str
    unit: WrittenUnit | None = None
    of: WrittenUnit | None = None
    route: tuple[WrittenPlace, ...] = ()
    """Where it goes, last; before it the route."""
    via: str = ""
    load: str = ""
    marks: tuple[str, ...] = ()
    """How it was said: of MARKS."""
    whose: str = ""
    """The power that is said to give it, if it stands by itself: `Russia removes F(BOT)`."""

    def places(self) -> tuple[WrittenPlace, ...]:
        """Return all places that it names."""
        units = tuple(named.place for named in (self.unit, self.of) if named)
        return (*units, *self.route)

    @property
    def is_unplaced(self) -> bool:
        """Whether it does not say which unit it is for: `retreat to Kiel`, `my fleet retreats to Kiel`."""
        return not self.unit.is_placed if self.unit else self.verb == "retreat"

    def named_in_full(self, line: str, names: PlaceNames) -> WrittenOrder:
        """The draft with the places whose names begin with a word of the line that is none itself: `bulg`, `const`."""
        draft = self
        for place in draft.places():
            if not place.spot.codes and (codes := names.beginning(line[place.spot.start : place.spot.end])):
                draft = draft.with_place(place, place._replace(spot=replace(place.spot, codes=codes)))
        return draft

    def with_unit(self, kind: str, space: str) -> WrittenOrder:
        """Return the same order for the unit of a kind in a space."""
        unit = self.unit or WrittenUnit("", "", "", WrittenPlace(PlaceToken((), 0, 0)))
        return replace(self, unit=unit._replace(kind=kind, place=WrittenPlace(PlaceToken((space,), 0, 0))))

    def with_place(self, old: WrittenPlace, new: WrittenPlace) -> WrittenOrder:
        """Return the same order with one place replaced by another."""
        unit, of = (n._replace(place=new) if n and n.place is old else n for n in (self.unit, self.of))
        return replace(self, unit=unit, of=of, route=tuple(new if p is old else p for p in self.route))


HERE, TO, FROM = "_here", "_to_", "_from"
"""Endings of the grammar's names of orders: the target is the unit's own space, or the space named behind; the order is about the
unit and uses none.
"""


def plain_verb(name: str) -> str:
    """Return the verb of an order by the grammar's name: `colonise` for `colonise_here`."""
    return name.partition(TO)[0].removesuffix(HERE).removesuffix(FROM)


def with_implied_target(draft: WrittenOrder, board: Board) -> WrittenOrder:
    """Return the draft of an order whose name says more than its verb: `colonise_here`, `move_to_orb`; any other as it is."""
    verb, told, code = draft.verb.partition(TO)
    if draft.verb.endswith(FROM):
        return replace(draft, verb=draft.verb.removesuffix(FROM), unit=None, of=draft.unit)
    if told:
        spaces = tuple(space for space in board.spaces if space.lower() == code)
        return replace(draft, verb=verb, route=(WrittenPlace(PlaceToken(spaces, 0, 0)),))
    if draft.unit and draft.verb.endswith(HERE):
        return replace(draft, verb=draft.verb.removesuffix(HERE), route=(draft.unit.place._replace(coast=""),))
    return draft


def on_coast(board: Board, kind: str, space: str, coast: str) -> str | None:
    """Return space and coast as one place; None if there is no such coast.

    For a kind of unit that does not use coasts, the coast is dropped (DATC 4.B.6).
    """
    possible = board.places(kind, space)
    if not coast or (space in possible and f"{space}.{coast}" not in possible):
        return space
    return f"{space}.{coast}" if coast in board.spaces[space].coasts else None
