"""The board: spaces and their borders. Built from a game's folder; rebuilt where facts come in stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from judge.board.place_names import PlaceNames

NOWHERE: frozenset[str] = frozenset()
IMPASSABLE = "impassable"
"""The kind of a space that nobody may enter."""


@lru_cache(maxsize=4096)  # asked some fifty times a phase, of a few hundred places
def space_of(place: str) -> str:
    """The space of a place: `StP` for `StP.sc`."""
    return place.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Space:
    """One space as the map file tells it. `coasts` are the labels of a split coast (`('nc', 'sc')`), else empty."""

    code: str
    name: str
    kind: str
    """`land`, `coast` (land that touches a sea), `sea`, or a game's own word."""
    coasts: tuple[str, ...] = ()
    centre: bool = False
    home: str = ""
    """The power whose home centre it is, or ''."""
    also: tuple[str, ...] = ()
    """Other names and codes that people write."""
    abroad: tuple[str, ...] = ()
    """Its names in other languages."""
    convoys: bool = False
    """Whether a fleet convoys here although it is no sea."""
    one_way: tuple[str, ...] = ()
    """Places that links lead to from here, and not back."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What else the game's folder says of it; read by the game's own modules only."""

    @property
    def carries(self) -> bool:
        """Whether a fleet here convoys."""
        return self.kind == "sea" or self.convoys


@dataclass(frozen=True, eq=False)
class Board:
    """Spaces and links. A link leads from a place to a place; fleets' places name the coast where it is split.

    A board is equal to itself only, so that what is worked out of it can be kept.
    """

    spaces: Mapping[str, Space]
    links: Mapping[str, Mapping[str, frozenset[str]]]
    """kind of unit (`A`, `F`) → place → places it may go to. Armies' places never name a coast."""
    names: PlaceNames
    fleet_spaces: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    """space → the spaces fleets in it can go to, over all its coasts."""
    _reach_spaces: Mapping[str, Mapping[str, frozenset[str]]] = field(init=False, repr=False)
    _places: Mapping[tuple[str, str], tuple[str, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Worked out at once rather than when first asked for: the referee asks in every order, and plain fields are fastest.
        object.__setattr__(self, "fleet_spaces", _fleet_spaces(self.links.get("F", {})))
        object.__setattr__(self, "_reach_spaces", {kind: _without_coasts(of) for kind, of in self.links.items()})
        object.__setattr__(self, "_places", _places(self.links))

    def reach(self, kind: str, place: str) -> frozenset[str]:
        """Places a unit of this kind at this place may move to by an ordinary move."""
        return self.links[kind].get(place, NOWHERE) if kind in self.links else NOWHERE

    def reach_spaces(self, kind: str, place: str) -> frozenset[str]:
        """Spaces (without coasts) next to a unit of this kind at this place."""
        return self._reach_spaces[kind].get(place, NOWHERE) if kind in self._reach_spaces else NOWHERE

    def places(self, kind: str, space: str) -> tuple[str, ...]:
        """Places in a space where a unit of this kind can stand: one, or one for each coast; none if it cannot enter."""
        return self._places.get((kind, space), ())

    def is_sea(self, space: str) -> bool:
        """Whether fleets stand at sea here, and so may convoy."""
        return self.spaces[space].kind == "sea"

    @cached_property
    def centres(self) -> tuple[str, ...]:
        """All supply centres, in the map's order."""
        return tuple(code for code, space in self.spaces.items() if space.centre)

    @cached_property
    def near(self) -> Mapping[str, frozenset[str]]:
        """space → every space it borders for any kind of unit."""
        found: dict[str, set[str]] = {code: set() for code in self.spaces}
        for by_place in self.links.values():
            for place, targets in by_place.items():
                found[space_of(place)].update(space_of(t) for t in targets)
        return {code: frozenset(spaces) for code, spaces in found.items()}


def _without_coasts(links: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    return {place: frozenset(map(space_of, targets)) for place, targets in links.items()}


def _fleet_spaces(links: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for place, targets in _without_coasts(links).items():
        found[space_of(place)] = found.get(space_of(place), NOWHERE) | targets
    return found


def _places(links: Mapping[str, Mapping[str, frozenset[str]]]) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for kind, of in links.items():
        for place in of:
            key = (kind, space_of(place))
            found[key] = tuple(sorted((*found.get(key, ()), place)))
    return found
