"""Every game's rich turn, as the gallery has it, is printed as its letter tells it, and in every plain format."""

from __future__ import annotations

import pytest

from judge.assets import assets
from judge.cases.case import Case
from judge.cases.run import judge_case, rules_of
from judge.daemon.wiring import words_of
from judge.game import see_turn
from judge.game.phases.adjudicate import JudgedPhase
from judge.print import FORMATS, PhaseCopy, read_style, record
from judge.reports import PlayerNames, report_facts
from judge.variants import load
from tests.print.gallery import CASES, Quiet, found

PLAIN = [name for name in FORMATS if name not in ("docx", "pdf", "grey")]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_game_is_printed_as_it_is_told(case: Case) -> None:
    loaded = load(case.variant, found(), assets().grammars())
    ruleset, words = rules_of(case, loaded), words_of(found(), assets())(case.variant)
    _, judged = judge_case(case, loaded, Quiet())[-1]
    assert judged.errors == ()
    facts = report_facts(
        see_turn(JudgedPhase("blot", ruleset.key, judged.outcome), ruleset, ""), ruleset, PlayerNames("Harriet Lowe")
    )
    _, letter = words.letter("report", facts)
    copy = PhaseCopy(record(facts, words, ruleset), words, read_style(""))
    made = {name: FORMATS[name].make(copy).decode() for name in PLAIN}
    assert made["text"] == letter[letter.index("BLOT (") :]
    assert [name for name, text in made.items() if "Undefined" in text or "None" in text.replace("None.", "")] == []
