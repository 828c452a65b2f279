"""Find borders between labelled pieces: every stretch between two labels once, from corner to corner; and the rings around each
label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2
from typing import NamedTuple

from judge.maps.art import Point


class Border(NamedTuple):
    """One stretch: the label to the left of its direction (y goes down), the label to the right, and its points."""

    left: str
    right: str
    points: list[Point]


def find_borders(sides: Iterable[tuple[str, Iterable[tuple[Point, Point]]]], corners: Iterable[Point] = ()) -> list[Border]:
    """Return the borders between labels, from (label, sides of a piece of it); outside, the label is ''.

    A side leads from point to point with its piece on the left hand. `corners`: points where a border ends in any case.
    """
    lefts: dict[tuple[Point, Point], str] = {}
    for label, edges in sides:
        lefts.update(dict.fromkeys(edges, label))
    apart = {}
    for (a, b), label in lefts.items():
        other = lefts.get((b, a), "")
        if label != other:
            apart[a, b], apart[b, a] = label, other
    return list(_chains(apart, frozenset(corners)))


def _chains(apart: Mapping[tuple[Point, Point], str], ends: frozenset[Point]) -> Iterator[Border]:
    """Follow edges between different labels from corner to corner, then those that have no corner."""
    near: dict[Point, list[Point]] = {}
    for a, b in apart:
        near.setdefault(a, []).append(b)
    done: set[tuple[Point, Point]] = set()
    corners = sorted(point for point, others in near.items() if len(others) != 2 or point in ends)
    for start in (*corners, *sorted(near)):
        for step in sorted(near[start]):
            if (start, step) not in done:
                points = [start, step]
                while len(near[points[-1]]) == 2 and points[-1] != start and points[-1] not in ends:
                    points.append(next(p for p in near[points[-1]] if p != points[-2]))
                done.update(pairwise(points))
                done.update(pairwise(points[::-1]))
                yield Border(apart[start, step], apart[step, start], points)


def find_rings(borders: Sequence[Border]) -> dict[str, list[list[int]]]:
    """Map each label to its rings, as numbers of borders from 1 on, negative where reversed. The label lies to the left."""
    found: dict[str, list[int]] = {}
    for number, border in enumerate(borders, 1):
        found.setdefault(border.left, []).append(number)
        found.setdefault(border.right, []).append(-number)
    return {label: _rings(borders, sorted(found[label], key=lambda n: (n < 0, abs(n)))) for label in sorted(found) if label}


def _rings(borders: Sequence[Border], mine: list[int]) -> list[list[int]]:
    starts: dict[Point, list[int]] = {}
    for number in mine:
        starts.setdefault(_walked(borders, number)[0], []).append(number)
    rings = []
    while mine:
        ring = [mine[0]]
        while True:
            mine.remove(ring[-1])
            here = _walked(borders, ring[-1])
            starts[here[0]].remove(ring[-1])
            if here[-1] == _walked(borders, ring[0])[0] and not _closer(borders, here, starts, ring[0]):
                break
            ring.append(_next(borders, here, starts[here[-1]]))
        rings.append(ring)
    return rings


def _walked(borders: Sequence[Border], number: int) -> list[Point]:
    points = borders[abs(number) - 1].points
    return points if number > 0 else points[::-1]


def _closer(borders: Sequence[Border], here: Sequence[Point], starts: Mapping[Point, list[int]], first: int) -> bool:
    """Whether the ring goes on at this corner, although it could close here, because another border turns more sharply."""
    choices = [*starts[here[-1]], first]
    return _next(borders, here, choices) != first


def _next(borders: Sequence[Border], here: Sequence[Point], choices: Sequence[int]) -> int:
    """Return the border to follow at a corner: the sharpest left turn, which keeps a piece whole that only touches itself there."""
    back = atan2(here[-2][1] - here[-1][1], here[-2][0] - here[-1][0])

    def turn(number: int) -> float:
        points = _walked(borders, number)
        # y goes down, so angles grow clockwise: take the first border after the way back
        return float((atan2(points[1][1] - points[0][1], points[1][0] - points[0][0]) - back) % 6.283185307179586)

    return min(choices, key=lambda number: (turn(number) or 6.283185307179586, number))
