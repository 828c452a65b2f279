"""1492: which borders of a world its picture shows. Each area is drawn where it lies (`at`), beside whatever lies next to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .worlds import Cell, beside, known

Pair = tuple[str, str]
SIDES, CORNERS = ((0, -1), (1, 0), (0, 1), (-1, 0)), ((1, -1), (1, 1), (-1, 1), (-1, -1))


def unlike_the_picture(world: Mapping[str, Mapping[str, Any]]) -> tuple[list[Pair], list[Pair]]:
    """Return borders that a picture of the whole world does not show, and borders that it shows though there are none.

    Only of areas that lie somewhere; each pair is told once.
    """
    cells = {_cell(area["at"]): code for code, area in world.items() if "at" in area}
    true = {_pair(code, other) for code in cells.values() for other in world[code]["borders"] if other != "#"}
    true = {pair for pair in true if all("at" in world[code] for code in pair if code in world)}
    shown = {_pair(code, other) for at, code in cells.items() for other in _touching(at, code, cells, world)}
    return sorted(true - shown), sorted(shown - true)


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _cell(at: str) -> Cell:
    x, y = map(int, at.split())
    return x, y


def _touching(at: Cell, code: str, cells: Mapping[Cell, str], world: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """What is drawn next to a cell: all on its four sides, and at a corner what borders it, unless the other two meet there."""
    x, y = at
    for dx, dy in SIDES:
        there = (x + dx, y + dy)
        yield from [cells[there]] if there in cells else beside(at, dx, dy) if known(*there) else []
    for dx, dy in CORNERS:
        other, falling = cells.get((x + dx, y + dy), ""), dx == dy
        across = [cells.get((x + dx, y), ""), cells.get((x, y + dy), "")]
        if other in world[code]["borders"] and (falling or not all(across) or across[1] not in world[across[0]]["borders"]):
            yield other
