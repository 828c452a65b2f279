"""Warn a player before the deadline, and refuse nothing: a Power's orders that contradict one another, or look like slips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar

from judge.board import Board, Position, Unit, normalize_name, space_of
from judge.notation import Order
from judge.notation.complaints import spelling_distance
from judge.rules import check, unaided
from judge.rules.movement_turn import MovementTurn
from judge.rules.ordered_units import bearing_orders
from judge.rules.reasons import Reason
from judge.rules.ruleset import Ruleset

SLIP = 3
"""Greatest `spelling_distance` of spellings that differ in one letter."""
WIDE = 16
"""A unit that can reach more spaces than this is not asked about its target: many of their names are alike."""


@dataclass(frozen=True, slots=True)
class OwnUnitOrderedElsewhere(Reason):
    """A support or convoy for a unit of the same Power that has another order, or none."""

    code: ClassVar[str] = "own-order"
    of: Unit
    order: str
    """The order of that unit, in the house form; '' for none."""


@dataclass(frozen=True, slots=True)
class OwnUnitInTheWay(Reason):
    """A move to a space that another unit of the same Power is not leaving."""

    code: ClassVar[str] = "own-way"
    by: Unit
    instead: str
    """The move to the only neighbouring space that is empty and not ordered to, in the house form; '' if not exactly one."""


@dataclass(frozen=True, slots=True)
class OwnUnitsCollide(Reason):
    """A move to a space that another unit of the same power is ordered to."""

    code: ClassVar[str] = "own-rival"
    by: Unit


@dataclass(frozen=True)
class OrderWarnings:
    """Check one Power's orders against a position that it knows."""

    position: Position
    power: str
    orders: Sequence[Order]
    ruleset: Ruleset

    def of(self, order: Order) -> Reason | None:
        """Return why an order cannot succeed here, by itself or because of the Power's other orders; None if it may."""
        others = bearing_orders(order, self.orders, self.position, self.ruleset)
        return check(order, self.power, self.position, self.ruleset, others) or self.contradiction(order)

    def contradiction(self, order: Order) -> Reason | None:
        """Return why another order of the same Power keeps an order from succeeding; None if none does."""
        if self.position.phase.kind != "movement":
            return None
        calm, mine, given = self._calm, self._mine, self._given
        contested = mine.keys() - calm.uncontested
        helped = order.of if order.verb in ("support", "convoy") else None
        if helped and helped.space in contested and helped.kind in ("", mine[helped.space].kind):
            theirs = given.get(helped.space)
            written = self.ruleset.notation.write(theirs) if theirs else ""
            return None if _helps(order, theirs) else OwnUnitOrderedElsewhere(mine[helped.space], written)
        target = space_of(order.target)
        needs = self._unaided(order)
        if needs or self._goes_aboard(order):
            return needs
        if order.verb != "move" or target in calm.uncontested or self.ruleset.rules.may_stop_short(order):
            return None
        if target in contested and not (target in given and given[target].verb == "move"):
            return OwnUnitInTheWay(mine[target], self._instead(order))
        rivals = [space for space, o in given.items() if o.verb == "move" and space_of(o.target) == target and o != order]
        return OwnUnitsCollide(mine[rivals[0]]) if rivals and rivals[0] in mine else None

    @cached_property
    def _calm(self) -> MovementTurn:
        return self.ruleset.turn_without_orders(self.position)

    @cached_property
    def _mine(self) -> Mapping[str, Unit]:
        """Space → the Power's unit there, those aside left out."""
        return {u.space: u for u in self.position.units if u.power == self.power and u not in self._calm.aside}

    @cached_property
    def _given(self) -> Mapping[str, Order]:
        """Space → the order for the unit there."""
        return {o.unit.space: o for o in self.orders if o.unit and _occupant(o, self._mine)}

    def _unaided(self, order: Order) -> Reason | None:
        """Return what a move to a space that its unit does not border needs of the same Power's other orders."""
        if order.verb != "move" or order.unit is None:
            return None
        near = self.ruleset.board_at(self.position).reach_spaces(order.unit.kind, order.unit.place)
        return None if space_of(order.target) in near else unaided(order, self.orders, self.power, self.position, self.ruleset)

    def _goes_aboard(self, order: Order) -> bool:
        """Whether an army is ordered to a sea, where it cannot be by itself."""
        board = self.ruleset.board_at(self.position)
        goes = order.verb == "move" and order.unit is not None and order.unit.kind == "A"
        return goes and board.is_sea(space_of(order.target))

    def instead_of(self, order: Order, other: Order) -> OrderWarnings:
        """Return the same orders with one of them replaced by another."""
        return replace(self, orders=[other if each == order else each for each in self.orders])

    def instead(self) -> list[str]:
        """Return moves to suggest in place of moves that cannot succeed, in the house form."""
        found = map(self.contradiction, self.orders)
        return [reason.instead for reason in found if isinstance(reason, OwnUnitInTheWay) and reason.instead]

    def _instead(self, order: Order) -> str:
        """Return the unit's move to the only neighbouring space that is empty and no order's target, or None."""
        if order.unit is None:
            return ""
        taken = {unit.space for unit in self.position.units} | {space_of(o.target) for o in self.orders if o.verb == "move"}
        reach = self.ruleset.board_at(self.position).reach(order.unit.kind, order.unit.place)
        free = [place for place in reach if space_of(place) not in taken]
        return self.ruleset.notation.write(order._replace(target=free[0], via="")) if len(free) == 1 else ""


@lru_cache(500)
def likely_target(order: Order, word: str, board: Board) -> Order | None:
    """Return the move that was perhaps meant where the target was written as `word`: to a space whose name differs in one letter.
    Numbers and words of two letters are not checked: nearly all of them are alike.
    """
    written = normalize_name(word)
    if order.verb != "move" or order.unit is None or order.path or len(written) < 3 or not written.isalpha():
        return None
    reach = board.reach_spaces(order.unit.kind, order.unit.place)
    other = reach - {space_of(order.target), order.unit.space} if len(reach) <= WIDE else ()
    near = sorted((off, code) for code in other if (off := _apart(written, code, board)) <= SLIP)
    return order._replace(target=near[0][1]) if near else None


def _apart(written: str, code: str, board: Board) -> int:
    """Return the distance between a word and the nearest of a space's names of three or more letters."""
    space = board.spaces[code]
    names = {normalize_name(name) for name in (code, space.name, *space.also)}
    alike = [name for name in names if len(name) >= 3 and abs(len(name) - len(written)) <= 1]
    return min((spelling_distance(written, name) for name in alike), default=SLIP + 1)


def _occupant(order: Order, mine: Mapping[str, Unit]) -> bool:
    """Whether an order is for the occupant of its space, and not for another unit there."""
    unit = order.unit
    return unit is not None and (unit.space not in mine or unit.kind in ("", mine[unit.space].kind))


def _helps(order: Order, theirs: Order | None) -> bool:
    """Whether the supported or convoyed unit does what the order says; a unit without orders holds."""
    if not order.target:
        return theirs is None or theirs.verb != "move"
    return theirs is not None and theirs.verb == "move" and space_of(theirs.target) == space_of(order.target)
