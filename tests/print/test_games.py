"""Every game's rich turn, as the gallery has it, is printed as its letter tells it, and in every plain format."""

from __future__ import annotations

import html
import io

import docx
import pytest

from judge.assets import find_assets
from judge.cases.case import Case
from judge.cases.run import case_ruleset, judge_case
from judge.daemon.wiring import template_loader
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.print import FORMATS, PhaseCopy, parse_style, phase_record
from judge.reports import PlayerNames, report_facts
from judge.variants import load_ruleset
from tests.print.gallery import CASES, Quiet, drawn, found

PLAIN = [name for name in FORMATS if name not in ("docx", "pdf", "epub", "grey")]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_game_is_printed_as_it_is_told(case: Case) -> None:
    loaded = load_ruleset(case.variant, found(), find_assets().grammars())
    ruleset, words = case_ruleset(case, loaded), template_loader(found(), find_assets())(case.variant)
    _, judged = judge_case(case, loaded, Quiet())[-1]
    assert judged.errors == ()
    facts = report_facts(
        view_phase(JudgedPhase("blot", ruleset.key, outcome=judged.outcome), ruleset, ""), ruleset, PlayerNames("Harriet Lowe")
    )
    _, letter = words.letter("report", facts)
    copy = PhaseCopy(phase_record(facts, words, ruleset), words, parse_style(""))
    made = {name: FORMATS[name].make(copy).decode() for name in PLAIN}
    assert made["text"] == letter[letter.index("BLOT (") :]
    for event in copy.record["events"]:
        assert event in made["text"]
    assert [name for name, text in made.items() if "Undefined" in text or "None" in text.replace("None.", "")] == []


@pytest.mark.parametrize("form", ["html", "page", "markdown", "latex", "docx"])
def test_sentences_that_a_letter_wraps_are_whole_on_pages(form: str) -> None:
    """Pages have lines of their own width: with a letter's, words stood alone in every second one."""
    copy = drawn("gigaton", "map=off")
    assert "     moves. Destroyed: Turkey's F(BLA). [3, 4]" in copy.record["events"]
    made = FORMATS[form].make(copy)
    if form == "docx":
        text = "\n".join(each.text for each in docx.Document(io.BytesIO(made)).paragraphs)
    else:
        text = html.unescape(made.decode()).replace("\\", "")
    assert "BLA: bomb of Russia from War. The space is closed for the next two moves. Destroyed: Turkey's F(BLA)." in text
