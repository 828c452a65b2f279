"""Compute arrows: curves between two places that bend around obstacles, with heads, crosses and waves."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from judge.maps.art import Point
from judge.maps.board_paths import closed_path

Curve = list[Point]
STEPS = 12
BENDS = (0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.45, -0.45)
"""How far a curve may leave the straight line in its middle, as a part of its length. The first that passes every obstacle is
taken.
"""
CLEAR = 19.0
"""The room between the middle of a line and that of a unit it passes."""
OFF = 1000.0
"""What it costs a curve to leave the board: more than passing through all units."""
CELL = 16


def route_curve(
    a: Point, b: Point, around: Sequence[Point], usual: bool = True, left: bool = True, width: float = math.inf
) -> Curve:
    """Return a curve between two points that avoids others as well as it can; straight if possible, unless `usual`.

    `left`: the side to which it bends first, so that two kinds of order between the same places can be told apart.
    `width`: of the board, which no line leaves for others.
    """
    near = _near(a, b, around)
    bends = (bend if usual else math.copysign(abs(bend) - BENDS[0], bend) for bend in BENDS)
    curves = (_bow(a, b, bend if left else -bend) for bend in bends)
    if not near:
        return next(curves)
    best: tuple[float, Curve] | None = None
    for n, curve in enumerate(curves):
        cost = sum(max(0.0, CLEAR - _distance(curve, point)) for point in near) + n * 0.4
        cost += OFF if any(not 0 < x < width for x, _ in curve[1:-1]) else 0
        if best is None or cost < best[0] - 1e-9:
            best = (cost, curve)
    assert best is not None
    return best[1]


def convoy_curve(a: Point, b: Point, fleets: Sequence[Point]) -> Curve:
    """Return a curve bent towards the fleets that convoy the army, passing between them and the straight line."""
    x, y = (sum(part) / len(fleets) for part in zip(*fleets, strict=True))
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    length, lean = math.dist(a, b) or 1.0, math.dist(middle, (x, y)) or 1.0
    share = max(0.0, min(0.9, 0.9 * length / lean, 1 - 45 / lean))
    return _curve(a, (middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share), b)


def nearest_point(curve: Curve, point: Point) -> Point:
    """Return the point of a curve, away from its ends, that is nearest to another point."""
    return min(curve[len(curve) // 4 : -(len(curve) // 4)] or curve, key=lambda spot: math.dist(spot, point))


def spline(points: Sequence[Point]) -> Curve:
    """Return a smooth curve through points (Catmull-Rom)."""
    spots = [points[0], *points, points[-1]]
    found: Curve = []
    for p, q, r, s in zip(spots, spots[1:], spots[2:], spots[3:], strict=False):
        found += (_between(p, q, r, s, n / 6) for n in range(6))
    return [*found, points[-1]]


def _between(p: Point, q: Point, r: Point, s: Point, t: float) -> Point:
    x, y = (
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p, q, r, s, strict=True)
    )
    return x, y


def _bow(a: Point, b: Point, bend: float) -> Curve:
    (ax, ay), (bx, by) = a, b
    return _curve(a, ((ax + bx) / 2 + (by - ay) * bend * 2, (ay + by) / 2 - (bx - ax) * bend * 2), b)


def _curve(a: Point, c: Point, b: Point) -> Curve:
    """Return a parabola from one point to another, bent towards a third."""
    parts = [((1 - t) * (1 - t), 2 * t * (1 - t), t * t) for t in (n / STEPS for n in range(STEPS + 1))]
    return [(p * a[0] + q * c[0] + r * b[0], p * a[1] + q * c[1] + r * b[1]) for p, q, r in parts]


def _near(a: Point, b: Point, around: Sequence[Point]) -> list[Point]:
    """Return the points that a bent line could come near to, except its ends."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    found = []
    for x, y in around:
        along, off = (x - ax) * ux + (y - ay) * uy, abs((y - ay) * ux - (x - ax) * uy)
        if off < 0.5 * length + CLEAR and 8 < along < length - 8:
            found.append((x, y))
    return found


def curve_cells(curve: Curve) -> Iterator[tuple[int, int]]:
    """Return the cells of a grid of size CELL in which a curve has points, no further apart than one cell."""
    for (ax, ay), (bx, by) in pairwise(curve):
        steps = int(max(abs(bx - ax), abs(by - ay)) // CELL) + 1
        for n in range(steps):
            yield int((ax + (bx - ax) * n / steps) // CELL), int((ay + (by - ay) * n / steps) // CELL)


def _distance(curve: Curve, point: Point) -> float:
    return min([math.dist(point, other) for other in curve])


class MeasuredCurve:
    """A curve with the distance along it at each of its points, so that any part is found at once."""

    def __init__(self, curve: Curve) -> None:
        self.curve = curve
        self.gone = [0.0, *accumulate(map(math.dist, curve, curve[1:]))]

    @property
    def length(self) -> float:
        """Return its length."""
        return self.gone[-1]

    def after(self, way: float) -> Point:
        """Return the point at a distance along it."""
        n = min(max(bisect_right(self.gone, way), 1), len(self.curve) - 1)
        (px, py), (qx, qy) = self.curve[n - 1], self.curve[n]
        step = self.gone[n] - self.gone[n - 1]
        share = min(max((way - self.gone[n - 1]) / step, 0.0), 1.0) if step else 0.0
        return px + (qx - px) * share, py + (qy - py) * share


def point_at(curve: Curve, share: float) -> Point:
    """Return the point at a part of the length."""
    ruler = MeasuredCurve(curve)
    return ruler.after(ruler.length * share)


def trim(curve: Curve, start: float, end: float) -> Curve:
    """Cut a curve at its start and end; of a short curve at least the middle third remains."""
    ruler = MeasuredCurve(curve)
    first, last = min(start, ruler.length / 3), max(ruler.length - end, ruler.length * 2 / 3)
    inside = curve[bisect_right(ruler.gone, first) : bisect_left(ruler.gone, last)]
    return [ruler.after(first), *inside, ruler.after(last)] if ruler.length else curve


def arrowhead(curve: Curve, size: float) -> str:
    """Return the path of an arrowhead at a curve's end."""
    ruler = MeasuredCurve(curve)
    (px, py), (x, y) = ruler.after(ruler.length - size), curve[-1]
    length = math.hypot(x - px, y - py) or 1.0
    ux, uy = (x - px) / length, (y - py) / length
    bx, by, half = x - ux * size, y - uy * size, size * 0.42
    notch = (bx + ux * size * 0.25, by + uy * size * 0.25)
    return closed_path([(x, y), (bx - uy * half, by + ux * half), notch, (bx + uy * half, by - ux * half)])


def wavy(curve: Curve, length: float = 11.0, height: float = 3.2) -> Curve:
    """Return a curve as a wavy line."""
    ruler = MeasuredCurve(curve)
    number = max(2, round(ruler.length / length)) * 4
    step = ruler.length / number
    found: Curve = []
    for n in range(number + 1):
        (x, y), (px, py), (qx, qy) = (ruler.after(step * (n + d)) for d in (0, -0.5, 0.5))
        apart = math.hypot(qx - px, qy - py) or 1.0
        lift = height * math.sin(n * math.pi / 2)
        found.append((x - (qy - py) / apart * lift, y + (qx - px) / apart * lift))
    return found


def follow_line(points: Sequence[Point], a: Point, b: Point) -> Curve:
    """Return the part of a line of the board between the places on it nearest to two points, from the first to the second."""
    if len(points) < 2:
        return [a, b]
    i, j = (min(range(len(points)), key=lambda n, p=p: math.dist(points[n], p)) for p in (a, b))  # type: ignore[misc]
    middle = list(points[i : j + 1]) if i <= j else list(points[j : i + 1])[::-1]
    return [a, *middle, b]
