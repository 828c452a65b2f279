"""Orbit on boards drawn by lot: never more than three aboard, no order of orders or units shows, every failure has its reason."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from judge.assets import Assets
from judge.board import Position, Unit
from judge.notation import Order, UnitRef
from judge.notation.complaints import unit_reference
from judge.rules import PhaseOutcome, adjudicate
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.variants import load_ruleset

EMPIRES = ("Borg", "Jedi", "Sith")
AREA = ("Bel", "Bur", "Gas", "Mar", "Mun", "Par", "Pic", "Ruh")
BOARDS = 400


@pytest.fixture(scope="module")
def rules(shipped: Assets) -> Ruleset:
    folder = load_ruleset("outer_space", [shipped.games], shipped.grammars())
    return folder.with_powers([Power(name, name, name[:3]) for name in EMPIRES])


def drawn(chance: Random, rules: Ruleset) -> Position:
    """Crowded spacecraft over a crowded corner of the map, some of it colonised."""
    units = [Unit(empire, "A", "ORB", n) for empire in EMPIRES for n in sorted(chance.sample("123", chance.randint(1, 3)))]
    units += [Unit(chance.choice(EMPIRES), "A", space) for space in chance.sample(AREA, chance.randint(3, 8))]
    colonies = {space: chance.choice(EMPIRES) for space in chance.sample(AREA, chance.randint(0, 2))}
    return Position(rules.start.phase, tuple(units), facts={"colonies": colonies})


def ordered(chance: Random, unit: Unit, position: Position, rules: Ruleset) -> Order:
    """Any order, more often one that goes up or down."""
    ref, near = unit_reference(unit), [space for space in AREA if space in rules.board_at(position).reach("A", unit.place)]
    if unit.space == "ORB":
        return Order("move", ref, chance.choice(AREA))
    other = chance.choice(position.units)
    target = chance.choice([*near, ""])
    helped = UnitRef("A", other.place, chance.choice(["", other.name]), other.power)
    return chance.choice(
        [Order("move", ref, "ORB"), Order("move", ref, "ORB"), Order("move", ref, target or "ORB"),
         Order("support", ref, target, helped), Order("colonise", ref, target or unit.space)]
    )  # fmt: skip


def told(outcome: PhaseOutcome) -> Any:
    """What came of a phase, without regard to order."""
    position = outcome.position
    results = sorted((r.power, str(r.unit), str(r.order), r.word, str(r.reason)) for r in outcome.results)
    return sorted(position.units), sorted(position.dislodged), position.facts, results


def test_drawn_boards(rules: Ruleset) -> None:
    """Whoever is listed first, an empire's own list apart, and wherever units are named, the same comes out, within bounds."""
    for number in range(BOARDS):
        chance = Random(number)
        position = drawn(chance, rules)
        orders: dict[str, list[Order]] = {}
        for unit in position.units:
            orders.setdefault(unit.power, []).append(ordered(chance, unit, position, rules))
        outcome = adjudicate(position, orders, rules)
        aboard = Counter(unit.power for unit in outcome.position.units if unit.space == "ORB")
        assert max(aboard.values(), default=0) <= 3
        on_land = [unit.space for unit in outcome.position.units if unit.space != "ORB"]
        assert len(on_land) == len(set(on_land))
        good = ("succeeds", "given", "stands", "colonised")
        assert all(r.word in good or (r.reason and r.reason.code not in ("unexplained", "paradox")) for r in outcome.results)
        shuffled = Position(position.phase, tuple(chance.sample(position.units, len(position.units))), facts=position.facts)
        again = {empire: orders[empire] for empire in chance.sample(sorted(orders), len(orders))}
        assert told(adjudicate(shuffled, again, rules)) == told(outcome)


def test_a_game_without_players_has_nobody_in_orbit(shipped: Assets) -> None:
    """What each empire starts with comes with it, once, however often the powers are named."""
    folder = load_ruleset("outer_space", [shipped.games], shipped.grammars())
    assert (folder.open, folder.seats, folder.powers, folder.start.units) == (True, 0, (), ())
    one = folder.with_powers([Power("Jedi")])
    assert [str(unit) for unit in one.start.units_of("Jedi")] == ["A1(ORB)", "A2(ORB)", "A3(ORB)"]
    assert one.with_powers([Power("Sith")]).start.units_of("Jedi") == ()
