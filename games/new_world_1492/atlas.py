"""1492: the board: the known world, the areas beyond it from the fact `world`, and closed homes (rules 3, 8, 9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from judge.board import Board, PlaceNames, Space, Unit, space_of

Facts = Mapping[str, Any]
Area = tuple[str, str, str, tuple[str, ...], bool]
"""An area beyond the map: code, name, kind, neighbours in cyclic order, and whether it is a centre."""
EDGE = "#"
"""A stretch of an area's border with nothing passable behind it."""
BEYOND = "beyond"
"""The note on areas beyond the map."""
NATIVES = "Natives"
"""The power of natives that roam; the GM gives its orders."""
WIDE, HIGH = 15, 5
"""Columns and rows of the grid with the known world, around which a world is drawn (`at: column row`)."""


@lru_cache(maxsize=256)
def charted(board: Board, areas: tuple[Area, ...]) -> Board:
    """Return the board of the known world and what lies beyond. An army at sea may go to every land next to that sea."""
    beyond = {code: _space(area) for area in areas for code in [area[0]]}
    rings = {area[0]: area[3] for area in areas}
    spaces = {**board.spaces, **beyond}
    sea = {code for code, space in spaces.items() if space.kind == "sea"}
    links: dict[str, dict[str, set[str]]] = {kind: {p: set(to) for p, to in of.items()} for kind, of in board.links.items()}
    for here, ring in rings.items():
        links["F" if here in sea else "A"].setdefault(here, set())
        for there in [there for there in ring if there != EDGE]:
            for one, other in ((here, there), (there, here)):
                if not {one, other} & sea:
                    links["A"].setdefault(one, set()).add(other)
                if {one, other} & sea or _coastal(here, there, rings, sea):
                    links["F"].setdefault(one, set()).add(other)
    for code in sea:
        links["A"][code] = {space_of(place) for place in links["F"].get(code, ()) if space_of(place) not in sea}
    names = PlaceNames.of((name, code) for code, space in spaces.items() for name in (code, space.name, *space.also))
    kept = {kind: {place: frozenset(to) for place, to in of.items()} for kind, of in links.items()}
    return Board(spaces, kept, names)


def _space(area: Area) -> Space:
    code, name, kind, _, centre = area
    return Space(code, name, "sea" if kind == "sea" else "coast", centre=centre, notes={BEYOND: "yes"})


def _coastal(here: str, there: str, rings: Mapping[str, tuple[str, ...]], sea: set[str]) -> bool:
    """Whether two lands have a coast in common: a sea next to one also borders the other, as far as their neighbours are known."""
    ring, back = rings[here], rings.get(there)
    shared = _beside(ring, there) & (_beside(back, here) if back else sea)
    return bool(shared & sea)


def _beside(ring: tuple[str, ...], other: str) -> set[str]:
    at = ring.index(other)
    return {ring[at - 1], ring[(at + 1) % len(ring)]}


def areas_of(facts: Facts) -> tuple[Area, ...]:
    """Return the areas beyond the map in the fact `world`."""
    world: Facts = facts.get("world") or {}
    return tuple(
        (code, a.get("name") or code, a.get("kind", "land"), tuple(a["borders"]), a.get("centre") == "yes")
        for code, a in sorted(world.items())
    )


def is_beyond(board: Board, space: str) -> bool:
    """Whether a space lies outside the known world."""
    return BEYOND in board.spaces[space].notes


def closed_to(board: Board, power: str, space: str) -> bool:
    """Whether a space is another power's home (8b)."""
    return board.spaces[space].home not in ("", power)


def first_steps(board: Board, unit: Unit) -> frozenset[str]:
    """Return the first spaces on a fleet's move of two spaces from a home centre of its power (9a)."""
    if unit.kind != "F" or board.spaces[unit.space].home != unit.power:
        return frozenset()
    return frozenset(place for place in board.reach("F", unit.place) if not closed_to(board, unit.power, space_of(place)))


def second_steps(board: Board, unit: Unit, first: str) -> frozenset[str]:
    """Return where a fleet can go on from its first space without leaving the known world."""
    return frozenset(place for place in board.reach("F", first) if not is_beyond(board, space_of(place)) and place != unit.place)
