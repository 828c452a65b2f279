"""1492: worlds beyond the map, drawn from a seed. A ring of areas surrounds the known world, with ice to its north and south."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.board import Board
from judge.rules.variant import Variant

from .atlas import EDGE, HIGH, WIDE, areas_of, charted, is_beyond
from .reaching import balanced, nearest, unreachable
from .sketch import drawing
from .written import read

__all__ = ["drawing", "make", "nearest", "read"]  # what `judge new-world` asks for

Cell = tuple[int, int]
"""Column, from the known world's west side eastwards; row, from the north."""
World = dict[str, dict[str, Any]]
"""Code → kind, neighbours in cyclic order, whether it is a centre, where it lies: the fact `world`."""

NORTH = ("NWG", "NWG", "NWG", "BAR", "BAR", "Arc", "Arc", "Arc")
SOUTH = ("SAO", "Mor", "Alg", "Tun", "Lib", "Egy", "Syr", "Per")
EAST = (("Arc",), ("Tar", "Cau"), ("Per",))
WEST = ("NAO", "MAO", "SAO")
"""What lies along each side of the block of the known world: columns 0 to 7, rows 1 to 3."""
AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Clockwise from north."""
CENTRES, NATIVES = 17, 6
MOST = 2000
"""Drawings tried before a seed is given up. No seed has come near this."""


class Draws:
    """Random numbers from a seed (SplitMix64), the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """Return a number from 0 up to, but not including, the limit."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % 2**64
        return ((mixed ^ (mixed >> 31)) >> 11) % limit

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """Return the items in random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]


def make(variant: Variant, seed: int, flat: bool = False) -> dict[str, Any]:
    """Return the facts `world` and `natives` for a seed. Raises ValueError if none could be drawn."""
    draws = Draws(seed)
    for _ in range(MOST):
        world = _drawn(draws, flat)
        board = charted(variant.board, areas_of({"world": world}))
        if unreachable(variant, world) or not _open(board):
            continue
        for _ in range(20):
            centres = _sprinkled(draws, world)
            found = {code: {**area, **({"centre": "yes"} if code in centres else {})} for code, area in world.items()}
            if balanced(variant, found):
                return {"world": found, "natives": sorted(centres[:NATIVES])}
    raise ValueError(f"no balanced world was found for the seed {seed}")


def _cells() -> list[Cell]:
    return [(x, y) for y in range(HIGH) for x in range(WIDE) if not known(x, y)]


def known(x: int, y: int) -> bool:
    """Whether the known world lies there."""
    return 0 <= x < len(NORTH) and 0 < y < HIGH - 1


def _drawn(draws: Draws, flat: bool) -> World:
    """Draw seas and continents, without centres."""
    cells = _cells()
    codes = dict(zip(cells, draws.shuffled([c + v + e for c in "QXZJ" for v in "aeiou" for e in "bdgklmnrtv"]), strict=False))
    kinds = _continents(draws, cells, flat)
    slants = {cell: draws.below(3) for cell in cells}
    called = {cell: codes[cell].upper() if kinds[cell] == "sea" else codes[cell] for cell in cells}
    world = {
        called[x, y]: {"kind": kinds[x, y], "borders": _ring((x, y), called, slants, flat), "at": _at(x, y)} for x, y in cells
    }
    return dict(sorted(world.items()))


def _at(x: int, y: int) -> str:
    """Return a cell's place, "column row". Cells nearer to the western side get columns west of the known world."""
    return f"{x - WIDE if x > len(NORTH) + (WIDE - len(NORTH)) // 2 else x} {y}"


def _continents(draws: Draws, cells: Sequence[Cell], flat: bool) -> dict[Cell, str]:
    """Grow land from a few places until it has its share, 38 to 52 per cent; some of it stays islands."""
    wanted = len(cells) * (38 + draws.below(15)) // 100
    land = set(draws.shuffled(cells)[: 5 + draws.below(4)])
    while len(land) < wanted:
        shore = [c for c in cells if c not in land and any(n in land for n in _near(c, flat))]
        land.add(shore[draws.below(len(shore))])
    return {cell: "land" if cell in land else "sea" for cell in cells}


def _near(cell: Cell, flat: bool) -> list[Cell]:
    return [there for dx, dy in AROUND[::2] if (there := _step(cell, dx, dy, flat)) is not None and not known(*there)]


def _step(cell: Cell, dx: int, dy: int, flat: bool) -> Cell | None:
    """Return the next cell in a direction; None over the ice, and on a flat earth over its end, which runs down the far side."""
    x, y = cell[0] + dx, cell[1] + dy
    end = len(NORTH) + (WIDE - len(NORTH)) // 2
    if not 0 <= y < HIGH or (flat and {cell[0], x} == {end, end + 1}):
        return None
    return x % WIDE, y


def _ring(cell: Cell, codes: Mapping[Cell, str], slants: Mapping[Cell, int], flat: bool) -> list[str]:
    """Return what lies around a cell, clockwise. Cells that touch at a corner are neighbours if the corner slants their way."""
    found: list[str] = []
    for dx, dy in AROUND:
        there = _step(cell, dx, dy, flat)
        if there is None:
            found += [EDGE] if not (dx and dy) and found[-1:] != [EDGE] else []
        elif dx and dy:
            found += [codes[there]] if there in codes and _slants(cell, dx, dy, slants, flat) else []
        else:
            found += [codes[there]] if there in codes else beside(cell, dx, dy)
    return found


def _slants(cell: Cell, dx: int, dy: int, slants: Mapping[Cell, int], flat: bool) -> bool:
    """Whether the corner between four cells joins these two; the north-western cell decides."""
    four = [_step(cell, x, y, flat) for x in (0, dx) for y in (0, dy)]
    if any(there is None or there not in slants for there in four):
        return False
    corner = _step(cell, min(dx, 0), min(dy, 0), flat)
    return corner is not None and slants[corner] == (1 if dx == dy else 2)


def beside(cell: Cell, dx: int, dy: int) -> list[str]:
    """Return the known areas on that side, clockwise as seen from the cell."""
    x, y = cell
    if dy:
        return [NORTH[x] if dy > 0 else SOUTH[x]]
    return [WEST[y - 1]] if dx > 0 else list(EAST[y - 1])


def _open(board: Board) -> bool:
    """Whether a unit can go on from every land at the edge that no fleet reaches."""
    return all(
        any(is_beyond(board, other) and board.spaces[other].kind != "sea" for other in board.near[space])
        for space in ("Per", "Tar", "Cau", "Arc")
        if space == "Per" or not board.places("F", space)
    )


def _sprinkled(draws: Draws, world: World) -> list[str]:
    """Choose lands as centres: no two are neighbours while there is a choice."""
    chosen: list[str] = []
    lands = draws.shuffled([code for code, area in world.items() if area["kind"] == "land"])
    for close in (False, True):
        for code in lands:
            if len(chosen) < CENTRES and code not in chosen and (close or not set(world[code]["borders"]) & set(chosen)):
                chosen.append(code)
    return draws.shuffled(chosen)
