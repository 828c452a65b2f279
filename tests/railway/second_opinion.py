"""A second opinion on the railway: the model in prose, tried on every way in which the moves of a position could come out.

It shares no code with the game and knows its board only from the orders, which must be possible ones. Given which moves
succeed and where the train ends, everything else follows (which supports are cut, what blocks the line, who is how
strong), so that trying all of these tries every consistent answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

LINE = ("Mos", "Prm", "Oms", "Kra", "Irk", "Vla")


class Written(NamedTuple):
    """A unit's order: `stay`, `move` to `to`, `ride` to `to`, or `help` the unit in `of` (to `to`, or '' to stay)."""

    power: str
    does: str
    to: str = ""
    of: str = ""


class Answer(NamedTuple):
    """One consistent answer; spaces stand for the units in them."""

    moved: frozenset[str]
    end: str
    """Where the train ends."""
    given: frozenset[str]
    driven_out: frozenset[str]


Orders = Mapping[str, Written]
"""space → what the unit there is ordered."""


def answers(orders: Orders) -> list[Answer]:
    """Every consistent answer to a position with one train."""
    start = next(space for space, order in orders.items() if order.does == "ride")
    movers = [space for space, order in orders.items() if order.does == "move"]
    ends = (start, *journey(start, orders[start].to))
    found = []
    for end in ends:
        for wins in product((False, True), repeat=len(movers)):
            guess = Guess(orders, start, frozenset(s for s, won in zip(movers, wins, strict=True) if won), end)
            if guess.train_ends() == end and all(guess.gets_in(s) == (s in guess.moved) for s in movers):
                found.append(guess.answer())
    return found


def journey(start: str, to: str) -> tuple[str, ...]:
    """The stations after the start, in the order of travel."""
    a, b = LINE.index(start), LINE.index(to)
    return LINE[a + 1 : b + 1] if a < b else LINE[b:a][::-1]


@dataclass(frozen=True)
class Guess:
    """One supposition: these moves succeed, and the train ends here."""

    orders: Orders
    start: str
    moved: frozenset[str]
    end: str

    def answer(self) -> Answer:
        given = frozenset(space for space, order in self.orders.items() if order.does == "help" and self.gives(space))
        entered = {self.orders[space].to for space in self.moved}
        return Answer(self.moved, self.end, given, frozenset(s for s in self.orders if s in entered and not self.left(s)))

    # Who is where

    def left(self, space: str) -> bool:
        return space in self.moved or (space == self.start and self.end != self.start)

    def into(self, space: str) -> Iterator[str]:
        return (origin for origin, order in self.orders.items() if order.does == "move" and order.to == space)

    def meets(self, origin: str) -> bool:
        """Whether a move meets the occupant of its target half way (the train meets nobody in this way)."""
        other = self.orders.get(self.orders[origin].to)
        return other is not None and other.does == "move" and other.to == origin

    # Supports

    def gives(self, helper: str) -> bool:
        order = self.orders[helper]
        for origin in self.into(helper):
            if self.orders[origin].power != order.power and (origin != order.to or origin in self.moved):
                return False
        return True

    def helpers(self, of: str, to: str) -> list[str]:
        """The units whose support of this move, or stay, is given."""
        return [
            space
            for space, order in self.orders.items()
            if order.does == "help" and (order.of, order.to) == (of, to) and self.gives(space)
        ]

    # Strengths

    def full(self, origin: str) -> int:
        return 1 + len(self.helpers(origin, self.orders[origin].to))

    def against_unit(self, origin: str, defender: Written) -> int:
        order = self.orders[origin]
        if order.power == defender.power:
            return 0
        return 1 + sum(self.orders[helper].power != defender.power for helper in self.helpers(origin, order.to))

    def attack(self, origin: str) -> int:
        target = self.orders[origin].to
        if target not in self.orders or (self.left(target) and not self.meets(origin)):
            return self.full(origin)
        return self.against_unit(origin, self.orders[target])

    def hold(self, space: str) -> int:
        if space not in self.orders or self.left(space):
            return 0
        if self.orders[space].does in ("move", "ride"):
            return 1
        return 1 + len(self.helpers(space, ""))

    def prevent(self, origin: str) -> int:
        beaten = self.meets(origin) and self.orders[origin].to in self.moved
        return 0 if beaten else self.full(origin)

    def gets_in(self, origin: str) -> bool:
        target = self.orders[origin].to
        bar = self.full(target) if self.meets(origin) else self.hold(target)
        rivals = [self.prevent(other) for other in self.into(target) if other != origin]
        return self.attack(origin) > max([bar, self.train_prevents(target), *rivals])

    # The train

    def path(self) -> tuple[str, ...]:
        return journey(self.start, self.orders[self.start].to)

    def met(self) -> bool:
        """1. A foreign unit in the first station ordered onto the train's own."""
        other = self.orders.get(self.path()[0])
        return other is not None and self.foreign(other) and other.does == "move" and other.to == self.start

    def foreign(self, order: Written) -> bool:
        return order.power != self.orders[self.start].power

    def first_blocked(self) -> int:
        """2. The index in the path of the first blocked station before the destination; that of the destination if none."""
        path = (self.start, *self.path())
        for at in range(1, len(path) - 1):
            if self.blocked(path[at], {path[at - 1], path[at + 1]}):
                return at - 1
        return len(path) - 2

    def blocked(self, station: str, beside: set[str]) -> bool:
        occupant = self.orders.get(station)
        if occupant is not None and self.foreign(occupant) and (occupant.does != "move" or occupant.to in beside):
            return True
        return any(self.foreign(self.orders[origin]) and self.would_get_in(origin) for origin in self.into(station))

    def would_get_in(self, origin: str) -> bool:
        """2c. Against those ordered to stay, the one it meets, and other movers; not against who came back, nor the train."""
        station = self.orders[origin].to
        occupant = self.orders.get(station)
        strength, bar = self.full(origin), 0
        if occupant is not None and (occupant.does != "move" or self.meets(origin)):
            strength = self.against_unit(origin, occupant)
            bar = self.full(station) if occupant.does == "move" else self.hold(station)
        return strength > max([bar, *(self.prevent(other) for other in self.into(station) if other != origin)])

    def train_prevents(self, space: str) -> int:
        """3. One at the first blocked station; one and its supports at a destination it comes to; else nothing."""
        path = self.path()
        if space not in path or self.met():
            return 0
        at, held_up = path.index(space), self.first_blocked()
        if at != held_up:
            return 0
        return self.full(self.start) if at == len(path) - 1 else 1

    def train_ends(self) -> str:
        """4 and 5. The destination if it gets in, else the farthest free station up to the first blocked one."""
        path = self.path()
        if self.met():
            return self.start
        held_up = self.first_blocked()
        if held_up == len(path) - 1 and self.enters(path[-1]):
            return path[-1]
        for station in reversed(path[: held_up + 1]):
            if self.free(station) and not any(self.into(station)):
                return station
        return self.start

    def free(self, space: str) -> bool:
        return space not in self.orders or self.left(space)

    def enters(self, space: str) -> bool:
        mine = self.train_prevents(space)
        return self.free(space) and all(mine > self.prevent(other) for other in self.into(space))
