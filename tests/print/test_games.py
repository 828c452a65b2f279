"""Every game's rich turn, as the gallery has it, is printed as its letter tells it, and in every plain format."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from judge.assets import assets
from judge.cases.case import Case, read_case, read_cases
from judge.cases.run import judge_case, rules_of
from judge.game import see_turn
from judge.game.turn import Turn
from judge.orders.notation import Reading
from judge.print import FORMATS, Copy, read_style, record
from judge.reports import Cast, report_facts
from judge.rules.outcome import Outcome, Result
from judge.variants import load
from judge.wiring import words_of

TURNS = Path(__file__).parents[2] / "deploy" / "gallery" / "turns.yaml"
CASES = {case.id: case for case in map(read_case, read_cases(TURNS.read_text("utf-8"), TURNS.name))}
PLAIN = [name for name in FORMATS if name not in ("docx", "pdf")]


class Quiet:
    """A case's words, none of which is wanted here."""

    def unread(self, power: str, reading: Reading) -> str:
        return f"{power}: {reading}"

    def why(self, result: Result, outcome: Outcome) -> str:
        return ""

    def report(self, outcome: Outcome, name: str) -> str:
        return ""

    def public(self, outcome: Outcome) -> dict[str, list[str]]:
        return {}

    def private(self, outcome: Outcome, name: str) -> dict[str, str]:
        return {}


@cache
def found() -> tuple[Path, ...]:
    return (assets().games,)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_game_is_printed_as_it_is_told(case: Case) -> None:
    loaded = load(case.variant, found(), assets().grammars())
    ruleset, words = rules_of(case, loaded), words_of(found(), assets())(case.variant)
    _, judged = judge_case(case, loaded, Quiet())[-1]
    assert judged.errors == ()
    facts = report_facts(see_turn(Turn("blot", ruleset.key, judged.outcome), ruleset, ""), ruleset, Cast("Harriet Lowe"))
    _, letter = words.letter("report", facts)
    copy = Copy(record(facts, words, ruleset), words, read_style(""))
    made = {name: FORMATS[name].make(copy).decode() for name in PLAIN}
    assert made["text"] == letter[letter.index("BLOT (") :]
    assert [name for name, text in made.items() if "Undefined" in text or "None" in text.replace("None.", "")] == []
