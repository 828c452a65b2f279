"""Hatching: strokes and dots that fill an outline, computed row by row, so that no renderer has to clip."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from judge.maps.art import TENTHS, Point

Rings = Sequence[Sequence[Point]]
QUARTER = math.pi / 4
"""Angles in eighths of a turn: 0 level, 1 rising, 2 upright, 3 falling."""


def fill_rows(rings: Rings, gap: float) -> Iterator[tuple[float, list[tuple[float, float]]]]:
    """Return (y, [(from, to), …]) for the rows of an outline (even-odd rule). The rows have the same distance everywhere on the
    board.
    """
    crossings: dict[int, list[float]] = {}
    for ring in rings:
        for (px, py), (qx, qy) in zip(ring, (*ring[1:], *ring[:1]), strict=True):
            low, high = sorted((py, qy))
            for row in range(math.floor(low / gap) + 1, math.floor(high / gap) + 1):
                crossings.setdefault(row, []).append(px + (row * gap - py) * (qx - px) / (qy - py))
    for row in sorted(crossings):
        xs = sorted(crossings[row])
        yield row * gap, list(zip(xs[::2], xs[1::2], strict=False))


def hatch_lines(rings: Rings, angle: int, gap: float) -> str:
    """Return a path of parallel strokes."""
    c, s = math.cos(angle * QUARTER), math.sin(angle * QUARTER)
    turned = [[(x * c - y * s, x * s + y * c) for x, y in ring] for ring in rings]
    found = []
    for y, spans in fill_rows(turned, gap):
        for start, end in spans:
            (ax, ay), (bx, by) = ((x * c + y * s, y * c - x * s) for x in (start, end))
            if end - start > 1:
                found.append(f"M{round(ax * TENTHS)} {round(ay * TENTHS)}L{round(bx * TENTHS)} {round(by * TENTHS)}")
    return "".join(found)


def hatch_dots(rings: Rings, gap: float) -> str:
    """Return a path of dots, every other row shifted by half a step."""
    found = []
    for y, spans in fill_rows(rings, gap):
        shift = gap / 2 * (round(y / gap) % 2)
        for start, end in spans:
            for n in range(math.ceil((start - shift) / gap), math.floor((end - shift) / gap) + 1):
                found.append(f"M{round((n * gap + shift) * TENTHS)} {round(y * TENTHS)}h1")
    return "".join(found)


def dotted_rows(size: tuple[float, float], gap: float) -> Iterator[str]:
    """Yield a line for each row of the dots that fill a rectangle, to be drawn dashed: written as dots, a row would be a hundred
    times as long.
    """
    width, height = size
    for row in range(1, math.ceil(height / gap)):
        yield f"M{round(gap / 2 * (row % 2) * TENTHS)} {round(row * gap * TENTHS)}H{round(width * TENTHS)}"
