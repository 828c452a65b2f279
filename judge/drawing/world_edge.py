"""The rim of a known world: where the sides of the cells beyond it begin and end along its edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from math import dist

from judge.maps.art import FRAME, Art, Point


def world_edge(art: Art, told: Sequence[str | Sequence[str]]) -> tuple[Point, ...]:
    """The corners of the cells beyond, clockwise along the edge.

    `told`: the known world's spaces next to each cell, clockwise; several names where there are several. A space next to
    several cells in turn is shared out evenly. Every corner is a corner of the drawing, so that arcs can be cut there.
    """
    names = [[each] if isinstance(each, str) else list(each) for each in told]
    line = list(_edge(art, names[0][0]))
    found: list[Point] = []
    for group in _runs(names):
        parts = [points for name, points in line if name in names[group[0]]]
        points = [parts[0][0], *(point for part in parts for point in part[1:])]
        found += _shared(points, len(group))
    return tuple(found)


def _runs(names: Sequence[Sequence[str]]) -> list[list[int]]:
    """Numbers of consecutive cells next to the same space of the known world."""
    return [list(group) for _, group in groupby(range(len(names)), key=lambda n: names[n])]


def _shared(points: Sequence[Point], parts: int) -> Iterator[Point]:
    """Where each of so many equal parts of a line begins, at a point of it."""
    far = [0.0, *accumulate(dist(a, b) for a, b in pairwise(points))]
    for part in range(parts):
        yield min(zip(far, points, strict=True), key=lambda spot: abs(spot[0] - far[-1] * part / parts))[1]


def _edge(art: Art, first: str) -> Iterator[tuple[str, Sequence[Point]]]:
    """The edge, clockwise: who lies along it, and where, beginning with the first given. Scenery goes with its predecessor."""
    pieces = {}
    for arc in art.arcs:
        if FRAME in arc.sides:  # clockwise, the ground lies on the right hand
            name, points = (arc.left, arc.points[::-1]) if arc.right == FRAME else (arc.right, arc.points)
            pieces[points[0]] = (name, points)
    walked = []
    at = next(iter(pieces))
    for _ in pieces:
        walked.append(pieces[at])
        at = pieces[at][1][-1]
    start = next(n for n, (name, _) in enumerate(walked) if name == first and walked[n - 1][0] != first)
    spoken = first
    for name, points in [*walked[start:], *walked[:start]]:
        spoken = spoken if name.startswith("~") else name
        yield spoken, points
