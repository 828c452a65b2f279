"""A board on a text grid: two characters a cell, every second row half a cell to the right, so that cells are hexagons.

Hexagons meet at corners by threes: what touches at all touches along a side, so links can be read off the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot, sqrt
from typing import Any

from judge.drawing.smooth import relax
from judge.maps.art import Point
from judge.maps.border_graph import Border, find_borders
from judge.maps.hand_drawn import hash_noise, roughen, round_corners

COMMENT = "#"
EMPTY = ".."
NOTHING = "~land"
AROUND = ((0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1))
"""A cell's corners from its middle, counter-clockwise from the top, in half cells east and quarters of its height south."""
JITTER = 0.26
"""How far a corner is moved from where it would be on a regular grid, in cells."""
Cells = dict[tuple[int, int], str]
"""Middle (half cells east, thirds of rows south) → label."""


def read_grid(text: str, names: Mapping[str, str]) -> Cells:
    """The cells of a grid. Raises ValueError at a line that is no row of cells, or a cell that stands for nothing."""
    rows = [line for line in text.splitlines() if line and not line.startswith(COMMENT)]
    found: Cells = {}
    for number, row in enumerate(rows):
        cells = row[number % 2 :]
        if len(cells) % 2 or (number % 2 and not row.startswith(" ")):
            raise ValueError(f"row {number + 1} of the grid is not made of pairs of characters")
        for column, cell in enumerate(cells[n : n + 2] for n in range(0, len(cells), 2)):
            if cell != EMPTY and cell not in names:
                raise ValueError(f"row {number + 1} of the grid: {cell!r} stands for no space")
            found[2 * column + number % 2, 3 * number] = names.get(cell, NOTHING)
    return found


def grid_borders(
    cells: Cells, width: float, kinds: Mapping[str, str], glasses: Sequence[Mapping[str, Any]] = ()
) -> tuple[Point, list[Border]]:
    """The frame's size, and every border, smoothed; the outermost half cells lie beyond the frame."""
    right, bottom = (max(cell[n] for cell in cells) for n in (0, 1))
    cell = 2 * width / (right - 1)
    high = round(cell / sqrt(3) / 2 * bottom)
    sides = find_borders((label, _sides(x, y)) for (x, y), label in cells.items())

    def spot(corner: Point) -> Point:
        x, y = (corner[0] - 0.5) * cell / 2, corner[1] * cell / sqrt(3) / 2
        x, y = x + JITTER * cell * hash_noise("x", corner), y + JITTER * cell * hash_noise("y", corner)
        for glass in glasses:
            x, y = _magnified((x, y), glass["at"], glass["radius"], glass["gain"])
        return min(max(x, 0.0), width), min(max(y, 0.0), float(high))

    return (width, float(high)), [
        border._replace(points=list(_pen(border, [spot(point) for point in border.points], cell, kinds))) for border in sides
    ]


def _magnified(point: Point, at: Sequence[float], radius: float, gain: float) -> Point:
    """Where a point lies under a magnifying glass; see `projection.Glass`."""
    away = point[0] - at[0], point[1] - at[1]
    grown = 1 + gain * max(1 - hypot(*away) / radius, 0.0) ** 2
    return at[0] + away[0] * grown, at[1] + away[1] * grown


def _sides(x: int, y: int) -> Iterator[tuple[Point, Point]]:
    corners = [(x + dx, y + dy) for dx, dy in AROUND]
    yield from zip(corners, [*corners[1:], corners[0]], strict=True)


def _pen(border: Border, points: list[Point], cell: float, kinds: Mapping[str, str]) -> Iterable[Point]:
    if not (border.left and border.right):
        return list(dict.fromkeys(points)) if points[0] != points[-1] else [*dict.fromkeys(points), points[0]]
    if all(kinds.get(side) == "sea" for side in border[:2]):
        return round_corners(relax(points, 6), 1)
    return roughen(relax(points, 2), 0.16, cell * 0.45)
