"""Keen: it draws several plans, has the referee try each against likely orders of the others, and improves the best by changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from judge.board import Position, space_of
from judge.house_players.trials import judge_on_trial
from judge.house_players.worth import Worth
from judge.notation import Order
from judge.rules.legal_orders import Choices
from judge.rules.ruleset import Ruleset

PLANS, RIVALS, CHANGES = 14, 8, 140
"""How many plans are drawn, how many plans for all other Powers together, and how many changes are tried."""
BEHIND = 1.0
"""A change is dropped as soon as it is this much worse than the best plan, summed over the others' plans tried so far."""

Planner = Callable[[str, Random], Sequence[Order]]
"""power, chance → movement orders for all of its units."""


def best_orders(
    position: Position, ruleset: Ruleset, power: str, choices: Choices, worth: Worth, plan: Planner, random: Random
) -> Sequence[Order]:
    """Return the orders that do best on average against the others' likely orders.

    Every trial is judged by the referee, for a fixed number of trials, so that the same seed gives the same orders.
    """
    if not any(unit is not None for unit in choices):
        return ()  # every unit has an order of the game's own kind
    others = [each.name for each in ruleset.powers if each.name != power]
    rivals = [{other: plan(other, random) for other in others} for _ in range(RIVALS)]
    judge = Trial(position, ruleset, power, worth, rivals)
    plans = list(dict.fromkeys(tuple(plan(power, random)) for _ in range(PLANS)))
    best = max(plans, key=judge.score)
    for _ in range(CHANGES):
        tried = _changed(best, choices, random)
        if tried != best and judge.beats(tried, best):
            best = tried
    return best


def _changed(orders: Sequence[Order], choices: Choices, random: Random) -> tuple[Order, ...]:
    """Return the orders with one unit's replaced; every other time a second unit supports the new move."""
    mine = [orders for _, orders in sorted((unit, orders) for unit, orders in choices.items() if unit is not None)]
    order = random.choice(random.choice(mine))
    found = {each.unit: each for each in orders} | {order.unit: order}
    if order.verb == "move" and random.random() < 0.5:
        helps = [each for some in mine for each in some if each.verb == "support" and _helps(each, order)]
        if helps:
            support = random.choice(helps)
            found[support.unit] = support
    return tuple(found.values())


def _helps(support: Order, move: Order) -> bool:
    return support.of == move.unit and support.target == space_of(move.target)


class Trial:
    """Measures plans by what the power holds after the phase, if the others follow one of their likely plans."""

    def __init__(
        self, position: Position, ruleset: Ruleset, power: str, worth: Worth, rivals: Sequence[Mapping[str, Sequence[Order]]]
    ) -> None:
        self.position, self.ruleset, self.power, self.worth, self.rivals = position, ruleset, power, worth, rivals
        self.board = ruleset.board_at(position)
        self.most = max([*worth.values.values(), 1.0])
        self.known: dict[tuple[tuple[Order, ...], int], float] = {}
        """(own plan, number of the others' plan) → the worth of the position after both, as `_holds` measures it."""

    def score(self, orders: tuple[Order, ...]) -> float:
        """Return the worth of a plan, summed over the others' plans."""
        return sum(self._against(orders, number) for number in range(len(self.rivals)))

    def beats(self, orders: tuple[Order, ...], best: tuple[Order, ...]) -> bool:
        """Whether a plan is worth more than the best one so far."""
        behind = 0.0
        for number in range(len(self.rivals)):
            behind += self._against(best, number) - self._against(orders, number)
            if behind > BEHIND:
                return False
        return behind < 0

    def _against(self, orders: tuple[Order, ...], number: int) -> float:
        if (orders, number) not in self.known:
            outcome = judge_on_trial(self.position, {**self.rivals[number], self.power: orders}, self.ruleset)
            self.known[orders, number] = self._holds(outcome.position)
        return self.known[orders, number]

    def _holds(self, after: Position) -> float:
        standing = {unit.space: unit.power for unit in after.units}
        held = {c for c in self.board.centres if standing.get(c, after.owners.get(c)) == self.power}
        lost = sum(1 for each in after.dislodged if each.unit.power == self.power)
        near = sum(self.worth.of(unit.kind, unit.place) for unit in after.units if unit.power == self.power) / self.most
        beaten = sum(1 for each in after.dislodged if each.unit.power != self.power)
        return len(held) + near / 2 - lost / 2 + beaten / 4
