"""The places of every space: what is found by search or told by hand, as units, labels, dots and coasts of an Art."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import shapely

from judge.board import Board
from judge.drawing.cell_grid import CellGrid, Rect
from judge.drawing.label_search import Placement, PlacementSearch, SpaceNeed, overlap_costs
from judge.drawing.text_width import text_width
from judge.maps.art import Art, Decoration, Label, Point, SpaceLayout
from judge.maps.drawn_borders import coast_lines, match_coast

ARMY, FLEET, SECOND, LETTERS = (24.0, 28.0), (34.0, 30.0), (24.0, 24.0), (15.0, 11.0)
"""Room for a unit with its rim, for what stands beside it, for a coast's letters."""
DOT = 11.0
"""Room that a centre's dot takes before its label."""
SIZE = 16.0
"""Of letters, where the source says nothing."""
TALL, BASE = 0.82, 0.31
"""A label's height, and from its middle down to its base line, in ems."""
LINE = 7.0
"""Room for a line drawn over the ground."""
Spot = tuple[float, float]


class BoardPlacement:
    """The places of one board."""

    def __init__(self, art: Art, board: Board, source: Mapping[str, Any]) -> None:
        self.art, self.board, self.source = art, board, source
        self.raster = CellGrid(art)
        self.scale = float(source.get("scale", 1.0))
        keep = [*_cartouche(source), *_along(art.extras)]
        self.wishes = [self._wish(code) for code in board.spaces if code in art.faces]
        self.search = PlacementSearch(self.raster, self.wishes, keep)
        self.placed: list[Rect] = []
        """Everything that stands, in the end."""

    def all(self) -> dict[str, SpaceLayout]:
        """Every space's place."""
        found = self.search.run()
        self.placed = [rect for both in found.values() for rect in both] + list(self.search.keep)
        coasts = {space: self._coasts(space) for space in found}
        return {space: self._place(space, both, *coasts[space]) for space, both in found.items()}

    def _wish(self, code: str) -> SpaceNeed:
        space = self.board.spaces[code]
        size, sea = self._size(code), space.kind == "sea"
        wide = text_width(self._text(code), size, "italic" if sea else "bold") + (DOT if self._dot(code) else 0) + 2
        unit = FLEET if self.board.places("F", code) else ARMY
        at = self.source.get("anchors", {}).get(code, {})
        return SpaceNeed(code, self._scaled(unit), self._scaled(SECOND), (wide, size * TALL), sea, at)

    def _scaled(self, size: Spot) -> Spot:
        return size[0] * self.scale, size[1] * self.scale

    def _size(self, code: str) -> float:
        return float(self.source.get("sizes", {}).get("sea" if self.board.spaces[code].kind == "sea" else "land", SIZE))

    def _text(self, code: str) -> str:
        return str(self.source.get("labels", {}).get(code, code))

    def _dot(self, code: str) -> bool:
        """Whether a dot may stand before the label: at a centre, and where only the game will tell."""
        space = self.board.spaces[code]
        return space.centre or space.kind not in ("land", "coast", "sea")

    def _place(self, space: str, both: Placement, coasts: dict[str, Point], letters: dict[str, Point]) -> SpaceLayout:
        unit, label = both
        dot, size = self._dot(space), self._size(space)
        return SpaceLayout(
            unit=(unit.x, unit.y),
            second=self._second(space, both),
            label=Label(self._text(space), (label.x + dot * DOT / 2, label.y + size * BASE), "middle", size),
            centre=(label.x - label.w / 2 + DOT / 2, label.y) if dot else None,
            coasts=coasts,
            coast_labels=letters,
        )

    def _second(self, space: str, both: Placement) -> Point:
        """Beside the unit: on the same ground if there is room, on no other thing if that can be."""
        size = self._scaled(SECOND)
        angles: Any
        lengths: Any
        angles, lengths = np.meshgrid(np.arange(0, 360, 15), np.array([0.7, 0.85, 1.0, 1.2, 1.4]))
        reach = (both.unit.w + size[0]) / 2
        xs = both.unit.x + (np.cos(np.radians(angles)) * lengths * reach).ravel()
        ys = both.unit.y + (np.sin(np.radians(angles)) * lengths * reach).ravel()
        own = self.raster.share(self.raster.sums([space]), xs, ys, *size)
        outside = ~shapely.contains_xy(self.raster.shapes[space], xs, ys)
        cost = (1 - own) * 40 + outside * 40 + lengths.ravel() * 6
        others = [rect for rect in self.placed if rect not in both]
        cost = cost + overlap_costs((xs, ys, cost), size, others) * 0.5
        cost = (
            cost + overlap_costs((xs, ys, cost), size, [both.unit]) * 0.4 + overlap_costs((xs, ys, cost), size, [both.label]) * 0.1
        )
        return self._point(xs, ys, cost)

    def _coasts(self, space: str) -> tuple[dict[str, Point], dict[str, Point]]:
        """Where fleets stand on each coast of a split one, and where its letters do."""
        units: dict[str, Point] = {}
        letters: dict[str, Point] = {}
        if not self.board.spaces[space].coasts:
            return units, letters
        lines: dict[str, list[Any]] = {}
        for coast, line in coast_lines(self.art, self.board, space):
            lines.setdefault(match_coast(self.board, coast).partition(".")[2], []).append(shapely.LineString(line))
        told = self.source.get("anchors", {}).get(space, {})
        for name, parts in sorted(lines.items()):
            shore = shapely.MultiLineString(parts)
            units[name] = tuple(told[name]) if name in told else self._berth(space, shore, self._scaled(FLEET), inside=True)
            self.placed.append(Rect(*units[name], *self._scaled(FLEET)))
            at = f"{name} letters"
            letters[name] = tuple(told[at]) if at in told else self._berth(space, shore, LETTERS, inside=False, by=units[name])
            self.placed.append(Rect(*letters[name], *LETTERS))
        return units, letters

    def _berth(self, space: str, shore: Any, size: Spot, inside: bool, by: Point | None = None) -> Point:
        """A spot at a shore, on the land's side or on the water's; as near its middle as may be, or near what is told."""
        left, top, right, bottom = shore.bounds
        grid: Any = np.meshgrid(np.arange(left - 24, right + 24, 3.0), np.arange(top - 24, bottom + 24, 3.0))
        xs, ys = grid[0].ravel(), grid[1].ravel()
        shapely.prepare(shore)
        close = shapely.dwithin(shore, shapely.points(xs, ys), size[1] * (0.62 if inside else 1.1))
        close &= shapely.contains_xy(self.raster.shapes[space], xs, ys) == inside
        close &= np.abs(xs - self.art.size[0] / 2) < (self.art.size[0] - size[0]) / 2
        close &= np.abs(ys - self.art.size[1] / 2) < (self.art.size[1] - size[1]) / 2
        xs, ys = xs[close], ys[close]
        middle = shore.centroid if by is None else shapely.Point(by)
        cost = np.hypot(xs - middle.x, ys - middle.y) * (0.08 if inside else 0.25)
        own = self.raster.share(self.raster.sums([space]), xs, ys, *size)
        water = self.raster.share(self.search.wet, xs, ys, *size)
        cost = cost + (1 - own - water) * 30 + (np.abs(own - 0.55) * 8 if inside else own * 30)
        return self._point(xs, ys, cost + overlap_costs((xs, ys, cost), size, self.placed))

    def _point(self, xs: Any, ys: Any, cost: Any) -> Point:
        best = int(np.argmin(cost))
        return float(xs[best]), float(ys[best])


def _cartouche(source: Mapping[str, Any]) -> Iterator[Rect]:
    """The title's corner, with some air."""
    if "cartouche" in source:
        x, y, w, h = source["cartouche"]
        yield Rect(x + w / 2, y + h / 2, w + 12, h + 12)


def _along(extras: Sequence[Decoration]) -> Iterator[Rect]:
    """Small squares along what is drawn over the ground, so that nothing covers it."""
    for extra in extras:
        if len(extra.points) > 1:
            for spot in shapely.get_coordinates(shapely.segmentize(shapely.LineString(extra.points), LINE)):
                yield Rect(float(spot[0]), float(spot[1]), LINE, LINE)
        if extra.kind == "text":
            x, y = extra.points[0]
            yield Rect(x, y - extra.size * BASE, text_width(extra.text, extra.size, "italic"), extra.size)
