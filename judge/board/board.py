"""The board: spaces and their borders. Built from a game's folder; rebuilt where facts come in stages."""

from __future__ import annotations

from collections.abc import Mapping

from judge.board.place_names import PlaceNames
from judge.board.space import Space

NOWHERE: frozenset[str] = frozenset()


def space_of(place: str) -> str:
    """The space of a place: `StP` for `StP.sc`."""
    return place if "." not in place else place[: place.index(".")]


class Board:
    """Spaces and links. A link leads from a place to a place; fleets' places name the coast where it is split.

    A board is equal to itself only, so that what is worked out of it can be kept. Nothing changes it once it is made.
    """

    spaces: Mapping[str, Space]
    links: Mapping[str, Mapping[str, frozenset[str]]]
    """kind of unit (`A`, `F`) → place → places it may go to. Armies' places never name a coast."""
    names: PlaceNames
    fleet_spaces: Mapping[str, frozenset[str]]
    """space → the spaces fleets in it can go to, over all its coasts."""

    def __init__(self, spaces: Mapping[str, Space], links: Mapping[str, Mapping[str, frozenset[str]]], names: PlaceNames) -> None:
        self.spaces = spaces
        self.links = links
        self.names = names
        # Worked out at once rather than when first asked for: the referee asks in every order, and plain fields are fastest.
        self.fleet_spaces = _fleet_spaces(links.get("F", {}))
        self._reach_spaces = {kind: _without_coasts(of) for kind, of in links.items()}
        self._places = _places(links)
        self._centres: tuple[str, ...] | None = None
        self._near: Mapping[str, frozenset[str]] | None = None

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

    @property
    def centres(self) -> tuple[str, ...]:
        """All supply centres, in the map's order."""
        if self._centres is None:
            self._centres = tuple([code for code, space in self.spaces.items() if space.centre])
        return self._centres

    @property
    def near(self) -> Mapping[str, frozenset[str]]:
        """space → every space it borders for any kind of unit."""
        if self._near is None:
            self._near = _near(self.spaces, self.links)
        return self._near


def _near(spaces: Mapping[str, Space], links: Mapping[str, Mapping[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {code: set() for code in spaces}
    for by_place in links.values():
        for place, targets in by_place.items():
            found[space_of(place)].update([space_of(t) for t in targets])
    return {code: frozenset(near) for code, near in found.items()}


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
