"""What all greedy players have in common: the way to the nearest space that they want, and a retreat at random."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from random import Random

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order
from judge.notation.complaints import unit_reference

FAR = 99
"""Further than any space is."""


def retreat(unit: Unit, position: Position, random: Random) -> Order:
    """Any of the retreats that a dislodged unit has."""
    ways = next(beaten.retreats for beaten in position.dislodged if beaten.unit == unit)
    return Order("retreat", unit_reference(unit), random.choice(ways))


def distance(board: Board, unit: Unit, wanted: Collection[str], canal: tuple[str, ...] = ()) -> int:
    """Moves to the nearest of these spaces; a fleet at one end of the canal goes to the other in one move."""
    near = _distances(board, unit.kind, unit.place, canal if unit.kind == "F" else ())
    return min((near.get(space, FAR) for space in wanted), default=FAR)


@lru_cache(maxsize=4096)
def _distances(board: Board, kind: str, start: str, canal: tuple[str, ...]) -> Mapping[str, int]:
    """Space → moves from a place to it, or one less by way of another coast: the games that tests play go by this."""
    found = {space_of(start): 0}
    edge, seen = [start], {start}
    while edge:
        steps = found[space_of(edge[0])] + 1
        onward: list[str] = []
        for place in edge:
            for nearby in sorted({*board.reach(kind, place), *(canal if place in canal else ())}):
                if nearby not in seen:
                    seen.add(nearby)
                    onward.append(nearby)
        for place in onward:
            found.setdefault(space_of(place), steps)
        edge = onward
    return found
