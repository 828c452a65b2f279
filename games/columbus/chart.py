"""Columbus: the board's terrain and coasts, from what has been found (rules 5, 6 and 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from judge.board import Board, Space, space_of
from judge.board.coasts import COMPASS, CoastChart, Point, Run, coast_fit, coast_runs, label_coasts

Facts = Mapping[str, Any]
Marks = tuple[tuple[str, tuple[tuple[str, Run], ...]], ...]
"""Space → letter → seas, as stored in the facts: the letters that its coasts have had until now."""

SEA, LAND, NATIVE, MAJOR = "sea", "land", "native", "major"
FOUND = {1: SEA, 2: SEA, 3: LAND, 4: LAND, 5: NATIVE, 6: MAJOR}
"""Rule 5: die roll → what the place turns out to be."""
UNKNOWN = "unknown"
SHAPES = {"terrain": dict, "rolls": dict, "coasts": dict, "unchosen": dict, "garrisons": list, "discovered": dict}
"""Facts by space, and what they are written as."""
CHART = ("terrain", "rolls", "coasts", "unchosen")
"""The facts that are only about the land."""


def ring(space: Space) -> tuple[str, ...]:
    """The neighbours of a space in clockwise order, `#` for ground that cannot be passed."""
    return tuple(space.notes["borders"].split())


@lru_cache(maxsize=512)
def charted(board: Board, terrain: frozenset[tuple[str, str]], marks: Marks, unchosen: tuple[str, ...]) -> Board:
    """Return the board with what is known drawn on it. In a home whose coast is not chosen yet, a fleet stands on no coast and
    reaches the seas of all.
    """
    known, had = dict(terrain), {code: dict(kept) for code, kept in marks}
    kinds = {code: _kind(space, known) for code, space in board.spaces.items()}
    rings = {code: ring(space) for code, space in board.spaces.items()}
    at = {code: _lies(space) for code, space in board.spaces.items()}
    coasts = {}
    for code in [code for code, kind in kinds.items() if kind == LAND]:
        fit = partial(_fit, at, code)
        coasts[code] = label_coasts(coast_runs(rings[code], kinds), had.get(code) or _homely(board.spaces[code]), fit)
    links = CoastChart(kinds, rings, coasts).links()
    for code in unchosen:
        links["F"][code] = frozenset[str]().union(*(links["F"][f"{code}.{letter}"] for letter in coasts[code]))
    spaces = {code: _drawn(space, known.get(code, ""), coasts.get(code)) for code, space in board.spaces.items()}
    return Board(spaces, links, board.names)


def _kind(space: Space, known: Mapping[str, str]) -> str:
    if space.kind == UNKNOWN:
        return {SEA: SEA, "": UNKNOWN}.get(known.get(space.code, ""), LAND)
    return SEA if space.kind == SEA else LAND


def _lies(space: Space) -> Point:
    east, _, south = space.notes["at"].partition(" ")
    return float(east), float(south)


def _fit(at: Mapping[str, Point], space: str, run: Run, letter: str) -> float:
    return coast_fit(at[space], [at[sea] for sea in run], letter)


def _homely(space: Space) -> dict[str, Run]:
    """Return the letters that the map gives to coasts of the Known World."""
    told = space.notes.get("marks", "").split()
    return {letter: (sea,) for letter, sea in zip(told[::2], told[1::2], strict=True)}


def _drawn(space: Space, found: str, coasts: Mapping[str, Run] | None) -> Space:
    letters = tuple(sorted(letter for letter in coasts or () if letter))
    if space.kind != UNKNOWN or not found:
        return replace(space, coasts=letters)
    kind = SEA if found == SEA else "coast" if coasts else LAND
    return replace(space, kind=kind, coasts=letters, centre=found in (NATIVE, MAJOR))


def chart_of(board: Board, facts: Facts) -> Board:
    """Return the board that these facts make. Raises ValueError for a case's impossible facts."""
    for name, shape in SHAPES.items():
        if not isinstance(facts.get(name) or shape(), shape):
            raise ValueError(f"{name} is not of the kind that the README shows")
        if strange := [code for code in facts.get(name) or () if code not in board.spaces]:
            raise ValueError(f"{name}: {strange[0]!r} is no space of this map")
    _sound(board, facts)
    terrain = facts.get("terrain") or {}
    marks = tuple((code, tuple((letter, tuple(seas)) for letter, seas in kept.items())) for code, kept in _sorted(facts, "coasts"))
    return charted(board, frozenset(terrain.items()), marks, tuple(code for code, _ in _sorted(facts, "unchosen")))


def _sound(board: Board, facts: Facts) -> None:
    for code, kind in _sorted(facts, "terrain"):
        if kind not in FOUND.values() or board.spaces[code].home or board.spaces[code].kind == SEA:
            raise ValueError(f"terrain of {code}: a numbered province is sea, land, native or major")
    for code, kept in _sorted(facts, "coasts"):
        if not isinstance(kept, dict) or not set(kept) <= set(COMPASS) or not all(isinstance(seas, list) for seas in kept.values()):
            raise ValueError(f"coasts of {code}: nc, ec, sc or wc, each with a list of seas")
    for code, letter in _sorted(facts, "unchosen"):
        if letter not in _homely(board.spaces[code]):
            raise ValueError(f"unchosen {code}: {letter!r} is none of its coasts")
    for code, throw in _sorted(facts, "rolls"):
        if str(throw) not in map(str, FOUND):
            raise ValueError(f"rolls of {code}: a throw is a number from 1 to 6")


def _sorted(facts: Facts, name: str) -> list[tuple[str, Any]]:
    return sorted((facts.get(name) or {}).items())


def seas_of(board: Board, place: str) -> frozenset[str]:
    """Return the seas next to a fleet's coast."""
    return frozenset(sea for sea in board.reach("F", place) if board.spaces[space_of(sea)].kind == SEA)
