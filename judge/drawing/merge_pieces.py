"""Every space whole: pieces that the nearest seed gave away wrongly go to the neighbour they have most border with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any

import shapely

from judge.drawing.regions import LAKE, LAND, RegionSeeds
from judge.maps.art import Point


class PieceGraph:
    """The pieces of a board: who lies beside whom, along how much border, and which seeds stand on each."""

    def __init__(self, pieces: Sequence[Any], labels: Sequence[str], seeds: Mapping[str, RegionSeeds], wet: set[str]) -> None:
        self.labels, self.wet = list(labels), wet
        self.beside: list[dict[int, float]] = [{} for _ in pieces]
        """Piece → its neighbours and the length of the border with each."""
        walked: dict[tuple[Point, Point], int] = {}
        for number, piece in enumerate(pieces):
            for a, b in polygon_sides(piece):
                walked[a, b] = number
                if (other := walked.get((b, a), number)) != number:
                    length = dist(a, b)
                    self.beside[number][other] = self.beside[number].get(other, 0.0) + length
                    self.beside[other][number] = self.beside[other].get(number, 0.0) + length
        self.seeds: list[set[str]] = [set() for _ in pieces]
        tree = shapely.STRtree(pieces)
        for of in seeds.values():
            for seed, piece in zip(*tree.query(shapely.points(of.points), predicate="intersects"), strict=True):
                self.seeds[piece].add(of.labels[seed])

    def settled(self) -> list[str]:
        """Labels in which every part of a space has its own seed on it; what touches no fitting neighbour is scenery."""
        while strays := list(self._strays()):
            for stray in strays:
                label = self._host(stray) or (LAKE if self.labels[stray[0]] in self.wet else LAND)
                for number in stray:
                    self.labels[number] = label
        return self.labels

    def _strays(self) -> Iterator[list[int]]:
        """Groups of touching pieces of one label without a seed of that label on them."""
        done: set[int] = set()
        for number, label in enumerate(self.labels):
            if number in done or label.startswith("~"):
                continue
            group = [number]
            for member in group:  # it grows as it is walked
                group += [other for other in self.beside[member] if self.labels[other] == label and other not in group]
            done.update(group)
            if not any(label in self.seeds[member] for member in group):
                yield group

    def _host(self, stray: Sequence[int]) -> str:
        """The space of the same element that a stray has most border with; '' if it touches none."""
        here, shared = self.labels[stray[0]], dict[str, float]()
        for member in stray:
            for other, length in self.beside[member].items():
                label = self.labels[other]
                if label != here and not label.startswith("~") and (label in self.wet) == (here in self.wet):
                    shared[label] = shared.get(label, 0.0) + length
        return max(shared, key=lambda label: shared[label], default="")


def polygon_sides(piece: Any) -> Iterator[tuple[Point, Point]]:
    """The sides of a shapely polygon, walked with it on the left hand where y goes down."""
    turned = shapely.geometry.polygon.orient(piece, -1.0)
    for ring in (turned.exterior, *turned.interiors):
        points = [(round(x, 1), round(y, 1)) for x, y in ring.coords]
        yield from ((a, b) for a, b in pairwise(points) if a != b)
