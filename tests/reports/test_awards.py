"""Awards of a game that is over, where several have earned the same."""

from __future__ import annotations

import pytest
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.reports import Templates
from judge.reports.awards import award_facts
from judge.rules import adjudicate
from tests.rules.boards import RULES, Told, read, stand

SINCE = "(Spring 1902 to Autumn 1903)"
WORDS = Templates(FileSystemLoader(find_assets().templates))


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({"Italy": ["A(Ven)"]}, f"Longest stand: Italian A(Ven) {SINCE}, 4 turns."),
        (
            {"Italy": ["A(Ven)"], "Turkey": ["A(Con)"]},
            f"Longest stand: Italian A(Ven) {SINCE} and Turkish A(Con) {SINCE}, 4 turns each.",
        ),
        ({"Italy": ["A(Ven)", "A(Rom)"], "Turkey": ["A(Con)", "A(Smy)"]}, ""),
    ],
)
def test_all_that_stood_longest_are_named_if_they_are_few(units: Told, said: str) -> None:
    owners = {unit[2:-1]: power for power, some in units.items() for unit in some}
    position = stand({**units, "France": ["A(Par)"]}, owners=owners | {"Par": "France"})
    phases = []
    while len(phases) < 4:
        orders = {"France": ["A(Par)-Bur" if position.units_of("France")[0].space == "Par" else "A(Bur)-Par"]}
        outcome = adjudicate(position, read(position, orders), RULES)
        if position.phase.kind == "movement":
            phases.append(view_phase(JudgedPhase("quillfeather", "standard", outcome=outcome), RULES, ""))
        position = outcome.position
    boast = " ".join(WORDS.said("part/awards.j2", awards=award_facts(phases, RULES)).split())
    assert boast == said
