"""A board drawn from its borders alone: hexagons grown from a place for each space, so that only neighbours touch.

What a flat drawing cannot show is joined by a line; the rest of the paper is hatched.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import hypot, sqrt
from string import ascii_letters, digits

from judge.board import Board
from judge.drawing.layout import spread

Cell = tuple[int, int]
"""Column and row."""
Places = Mapping[str, Sequence[tuple[float, float]]]
"""Space → the points of a line that lies within it, x to the right and y down."""
ROOM = 92
"""Cells for each space, more or less."""
CELL = 12.5
"""Units of the drawing to a cell."""
TRIES = 10
NEARER = 0.72
"""What is left of the distance of neighbours that did not come to touch, from one try to the next."""
MARGIN = 2
SHAPES = (0.9, 1.9)
"""The least and the greatest width of a board to its height."""
WORDS = ("none", "no", "yes", "on", "off", "true", "false", "null", "y", "n")
"""What YAML, or we, would take for another value."""
AROUND = {0: ((-1, 0), (1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)), 1: ((-1, 0), (1, 0), (0, -1), (1, -1), (0, 1), (1, 1))}
"""Neighbours of a cell in even and odd rows."""


@dataclass
class Sketch:
    """Who has which cell, and which neighbours do not touch."""

    columns: int
    rows: int
    owner: dict[Cell, str] = field(default_factory=dict)
    seeds: dict[str, list[Cell]] = field(default_factory=dict)
    """The cells that a space grows from; the first is its middle."""
    missing: set[frozenset[str]] = field(default_factory=set)


def sketched(board: Board, places: Places | None = None) -> tuple[str, str]:
    """grid.txt and art.yaml of a board. `places`: where its spaces lie, if somebody knows; KeyError if one is left out."""
    best, pulled = None, dict[tuple[str, str], float]()
    for _ in range(TRIES):
        drawn = _grown(board, places or {code: [point] for code, point in spread(board, pulled).items()})
        if best is None or len(drawn.missing) < len(best.missing):
            best = drawn
        if not drawn.missing or places:
            break
        for pair in sorted(map(sorted, drawn.missing)):
            key = (pair[0], pair[1])
            pulled[key] = pulled.get(key, 1.0) * NEARER
    assert best is not None
    return _grid(board, best), "\n".join(_pen(board, best)) + "\n"


def may_touch(board: Board, one: str, other: str) -> bool:
    """Whether two spaces may share a border on paper: a way for armies between lands, for fleets if one is sea."""
    if board.is_sea(one) or board.is_sea(other):
        return other in board.fleet_spaces.get(one, ()) or one in board.fleet_spaces.get(other, ())
    return other in board.reach_spaces("A", one) or one in board.reach_spaces("A", other)


def _grown(board: Board, points: Places) -> Sketch:
    sketch = _paper(board, points)
    touch = {code: {other for other in board.near[code] if may_touch(board, code, other)} for code in board.spaces}
    for pair in sorted({frozenset((a, b)) for a, some in touch.items() for b in some}, key=lambda pair: _length(sketch, pair)):
        _reach_out(sketch, touch, *sorted(pair))
    quick = {code: 0.7 + 0.09 * len(touch[code]) + 0.25 * board.is_sea(code) for code in board.spaces}
    heap: list[tuple[float, int, str, Cell]] = []
    count = 0
    for cell, code in sorted(sketch.owner.items()):
        for each in _around(sketch, cell):
            count += 1
            heapq.heappush(heap, (_far(sketch, code, each) / quick[code], count, code, each))
    while heap:
        _, _, code, cell = heapq.heappop(heap)
        near = list(_around(sketch, cell))
        others = {sketch.owner[each] for each in near if each in sketch.owner} - {code}
        if cell in sketch.owner or not others <= touch[code]:
            continue
        sketch.owner[cell] = code
        for each in near:
            if each not in sketch.owner:
                count += 1
                heapq.heappush(heap, (_far(sketch, code, each) / quick[code], count, code, each))
    met = {frozenset((a, sketch.owner.get(each, a))) for cell, a in sketch.owner.items() for each in _around(sketch, cell)}
    sketch.missing = {frozenset((a, b)) for a, some in touch.items() for b in some} - met
    return sketch


def _paper(board: Board, points: Places) -> Sketch:
    """Empty paper, shaped as the places are, with cells for each space to grow from."""
    xs, ys = [x for line in points.values() for x, _ in line], [y for line in points.values() for _, y in line]
    wide, high = max(max(xs) - min(xs), 1e-6), max(max(ys) - min(ys), 1e-6)
    shape = min(max(wide / high, SHAPES[0]), SHAPES[1])
    rows = max(14, round(sqrt(len(points) * ROOM / shape / 1.15)))
    columns = max(22, round(rows * shape * 1.15 / 1.0))
    sketch = Sketch(columns, rows)

    def cell(point: tuple[float, float]) -> Cell:
        column = MARGIN + round((point[0] - min(xs)) / wide * (columns - 1 - 2 * MARGIN))
        return column, MARGIN + round((point[1] - min(ys)) / high * (rows - 1 - 2 * MARGIN))

    for code in board.spaces:
        sketch.seeds[code] = [_free(sketch, cell(points[code][0]))]
        sketch.owner[sketch.seeds[code][0]] = code
    for code in board.spaces:
        for one, other in zip(points[code], points[code][1:], strict=False):
            steps = max(2, round(_apart(cell(one), cell(other)) * 2))
            for step in dict.fromkeys(_between(cell(one), cell(other), n / steps) for n in range(steps + 1)):
                if sketch.owner.setdefault(step, code) == code and step not in sketch.seeds[code]:
                    sketch.seeds[code].append(step)
    return sketch


def _free(sketch: Sketch, cell: Cell) -> Cell:
    """The nearest cell with no other space's seed within two steps."""
    for reach in range(1, sketch.columns):
        near = product(range(cell[0] - reach, cell[0] + reach + 1), range(cell[1] - reach, cell[1] + reach + 1))
        inside = [each for each in near if 0 < each[0] < sketch.columns - 1 and 0 < each[1] < sketch.rows - 1]
        free = [each for each in inside if all(_apart(each, other[0]) > 2.2 for other in sketch.seeds.values())]
        if free:
            return min(free, key=lambda each: _apart(each, cell))
    return cell


def _length(sketch: Sketch, pair: frozenset[str]) -> tuple[float, list[str]]:
    one, other = sorted(pair)
    return _apart(*_closest(sketch, one, other)), [one, other]


def _closest(sketch: Sketch, one: str, other: str) -> tuple[Cell, Cell]:
    """The cells of two spaces, among those they grow from, that lie nearest to each other."""
    return min(product(sketch.seeds[one], sketch.seeds[other]), key=lambda ends: (_apart(*ends), ends))


def _far(sketch: Sketch, code: str, cell: Cell) -> float:
    """How far a cell is from where a space begins to grow."""
    return min(_apart(seed, cell) for seed in sketch.seeds[code])


def _reach_out(sketch: Sketch, touch: Mapping[str, set[str]], one: str, other: str) -> None:
    """Give two neighbours the cells on the line between them, half each, if nobody else is near."""
    start, end = _closest(sketch, one, other)
    steps = max(2, round(_apart(start, end) * 2))
    line = list(dict.fromkeys(_between(start, end, n / steps) for n in range(steps + 1)))
    given = {cell: one if _apart(cell, start) <= _apart(cell, end) else other for cell in line}
    for cell, code in given.items():
        near = {given.get(each, sketch.owner.get(each, code)) for each in _around(sketch, cell)} - {code}
        if sketch.owner.get(cell, code) != code or not near <= touch[code]:
            return
    sketch.owner.update(given)


def _between(start: Cell, end: Cell, share: float) -> Cell:
    """The cell at a share of the way."""
    x0, x1 = start[0] + start[1] % 2 / 2, end[0] + end[1] % 2 / 2
    row = round(start[1] + (end[1] - start[1]) * share)
    return round(x0 + (x1 - x0) * share - row % 2 / 2), row


def _apart(one: Cell, other: Cell) -> float:
    dx = one[0] + one[1] % 2 / 2 - other[0] - other[1] % 2 / 2
    return hypot(dx, (one[1] - other[1]) * 0.866)


def _around(sketch: Sketch, cell: Cell) -> Iterator[Cell]:
    for dx, dy in AROUND[cell[1] % 2]:
        x, y = cell[0] + dx, cell[1] + dy
        if 0 <= x < sketch.columns and 0 <= y < sketch.rows:
            yield x, y


def _signs(board: Board) -> dict[str, str]:
    """Two characters for each space."""
    letters = ascii_letters + digits
    pairs = (a + b for a in ascii_letters for b in letters)
    return dict(zip(board.spaces, pairs, strict=False))


def _grid(board: Board, sketch: Sketch) -> str:
    signs = _signs(board)
    rows = ["# The board as hexagons, two characters a cell, every second row half a cell to the right."]
    for row in range(sketch.rows):
        cells = "".join(signs[sketch.owner[x, row]] if (x, row) in sketch.owner else ".." for x in range(sketch.columns))
        rows.append(" " * (row % 2) + cells)
    return "\n".join(rows) + "\n"


def _pen(board: Board, sketch: Sketch) -> Iterator[str]:
    width = round(sketch.columns * CELL)
    yield "# The drawing of the board, sketched from its borders; `judge draw-map` makes art.json of it and of grid.txt."
    yield f"width: {width}"
    yield "cells:"
    yield f"  named: {{{', '.join(f'{sign}: {quoted(code)}' for code, sign in _signs(board).items())}}}"
    yield "sizes: {land: 14, sea: 14}"
    if sketch.missing:
        yield "# Neighbours that do not touch on paper."
        yield "extras:"
    cell = 2 * width / ((2 * sketch.columns - 1) - 1)
    for pair in sorted(map(sorted, sketch.missing)):
        kind = "passage" if any(map(board.is_sea, pair)) else "bridge"
        line = [_unit(_nearest(sketch, pair[0], pair[1]), cell), _unit(_nearest(sketch, pair[1], pair[0]), cell)]
        yield f"  - {{kind: {kind}, between: [{quoted(pair[0])}, {quoted(pair[1])}], line: {line}}}"


def _nearest(sketch: Sketch, code: str, other: str) -> Cell:
    """The cell of a space that lies nearest to another one."""
    mine = [cell for cell, owner in sketch.owner.items() if owner == code] or sketch.seeds[code]
    return min(mine, key=lambda cell: (_far(sketch, other, cell), cell))


def _unit(cell: Cell, size: float) -> list[float]:
    """The middle of a cell in units of the drawing."""
    x, y = 2 * cell[0] + cell[1] % 2, 3 * cell[1]
    return [round((x - 0.5) * size / 2, 1), round(y * size / sqrt(3) / 2, 1)]


def quoted(code: str) -> str:
    """A code as YAML reads it back as text."""
    return code if code.replace(".", "").isalpha() and code.lower() not in WORDS else f'"{code}"'
