"""A board prepared for drawing: its arcs and faces as SVG paths in tenths of a unit, computed once for all its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from judge.maps.art import FRAME, SCENERY, TENTHS, Art, OffBoardBox, Point, SpaceLayout, keep_inside
from judge.maps.discovered_areas import DiscoveredArea, join_areas
from judge.maps.hatching import hatch_dots, hatch_lines

WORLDS = 16
"""The most extended boards that are cached."""
MOST = 4000
"""The most strings that are cached."""
WATER = ("lake", "sea", "water")
"""Scenery that is water."""


def format_length(value: float) -> int:
    """Format a length of the board for a picture."""
    return round(value * TENTHS)


def open_path(points: Iterable[Point]) -> str:
    """Return a path along some points, to be stroked; '' for fewer than two."""
    spots = [(format_length(x), format_length(y)) for x, y in points]
    if len(spots) < 2:
        return ""
    steps = " ".join(f"{x - u} {y - v}" for (u, v), (x, y) in pairwise(spots))
    return f"M{spots[0][0]} {spots[0][1]}l{steps}"


def closed_path(points: Sequence[Point]) -> str:
    """Return a path around some points, to be filled."""
    path = open_path(points)
    return path + "z" if path else ""


class BoardPaths:
    """One board's paths."""

    def __init__(self, art: Art) -> None:
        self.art = art = keep_inside(art)
        self.arcs = [open_path(arc.points) for arc in art.arcs]
        self.faces = {name: "".join(closed_path(art.ring(ring)) for ring in rings) for name, rings in art.faces.items()}
        self.memory: dict[object, str] = {}
        """Strings that are the same in many pictures, by what they depend on."""
        self.plates: dict[object, BoardPaths] = {}
        """This board with areas beyond it, by those areas; or with added coasts, by their coasts."""

    def wider(self, lots: Mapping[str, tuple[int, int, tuple[str, ...]]]) -> BoardPaths:
        """Return the board with areas beyond it; itself if there are none, or if it has no rim to join them to."""
        if not lots or not self.art.rim:
            return self
        key = tuple(sorted(lots.items()))
        if key not in self.plates:
            if len(self.plates) >= WORLDS:
                self.plates.clear()
            found = {code: DiscoveredArea((x, y), frozenset(borders)) for code, (x, y, borders) in lots.items()}
            self.plates[key] = BoardPaths(join_areas(self.art, found))
        return self.plates[key]

    def ends_inside(self, number: int) -> bool:
        """Whether an arc is an end of the drawn world inside the frame."""
        arc, (width, height) = self.art.arcs[number], self.art.size
        return FRAME in arc.sides and any(1 < x < width - 1 and 1 < y < height - 1 for x, y in arc.points)

    def hatch(self, face: str, angles: tuple[int, ...], gap: float, dotted: bool) -> str:
        """Return hatching over one face (see `judge.maps.hatching`)."""
        rings = [self.art.ring(ring) for ring in self.art.faces[face]]

        def make() -> str:
            return hatch_dots(rings, gap) if dotted else "".join(hatch_lines(rings, angle, gap) for angle in angles)

        return self.once((face, angles, gap, dotted), make)

    @cached_property
    def scenery(self) -> dict[str, str]:
        """Return the kind of ground of each piece of scenery."""
        return {name: _scenery(name) for name in self.art.faces if name.startswith(SCENERY)}

    def place(self, space: str) -> SpaceLayout | OffBoardBox | None:
        """Return the layout of a space; None if it is not on the board."""
        return self.art.places.get(space) or self.art.boxes.get(space)

    def once(self, key: object, make: Callable[[], str]) -> str:
        """Return a cached string; make it the first time."""
        if key not in self.memory:
            if len(self.memory) > MOST:
                self.memory.clear()
            self.memory[key] = make()
        return self.memory[key]

    def unit(self, place: str) -> Point | None:
        """Return where a unit stands: on its coast, if the space has several."""
        space, _, coast = place.partition(".")
        found = self.art.places.get(space)
        if found is None:
            box = self.art.boxes.get(space)
            return box.unit if box else None
        return found.coasts.get(coast, found.unit) if coast else found.unit

    def second(self, place: str) -> Point | None:
        """Return where a mark beside a unit stands."""
        space, _, coast = place.partition(".")
        found = self.place(space)
        if found is None or not isinstance(found, SpaceLayout) or coast not in found.coasts:
            return found.second if found else None
        (x, y), (ux, uy), (sx, sy) = found.coasts[coast], found.unit, found.second
        return x + sx - ux, y + sy - uy


def _scenery(name: str) -> str:
    word = name.removeprefix(SCENERY)
    return "lake" if word.startswith(WATER) else "ice" if word.startswith("ice") else "edge" if name == FRAME else "barren"
