"""What places are worth to a power: centres, spread over the board, and who could be where first.

The scheme is the published one of the classic "DumbBot": each centre is worth the size of its owner, and its worth spreads over ten
steps of the board, a little less each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from judge.board import Board, Position, Unit, space_of
from judge.rules.legal_orders import legal_orders
from judge.rules.ruleset import Ruleset

Place = tuple[str, str]
"""Kind of unit, and the place where it stands."""
LAYERS = 10
BEFORE_COUNT, OTHERWISE = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1), (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
"""What each layer counts for: before a count units go into centres, else beside them."""
CROWD = 1000
"""How much each unit that can be in a space adds or takes away; it settles ties."""


Gather = Callable[[Sequence[float]], Sequence[float]]
"""the worth of every place → the worths of the spaces that one place borders."""


class Spread(NamedTuple):
    """A board's places with a number each, for spreading worth from place to place."""

    places: Sequence[Place]
    spaces: Sequence[str]
    """The space of each."""
    gathers: Sequence[Gather]
    """For each place, what picks out the worths of its neighbours; of two coasts of a space only the better one counts."""
    usual: float
    """How many spaces a place has next to it, on average."""


class Worth(NamedTuple):
    """What the places of a board are worth to a power, and who could be where."""

    values: Mapping[Place, float]
    strength: Mapping[str, int]
    """space → its own units that are there or could be."""
    competition: Mapping[str, int]
    """space → the same of the strongest single other power."""
    defence: Mapping[str, float]
    """own centre → size of the largest power with a unit next to it."""

    def of(self, kind: str, place: str) -> float:
        """The worth of a place; 0 where the board knows none."""
        return self.values.get((kind, place), 0.0)


@lru_cache(maxsize=8)
def spread(board: Board) -> Spread:
    """Return the neighbours of each place; worked out once for each board."""
    places = [(kind, place) for kind, links in board.links.items() for place in links]
    numbers = {place: number for number, place in enumerate(places)}
    near: list[list[list[int]]] = []
    for kind, place in places:
        spaces: dict[str, list[int]] = {}
        for target in sorted(board.links[kind][place]):
            spaces.setdefault(space_of(target), []).append(numbers[kind, target])
        near.append(list(spaces.values()))
    usual = sum(map(len, near)) / max(len(near), 1)
    gathers = [_gather(ways, most=round(2 * usual) + 1) for ways in near]
    return Spread(places, [space_of(place) for _, place in places], gathers, usual)


def _gather(ways: Sequence[Sequence[int]], most: int) -> Gather:
    """Return what picks the best of each way, and of too many ways the best: a place next to everything would make all alike."""
    if 1 < len(ways) <= most and all(len(numbers) == 1 for numbers in ways):
        return itemgetter(*(number for number, in ways))

    def gather(layer: Sequence[float]) -> Sequence[float]:
        found = [max([layer[number] for number in numbers]) for numbers in ways]
        return found if len(found) <= most else sorted(found)[-most:]

    return gather


def worth(position: Position, ruleset: Ruleset, power: str, counts: bool, unknown: Sequence[str] = ()) -> Worth:
    """Return what the board is worth to a power.

    Args:
        position: as the power sees it.
        ruleset: the game's rules.
        power: whose view it is.
        counts: whether centres are counted before units move again.
        unknown: spaces of which nobody knows yet whether they are centres.
    """
    board = ruleset.board_at(position)
    shut = {each: closed(ruleset, each) for each in {power, *(unit.power for unit in position.units)}}
    comers = _comers(position, board, shut)
    sizes = _sizes(position, ruleset, sum(centre not in position.owners for centre in board.centres) + len(unknown))
    centres = {space for space in board.centres if space in board.spaces}
    open_to = centres - shut[power]
    attack = {space: sizes[position.owners.get(space, "")] for space in open_to if position.owners.get(space) != power}
    attack |= {space: sizes[""] / 2 for space in unknown if space not in centres}
    mine = {space for space in centres if position.owners.get(space) == power}
    defence = {space: max([sizes.get(p, 0.0) for p in comers.get(space, {}) if p != power], default=0.0) for space in mine}
    a, d = (600, 400) if counts else (700, 300)
    bare = {space: a * attack.get(space, 0.0) + d * defence.get(space, 0.0) for space in board.spaces}
    strength = {space: powers.get(power, 0) for space, powers in comers.items()}
    competition = {space: max([n for p, n in powers.items() if p != power], default=0) for space, powers in comers.items()}
    return Worth(_values(spread(board), bare, counts, strength, competition), strength, competition, defence)


@lru_cache(maxsize=256)
def closed(ruleset: Ruleset, power: str) -> frozenset[str]:
    """Return the centres of the printed board that the game's rules let no unit of a power enter; worked out once.

    The referee is asked what a lone unit beside a centre may do.
    """
    board, ways = ruleset.board, dict[str, list[Unit]]()
    for kind, links in board.links.items():
        for place, targets in links.items():
            for space in {space_of(target) for target in targets} & set(board.centres):
                ways.setdefault(space, []).append(Unit(power, kind, place))
    return frozenset(space for space, units in ways.items() if not any(_may_enter(ruleset, unit, space) for unit in units))


def _may_enter(ruleset: Ruleset, unit: Unit, space: str) -> bool:
    alone = replace(ruleset.start, units=(unit,), dislodged=())
    orders = legal_orders(alone, ruleset, unit.power).get(unit, ())
    return not orders or any(order.verb == "move" and space_of(order.target) == space for order in orders)


def _comers(position: Position, board: Board, shut: Mapping[str, frozenset[str]]) -> dict[str, dict[str, int]]:
    """Map each space to the powers with units that are there or could be, and how many. `shut`: power → what is closed to it."""
    found: dict[str, dict[str, int]] = {}
    for unit in position.units:
        for space in {unit.space, *(board.reach_spaces(unit.kind, unit.place) - shut[unit.power])}:
            here = found.setdefault(space, {})
            here[unit.power] = here.get(unit.power, 0) + 1
    return found


def _sizes(position: Position, ruleset: Ruleset, free: int) -> dict[str, float]:
    """Map each power to its size; '' to that of all centres which nobody owns, twice the largest power's at most."""
    counts = {power.name: 0 for power in ruleset.powers}
    for owner in position.owners.values():
        counts[owner] = counts.get(owner, 0) + 1
    sizes = {power: _size(n) for power, n in counts.items()}
    return {**sizes, "": min(_size(free), 2 * max(sizes.values(), default=_size(1)))}


def _size(centres: int) -> float:
    return float(centres * centres + 4 * centres + 16)


def _values(
    board: Spread, bare: Mapping[str, float], counts: bool, strength: Mapping[str, int], competition: Mapping[str, int]
) -> dict[Place, float]:
    weights, share = BEFORE_COUNT if counts else OTHERWISE, board.usual + 1
    layer = [bare.get(space, 0.0) for space in board.spaces]
    values = [weights[0] * worth for worth in layer]
    for weight in weights[1:]:
        layer = [(here + sum(gather(layer))) / share for here, gather in zip(layer, board.gathers, strict=True)]
        values = [value + weight * worth for value, worth in zip(values, layer, strict=True)]
    crowd = [CROWD * (strength.get(space, 0) - competition.get(space, 0)) for space in board.spaces]
    return {place: value + more for place, value, more in zip(board.places, values, crowd, strict=True)}
