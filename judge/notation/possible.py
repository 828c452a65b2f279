"""Whether an order can be followed by its unit, judging by the map alone."""

from __future__ import annotations

from functools import cached_property

from judge.board import Board, Position, space_of
from judge.notation.order import Order, UnitRef


class Possible:
    """The orders that a power's units can follow. `power` is the writer's."""

    def __init__(self, board: Board, position: Position, power: str) -> None:
        self._board, self._position, self._power = board, position, power

    @cached_property
    def own(self) -> frozenset[str]:
        """The spaces of the power's units."""
        return frozenset(unit.space for unit in self._position.units_of(self._power))

    @cached_property
    def _standing(self) -> frozenset[str]:
        return frozenset(unit.space for unit in self._position.units)

    def fits(self, order: Order) -> bool:
        """Whether an order is for a unit of the power's that can do it, with the help of a convoy or without."""
        kind = self._position.phase.kind
        if kind == "retreats":
            return order.verb == "disband" or self._retreats(order)
        if kind != "movement":
            return True
        unit, of = order.unit, order.of
        if unit is None or not unit.place:
            return order.verb == "stands"  # all of them
        if unit.space not in self.own:
            return False
        if of is not None:
            return of.space in self._standing and (order.verb == "convoy" or self.goes(of, order.target) or self.ships(of, order))
        return self.goes(unit, order.target) or self.ships(unit, order)

    def goes(self, unit: UnitRef, target: str) -> bool:
        """Whether a unit borders on a target, or needs none."""
        return not target or space_of(target) in self._board.reach_spaces(unit.kind, unit.place)

    def able(self, kind: str, space: str) -> list[str]:
        """The places of the power's units of a kind that border on a space."""
        units = self._position.units_of(self._power)
        return [unit.place for unit in units if unit.kind == kind and space in self._board.reach_spaces(kind, unit.place)]

    def ships(self, unit: UnitRef, order: Order) -> bool:
        """Whether an order says that an army goes over sea, from coast to coast."""
        places, to = self._board.places, space_of(order.target)
        by_sea = all(not places("A", each) for each in order.path)
        said = bool(order.via or order.path or order.of)
        return unit.kind == "A" and said and by_sea and all(places("F", each) and places("A", each) for each in (unit.space, to))

    def _retreats(self, order: Order) -> bool:
        waiting = [each for each in self._position.dislodged if order.unit and each.unit[1:3] == order.unit[:2]]
        return any(order.target in each.retreats for each in waiting)
