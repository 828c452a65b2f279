"""Borders as a pen would draw them, between fixed ends: simplified and relaxed. (How they wander: `judge.maps.hand_drawn`.)"""

from __future__ import annotations

import shapely

from judge.maps.hand_drawn import Line


def simplify(line: Line, tolerance: float) -> Line:
    """Fewer points, none of the line further off than the tolerance."""
    if line[0] == line[-1] and len(line) > 3:  # a ring has no end to hold on to: hold its far side, too
        middle = len(line) // 2
        return [*simplify(line[: middle + 1], tolerance)[:-1], *simplify(line[middle:], tolerance)]
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(shapely.simplify(shapely.LineString(line), tolerance))]


def relax(line: Line, times: int) -> Line:
    """Each point moved to the mean of itself and its neighbours; the ends stay."""
    for _ in range(times):
        if len(line) < 3:
            return line
        middle = [
            ((ax + 2 * bx + cx) / 4, (ay + 2 * by + cy) / 4)
            for (ax, ay), (bx, by), (cx, cy) in zip(line, line[1:], line[2:], strict=False)
        ]
        if line[0] == line[-1]:
            (ax, ay), (bx, by), (cx, cy) = line[-2], line[0], line[1]
            end = ((ax + 2 * bx + cx) / 4, (ay + 2 * by + cy) / 4)
            line = [end, *middle, end]
        else:
            line = [line[0], *middle, line[-1]]
    return line
