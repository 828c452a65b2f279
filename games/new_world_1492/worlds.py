"""1492: worlds beyond the map, drawn from a seed. A ring of areas runs round the known world, ice to the north and south of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.board import Board, space_of
from judge.rules import Ruleset

Cell = tuple[int, int]
"""Column, from the known world's west side eastwards; row, from the north."""
World = dict[str, dict[str, Any]]
"""Code → kind, neighbours in cyclic order, whether it is a centre, where it lies: the fact `world`."""

WIDE, HIGH = 15, 5
"""Columns and rows all round."""
EDGE = "#"
"""Ice, or the end of a flat earth."""
NORTH = ("NWG", "NWG", "NWG", "BAR", "BAR", "Arc", "Arc", "Arc")
SOUTH = ("SAO", "Mor", "Alg", "Tun", "Lib", "Egy", "Syr", "Per")
EAST = (("Arc",), ("Tar", "Cau"), ("Per",))
WEST = ("NAO", "MAO", "SAO")
"""What of the known world lies along each side of the block that it fills: columns 0 to 7, rows 1 to 3."""
AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Clockwise from north."""
CENTRES, NATIVES = 17, 6
MOST = 2000
"""Drawings tried before a seed is given up, which no seed has come near."""


class Draws:
    """Numbers that follow from a seed (SplitMix64), the same everywhere."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % 2**64
        return ((mixed ^ (mixed >> 31)) >> 11) % limit

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
        """The items in some order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]


def make(ruleset: Ruleset, seed: int, flat: bool = False) -> dict[str, Any]:
    """The facts `world` and `natives` for a seed. Raises ValueError if none could be drawn."""
    draws = Draws(seed)
    for _ in range(MOST):
        world = _drawn(draws, flat)
        board = ruleset.table.survey(ruleset.board, {"world": world})
        if any(faults(ruleset, world)) or not _open(board):
            continue
        for _ in range(20):
            centres = _sprinkled(draws, world)
            found = {code: {**area, **({"centre": "yes"} if code in centres else {})} for code, area in world.items()}
            if balanced(ruleset, found):
                return {"world": found, "natives": sorted(centres[:NATIVES])}
    raise ValueError(f"no balanced world was found for the seed {seed}")


def _cells() -> list[Cell]:
    return [(x, y) for y in range(HIGH) for x in range(WIDE) if not _known(x, y)]


def _known(x: int, y: int) -> bool:
    return x < len(NORTH) and 0 < y < HIGH - 1


def _drawn(draws: Draws, flat: bool) -> World:
    """Seas and continents, without centres."""
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
    """Where a cell lies, "column row": what is nearer by the west goes on westwards from the known world."""
    return f"{x - WIDE if x > len(NORTH) + (WIDE - len(NORTH)) // 2 else x} {y}"


def _continents(draws: Draws, cells: Sequence[Cell], flat: bool) -> dict[Cell, str]:
    """Land grows from a few places until it has its share, 38 to 52 per cent; some of it stays islands."""
    wanted = len(cells) * (38 + draws.below(15)) // 100
    land = set(draws.shuffled(cells)[: 5 + draws.below(4)])
    while len(land) < wanted:
        shore = [c for c in cells if c not in land and any(n in land for n in _near(c, flat))]
        land.add(shore[draws.below(len(shore))])
    return {cell: "land" if cell in land else "sea" for cell in cells}


def _near(cell: Cell, flat: bool) -> list[Cell]:
    return [there for dx, dy in AROUND[::2] if (there := _step(cell, dx, dy, flat)) is not None and not _known(*there)]


def _step(cell: Cell, dx: int, dy: int, flat: bool) -> Cell | None:
    """The cell that way; None over the ice, and on a flat earth over its end, which runs down the far side."""
    x, y = cell[0] + dx, cell[1] + dy
    end = len(NORTH) + (WIDE - len(NORTH)) // 2
    if not 0 <= y < HIGH or (flat and {cell[0], x} == {end, end + 1}):
        return None
    return x % WIDE, y


def _ring(cell: Cell, codes: Mapping[Cell, str], slants: Mapping[Cell, int], flat: bool) -> list[str]:
    """What lies round a cell, clockwise. Cells that touch at a corner are neighbours where the corner slants their way."""
    found: list[str] = []
    for dx, dy in AROUND:
        there = _step(cell, dx, dy, flat)
        if there is None:
            found += [EDGE] if not (dx and dy) and found[-1:] != [EDGE] else []
        elif dx and dy:
            found += [codes[there]] if there in codes and _slants(cell, dx, dy, slants, flat) else []
        else:
            found += [codes[there]] if there in codes else _beside(cell, dx, dy)
    return found


def _slants(cell: Cell, dx: int, dy: int, slants: Mapping[Cell, int], flat: bool) -> bool:
    """Whether the corner between four cells joins these two of them; its north-western cell says so."""
    four = [_step(cell, x, y, flat) for x in (0, dx) for y in (0, dy)]
    if any(there is None or there not in slants for there in four):
        return False
    corner = _step(cell, min(dx, 0), min(dy, 0), flat)
    return corner is not None and slants[corner] == (1 if dx == dy else 2)


def _beside(cell: Cell, dx: int, dy: int) -> list[str]:
    """The known areas on that side, clockwise as seen from the cell."""
    x, y = cell
    if dy:
        return [NORTH[x] if dy > 0 else SOUTH[x]]
    return [WEST[y - 1]] if dx > 0 else list(EAST[y - 1])


def _open(board: Board) -> bool:
    """Whether one can go on from every land at the edge that no fleet reaches."""
    return all(
        any("beyond" in board.spaces[other].notes and board.spaces[other].kind != "sea" for other in board.near[space])
        for space in ("Per", "Tar", "Cau", "Arc")
        if space == "Per" or not board.places("F", space)
    )


def _sprinkled(draws: Draws, world: World) -> list[str]:
    """Lands that are centres: no two side by side as long as there is a choice."""
    chosen: list[str] = []
    lands = draws.shuffled([code for code, area in world.items() if area["kind"] == "land"])
    for close in (False, True):
        for code in lands:
            if len(chosen) < CENTRES and code not in chosen and (close or not set(world[code]["borders"]) & set(chosen)):
                chosen.append(code)
    return draws.shuffled(chosen)


def turns(ruleset: Ruleset, board: Board, power: str) -> dict[str, int]:
    """Space → turns until a power can be there: fleets go two spaces when they leave home, everything one space afterwards."""
    open_to = {code for code, space in board.spaces.items() if space.home in ("", power)}
    fleets = [unit.place for unit in ruleset.start.units if unit.power == power and unit.kind == "F"]
    first = {place for fleet in fleets for place in board.reach("F", fleet) if space_of(place) in open_to}
    second = {to for place in first for to in board.reach("F", place) if space_of(to) in open_to}
    edge = {space_of(p) for p in (*first, *second) if "beyond" not in board.spaces[space_of(p)].notes}
    found = dict.fromkeys(edge, 1)
    turn = 1
    while edge:
        turn += 1
        edge = {to for space in edge for to in board.near[space] if to in open_to and to not in found}
        found |= dict.fromkeys(edge, turn)
    return found


def nearest(ruleset: Ruleset, world: World) -> dict[str, list[int]]:
    """Power → turns to each centre beyond the map, the nearest first."""
    board = ruleset.table.survey(ruleset.board, {"world": world})
    centres = [code for code, area in world.items() if area.get("centre") == "yes"]
    far = {power.name: turns(ruleset, board, power.name) for power in ruleset.powers}
    return {power: sorted(away[code] for code in centres if code in away) for power, away in far.items()}


def balanced(ruleset: Ruleset, world: World) -> bool:
    """Whether each power's first, second and third nearest centre are as far as everybody's, give or take one turn."""
    away = list(nearest(ruleset, world).values())
    return all(len(of) > 2 for of in away) and all(max(row) - min(row) <= 1 for row in zip(*(of[:3] for of in away), strict=True))


def faults(ruleset: Ruleset, world: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Everything that is wrong with a world: what cannot be read first, then what cannot be reached."""
    found = [*_misread(ruleset.board, world)]
    yield from found
    if not found:
        board = ruleset.table.survey(ruleset.board, {"world": world})
        away = [turns(ruleset, board, power.name) for power in ruleset.powers]
        yield from (f"{code}: nobody can ever come there" for code in world if not any(code in far for far in away))


def _misread(board: Board, world: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for code, area in world.items():
        ring = [other for other in area.get("borders") or () if other != EDGE]
        if not (len(code) == 3 and code.isalpha()) or board.names.find(code):
            yield f"{code}: a code is three letters that mean nothing else"
        if area.get("kind") not in ("sea", "land"):
            yield f"{code}: kind is sea or land"
        if area.get("centre", "no") not in ("yes", "no") or (area.get("centre") == "yes" and area.get("kind") == "sea"):
            yield f"{code}: centre is yes or no, and a sea is none"
        for other in ring:
            if other in board.spaces and "edge" not in board.spaces[other].notes:
                yield f"{code}: {other} does not lie at the edge of the known world"
            elif other not in board.spaces and code not in (world.get(other) or {}).get("borders", ()):
                why = f"{other} does not border {code}" if other in world else "there is no such area"
                yield f"{code} borders {other}, but {why}"
        if len(set(ring)) < len(ring) or code in ring or not ring:
            yield f"{code}: borders name each neighbour once"


def sketch(ruleset: Ruleset, facts: Mapping[str, Any]) -> str:
    """A drawing in letters, for the GM: seas in capitals, `*` a centre, `!` one that natives hold, dots the known world."""
    natives, world = facts.get("natives") or (), facts["world"]
    marks = {code: "!" if code in natives else "*" if a.get("centre") == "yes" else " " for code, a in world.items()}
    spots = {tuple(map(int, a["at"].split())): code + marks[code] for code, a in world.items() if a.get("at")}
    west = min((x for x, _ in spots), default=0)
    rows = ["  ".join(spots.get((x, y), ".   ") for x in range(west, west + WIDE)).rstrip() for y in range(HIGH)]
    away = [f"{power}: {', '.join(map(str, far[:3]))}" for power, far in nearest(ruleset, world).items()]
    return "\n".join([*rows, "", "turns to the nearest centres: " + "; ".join(away)])
