"""On small crowded boards the referee agrees with an exhaustive search wherever that leaves one answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from judge.board import Position, Unit
from judge.notation import Order
from judge.rules import adjudicate
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.reasons import StoodOff
from tests.rules.boards import BOARD, RULES, SPRING, datc, orders_for, scatter
from tests.rules.brute_force import BruteForce, answer

BOARDS = 8000
VARIATIONS = {"6.C": 60, "6.F": 150, "6.G": 150}
"""Boards made of each case of DATC by giving one or two of its units another order; 15 where nothing is said."""


def compare(orders: Mapping[Unit, Order], where: str, seen: Counter[str]) -> None:
    """Judge and search one board; tell in `seen` what it had."""
    sent: dict[str, list[Order]] = {}
    for unit, order in orders.items():
        if order.unit:
            sent.setdefault(unit.power, []).append(order)
    outcome = adjudicate(Position(SPRING, tuple(orders)), sent, RULES)
    search = BruteForce(BOARD, orders)
    found, said = list(search.solutions()), answer(outcome)
    seen[("none", "one", "several")[min(len(found), 2)]] += 1
    if len(found) == 1:
        assert said == found[0], f"{where}: {sent}"
    if len(found) > 1 and not search.convoys:  # circles of moves only: all of them move
        assert said in found, f"{where}: {sent}"
        assert len(said.moved) == max(len(solution.moved) for solution in found), f"{where}: {sent}"
    if len(found) != 1 and search.convoys:
        settled = BruteForce(BOARD, without_paradox(orders, outcome))
        assert said in list(settled.solutions()), f"{where}: {sent}"
    seen["convoyed"] += any(move.chains for move in search.moves.values())
    seen["a convoy succeeded"] += any(search.moves[s].chains for s in said.moved)
    seen["supports given"] += bool(said.given)
    seen["supports cut"] += any(r.word == "cut" for r in outcome.results)
    seen["dislodged"] += bool(said.driven_out)
    seen["stood off"] += any(isinstance(r.reason, StoodOff) for r in outcome.results)


def without_paradox(orders: Mapping[Unit, Order], outcome: PhaseOutcome) -> dict[Unit, Order]:
    """The orders with the convoys left out that the paradox rule set aside; their armies sail, though nobody carries them."""
    aside = {r.unit for r in outcome.results if r.word == "disrupted"}
    armies = {orders[unit].of.space for unit in aside}
    found = {}
    for unit, order in orders.items():
        sails = unit.space in armies and order.verb == "move"
        found[unit] = Order("stands") if unit in aside else order._replace(via="convoy") if sails else order
    return found


def exact(result: OrderResult) -> bool:
    """Whether the order names the unit and a fleet's target to the coast: the search completes nothing."""
    order, unit = result.order, result.unit
    if not unit or not order.unit or order.unit.place != unit.place or order.unit.kind != unit.kind:
        return False
    army = unit.kind == "A" and "." not in order.target
    return order.verb != "move" or army or order.target in BOARD.reach(unit.kind, unit.place)


def enough(seen: Counter[str], share: float) -> None:
    """The sample was not trivial: each thing happened on this share of the boards at least."""
    boards = seen["one"] + seen["several"] + seen["none"]
    assert seen["one"] > boards * 0.9
    assert seen["several"] > boards / 500
    for what in ("convoyed", "a convoy succeeded", "supports given", "supports cut", "dislodged", "stood off"):
        assert seen[what] > boards * share, f"{what}: {seen}"


def test_crowded_boards() -> None:
    seen: Counter[str] = Counter()
    for seed in range(BOARDS):
        rng = Random(seed)
        units = scatter(rng, rng.randint(4, 8))
        compare({unit: Order("stands") for unit in units} | orders_for(rng, units), f"seed {seed}", seen)
    enough(seen, 0.07)


def test_the_cases_of_datc_with_an_order_or_two_changed() -> None:
    seen: Counter[str] = Counter()
    for case, outcome in datc().items():
        units = outcome.before.units
        if outcome.before.phase.kind != "movement" or len(units) > 10:
            continue
        told = {r.unit: r.order for r in outcome.results if r.unit and r.word != "illegal" and exact(r)}
        for seed in range(VARIATIONS.get(case[:3], 15)):
            rng = Random(f"{case} {seed}")
            orders = {unit: Order("stands") for unit in units} | told
            other = orders_for(rng, units)
            for unit in rng.sample(units, min(len(units), rng.choice([1, 1, 2]))):
                orders[unit] = other.get(unit, Order("stands"))
            compare(orders, f"{case} seed {seed}", seen)
    enough(seen, 0.07)
    assert seen["none"] > 50
