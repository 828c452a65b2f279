"""1492: the distance of the areas beyond the map from each power's fleets, and whether it is fair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.board import Board, space_of
from judge.rules.variant import Variant

from .atlas import areas_of, charted, is_beyond

World = Mapping[str, Mapping[str, Any]]
"""The fact `world`: code → kind, neighbours in cyclic order, whether it is a centre, …"""


def turns(variant: Variant, board: Board, power: str) -> dict[str, int]:
    """Map each space to the turns that a power needs to reach it: fleets go two spaces when they leave home, everything else one.
    """
    open_to = {code for code, space in board.spaces.items() if space.home in ("", power)}
    fleets = [unit.place for unit in variant.start.units if unit.power == power and unit.kind == "F"]
    first = {place for fleet in fleets for place in board.reach("F", fleet) if space_of(place) in open_to}
    second = {to for place in first for to in board.reach("F", place) if space_of(to) in open_to}
    edge = {space_of(p) for p in (*first, *second) if not is_beyond(board, space_of(p))}
    found = dict.fromkeys(edge, 1)
    turn = 1
    while edge:
        turn += 1
        edge = {to for space in edge for to in board.near[space] if to in open_to and to not in found}
        found |= dict.fromkeys(edge, turn)
    return found


def nearest(variant: Variant, world: World) -> dict[str, list[int]]:
    """Map each power to the turns to each centre beyond the map, the nearest first."""
    board = charted(variant.board, areas_of({"world": world}))
    centres = [code for code, area in world.items() if area.get("centre") == "yes"]
    far = {power.name: turns(variant, board, power.name) for power in variant.powers}
    return {power: sorted(away[code] for code in centres if code in away) for power, away in far.items()}


def balanced(variant: Variant, world: World) -> bool:
    """Whether each power's first, second and third nearest centres are as far as everybody's, within one turn; where there are
    fewer, the first and second.
    """
    away = [of[:3] for of in nearest(variant, world).values()]
    return len({len(of) for of in away}) == 1 and all(max(row) - min(row) <= 1 for row in zip(*away, strict=True))


def unreachable(variant: Variant, world: World) -> Iterable[str]:
    """Return the areas that no unit can ever reach."""
    board = charted(variant.board, areas_of({"world": world}))
    away = [turns(variant, board, power.name) for power in variant.powers]
    return [code for code in world if not any(code in far for far in away)]
