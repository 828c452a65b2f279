"""The search for places: each space's unit and label together, the narrowest spaces first, no two in one another's way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import shapely

from judge.drawing.cell_grid import CellGrid, Rect
from judge.maps.art import Point

CLEAR = 2.0
"""Units that stay free round each placed item."""
NEAR, REACH = 26.0, 44.0
"""How far a label may stand from its unit, middle to middle: gladly, and at the utmost."""
EDGE = 3.0
"""Units from the frame that stay free."""
SWEEPS = 4
Spots = tuple[Any, Any, Any]
"""Candidates: their x, their y, and the cost of each without anything else on the map."""


class SpaceNeed(NamedTuple):
    """What one space needs room for, and what of it is placed by hand (`unit` and `label`, their middles)."""

    space: str
    unit: tuple[float, float]
    second: tuple[float, float]
    """Beside the unit, if there is room."""
    label: tuple[float, float]
    sea: bool
    at: Mapping[str, Point]


class Placement(NamedTuple):
    """Where a space's unit and label stand."""

    unit: Rect
    label: Rect


class PlacementSearch:
    """The search on one board; `keep`: rectangles that stay free."""

    def __init__(self, raster: CellGrid, wishes: Sequence[SpaceNeed], keep: Sequence[Rect]) -> None:
        self.raster, self.wishes, self.keep = raster, {wish.space: wish for wish in wishes}, tuple(keep)
        self.lines = raster.lines()
        self.wet = raster.sums(wish.space for wish in wishes if wish.sea)
        self.found: dict[str, Placement] = {}
        self.spots: dict[str, tuple[Spots, Spots]] = {}

    def run(self) -> dict[str, Placement]:
        """Everything placed, and placed again while something gets better."""
        order = sorted(self.wishes, key=lambda space: (self.raster.shapes[space].area, space))
        for _ in range(SWEEPS):
            before = dict(self.found)
            for space in order:
                self.found[space] = self._best(self.wishes[space])
            if before == self.found:
                break
        return self.found

    def taken(self, space: str) -> list[Rect]:
        """What stands elsewhere, as far as it is placed."""
        return [rect for other, found in self.found.items() if other != space for rect in found] + list(self.keep)

    def _best(self, wish: SpaceNeed) -> Placement:
        units, labels = self._spots_of(wish)
        taken = self.taken(wish.space)
        unit_cost = units[2] + overlap_costs(units, wish.unit, taken)
        label_cost = labels[2] + overlap_costs(labels, wish.label, taken)
        u, v = np.argsort(unit_cost, kind="stable")[:160], np.argsort(label_cost, kind="stable")[:260]
        dx = np.abs(units[0][u][:, None] - labels[0][v][None, :])
        dy = np.abs(units[1][u][:, None] - labels[1][v][None, :])
        wide = np.clip((wish.unit[0] + wish.label[0]) / 2 + CLEAR - dx, 0, None)
        high = np.clip((wish.unit[1] + wish.label[1]) / 2 + CLEAR - dy, 0, None)
        apart = np.hypot(dx, dy)
        cost = unit_cost[u][:, None] + label_cost[v][None, :] + wide * high * 0.5 + dx * 0.03
        cost = cost + np.clip(apart - NEAR, 0, None) * 0.08 + np.clip(apart - REACH, 0, None) * 0.5
        a, b = np.unravel_index(int(np.argmin(cost)), cost.shape)
        return Placement(_rect(units, u[a], wish.unit), _rect(labels, v[b], wish.label))

    def _spots_of(self, wish: SpaceNeed) -> tuple[Spots, Spots]:
        if wish.space not in self.spots:
            self.spots[wish.space] = (self._spots(wish, "unit", wish.unit, 0), self._spots(wish, "label", wish.label, 30))
        return self.spots[wish.space]

    def _spots(self, wish: SpaceNeed, what: str, size: tuple[float, float], beyond: float) -> Spots:
        """Candidates on a grid over the space, a label's some units beyond it, too."""
        if what in wish.at:
            x, y = wish.at[what]
            return np.array([x]), np.array([y]), np.array([0.0])
        shape = self.raster.shapes[wish.space]
        left, top, right, bottom = shape.bounds
        step = 2.0 if max(right - left, bottom - top) < 160 else 4.0
        grid: Any = np.meshgrid(np.arange(left - beyond, right + beyond, step), np.arange(top - beyond, bottom + beyond, step))
        xs, ys = grid[0].ravel(), grid[1].ravel()
        inside = (np.abs(xs - self.raster.size[0] / 2) < (self.raster.size[0] - size[0]) / 2 - EDGE) & (
            np.abs(ys - self.raster.size[1] / 2) < (self.raster.size[1] - size[1]) / 2 - EDGE
        )
        if not beyond:
            inside &= shapely.contains_xy(shape, xs, ys)
        xs, ys = xs[inside], ys[inside]
        return xs, ys, self._cost(wish, what, xs, ys, size)

    def _cost(self, wish: SpaceNeed, what: str, xs: Any, ys: Any, size: tuple[float, float]) -> Any:
        """How bad it is to stand somewhere: on other ground, on borders, at the rim, far from the middle."""
        raster, (w, h), shape = self.raster, size, self.raster.shapes[wish.space]
        mine = raster.sums([wish.space])
        own, roomy = raster.share(mine, xs, ys, w, h), raster.share(mine, xs, ys, w + 14, h + 14)
        abroad = 1 - own - (0 if wish.sea else raster.share(self.wet, xs, ys, w, h))
        lines = raster.share(self.lines, xs, ys, w + 2, h + 2) * w * h / 20
        middle = shape.centroid
        away = np.hypot(xs - middle.x, ys - middle.y) / np.sqrt(shape.area)
        if what == "unit":
            roomy = (roomy + self._beside(wish, mine, xs, ys)) / 2
            return (1 - own) * 22 + abroad * 26 + lines * 0.35 + (1 - roomy) * 12 + away * 4
        return (1 - own) * 14 + abroad * 40 + lines * 0.9 + (1 - roomy) * 4 + away * 3


    def _beside(self, wish: SpaceNeed, mine: Any, xs: Any, ys: Any) -> Any:
        """How much of a mark beside a unit would be on its ground, on the best of its four sides."""
        wide, high = (wish.unit[0] + wish.second[0]) / 2, (wish.unit[1] + wish.second[1]) / 2
        sides = ((wide, 0.0), (-wide, 0.0), (0.0, high), (0.0, -high))
        return np.max([self.raster.share(mine, xs + dx, ys + dy, *wish.second) for dx, dy in sides], axis=0)


def overlap_costs(spots: Spots, size: tuple[float, float], taken: Sequence[Rect]) -> Any:
    """What each spot costs for what a rectangle there would cover of others."""
    xs, ys, costs = spots
    total = np.zeros(len(costs))
    if not len(costs):
        return total
    left, right, top, bottom = xs.min(), xs.max(), ys.min(), ys.max()
    for rect in taken:
        wide, high = (size[0] + rect.w) / 2 + CLEAR, (size[1] + rect.h) / 2 + CLEAR
        if left - wide < rect.x < right + wide and top - high < rect.y < bottom + high:
            covered = np.clip(wide - np.abs(xs - rect.x), 0, None) * np.clip(high - np.abs(ys - rect.y), 0, None)
            total += covered * 0.6 + (covered > 0) * 6
    return total


def _rect(spots: Spots, n: int, size: tuple[float, float]) -> Rect:
    return Rect(float(spots[0][n]), float(spots[1][n]), *size)
