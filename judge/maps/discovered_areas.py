"""Join the areas that a reader has found to the known board: cells around it, each placed by its own coordinates.

Only the given areas are drawn, and every line depends only on its own cell's place. So a picture shows nothing that its reader does
not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from judge.maps.art import COAST, EDGE, FRAME, OPEN, SCENERY, Arc, Art, Decoration, Label, Point, SpaceLayout
from judge.maps.border_graph import Border, find_borders, find_rings
from judge.maps.hand_drawn import hash_noise, roughen

WIDE, HIGH = 8, 3
"""The cells that the known world fills."""
STEP = (172.0, 160.0)
"""The width and height of a cell beyond it."""
SLANT = 26.0
"""How near to a corner those cells come that do not meet there."""
JITTER, WOBBLE, FINEST = 26.0, 0.17, 13.0
"""How far a corner lies from its place on a regular lattice; how far lines waver, and down to which length."""
MARGIN = 40.0
"""The empty margin around what is drawn."""
AT = re.compile(r"(-?\d{1,4}) (-?\d{1,4})")
ROCK = "~rock"
Cell = tuple[int, int]
"""The columns east of the known world's west side, and the rows south of one row north of it."""


class DiscoveredArea(NamedTuple):
    """One area beyond the board: its cell, and the areas and spaces that it is known to border."""

    at: Cell
    borders: frozenset[str]


def read_areas(world: Mapping[str, Mapping[str, Any]]) -> dict[str, DiscoveredArea]:
    """Read the areas of a fact that have a place (`at`, as "column row"), with their known borders (`borders`)."""
    found = {}
    for code, area in world.items():
        if spot := AT.fullmatch(str(area.get("at", ""))):
            found[code] = DiscoveredArea((int(spot[1]), int(spot[2])), frozenset(map(str, area.get("borders", ()))))
    return found


def join_areas(art: Art, lots: Mapping[str, DiscoveredArea]) -> Art:
    """Return the board with the areas around it, in a frame large enough. Raises ValueError if the board has no rim."""
    if not art.rim:
        raise ValueError("nothing can be joined to a board without a rim")
    if not lots:
        return art
    frame = [_framed(arc) for arc in art.arcs if FRAME in arc.sides]
    grid = HexLattice(art.rim, _edge(frame), lots)
    outlines = {code: grid.outline(lot.at) for code, lot in lots.items()}
    sides = [(code, pairwise(outline)) for code, outline in outlines.items()]
    kept = [Border(arc.left, arc.right, list(arc.points)) for arc in art.arcs if FRAME not in arc.sides]
    ends = {point for _, points in frame for point in (points[0], points[-1])}
    fresh = find_borders([*sides, *grid.rocks(), *((name, pairwise(points)) for name, points in frame)], {*ends, *art.rim})
    borders = [*kept, *(border for border in fresh if border.left or border.right)]
    kinds = [arc.kind for arc in art.arcs if FRAME not in arc.sides] + [_kind(border) for border in fresh]
    places = {**art.places, **{code: _place(code, outline) for code, outline in outlines.items()}}
    arcs = tuple(Arc(b.left, b.right, kind, tuple(b.points)) for b, kind in zip(borders, kinds, strict=True))
    rings = {name: tuple(tuple(ring) for ring in rings) for name, rings in find_rings(borders).items()}
    return _fitted(replace(art, arcs=arcs, faces=rings, places=places))


def _framed(arc: Arc) -> tuple[str, Sequence[Point]]:
    """Return an arc of the edge with the inside to the left."""
    return (arc.left, arc.points) if arc.right == FRAME else (arc.right, arc.points[::-1])


def _edge(frame: Iterable[tuple[str, Sequence[Point]]]) -> list[Point]:
    """Return the edge of the known world, clockwise, as a ring of points."""
    after = {points[-1]: points[::-1] for _, points in frame}
    found = [next(iter(after))]
    while len(found) == 1 or found[0] != found[-1]:
        found += after[found[-1]][1:]
    return found[:-1]


def _kind(border: Border) -> str:
    if FRAME in border[:2]:
        return EDGE
    return COAST if border.left.startswith(SCENERY) and border.right.startswith(SCENERY) else OPEN


class HexLattice:
    """The corners of the cells and the lines between them, the same for every reader."""

    def __init__(self, rim: Sequence[Point], edge: Sequence[Point], lots: Mapping[str, DiscoveredArea]) -> None:
        self.codes, self.lots, self.edge = {lot.at: code for code, lot in lots.items()}, lots, edge
        steps = [(x, 1) for x in range(WIDE)] + [(WIDE, 1 + y) for y in range(HIGH)]
        steps += [(WIDE - x, 1 + HIGH) for x in range(WIDE)] + [(0, 1 + HIGH - y) for y in range(HIGH)]
        self.known = dict(zip(steps, rim, strict=False))
        """Corner of the lattice → point of the rim, in clockwise order."""
        self.west, self.north = (min(point[n] for point in edge) for n in (0, 1))
        self.east, self.south = (max(point[n] for point in edge) for n in (0, 1))

    def corner(self, x: int, y: int) -> Point:
        """Return where a corner of the lattice lies."""
        if (x, y) in self.known:
            return self.known[x, y]
        column, row = min(max(x, 0), WIDE), min(max(y, 1), 1 + HIGH)
        px = self.west + (self.east - self.west) * column / WIDE + (x - column) * STEP[0]
        py = self.north + (self.south - self.north) * (row - 1) / HIGH + (y - row) * STEP[1]
        return _tidy((px + JITTER * hash_noise("x", x, y), py + JITTER * hash_noise("y", x, y)))

    def _meet(self, one: Cell, other: Cell) -> bool:
        a, b = self.codes.get(one, ""), self.codes.get(other, "")
        return bool(a and b) and (b in self.lots[a].borders or a in self.lots[b].borders)

    def turn(self, x: int, y: int) -> str:
        """Return what happens at a corner: `\\` or `/` if two cells meet across it, `o` if a rock keeps four apart, '' otherwise.
        """
        if (x, y) in self.known:
            return ""
        cells = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
        if self._meet(cells[0], cells[3]):
            return "\\"
        if self._meet(cells[1], cells[2]):
            return "/"
        return "o" if all(cell in self.codes for cell in cells) else ""

    def end(self, x: int, y: int, dx: int, dy: int) -> Point:
        """Return where a line ends that comes to a corner from a direction (a step from the corner): at the corner, or just before
        it.
        """
        px, py = self.corner(x, y)
        turn = self.turn(x, y)
        if turn == "o":
            return _tidy((px + dx * SLANT, py + dy * SLANT))
        if not turn:
            return px, py
        # across "\\" the north-western and the south-eastern cell meet: lines from north and east end together; "/" mirrors it
        up = -1 if dy < 0 or (dx and (dx > 0) == (turn == "\\")) else 1
        right = 1 if turn == "\\" else -1
        return _tidy((px - up * right * SLANT, py + up * SLANT))

    def line(self, a: Cell, b: Cell) -> list[Point]:
        """Return the line between two neighbouring corners, the same in both directions."""
        if a > b:
            return self.line(b, a)[::-1]
        if a in self.known and b in self.known:
            return self._along(a, b)
        dx, dy = b[0] - a[0], b[1] - a[1]
        ends = [self.end(*a, dx, dy), self.end(*b, -dx, -dy)]
        return [ends[0], *(_tidy(point) for point in roughen(ends, WOBBLE, FINEST)[1:-1]), ends[1]]

    def _along(self, a: Cell, b: Cell) -> list[Point]:
        """Return a piece of the known world's edge, with its points."""
        turn = list(self.known)
        if turn[(turn.index(a) + 1) % len(turn)] != b:
            return self._along(b, a)[::-1]
        start, end = self.edge.index(self.known[a]), self.edge.index(self.known[b])
        return list(self.edge[start : end + 1] if start < end else [*self.edge[start:], *self.edge[: end + 1]])

    def outline(self, cell: Cell) -> list[Point]:
        """Return a cell's outline with the cell to the left; the first point is repeated at the end."""
        x, y = cell
        corners = [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]
        found: list[Point] = []
        for a, b in pairwise(corners):
            line = self.line(a, b)
            found += line if not found or found[-1] != line[0] else line[1:]
        return found if found[0] == found[-1] else [*found, found[0]]

    def rocks(self) -> Iterator[tuple[str, Iterable[tuple[Point, Point]]]]:
        """Return the rocks at the points where four cells would touch."""
        for x, y in {(x + dx, y + dy) for x, y in self.codes for dx in (0, 1) for dy in (0, 1)}:
            if self.turn(x, y) == "o":
                around = [self.end(x, y, *way) for way in ((0, -1), (-1, 0), (0, 1), (1, 0), (0, -1))]
                yield ROCK, pairwise(around)


def _place(label: str, outline: Sequence[Point]) -> SpaceLayout:
    """Return the places of unit, label and dot around the middle of an area's cell."""
    twice = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(outline))
    x = sum((ax + bx) * (ax * by - bx * ay) for (ax, ay), (bx, by) in pairwise(outline)) / (3 * twice)
    y = sum((ay + by) * (ax * by - bx * ay) for (ax, ay), (bx, by) in pairwise(outline)) / (3 * twice)
    text = Label(label, _tidy((x + 5, y - 20)), "middle", 16.0)
    return SpaceLayout(_tidy((x, y + 4)), _tidy((x + 30, y + 4)), text, _tidy((x - 22, y - 25)))


def _tidy(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _fitted(art: Art) -> Art:
    """Return the board moved into a frame that holds all of it."""
    points = [point for arc in art.arcs for point in arc.points]
    left, top = (min(0.0, min(point[n] for point in points) - MARGIN) for n in (0, 1))
    right, bottom = (max(art.size[n], max(point[n] for point in points) + MARGIN) for n in (0, 1))
    return shift_art(replace(art, size=(round(right - left, 1), round(bottom - top, 1))), -left, -top)


def shift_art(art: Art, dx: float, dy: float) -> Art:
    """Return the board moved within its frame."""

    def spot(point: Point) -> Point:
        return round(point[0] + dx, 1), round(point[1] + dy, 1)

    def spots(table: Mapping[str, Point]) -> dict[str, Point]:
        return {name: spot(point) for name, point in table.items()}

    def label(old: Label | None) -> Label | None:
        return replace(old, at=spot(old.at)) if old else None

    def place(old: SpaceLayout) -> SpaceLayout:
        centre = spot(old.centre) if old.centre else None
        return SpaceLayout(spot(old.unit), spot(old.second), label(old.label), centre, spots(old.coasts), spots(old.coast_labels))

    def extra(old: Decoration) -> Decoration:
        return replace(old, points=tuple(map(spot, old.points)), stops=spots(old.stops))

    corner = art.cartouche
    return replace(
        art,
        arcs=tuple(replace(arc, points=tuple(map(spot, arc.points))) for arc in art.arcs),
        places={name: place(old) for name, old in art.places.items()},
        extras=tuple(map(extra, art.extras)),
        rim=tuple(map(spot, art.rim)),
        cartouche=(*spot((corner[0], corner[1])), corner[2], corner[3]) if corner else None,
    )
