"""Greedy players of Colonial Diplomacy: every unit wants the nearest centre that is not its power's yet, by rail and canal too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.rules import AdjustmentDue
from tests.letters.greedy import distance, retreat

LINE = ("Mos", "Prm", "Oms", "Kra", "Irk", "Vla")
ENDS = {"Med": "Red", "Red": "Med"}


def orders(power: str, owed: AdjustmentDue, position: Position, board: Board, random: Random) -> list[Order]:
    """Orders for all that a power owes."""
    if position.phase.kind == "retreats":
        return [retreat(unit, position, random) for unit in owed.units]
    if owed.removals:
        return [Order("remove", unit_reference(unit)) for unit in random.sample(owed.units, owed.removals)]
    if owed.builds:
        return [Order("build", unit_reference(site)) for site in _sites(owed, random)]
    return [*_moves(power, position, board, random), *_permission(power, position)]


def _sites(owed: AdjustmentDue, random: Random) -> list[Unit]:
    spaces = random.sample(sorted({site.space for site in owed.sites}), owed.builds)
    return [random.choice([site for site in owed.sites if site.space == space]) for space in spaces]


def _permission(power: str, position: Position) -> Iterator[Order]:
    """Whoever stands in Egypt lets a fleet through: its own before another's."""
    standing = {unit.space: unit for unit in position.units}
    keeper = standing.get("Egy")
    if keeper is None or keeper.power != power:
        return
    waiting = [standing[sea] for sea in ENDS if sea in standing]
    for fleet in sorted(waiting, key=lambda unit: unit.power != power)[:1]:
        yield Order("permit", None, ENDS[fleet.space], unit_reference(fleet))


def _moves(power: str, position: Position, board: Board, random: Random) -> list[Order]:
    """The boldest units first; one that could go where another goes already helps it instead."""
    wanted = frozenset(code for code in board.centres if position.owners.get(code) != power)
    units = list(position.units_of(power))
    random.shuffle(units)
    units.sort(key=lambda unit: distance(board, unit, wanted, tuple(ENDS)))
    going: dict[str, Order] = {}
    found: list[Order] = []
    rides = power == "Russia"
    for unit in units:
        order = _help(unit, going, position, board, random) or _onward(unit, wanted, going, position, board, rides, random)
        rides = rides and order.via == ""
        if order.verb == "move":
            going[space_of(order.target)] = order
        found.append(order)
    return found


def _help(unit: Unit, going: Mapping[str, Order], position: Position, board: Board, random: Random) -> Order | None:
    """A support for an own move onto somebody who stands in the way, if one is within reach."""
    there = {other.space for other in position.units if other.power != unit.power}
    reach = board.reach_spaces(unit.kind, unit.place)
    possible = [order for target, order in sorted(going.items()) if target in reach & there and order.via == ""]
    if not possible:
        return None
    order = random.choice(possible)
    return Order("support", unit_reference(unit), space_of(order.target), order.unit)


def _onward(
    unit: Unit, wanted: frozenset[str], going: Mapping[str, Order], position: Position, board: Board, rides: bool, random: Random
) -> Order:
    """The step that brings a unit nearest to what it wants; it waits on a wanted centre in autumn."""
    if unit.space in wanted and position.phase.name.startswith("Autumn"):
        return Order("stands", unit_reference(unit))
    own = {other.space for other in position.units_of(unit.power)}
    steps = [(place, "") for place in sorted(board.reach(unit.kind, unit.place))]
    if unit.kind == "F" and unit.space in ENDS:
        steps.append((ENDS[unit.space], ""))
    if rides and unit.kind == "A" and unit.space in LINE:
        steps += [(station, "TSR") for station in LINE if station != unit.space]
    steps = [(place, via) for place, via in steps if space_of(place) not in going and space_of(place) not in own]
    random.shuffle(steps)
    if not steps:
        return Order("stands", unit_reference(unit))
    place, via = min(steps, key=lambda step: (distance(board, unit._replace(place=step[0]), wanted, tuple(ENDS)), step[1] != ""))
    return Order("move", unit_reference(unit), place, via=via)
