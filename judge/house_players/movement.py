"""A movement phase: each unit picks a place, units that want the same one support each other, and idle armies are convoyed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from judge.board import Board, Unit, space_of
from judge.house_players.choosing import STEP, pick
from judge.house_players.worth import Worth
from judge.notation import Order, UnitRef
from judge.rules.legal_orders import Choices


class Convoy(NamedTuple):
    """An army's journey by one fleet."""

    gain: float
    fleet: Unit
    carries: Order
    sails: Order


class Plan:
    """A power's orders for a movement phase while they are being made. Each of them is from the list of legal ones."""

    def __init__(
        self, board: Board, choices: Choices, worth: Worth, random: Random, once: frozenset[str] = frozenset(), bold: float = STEP
    ) -> None:
        self.board, self.worth, self.random, self.once, self.bold = board, worth, random, once, bold
        self.choices = {unit: orders for unit, orders in choices.items() if unit is not None}
        self.used = {"convoy"}
        """Ways of travelling that no more units may choose; `once` are those of which there is one a turn."""
        self.orders: dict[Unit, Order] = {}
        self._waited: dict[Unit, set[Unit]] = {}
        """unit → the units for which it has waited, so that two never wait for each other for ever."""

    def make(self) -> list[Order]:
        """Give every unit an order, and return them."""
        units = sorted(self.choices)
        self.random.shuffle(units)
        queue, struck = deque(units), dict[Unit, set[str]]()
        while queue:
            unit = queue.popleft()
            order = self._decide(unit, struck.setdefault(unit, set()), queue)
            if order is not None:
                self.orders[unit] = order
                self.used |= {order.via} & self.once
        self._support_others()
        for army in sorted(self.orders):
            if army.kind == "A" and self.orders[army].verb == "stands":
                self._send_by_sea(army)
        return [self.orders[unit] for unit in sorted(self.orders)]

    def _decide(self, unit: Unit, struck: set[str], queue: deque[Unit]) -> Order | None:
        """Return an order for a unit; None if it is in the queue again, behind the unit that it waits for."""
        while ranked := self._ranked(unit, struck):
            order = pick(ranked, self.random, self.bold)
            space = ends_in(order, unit)
            if space == unit.space:
                return order
            other = next((each for each in self.choices if each.space == space), None)
            if other is not None and other not in self.orders and other not in self._waited.setdefault(unit, set()):
                self._waited[unit].add(other)
                queue.insert(queue.index(other) + 1, unit)
                return None
            stays = other is not None and (other not in self.orders or ends_in(self.orders[other], other) == space)
            friend = other if stays else next((u for u, each in self.orders.items() if ends_in(each, u) == space), None)
            if friend is None:
                return order
            if self.worth.competition.get(space, 0) >= (2 if stays else 1):
                support = self._support(unit, friend, space)
                if support is not None:
                    return support
            struck.add(space)
        return self.choices[unit][0]

    def _ranked(self, unit: Unit, struck: set[str]) -> list[tuple[float, Order]]:
        """Return the orders by which a unit stays or goes somewhere on its own, each with its place's worth, best first."""
        ways = [each for each in self.choices[unit] if each.verb in ("stands", "move") and each.via not in self.used]
        found = [(self.worth.of(unit.kind, each.target or unit.place), each) for each in ways if self._alone(unit, each)]
        return sorted((each for each in found if ends_in(each[1], unit) not in struck), key=lambda each: (-each[0], each[1].target))

    def _alone(self, unit: Unit, order: Order) -> bool:
        """Whether a move needs no convoy."""
        by_land = unit.kind != "A" or order.verb != "move" or order.via or order.path
        return bool(by_land) or order.target in self.board.reach(unit.kind, unit.place)

    def _support(self, unit: Unit, friend: Unit, space: str) -> Order | None:
        """Return a unit's legal support of a friend that stays in a space or goes there."""
        target = "" if friend.space == space else space
        wanted = ("support", target, UnitRef(friend.kind, friend.place, friend.name))
        return next((order for order in self.choices[unit] if (order.verb, order.target, order.of) == wanted), None)

    def _support_others(self) -> None:
        """Units that would only stand support the most valuable of their friends that may need it."""
        for unit in sorted(self.orders):
            if self.orders[unit].verb == "stands":
                helps = [(self._goes_for(friend), order.target, order) for friend, order in self._helps(unit)]
                if helps:
                    self.orders[unit] = max(helps, key=lambda each: each[:2])[2]

    def _goes_for(self, unit: Unit) -> float:
        """Return the worth of the place where a unit will be."""
        return self.worth.of(unit.kind, self.orders[unit].target if self.orders[unit].verb == "move" else unit.place)

    def _helps(self, unit: Unit) -> Iterator[tuple[Unit, Order]]:
        """Yield each friend that may need a unit's support, with the support."""
        for friend, order in self.orders.items():
            space = ends_in(order, friend)
            needed = 1 if space != friend.space else 2
            if friend != unit and space != unit.space and self.worth.competition.get(space, 0) >= needed:
                support = self._support(unit, friend, space)
                if support is not None:
                    yield friend, support

    def _send_by_sea(self, army: Unit) -> None:
        """Have a fleet that would gain less elsewhere carry an army to a better place."""
        best = max(self._convoys(army), key=lambda each: each.gain, default=None)
        if best is not None and best.gain > 0:
            self.orders[best.fleet], self.orders[army] = best.carries, best.sails

    def _convoys(self, army: Unit) -> Iterator[Convoy]:
        here = self.worth.of(army.kind, army.place)
        ends = {unit: ends_in(order, unit) for unit, order in self.orders.items()}
        helped = {order.of.space for order in self.orders.values() if order.verb == "support" and order.of}
        for fleet, orders in self.choices.items():
            stood = fleet.space not in helped and list(ends.values()).count(fleet.space) == (ends[fleet] == fleet.space)
            if not stood or self.orders[fleet].verb not in ("stands", "move"):
                continue
            loss = self._goes_for(fleet) - self.worth.of(fleet.kind, fleet.place)
            shores = self.board.fleet_spaces.get(fleet.space, frozenset())
            for carries in orders:
                if carries.verb == "convoy" and carries.of == UnitRef(army.kind, army.place, army.name):
                    free = carries.target not in ends.values() and {army.space, carries.target} <= shores
                    gain = self.worth.of(army.kind, carries.target) - here - max(loss, 0.0)
                    sails = [each for each in self.choices[army] if each.verb == "move" and each.target == carries.target]
                    if free and sails:
                        yield Convoy(gain, fleet, carries, sails[-1])


def ends_in(order: Order, unit: Unit) -> str:
    """Return the space in which a unit will be if its order succeeds."""
    return space_of(order.target) if order.verb == "move" else unit.space


def simple_advances(board: Board, choices: Choices, centres: Sequence[str], random: Random) -> list[Order]:
    """Return orders by which each unit goes to a bordering centre of the list, no two to the same, or stands."""
    left, found = set(centres), list[Order]()
    for unit, orders in sorted((unit, orders) for unit, orders in choices.items() if unit is not None):
        moves = [each for each in orders if each.verb == "move" and each.target in board.reach(unit.kind, unit.place)]
        ways = [each for each in moves if space_of(each.target) in left]
        order = random.choice(ways) if ways and unit.space not in left else orders[0]
        left -= {ends_in(order, unit)}
        found.append(order)
    return found
