"""WHY at length: what an order did, where its rule stands, and what a reader may know of a unit whose order he does not see."""

from __future__ import annotations

from pathlib import Path

from jinja2 import FileSystemLoader

from judge.assets import assets
from judge.cases.case import read_case, read_cases
from judge.cases.run import judge_case, rules_of
from judge.game import see_turn
from judge.game.turn import Turn
from judge.reports import Words
from judge.reports.study import why_facts
from judge.rules.reasons import Reason
from judge.variants import load
from tests.rules.boards import Silent

ROOT = Path(__file__).parents[2]
WORDS = Words(FileSystemLoader(assets().templates))


def asked(file: str, name: str, what: str, reader: str = "gm") -> str:
    """What WHY answers about something in a case, on one line."""
    text = (ROOT / file).read_text("utf-8")
    case = next(read_case(sheet) for sheet in read_cases(text, file) if sheet.get("id").text() == name)
    rules = rules_of(case, load(case.variant, [assets().games], assets().grammars()))
    ((_, judged), *_) = judge_case(case, rules, Silent())
    seen = see_turn(Turn("x", rules.key, judged.outcome), rules, reader)
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
    assert told.endswith("Portuguese F(XN) stood there; what it was ordered is not yours to know.")


def test_the_table_of_rules_names_reasons_that_there_are() -> None:
    """And its headings are those that RULES explains."""
    told = WORDS.listed("rules.j2")
    assert {key.partition("/")[0] for key in told} <= {kind.code for kind in Reason.__subclasses__()}
    headings = {rule.removeprefix("rulebook: ").partition(";")[0] for rule in told.values()}
    assert headings == set(WORDS.listed("sheet.j2"))
