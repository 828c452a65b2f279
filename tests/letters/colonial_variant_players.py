"""Greedy players of the Colonial Variant: units want the nearest centre that is not their power's; armies also go by sea for it."""

from __future__ import annotations

from random import Random

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.rules import AdjustmentDue
from tests.letters.greedy import distance, retreat


def orders(power: str, owed: AdjustmentDue, position: Position, board: Board, random: Random) -> list[Order]:
    """Orders for all that a power owes."""
    if position.phase.kind == "retreats":
        return [retreat(unit, position, random) for unit in owed.units]
    if owed.removals:
        return [Order("remove", unit_reference(unit)) for unit in random.sample(owed.units, owed.removals)]
    if owed.builds:
        return [Order("build", unit_reference(site)) for site in _sites(owed, random)]
    return Fleet(power, position, board, random).orders()


def _sites(owed: AdjustmentDue, random: Random) -> list[Unit]:
    """Of each kind as many as there may be, for all anyone knows: at most one transport fleet at a time."""
    spaces = random.sample(sorted({site.space for site in owed.sites}), owed.builds)
    found: list[Unit] = []
    for space in spaces:
        kinds = [site for site in owed.sites if site.space == space]
        other = [site for site in kinds if site.kind != "TF" or all(unit.kind != "TF" for unit in found)]
        found.append(random.choice(other or kinds))
    return found


class Fleet:
    """One power's movement: ships first, then armies; who is aboard lands where there is something to take."""

    def __init__(self, power: str, position: Position, board: Board, random: Random) -> None:
        self.power, self.position, self.board, self.random = power, position, board, random
        self.wanted = frozenset(code for code in board.centres if position.owners.get(code) != power)
        self.units = list(position.units_of(power))
        self.aboard = {u.space: u for u in position.units if u.kind == "A" and board.is_sea(u.space)}
        self.given: dict[Unit, Order] = {}
        self.going: set[str] = set()

    def orders(self) -> list[Order]:
        """An order for every unit."""
        self.random.shuffle(self.units)
        for army in [unit for unit in self.units if unit in self.aboard.values()]:
            self._land(army)
        for army in [unit for unit in self.units if unit.kind == "A"]:
            self._embark(army)
        for unit in self.units:
            if unit not in self.given:
                self.given[unit] = self._onward(unit)
        return list(self.given.values())

    def _ship(self, space: str) -> Unit | None:
        here = [u for u in self.units if u.space == space and u.kind != "A"]
        return here[0] if here and here[0] not in self.given else None

    def _land(self, army: Unit) -> None:
        """Ashore onto a wanted centre, its fleet holding; else it stays aboard."""
        targets = [space for space in sorted(self.board.reach("A", army.space)) if space in self.wanted - self.going]
        ship = self._ship(army.space)
        self.given[army] = Order("stands", unit_reference(army))
        if targets and ship is not None:
            self.going.add(target := self.random.choice(targets))
            self.given[army] = Order("move", unit_reference(army), target)
            self.given[ship] = Order("stands", unit_reference(ship))

    def _embark(self, army: Unit) -> None:
        """Aboard an own fleet beside it, where there is nothing left to walk to nearby."""
        if army in self.given or distance(self.board, army, self.wanted) < 3:
            return
        for sea in sorted(self.board.near[army.space]):
            ship = self._ship(sea) if self.board.is_sea(sea) and sea not in self.aboard else None
            if ship is not None:
                self.given[army] = Order("move", unit_reference(army), sea)
                self.given[ship] = Order("embark", unit_reference(ship), "", unit_reference(army))
                return

    def _onward(self, unit: Unit) -> Order:
        """A step that brings it nearest to what it wants, or a support of one that is on its way to it."""
        if unit.space in self.wanted and self.position.phase.name.startswith("Autumn"):
            return Order("stands", unit_reference(unit))
        helped = self._help(unit)
        if helped is not None:
            return helped
        own = {other.space for other in self.units}
        steps = [place for place in sorted(self.board.reach(unit.kind, unit.place)) if space_of(place) not in own | self.going]
        if unit.space in self.aboard:
            steps = [place for place in steps if self.board.is_sea(space_of(place))]
        if unit.kind == "TF":
            steps = [place for place in steps if self._open(space_of(place))]
        self.random.shuffle(steps)
        if not steps:
            return Order("stands", unit_reference(unit))
        place = min(steps, key=lambda step: distance(self.board, unit._replace(place=step), self.wanted))
        self.going.add(space_of(place))
        return Order("move", unit_reference(unit), place)

    def _open(self, space: str) -> bool:
        solid = self.board.spaces[space].centre and self.board.spaces[space].notes.get("colony") != "yes"
        return not solid and (space not in self.board.centres or space not in self.position.owners)

    def _help(self, unit: Unit) -> Order | None:
        if unit.kind == "TF" or unit.space in self.wanted:
            return None
        there = {other.space for other in self.position.units if other.power != self.power}
        reach = self.board.reach_spaces(unit.kind, unit.place)
        moves = [o for o in self.given.values() if o.verb == "move" and o.unit and o.unit.kind in ("A", "F")]
        possible = [o for o in moves if space_of(o.target) in reach & there and not self.board.is_sea(space_of(o.target))]
        order = self.random.choice(possible) if possible else None
        return Order("support", unit_reference(unit), space_of(order.target), order.unit) if order is not None else None
