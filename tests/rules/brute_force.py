"""A second opinion: the equations of DATC 5.B tried on every way in which the moves of a small board could succeed or fail.

It shares nothing with the referee but the board and the shape of an outcome. Which supports are given, which fleets are
driven out and which routes stand follows from which moves succeed, so trying all sets of successful moves tries all
consistent solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from judge.board import Board, Unit, space_of
from judge.notation import Order
from judge.rules.outcome import PhaseOutcome

Chains = tuple[frozenset[str], ...]


class Solution(NamedTuple):
    """One consistent answer, spaces standing for the units in them."""

    moved: frozenset[str]
    given: frozenset[str]
    driven_out: frozenset[str]


def answer(outcome: PhaseOutcome) -> Solution:
    """What the referee said, in the form of the search."""
    results = [(r.unit.space, r) for r in outcome.results if r.unit]
    return Solution(
        frozenset(space for space, r in results if r.word == "succeeds" and r.order.verb == "move"),
        frozenset(space for space, r in results if r.word == "given"),
        frozenset(space for space, r in results if r.dislodged),
    )


class Move(NamedTuple):
    """A move that may be tried. `chains`: sets of convoying fleets each of which would do; None for a move by land."""

    start: str
    target: str
    chains: Chains | None


class Aid(NamedTuple):
    """A support that agrees with what the other unit does; `target` is '' if that stands."""

    by: str
    of: str
    target: str


class BruteForce:
    """One small board: what its orders come to, and every consistent solution."""

    def __init__(self, board: Board, orders: Mapping[Unit, Order], forced: frozenset[str] = frozenset()) -> None:
        """`forced`: spaces whose supports nothing can cut, and whose convoys carry though their fleets are driven out."""
        self.board = board
        self.forced = forced
        self.units = {unit.space: unit for unit in orders}
        self.orders = {unit.space: order for unit, order in orders.items()}
        self.carriers = {s for s, u in self.units.items() if u.kind == "F" and board.is_sea(s)}
        self.going = {s: t for s in self.orders if (t := self._goes_to(s))}
        self.convoys = {s: self.orders[s] for s in self.orders if self._convoys(s)}
        self.moves = {s: Move(s, t, self._ways(s, t)) for s, t in self.going.items()}
        self.aids = [aid for s in self.orders if (aid := self._aids(s))]

    def chains(self, start: str, target: str, among: set[str]) -> Chains:
        """The sets of fleets that connect two coasts and of which none can be left out."""
        found: list[frozenset[str]] = []
        for size in range(1, len(among) + 1):
            for fleets in map(frozenset, combinations(sorted(among), size)):
                if not any(chain <= fleets for chain in found) and self._connects(start, target, fleets):
                    found.append(fleets)
        return tuple(found)

    def _connects(self, start: str, target: str, fleets: frozenset[str]) -> bool:
        near = self.board.fleet_spaces
        reached = near.get(start, frozenset()) & fleets
        for _ in fleets:
            reached |= {f for f in fleets if near[f] & reached}
        return any(target in near[f] for f in reached)

    def _goes_to(self, space: str) -> str:
        order, unit = self.orders[space], self.units[space]
        if order.verb != "move":
            return ""
        target = space_of(order.target)
        if target == space:
            return ""
        walks = order.target in self.board.reach(unit.kind, unit.place) and not order.via
        return target if walks or (unit.kind == "A" and self.chains(space, target, self.carriers)) else ""

    def _convoys(self, space: str) -> bool:
        order = self.orders[space]
        if order.verb != "convoy" or order.of is None or self.going.get(order.of.space) != space_of(order.target):
            return False
        return any(space in chain for chain in self.chains(order.of.space, space_of(order.target), self.carriers))

    def _ways(self, start: str, target: str) -> Chains | None:
        order, unit = self.orders[start], self.units[start]
        mine = {s for s, convoy in self.convoys.items() if convoy.of and convoy.of.space == start}
        near = order.target in self.board.reach(unit.kind, unit.place)
        own_fleet = any(self.units[s].power == unit.power for s in mine)
        return None if near and not order.via and not own_fleet else self.chains(start, target, mine)

    def _aids(self, space: str) -> Aid | None:
        order, unit = self.orders[space], self.units[space]
        if order.verb != "support" or order.of is None or order.of.space not in self.units:
            return None
        of, target = order.of.space, space_of(order.target)
        reach = self.board.reach_spaces(unit.kind, unit.place)
        if of == space or (target or of) not in reach or self.going.get(of, "") != target:
            return None
        if "." in order.target and order.target != self.orders[of].target:
            return None
        return Aid(space, of, target) if not target or self._could(of, target, space) else None

    def _could(self, of: str, target: str, aider: str) -> bool:
        """6.D.31: a support may not rest on its own fleet's convoy."""
        unit = self.units[of]
        if target in self.board.reach_spaces(unit.kind, unit.place):
            return True
        return unit.kind == "A" and bool(self.chains(of, target, self.carriers - {aider}))

    def solutions(self) -> Iterator[Solution]:
        """Every consistent answer."""
        for size in range(len(self.moves) + 1):
            for moved in map(frozenset, combinations(sorted(self.moves), size)):
                if solution := self._consistent(moved):
                    yield solution

    def _consistent(self, moved: frozenset[str]) -> Solution | None:
        entered = {self.moves[s].target for s in moved}
        beaten = frozenset(s for s in self.units if s in entered and s not in moved)
        standing = frozenset(self.convoys) - (beaten - self.forced)
        tried = {s for s, move in self.moves.items() if move.chains is None or any(chain <= standing for chain in move.chains)}
        given = frozenset(aid.by for aid in self.aids if not any(self._cuts(s, aid, tried, moved) for s in self.moves))
        for s in self.moves:
            if (s in moved) != self._wins(self.moves[s], tried, given, moved):
                return None
        return Solution(moved, given, beaten)

    def _cuts(self, start: str, aid: Aid, tried: set[str], moved: frozenset[str]) -> bool:
        if aid.by in self.forced or self.moves[start].target != aid.by or self.units[start].power == self.units[aid.by].power:
            return False
        return start in moved if start == aid.target else start in tried

    def _wins(self, move: Move, tried: set[str], given: frozenset[str], moved: frozenset[str]) -> bool:
        if move.start not in tried:
            return False
        rivals = [m for m in self.moves.values() if m.target == move.target and m.start != move.start]
        attack = self._attack(move, given, moved)
        if attack <= max((self._prevent(m, tried, given, moved) for m in rivals), default=0):
            return False
        other = self._head_on(move)
        return attack > (self._with_aids(other.start, other.target, given) if other else self._hold(move.target, given, moved))

    def _head_on(self, move: Move) -> Move | None:
        other = self.moves.get(move.target)
        meets = other and other.target == move.start and other.chains is None and move.chains is None
        return other if meets else None

    def _with_aids(self, of: str, target: str, given: frozenset[str], defender: str = "") -> int:
        aids = [aid for aid in self.aids if aid.of == of and aid.target == target and aid.by in given]
        return 1 + sum(self.units[aid.by].power != defender for aid in aids)

    def _attack(self, move: Move, given: frozenset[str], moved: frozenset[str]) -> int:
        occupant = self.units.get(move.target)
        if occupant is None or (move.target in moved and not self._head_on(move)):
            return self._with_aids(move.start, move.target, given)
        if occupant.power == self.units[move.start].power:
            return 0
        return self._with_aids(move.start, move.target, given, occupant.power)

    def _hold(self, space: str, given: frozenset[str], moved: frozenset[str]) -> int:
        if space not in self.units or space in moved:
            return 0
        return 1 if space in self.moves else self._with_aids(space, "", given)

    def _prevent(self, move: Move, tried: set[str], given: frozenset[str], moved: frozenset[str]) -> int:
        other = self._head_on(move)
        if move.start not in tried or (other and other.start in moved):
            return 0
        return self._with_aids(move.start, move.target, given)
