"""A drawn board as a grid of small cells: how much of a rectangle lies on whose ground, for many rectangles at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import shapely

from judge.maps.art import Art

PIXEL = 2.0
"""Units of the drawing to one cell."""
Sums = Any
"""For every corner of the grid, how many cells of some kind lie north-west of it."""


class Rect(NamedTuple):
    """A rectangle by its middle and size."""

    x: float
    y: float
    w: float
    h: float


def face_polygon(art: Art, name: str) -> Any:
    """A face as a shapely area: what lies within an odd number of its rings."""
    found = shapely.Polygon()
    for ring in map(art.ring, art.faces[name]):
        if len(ring) > 2:
            found = shapely.symmetric_difference(found, shapely.make_valid(shapely.Polygon(ring)))
    return found


class CellGrid:
    """The faces of a board on a grid."""

    def __init__(self, art: Art) -> None:
        self.size = art.size
        self.names = list(art.faces)
        self.shapes = {name: face_polygon(art, name) for name in self.names}
        wide, high = (int(side / PIXEL) + 1 for side in art.size)
        self.grid: Any = np.full((high, wide), -1, dtype=np.int16)
        for number, shape in enumerate(self.shapes.values()):
            shapely.prepare(shape)
            left, top, right, bottom = (int(side / PIXEL) for side in shape.bounds)
            left, top, right, bottom = max(left, 0), max(top, 0), min(right + 1, wide), min(bottom + 1, high)
            middles: Any = np.meshgrid((np.arange(left, right) + 0.5) * PIXEL, (np.arange(top, bottom) + 0.5) * PIXEL)
            self.grid[top:bottom, left:right][shapely.contains_xy(shape, *middles)] = number
        self._sums: dict[frozenset[str], Sums] = {}

    def sums(self, names: Iterable[str]) -> Sums:
        """The sums over the cells of these faces."""
        key = frozenset(names)
        if key not in self._sums:
            self._sums[key] = _summed(np.isin(self.grid, [self.names.index(name) for name in sorted(key)]))
        return self._sums[key]

    def lines(self) -> Sums:
        """The sums over the cells that a border runs beside."""
        grid = self.grid
        edge: Any = np.zeros(grid.shape, dtype=bool)
        edge[:, 1:] |= grid[:, 1:] != grid[:, :-1]
        edge[1:, :] |= grid[1:, :] != grid[:-1, :]
        return _summed(edge)

    def share(self, sums: Sums, xs: Any, ys: Any, w: float, h: float) -> Any:
        """What part of rectangles round these middles is made of the cells that were summed."""
        high, wide = self.grid.shape
        left, right = (np.clip(np.rint((xs + side * w / 2) / PIXEL).astype(int), 0, wide) for side in (-1, 1))
        top, bottom = (np.clip(np.rint((ys + side * h / 2) / PIXEL).astype(int), 0, high) for side in (-1, 1))
        cells = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.minimum(cells / max(w * h / PIXEL**2, 1.0), 1.0)


def _summed(cells: Any) -> Sums:
    return np.pad(cells.astype(np.int32).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
