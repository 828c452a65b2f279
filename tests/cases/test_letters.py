"""Cases and letters: a case says so where it gives an order that nobody could send."""

from __future__ import annotations

import pytest

from judge.assets import Assets
from judge.cases.case import read_case, read_cases
from judge.cases.letters import letter_refusals
from judge.cases.run import judge_case
from judge.cases.texts import load_case_templates
from judge.rules.ruleset import Ruleset

CASE = """
id: one
phase: Spring 1901
units: {{France: [A(Par)], Germany: [A(Mun)]}}
orders: {{France: ['{order}']}}
"""


def said(text: str, ruleset: Ruleset, shipped: Assets) -> tuple[str, ...]:
    (sheet,) = read_cases(text, "case.yaml")
    case = read_case(sheet)
    return letter_refusals(
        case, judge_case(case, ruleset, load_case_templates(ruleset, shipped.templates, [shipped.games])), ruleset
    )


@pytest.mark.parametrize("order", ["A(Mun)-Ruh", "F(Par)-Bur", "A(Gas)-Par", "build A Par"])
def test_an_order_that_no_letter_can_give_needs_a_reason(order: str, ruleset: Ruleset, shipped: Assets) -> None:
    (wrong,) = said(CASE.format(order=order), ruleset, shipped)
    assert order in wrong
    assert "`loose`" in wrong
    assert said(CASE.format(order=order) + "loose: it is about such orders\n", ruleset, shipped) == ()


@pytest.mark.parametrize("order", ["A(Par)-Bur", "A(Par)-Lon", "A Par S Mun-Bur", "Par stands"])
def test_an_order_that_can_be_sent_needs_none(order: str, ruleset: Ruleset, shipped: Assets) -> None:
    """Whether it can be carried out is the referee's question."""
    assert said(CASE.format(order=order), ruleset, shipped) == ()
    assert len(said(CASE.format(order=order) + "loose: no reason\n", ruleset, shipped)) == 1
