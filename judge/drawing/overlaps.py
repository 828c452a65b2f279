"""What stands in whose way on a drawn board: labels, dots and units as rectangles, and how much of one another they cover."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from judge.board import Board
from judge.drawing.text_width import text_width
from judge.maps.art import Art, Point

ARMY, FLEET, DOT = (20.0, 24.0), (30.0, 26.0), 8.0
"""Width and height of the drawing, without its margin."""
ASCENT, DESCENT = 0.64, 0.03
"""Of the letters of a label, from its base line, in ems; tails of single letters reach lower."""


class MapItem(NamedTuple):
    """One thing on the map: whose, what (`label`, `centre`, `unit`, a coast), and its sides."""

    space: str
    what: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: MapItem) -> float:
        """The area two things have in common, in square units."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(wide, 0.0) * max(high, 0.0)


def map_items(art: Art, board: Board) -> Iterator[MapItem]:
    """Every label, dot and unit on the map itself, one unit a space (and one on each coast of a split one)."""
    for space, place in art.places.items():
        size = FLEET if board.places("F", space) else ARMY
        yield _round(space, "unit", place.unit, size[0] * art.scale, size[1] * art.scale)
        for coast, spot in place.coasts.items():
            yield _round(space, coast, spot, FLEET[0] * art.scale, FLEET[1] * art.scale)
        if place.centre:
            yield _round(space, "centre", place.centre, DOT, DOT)
        if place.label:
            label, style = place.label, "italic" if board.is_sea(space) else "bold"
            wide = text_width(label.text, label.size, style)
            (x, y), high = label.at, label.size
            yield MapItem(space, "label", x - wide / 2, y - ASCENT * high, x + wide / 2, y + DESCENT * high)


def _round(space: str, what: str, middle: Point, wide: float, high: float) -> MapItem:
    x, y = middle
    return MapItem(space, what, x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def overlaps(art: Art, board: Board) -> dict[tuple[str, str], float]:
    """Two things that meet (`Par label`, `Bur unit`) → the area they have in common; a unit stands on no coast of its own space."""
    found = {}
    for one, other in combinations(map_items(art, board), 2):
        coasts = one.space == other.space and {one.what, other.what} - {"label", "centre"} == {one.what, other.what}
        if not coasts and (area := one.covers(other)) > 0:
            found[f"{one.space} {one.what}", f"{other.space} {other.what}"] = area
    return found


def is_inside(art: Art, space: str, point: Point) -> bool:
    """Whether a point lies on a space's ground."""
    x, y = point
    odd = False
    for ring in map(art.ring, art.faces[space]):
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd
