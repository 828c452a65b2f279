"""The drawn board: every stretch of border once, the faces they enclose, and where units and labels stand. Its values and their
reader.

One unit of the drawing is one pixel of a picture as wide as the board; y goes down. The board fills the frame from (0, 0) to
`size`; boxes beside it lie in the margins. `judge draw-map` makes it; it is stored as art.json in the game's folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

Point = tuple[float, float]
VERSION = 1
FRAME = ""
"""The name of what lies beyond the frame."""
SCENERY = "~"
"""The first letter in the names of ground that is not a space: `~land`, `~lake`."""
LAND, COAST, SEA, EDGE, BARREN, OPEN = "land", "coast", "sea", "edge", "scenery", "open"
"""Kinds of border: between lands; between land and water; between seas; along the frame; between two kinds of scenery; and around a
space that may become land or sea in play, so that only the position tells.
"""
TENTHS = 10
"""Points are stored in tenths of a unit, each but the first of a stretch as the step from the one before."""
AROUND, MARKED = 26.0, 15.0
"""How far a drawing reaches from its middle: around a unit (a burst, the sign of a new unit), and around a mark."""


class ArtError(ValueError):
    """Raised for a text that is not a valid drawn board; says what is wrong, and where."""


@dataclass(frozen=True, slots=True)
class Arc:
    """One stretch of border, from one corner to the next (or closed, if it has no corner)."""

    left: str
    """The face to the left of its direction, on a map whose y goes down."""
    right: str
    kind: str
    points: tuple[Point, ...]

    @property
    def sides(self) -> tuple[str, str]:
        """Return both faces."""
        return self.left, self.right


@dataclass(frozen=True, slots=True)
class Label:
    """A text on the map. `at`: the beginning, middle or end of its base line, as `anchor` says (`start`, `middle`, `end`)."""

    text: str
    at: Point
    anchor: str = "middle"
    size: float = 13.0


@dataclass(frozen=True, slots=True)
class SpaceLayout:
    """Where the things in one space stand."""

    unit: Point
    second: Point
    """The place for something next to a unit: a dislodged unit, or a mark of the game."""
    label: Label | None = None
    centre: Point | None = None
    """The supply centre's dot, if the space has one or may get one."""
    coasts: Mapping[str, Point] = field(default_factory=dict)
    """Where a fleet stands on each coast of a split one."""
    coast_labels: Mapping[str, Point] = field(default_factory=dict)
    """The middle of each coast's letters."""


@dataclass(frozen=True, slots=True)
class Decoration:
    """Something drawn over the ground: `track` (with `stops`), `channel`, `bridge` or `passage` between two spaces, `text`."""

    kind: str
    name: str = ""
    points: tuple[Point, ...] = ()
    stops: Mapping[str, Point] = field(default_factory=dict)
    between: tuple[str, ...] = ()
    text: str = ""
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class OffBoardBox:
    """A space beside the map, drawn as a rectangle (x, y, width, height). `towards`: where it touches the map, if it does."""

    rect: tuple[float, float, float, float]
    unit: Point
    second: Point
    label: Label
    note: Label | None = None
    towards: Point | None = None


@dataclass(frozen=True)
class Art:
    """A drawn board."""

    size: Point
    arcs: tuple[Arc, ...]
    faces: Mapping[str, tuple[tuple[int, ...], ...]]
    """Space or scenery → its rings: numbers of arcs from 1 on, negative where the arc is reversed. Fill even-odd."""
    places: Mapping[str, SpaceLayout]
    source: str = ""
    """The SHA-256 of the file it was drawn from."""
    margins: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """The room beside the frame that boxes need: left, top, right, bottom."""
    scale: float = 1.0
    """The size of units and dots here, relative to a board with enough room."""
    cartouche: tuple[float, float, float, float] | None = None
    """The corner kept free for the cartouche: x, y, width, height."""
    extras: tuple[Decoration, ...] = ()
    rim: tuple[Point, ...] = ()
    """Corners of the cells that may be joined to the edge (`judge.maps.discovered_areas`), clockwise from the north-west."""
    boxes: Mapping[str, OffBoardBox] = field(default_factory=dict)

    def ring(self, numbers: Iterable[int]) -> tuple[Point, ...]:
        """Return the outline of a ring, without repeating its first point at the end."""
        found: list[Point] = []
        for number in numbers:
            points = self.arcs[abs(number) - 1].points
            found.extend((points if number > 0 else points[::-1])[:-1])
        return tuple(found)

    def inside(self, point: Point, reach: float, right: float = 0.0, down: float = 0.0) -> Point:
        """Return the nearest point around which so much is inside the frame, and more to the left and right, and below."""
        (x, y), (wide, high), least = point, self.size, reach * self.scale
        return _between(x, least + right, wide - least - right), _between(y, least, high - least - down)


def _between(value: float, least: float, most: float) -> float:
    return max(least, min(value, most))


def keep_inside(art: Art) -> Art:
    """Return the board with each unit, and each mark beside one, so far from the frame that all that is drawn of it is inside."""
    moved = {
        code: replace(
            place, unit=art.inside(place.unit, AROUND), second=art.inside(place.second, MARKED),
            coasts={coast: art.inside(at, AROUND) for coast, at in place.coasts.items()},
        )
        for code, place in art.places.items()
    }  # fmt: skip
    return art if moved == art.places else replace(art, places=moved)


def read_art(text: str) -> Art:
    """Read the board in an art.json. Raises ArtError."""
    try:
        data = json.loads(text)
        if data["version"] != VERSION:
            raise ArtError(f"version {data['version']} of a drawn board cannot be read, only {VERSION}")
        art = _art(data)
    except ArtError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ArtError(f"this is no drawn board ({type(error).__name__}: {error})") from None
    for name, rings in art.faces.items():
        if any(not 0 < abs(number) <= len(art.arcs) for ring in rings for number in ring):
            raise ArtError(f"{name}: a ring names an arc that there is not")
    return art


def _art(data: Mapping[str, Any]) -> Art:
    return Art(
        size=_point(data["size"]),
        arcs=tuple(map(_arc, data["arcs"])),
        faces={name: tuple(tuple(map(int, ring)) for ring in rings) for name, rings in data["faces"].items()},
        places={name: _place(place) for name, place in data["places"].items()},
        source=data["source"],
        margins=_four(data.get("margins", (0, 0, 0, 0))),
        scale=float(data.get("scale", 1)),
        cartouche=_four(data["cartouche"]) if "cartouche" in data else None,
        extras=tuple(_extra(extra) for extra in data.get("extras", ())),
        rim=_walk(data.get("rim", ())),
        boxes={name: _box(box) for name, box in data.get("boxes", {}).items()},
    )


def _arc(data: Mapping[str, Any]) -> Arc:
    left, right = data["sides"]
    return Arc(left, right, data["kind"], _walk(data["points"]))


def _place(data: Mapping[str, Any]) -> SpaceLayout:
    return SpaceLayout(
        unit=_point(data["unit"]),
        second=_point(data["second"]),
        label=_label(data["label"]) if "label" in data else None,
        centre=_point(data["centre"]) if "centre" in data else None,
        coasts=_points(data.get("coasts", {})),
        coast_labels=_points(data.get("coast_labels", {})),
    )


def _extra(data: Mapping[str, Any]) -> Decoration:
    line = _walk(data["points"]) if "points" in data else ()
    stops, between = _points(data.get("stops", {})), tuple(data.get("between", ()))
    return Decoration(data["kind"], data.get("name", ""), line, stops, between, data.get("text", ""), float(data.get("size", 0)))


def _box(data: Mapping[str, Any]) -> OffBoardBox:
    note, towards = data.get("note"), data.get("towards")
    return OffBoardBox(
        _four(data["rect"]),
        _point(data["unit"]),
        _point(data["second"]),
        _label(data["label"]),
        _label(note) if note else None,
        _point(towards) if towards else None,
    )


def _label(data: Mapping[str, Any]) -> Label:
    return Label(str(data["text"]), _point(data["at"]), str(data["anchor"]), float(data["size"]))


def _points(data: Mapping[str, Sequence[float]]) -> dict[str, Point]:
    return {name: _point(point) for name, point in data.items()}


def _point(data: Sequence[float]) -> Point:
    x, y = data
    return float(x), float(y)


def _four(data: Sequence[float]) -> tuple[float, float, float, float]:
    a, b, c, d = map(float, data)
    return a, b, c, d


def _walk(steps: Sequence[int]) -> tuple[Point, ...]:
    """Return points from their steps in tenths. Raises ValueError if half a step is missing."""
    xs, ys = accumulate(steps[::2]), accumulate(steps[1::2])
    return tuple((x / TENTHS, y / TENTHS) for x, y in zip(xs, ys, strict=True))
