"""The board: spaces and who borders whom. Built from a game's folder, surveyed anew where facts come in stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from judge.board.names import Names

NOWHERE: frozenset[str] = frozenset()


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
    notes: Mapping[str, str] = field(default_factory=dict)
    """What else the game's folder says of it; read by the game's own modules only."""


@dataclass(frozen=True, eq=False)
class Board:
    """Spaces and links. A link leads from a place to a place; fleets' places name the coast where it is split.

    A board is equal to itself only, so that what is worked out of it can be kept.
    """

    spaces: Mapping[str, Space]
    links: Mapping[str, Mapping[str, frozenset[str]]]
    """kind of unit (`A`, `F`) → place → places it may go to. Armies' places never name a coast."""
    names: Names

    def reach(self, kind: str, place: str) -> frozenset[str]:
        """Places a unit of this kind at this place may move to by an ordinary move."""
        return self.links[kind].get(place, NOWHERE) if kind in self.links else NOWHERE

    def reach_spaces(self, kind: str, place: str) -> frozenset[str]:
        """Spaces (without coasts) next to a unit of this kind at this place."""
        return self._reach_spaces.get((kind, place), NOWHERE)

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

    @cached_property
    def fleet_spaces(self) -> Mapping[str, frozenset[str]]:
        """space → the spaces fleets in it can go to, over all its coasts."""
        found: dict[str, frozenset[str]] = {}
        for place, targets in self.links.get("F", {}).items():
            space = space_of(place)
            found[space] = found.get(space, NOWHERE) | frozenset(space_of(t) for t in targets)
        return found

    @cached_property
    def _reach_spaces(self) -> dict[tuple[str, str], frozenset[str]]:
        return {
            (kind, place): frozenset(space_of(t) for t in targets)
            for kind, by_place in self.links.items()
            for place, targets in by_place.items()
        }

    @cached_property
    def _places(self) -> dict[tuple[str, str], tuple[str, ...]]:
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for kind, by_place in self.links.items():
            for place in by_place:
                key = (kind, space_of(place))
                found[key] = tuple(sorted((*found.get(key, ()), place)))
        return found
