"""The value of an order: unit, verb, places, supported or convoyed unit. Verbs are strings, so that a game may add its own."""

from __future__ import annotations

from typing import NamedTuple


class UnitRef(NamedTuple):
    """A unit as an order names it. `kind` is '' if the writer left it out and no unit there completes it."""

    kind: str
    place: str
    name: str = ""
    power: str = ""
    """The nationality that the writer gave (`German A(Mun)`), else ''."""

    @property
    def space(self) -> str:
        """Return its space, without the coast."""
        return self.place.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.kind}{self.name}({self.place})"


class Order(NamedTuple):
    """One order. The house verbs:

    ======== ==================== =================== =======================
    verb     unit                 target              of
    ======== ==================== =================== =======================
    stands   the unit
    move     the unit             where to
    support  the supporter        where `of` goes,    the unit supported
                                  '' if it stands
    convoy   the fleet            where `of` goes     the army
    retreat  the dislodged unit   where to
    disband  the dislodged unit
    build    kind and place
    remove   the unit
    waive
    untold   the unit                                 (in reports)
    ======== ==================== =================== =======================

    `untold` replaces, in a report, an order that its reader may not know; nobody can write it.
    """

    verb: str
    unit: UnitRef | None = None
    target: str = ""
    of: UnitRef | None = None
    via: str = ""
    """How a move travels, if the writer said so: `convoy`, or a game's own word."""
    path: tuple[str, ...] = ()
    """The spaces between start and end (`A(Lon)-NTH-Nwy`): a convoy's route, or a game's own."""
    load: str = ""
    """What the unit takes along, in a game's own words; '' for nothing."""
