"""WHY at length: what an order did, where its rule stands, and what a reader may know of a unit whose order he does not see."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.cases.case import read_case, read_cases
from judge.cases.run import case_ruleset, judge_case
from judge.game import PhaseView, view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.reports import Templates
from judge.reports.queries import why_facts
from judge.rules.reasons import Reason
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from tests.rules.boards import Silent

ROOT = Path(__file__).parents[2]
WORDS = Templates(FileSystemLoader(find_assets().templates))


@cache
def variant(folder: str) -> Ruleset:
    """A game's rules, read once."""
    return load_ruleset(folder, [find_assets().games], find_assets().grammars())


def judged_case(file: str, name: str, reader: str = "gm") -> tuple[PhaseView, Ruleset]:
    """The first phase of a case, as a reader may know it, and its rules."""
    text = (ROOT / file).read_text("utf-8")
    case = next(read_case(sheet) for sheet in read_cases(text, file) if sheet.get("id").text() == name)
    rules = case_ruleset(case, variant(case.variant))
    ((_, judged), *_) = judge_case(case, rules, Silent())
    return view_phase(JudgedPhase("x", rules.key, outcome=judged.outcome), rules, reader), rules


def asked(file: str, name: str, what: str, reader: str = "gm") -> str:
    """What WHY answers about something in a case, on one line."""
    seen, rules = judged_case(file, name, reader)
    facts = {**why_facts(seen, rules, what, reader, WORDS), "what": what}
    return " ".join(WORDS.printed("reply/why.j2", reply=facts).replace("\u00a0", " ").split())


def test_a_cut_says_what_would_have_come_without_it_and_where_its_rule_stands() -> None:
    told = asked("tests/datc/6.D.yaml", "6.D.2", "A(Tyr)")
    assert "cut. Cut by Austrian A(Vie)-Tyr. Without the cut A(Ven) would have held. [rulebook: cutting support]" in told


def test_a_support_that_was_given_says_what_it_did_and_what_did_not_cut_it() -> None:
    told = asked("tests/datc/6.D.yaml", "6.D.15", "F(Con)")
    assert "support given. Without it F(BLA) would not have come into Ank." in told
    assert "Turkish F(Ank)-Con did not cut it: it came from Ank, where the support was directed, and drove nobody out." in told


def test_a_unit_that_found_no_retreat_is_told_why_each_neighbour_was_closed() -> None:
    told = asked("tests/datc/6.D.yaml", "6.D.18", "F(Ank)")
    assert "It could retreat nowhere; not to Arm, Con: occupied; not to BLA: where the attacker came from." in told


def test_a_paradox_names_its_rule_and_says_what_that_is() -> None:
    told = asked("tests/datc/6.F.yaml", "6.F.14", "A(Bre)")
    assert "Convoy paradox settled by Szykman's rule. [rulebook: convoys; DATC 4.A.1]" in told
    assert "(Szykman's rule: a convoy that a paradox hangs on carries nobody.)" in told


def test_somebody_in_sight_stood_there_though_his_order_is_hidden() -> None:
    told = asked("games/new_world_1492/cases/rulings.yaml", "beyond-cut", "F(XN)", "Spain")
    assert told.endswith("Portuguese F(XN) stood there; its order is secret.")


def test_the_table_of_rules_names_reasons_that_there_are() -> None:
    """And its headings are those that RULES explains."""
    told = WORDS.listed("rules.j2")
    assert {key.partition("/")[0] for key in told} <= {kind.code for kind in Reason.__subclasses__()}
    headings = {rule.removeprefix("rulebook: ").partition(";")[0] for rule in told.values()}
    assert headings == set(WORDS.listed("sheet.j2"))


IDLE = {
    "cut": "without Russian A(Rum) S Turkish A(Bul)-Ser, which was cut by Austrian A(Bud)-Rum",
    "driven-out": "without Russian A(Rum) S Turkish A(Bul)-Ser, which was cut by Austrian A(Bud)-Rum",
    "driven-out-by-its-target": "without Russian A(Rum) S Turkish A(Bul)-Ser, which was cut: Austrian A(Ser)-Rum drove it out",
    "to-hold": "without Turkish A(Rum) S A(Ser), which was cut by Russian A(Sev)-Rum",
    "given": "",
    "for-another": "",
}
"""A case of idle.yaml → what WHY says of the support that did not count; nothing where there is none."""


@pytest.mark.parametrize("case", IDLE)
def test_a_support_that_did_not_count_is_not_said_to_be_missing(case: str) -> None:
    """Whoever sent it kept their word: it says who cut it."""
    asked_about = asked("tests/reports/idle.yaml", case, "A(Ser)" if case == "to-hold" else "A(Bul)")
    assert "not given" not in asked_about
    assert IDLE[case] in asked_about
    assert ("without" in asked_about) == bool(IDLE[case])


def sheets() -> list[tuple[str, str]]:
    """Every case of the test cases of chapter 6, by file and name."""
    files = sorted((ROOT / "tests" / "datc").glob("6.*.yaml"))
    return [
        (str(file.relative_to(ROOT)), sheet.get("id").text())
        for file in files
        for sheet in read_cases(file.read_text("utf-8"), str(file))
    ]


@pytest.mark.parametrize(("file", "name"), sheets())
def test_every_support_that_did_not_count_has_its_reason(file: str, name: str) -> None:
    """In all test cases: it was cut, its unit was driven out, or the rule that barred it is named."""
    seen, rules = judged_case(file, name)
    for space in {result.unit.space for result in seen.results if result.unit} if seen.before.phase.kind == "movement" else ():
        for contest in why_facts(seen, rules, space, "gm", WORDS)["contests"]:
            for side in contest["sides"]:
                for idle in side["idle"]:
                    assert " S " in idle
                    assert re.search(r", (which was cut( by |: )|whose unit was driven out by |which did not count: )\S", idle), (
                        idle
                    )
