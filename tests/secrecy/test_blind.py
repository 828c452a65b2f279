"""Played blind, nothing that a power is sent depends on what stands and is ordered out of its sight."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.assets import find_assets
from judge.board import Position, Unit
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.rules import PhaseOutcome, Ruleset, adjudicate, dues_by_power
from judge.rules.blind_play import make_blind, visible_spaces
from judge.variants import load_ruleset
from tests.letters.post_office import PostOffice, shown
from tests.rules.boards import RULES as STANDARD

RULES: Ruleset = make_blind(STANDARD)
START = RULES.start
FAR = ("Austria", "Russia", "Turkey")
"""Powers that France does not see at the start, nor after one move."""
NEAR = {
    "France": ["A(Par)-Bur", "A(Mar) S A(Par)-Bur", "F(Bre) S Russian A(War)-Gal"],
    "Germany": ["A(Mun)-Bur", "A(Ber)-Mun", "F(Kie)-Hol"],
}


@st.composite
def far_orders(draw: st.DrawFn) -> dict[str, list[Order]]:
    """What those powers may do with their units, with some left out."""
    found: dict[str, list[Order]] = {}
    for unit in (unit for unit in START.units if unit.power in FAR):
        goals = sorted(RULES.board.reach(unit.kind, unit.place))
        moves = [Order("move", unit_reference(unit), goal) for goal in goals]
        found.setdefault(unit.power, []).append(draw(st.sampled_from([Order("stands", unit_reference(unit)), *moves])))
    return found


def judged(far: dict[str, list[Order]], start: Position) -> PhaseOutcome:
    """The first turn, with the same orders of France and Germany."""
    near = {
        power: [r.order for line in lines for r in RULES.notation.read(line, RULES.board, START, power)]  # type: ignore[union-attr]
        for power, lines in NEAR.items()
    }
    return adjudicate(start, {**near, **far}, RULES)


@settings(max_examples=15)
@given(one=far_orders(), other=far_orders(), gone=st.sampled_from([u for u in START.units if u.power in FAR]))
def test_what_is_far_changes_nothing(one: dict[str, list[Order]], other: dict[str, list[Order]], gone: Unit) -> None:
    """The same position, results, reasons, and what is due, whatever is done in the east, and with a unit fewer there."""
    fewer = reduce(lambda units, unit: units if unit == gone else (*units, unit), START.units, ())
    first, second = judged(one, START), judged(other, Position(START.phase, fewer, START.owners, facts=START.facts))
    for reader in ("France", ""):
        told = [RULES.rules.visible_outcome(RULES, outcome, reader) for outcome in (first, second)]
        assert told[0] == told[1]
        assert dues_by_power(told[0].position, RULES) == dues_by_power(told[1].position, RULES)


def test_own_units_and_neighbours_are_seen() -> None:
    """The rule, space by space, at the start."""
    seen = visible_spaces(RULES.board, START, "Italy")
    assert {"Rom", "Ven", "Nap", "Tus", "Pie", "Tyr", "Tri", "Apu", "ADR", "ION", "TYS"} <= seen
    assert not {"Mun", "Mar", "Vie", "Gre"} & seen
    assert {u.power for u in RULES.rules.visible_position(RULES, START, "Italy").units} == {"Italy", "Austria"}
    assert not RULES.rules.visible_position(RULES, START, "").units


@pytest.mark.parametrize("folder", ["colonial_diplomacy", "colonial_variant", "columbus", "gigaton", "fleet_rome", "chaos"])
def test_every_game_can_be_played_blind(folder: str) -> None:
    """With whatever its facts are, a reader's position is one that the referee judges; of others' units he has none in full."""
    rules = make_blind(load_ruleset(folder, [find_assets().games], find_assets().grammars()))
    outcome = adjudicate(rules.start, {}, rules, lambda subject: 3)
    for reader in ("", *(power.name for power in rules.powers[:3])):
        seen = rules.rules.visible_position(rules, rules.start, reader)
        told = rules.rules.visible_outcome(rules, outcome, reader)
        assert dues_by_power(told.position, rules).keys() == dues_by_power(outcome.position, rules).keys()
        assert not reader or dues_by_power(told.position, rules)[reader] == dues_by_power(outcome.position, rules)[reader]
        assert len(adjudicate(seen, {}, rules, lambda subject: 3).position.units) == len(seen.units)


def test_the_same_letters_go_out(tmp_path: Path) -> None:
    """Two games that differ in the east only: what France is sent is the same, word for word, whatever it asks, and whatever its
    conditions ask.
    """
    east = ("A(Vie)-Gal\nA(Bud)-Rum", "A(Vie)-Tyr\nF(Tri)-ADR"), ("A(War)-Gal\nA(Mos)-Ukr", "A(Mos)-War\nF(Sev)-Rum")
    letters = _letters(tmp_path / "one", [each[0] for each in east])
    assert letters == _letters(tmp_path / "two", [each[1] for each in east])
    assert any("Ukr is empty: yes, so your order is A(Bur)-Mar." in each for each in letters)  # as all that is unseen


def _letters(folder: Path, east: list[str]) -> list[str]:
    office = PostOffice(folder)
    office.game(deadline="BLIND yes")
    others = {"France": NEAR["France"], "Germany": NEAR["Germany"], "England": ["F(Lon)-ENG"], "Italy": ["A(Ven)-Pie"]}
    sent = []
    orders = {power: "\n".join(lines) for power, lines in others.items()}
    orders |= {"Austria": east[0], "Russia": east[1], "Turkey": "A(Con)-Bul"}
    orders["France"] += "\nORDERS FOR Autumn 1901\nIF Ukr is empty THEN A(Bur)-Mar ELSE A(Bur)-Par"
    for power, lines in orders.items():
        sent += office.letter(f"{power.lower()}@mail.example", lines)
    sent += office.letter("harriet@zine.example", "PROCESS")
    sent += office.letter("france@mail.example", "STATUS\nHISTORY\nWHY Bur\nWHO\nTRY A(Bur)-Mun\nRESULTS\nPRESS\nHELLO\nEND\nFINAL")
    return [shown(message) for message in sent if message["To"] == "france@mail.example"]
