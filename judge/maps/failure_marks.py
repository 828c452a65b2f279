"""Find a place for the mark of each failed order: on its own line or at its side, and on no line, unit or name of anything else."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.maps.art import TENTHS, Point
from judge.maps.curves import CELL, Curve, MeasuredCurve
from judge.maps.shapes import RADIUS

ALONG = (0.0, -0.06, 0.06, -0.12, 0.12, -0.18, -0.24, 0.18, -0.3, -0.36, -0.42, 0.24)
"""How far a mark may be moved along its line, as parts of the line's length; the nearest are tried first."""
ASIDE = (0.0, 1.0, -1.0, 1.9, -1.9, 3.0, -3.0, 4.2, -4.2)
"""How far it may then stand beside the line, in radii of the mark: within 1 it touches the line."""
HALF_LINE = 3.0
"""The room that another line needs on each side of its middle."""
STEP = 3.0
HALF_RING = 0.8
"""Half the width of the ring around a mark."""


class BoxSides(NamedTuple):
    """The sides of a box around a text."""

    left: float
    top: float
    right: float
    bottom: float


class Failure(NamedTuple):
    """A failed order's line: its number among the lines, its curve, the usual place of its mark, and the mark's radius (tenths)."""

    number: int
    curve: Curve
    usual: float
    size: int


class Placed(NamedTuple):
    """A mark's place, and the point of its own line that it belongs to."""

    at: Point
    foot: Point


def place_marks(
    failures: Sequence[Failure], lines: Sequence[Curve], around: Sequence[Point], names: Sequence[BoxSides], frame: BoxSides
) -> list[Placed]:
    """Return a place for each failed order's mark, within the frame.

    Other lines, units and marks must stay free wherever any place allows it; names should.
    """
    passed, found = _points(lines), list[Placed]()
    for each in failures:
        taken = [(mark.at, other.size / TENTHS) for mark, other in zip(found, failures, strict=False)]
        best: tuple[bool, int, int] | None = None
        chosen = Placed((0.0, 0.0), (0.0, 0.0))
        for spot in _spots(each):
            size = each.size / TENTHS
            hidden, over = _hidden(spot.at, each, passed, around, taken), _over_names(spot.at, size, names)
            cost = not _within(spot.at, size + HALF_RING, frame), hidden, over
            if best is None or cost < best:
                best, chosen = cost, spot
            if best == (False, 0, 0):
                break
        found.append(chosen)
    return found


def _points(lines: Sequence[Curve]) -> dict[tuple[int, int], list[tuple[int, float, float]]]:
    """Return the points of all lines, close together, by cell of a grid."""
    cells: dict[tuple[int, int], list[tuple[int, float, float]]] = defaultdict(list)
    for number, curve in enumerate(lines):
        ruler = MeasuredCurve(curve)
        steps = max(1, math.ceil(ruler.length / STEP))
        for n in range(steps + 1):
            x, y = ruler.after(ruler.length * n / steps)
            cells[int(x // CELL), int(y // CELL)].append((number, x, y))
    return cells


def _spots(each: Failure) -> Iterator[Placed]:
    """Yield the places that a mark may have, the best first."""
    ruler, radius = MeasuredCurve(each.curve), each.size / TENTHS
    for aside in ASIDE:
        for along in ALONG:
            way = ruler.length * (each.usual + along)
            foot = ruler.after(way)
            if not aside:
                yield Placed(foot, foot)
                continue
            (px, py), (qx, qy) = ruler.after(way - 2), ruler.after(way + 2)
            length = math.hypot(qx - px, qy - py) or 1.0
            lift = aside * radius
            yield Placed((foot[0] - (qy - py) / length * lift, foot[1] + (qx - px) / length * lift), foot)


def _hidden(
    spot: Point, each: Failure, passed: dict[tuple[int, int], list[tuple[int, float, float]]],
    around: Sequence[Point], taken: Sequence[tuple[Point, float]],
) -> int:  # fmt: skip
    """Return how many lines, units and marks a mark would cover here."""
    size = each.size / TENTHS
    x, y = spot
    reach = size + HALF_LINE + STEP / 2
    left, right = int((x - reach) // CELL), int((x + reach) // CELL)
    top, bottom = int((y - reach) // CELL), int((y + reach) // CELL)
    lines = {
        number
        for column in range(left, right + 1)
        for row in range(top, bottom + 1)
        for number, px, py in passed.get((column, row), ())
        if number != each.number and math.hypot(px - x, py - y) < reach
    }
    units = sum(math.dist(spot, other) <= RADIUS + size for other in around)
    return len(lines) + units + sum(math.dist(spot, other) < size + radius for other, radius in taken)


def _within(spot: Point, size: float, frame: BoxSides) -> bool:
    x, y = spot
    return frame.left + size <= x <= frame.right - size and frame.top + size <= y <= frame.bottom - size


def _over_names(spot: Point, size: float, names: Sequence[BoxSides]) -> int:
    """Return how many names a mark would cover."""
    x, y = spot
    return sum(e.left - size < x < e.right + size and e.top - size < y < e.bottom + size for e in names)
