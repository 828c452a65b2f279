"""Draw lines that waver like a hand-drawn shore, always the same way: the noise is computed from what it is for."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from judge.maps.art import Point

Line = Sequence[Point]


def hash_noise(*of: object) -> float:
    """Return a number from -1 to 1 that depends only on the arguments, and is the same in every run."""
    return int.from_bytes(hashlib.sha256(repr(of).encode()).digest()[:6], "big") / 2**47 - 1


def round_corners(line: Line, times: int = 1) -> Line:
    """Cut corners (Chaikin's algorithm); the ends stay."""
    for _ in range(times):
        if len(line) < 3:
            return line
        ring = line[0] == line[-1]
        cut: list[tuple[float, float]] = []
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        line = [*cut, cut[0]] if ring else [line[0], *cut[1:-1], line[-1]]
    return line


def roughen(line: Line, wobble: float, finest: float) -> Line:
    """Break every piece longer than `finest` and move its middle aside by up to `wobble` of its length, repeatedly."""
    found = [line[0]]
    for a, b in pairwise(line):
        found += _broken(a, b, wobble, finest)
    return found


def _broken(a: tuple[float, float], b: tuple[float, float], wobble: float, finest: float) -> Line:
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= finest:
        return [b]
    off = wobble * hash_noise(round(a[0], 1), round(a[1], 1), round(b[0], 1), round(b[1], 1))
    middle = ((a[0] + b[0]) / 2 - off * (b[1] - a[1]), (a[1] + b[1]) / 2 + off * (b[0] - a[0]))
    return [*_broken(a, middle, wobble, finest), *_broken(middle, b, wobble, finest)]
