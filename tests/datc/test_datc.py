"""All cases of DATC 3.2: positions, every order's word, dislodgements, retreats, builds and removals."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.cases.case import read_case, read_cases
from judge.cases.check import differences
from judge.cases.letters import letter_refusals
from judge.cases.run import judge_case, outcome_of
from judge.reports import Templates
from judge.rules.blind_play import make_blind
from judge.rules.ruleset import Ruleset
from judge.variants.yaml_source import YamlNode
from tests.games.explained import unexplained
from tests.rules.boards import Silent

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.yaml"))
CASES = {sheet.get("id").text(): sheet for file in FILES for sheet in read_cases(file.read_text("utf-8"), file.name)}
WORDS = Templates(FileSystemLoader(find_assets().templates))


@pytest.mark.each_row
@pytest.mark.parametrize("sheet", [pytest.param(sheet, id=name) for name, sheet in CASES.items()])
def test_datc(sheet: YamlNode, ruleset: Ruleset) -> None:
    case = read_case(sheet)
    every = judge_case(case, ruleset, Silent())
    assert letter_refusals(case, every, ruleset) == ()
    for block, judged in every:
        row = outcome_of(case, judged, ruleset, Silent(), report=False)
        assert judged.errors == ()
        assert differences(block.expect, row, judged, ruleset) == []
        assert [*unexplained(judged, ruleset, WORDS), *unexplained(judged, make_blind(ruleset), WORDS)] == []


def test_there_are_176_cases_and_two_of_our_own() -> None:
    ours = [name for name in CASES if not name.startswith("6.")]
    assert len(CASES) - len(ours) == 176
    assert len(ours) == 2
    assert sum("turns" in sheet.table() for sheet in CASES.values()) == 17
