"""Greedy players with bombs: every unit wants the nearest centre that is not its power's, and bombs fall on the strongest."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order, UnitRef
from judge.notation.complaints import unit_reference
from judge.rules import AdjustmentDue
from tests.letters.greedy import distance, retreat

PATIENCE = 0.25
"""How likely it is that a bomb is launched in a turn."""


def orders(power: str, owed: AdjustmentDue, position: Position, board: Board, random: Random) -> list[Order]:
    """Orders for all that a power owes, and launches."""
    if position.phase.kind == "retreats":
        return [retreat(unit, position, random) for unit in owed.units]
    if owed.removals:
        armed = position.facts["bombs"]
        return [
            Order("remove", unit_reference(unit)) for unit in sorted(owed.units, key=lambda u: u.space in armed)[: owed.removals]
        ]
    if owed.builds:
        spaces = random.sample(sorted({site.space for site in owed.sites}), owed.builds)
        return [Order("build", unit_reference(random.choice([s for s in owed.sites if s.space == space]))) for space in spaces]
    return [*_moves(power, position, board, random), *_launches(power, position, board, random)]


def _launches(power: str, position: Position, board: Board, random: Random) -> list[Order]:
    """Bombs for centres of the strongest other power where somebody stands, never for what an own unit stands beside."""
    others = {owner for owner in position.owners.values() if owner != power}
    if not others:
        return []
    leader = max(sorted(others), key=lambda owner: len(position.centres(owner)))
    close = {space for unit in position.units_of(power) for space in (unit.space, *board.near[unit.space])}
    targets = [unit.space for unit in position.units_of(leader) if unit.space not in close]
    found = []
    for space, lies in position.facts["bombs"].items():
        if lies["power"] == power and targets and random.random() < PATIENCE:
            target = random.choice(targets)
            found.append(Order("launch", None, target, UnitRef("", space)))
    return found


def _moves(power: str, position: Position, board: Board, random: Random) -> list[Order]:
    """The boldest units first; one that could go where another goes already helps it instead."""
    wanted = frozenset(code for code in board.centres if position.owners.get(code) != power)
    units = list(position.units_of(power))
    random.shuffle(units)
    units.sort(key=lambda unit: distance(board, unit, wanted))
    going: dict[str, Order] = {}
    found = []
    for unit in units:
        order = _help(unit, going, position, board) or _onward(unit, wanted, going, position, board, random)
        if order.verb == "move":
            going[space_of(order.target)] = order
        found.append(order)
    return found


def _help(unit: Unit, going: Mapping[str, Order], position: Position, board: Board) -> Order | None:
    """A support for an own move onto somebody who stands in the way, if one is within reach."""
    there = {other.space for other in position.units if other.power != unit.power}
    possible = sorted(board.reach_spaces(unit.kind, unit.place) & there & going.keys())
    if not possible:
        return None
    return Order("support", unit_reference(unit), possible[0], going[possible[0]].unit)


def _onward(
    unit: Unit, wanted: frozenset[str], going: Mapping[str, Order], position: Position, board: Board, random: Random
) -> Order:
    """The step that brings a unit nearest to what it wants, bombs and all; it waits on a wanted centre in autumn."""
    own = {other.space for other in position.units_of(unit.power)} | going.keys()
    steps = [place for place in sorted(board.reach(unit.kind, unit.place)) if space_of(place) not in own]
    if not steps or (unit.space in wanted and position.phase.name.startswith("Autumn")):
        return Order("stands", unit_reference(unit))
    random.shuffle(steps)
    place = min(steps, key=lambda step: distance(board, unit._replace(place=step), wanted))
    number = position.facts["bombs"].get(unit.space, {"number": 0})["number"]
    load = "" if not number or random.random() < 0.3 else "+B" if number == 1 else "+all"
    return Order("move", unit_reference(unit), place, load=load)
