"""The case file: what it may say, what comes of it, and what is said when it is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judge.assets import Assets
from judge.cases.case import read_case, read_cases
from judge.cases.check import differences
from judge.cases.run import judge_case, outcome_of
from judge.cases.texts import load_case_templates
from judge.rules.ruleset import Ruleset
from judge.variants import FolderError

VIENNA = """
id: a-retreat
variant: standard
phase: Spring 1902
units:
  Austria: [A(Gal), "Army Budapest"]
  Russia: [A War, A(Vie)]
  Turkey: [F StP/sc]
orders:
  Russia: [A Vie s war-gal, A War - Gal]
  Turkey: ["F(StP.sc)-BOT."]
  Austria: [A(Bud) H]
"""


def judge(text: str, ruleset: Ruleset, shipped: Assets) -> list[dict[str, Any]]:
    (sheet,) = read_cases(text, "case.yaml")
    case = read_case(sheet)
    words = load_case_templates(ruleset, shipped.templates, [shipped.games])
    return [outcome_of(case, judged, ruleset, words) for _, judged in judge_case(case, ruleset, words)]


def compare(text: str, ruleset: Ruleset, shipped: Assets) -> list[str]:
    (sheet,) = read_cases(text, "case.yaml")
    case = read_case(sheet)
    words = load_case_templates(ruleset, shipped.templates, [shipped.games])
    found = []
    for block, judged in judge_case(case, ruleset, words):
        row = outcome_of(case, judged, ruleset, words)
        found += [difference.key for difference in differences(block.expect, row, judged, ruleset)]
    return found


def test_an_outcome_has_the_documented_shape(ruleset: Ruleset, shipped: Assets) -> None:
    (row,) = judge(VIENNA, ruleset, shipped)
    assert set(row) >= {
        "id", "variant", "phase", "next_phase", "orders", "units", "dislodged", "destroyed", "standoffs", "owners",
        "state", "dice", "report", "public", "private", "errors",
    }  # fmt: skip
    assert (row["phase"], row["next_phase"]) == ("Spring 1902", "Spring 1902 retreats")
    assert row["units"] == {"Austria": ["A(Bud)"], "Russia": ["A(Gal)", "A(Vie)"], "Turkey": ["F(BOT)"]}
    (beaten,) = row["dislodged"]["Austria"]
    assert beaten == {"unit": "A(Gal)", "by": "A(War)", "from": "War", "retreats": ["Boh", "Rum", "Sil", "Ukr"]}
    by_order = {order["order"]: order for order in row["orders"]}
    assert by_order["A(War)-Gal"]["result"] == "succeeds"
    assert by_order["A(Vie) S A(War)-Gal"]["result"] == "given"
    unordered = by_order["A(Gal) stands"]
    assert (unordered["result"], unordered["dislodged"], unordered["ordered"]) == ("stands", True, False)
    assert unordered["reason"]["code"] == "dislodged"
    assert "A(War)" in unordered["reason"]["text"]
    assert "AUSTRIA" in row["report"]
    assert json.loads(json.dumps(row)) == row


def test_an_outcome_can_be_fed_back(ruleset: Ruleset, shipped: Assets) -> None:
    (row,) = judge(VIENNA, ruleset, shipped)
    again = {
        "phase": row["next_phase"], "units": row["units"], "dislodged": row["dislodged"], "owners": row["owners"],
        "standoffs": row["standoffs"], "orders": {"Austria": ["A(Gal)-Boh"]},
    }  # fmt: skip
    (after,) = judge(json.dumps(again), ruleset, shipped)
    assert after["units"]["Austria"] == ["A(Boh)", "A(Bud)"]
    assert after["next_phase"] == "Autumn 1902"
    assert [(order["order"], order["result"]) for order in after["orders"]] == [("A(Gal) ret Boh", "succeeds")]


def test_retreats_left_out_are_worked_out(ruleset: Ruleset, shipped: Assets) -> None:
    text = """
phase: Autumn 1901 retreats
units: {Russia: [A(Vie), A(Rum)], Austria: [A(Bud)]}
dislodged: {Austria: [{unit: A(Vie), from: Gal}]}
standoffs: [Tri]
orders: {Austria: [A(Vie)-%s]}
"""
    results = {to: judge(text % to, ruleset, shipped)[0]["orders"][0]["result"] for to in ("Boh", "Gal", "Tri", "Bud")}
    assert results == {"Boh": "succeeds", "Gal": "illegal", "Tri": "illegal", "Bud": "illegal"}


def test_a_standoff_is_told_even_if_nobody_retreats(ruleset: Ruleset, shipped: Assets) -> None:
    text = "units: {France: [A(Par)], Germany: [A(Mun)]}\norders: {France: [A(Par)-Bur], Germany: [A(Mun)-Bur]}"
    (row,) = judge(text, ruleset, shipped)
    assert row["standoffs"] == ["Bur"]
    assert {order["reason"]["code"] for order in row["orders"]} == {"standoff"}


def test_a_unit_with_nowhere_to_go_is_destroyed(ruleset: Ruleset, shipped: Assets) -> None:
    text = """
units: {Italy: [A(NAf)], France: [F(WES), F(MAO), A(Tun)]}
orders: {France: [F(WES) S F(MAO)-NAf, F(MAO)-NAf]}
"""
    (row,) = judge(text, ruleset, shipped)
    assert row["dislodged"] == {}
    assert row["destroyed"] == {"Italy": [{"unit": "A(NAf)", "by": "F(MAO)", "from": "MAO", "retreats": []}]}
    assert row["next_phase"] == "Autumn 1901"


def test_a_line_that_cannot_be_read_is_quoted_and_its_unit_stands(ruleset: Ruleset, shipped: Assets) -> None:
    text = "units: {France: [A(Par), F(Bre)]}\norders: {France: [A(Par)-Xyzzy, F(Bre)-MAO]}"
    (row,) = judge(text, ruleset, shipped)
    (error,) = row["errors"]
    assert "A(Par)-Xyzzy" in error
    assert row["units"] == {"France": ["A(Par)", "F(MAO)"]}


def test_foreign_orders_are_judged_and_are_illegal(ruleset: Ruleset, shipped: Assets) -> None:
    (row,) = judge("units: {England: [F(Lon)]}\norders: {Germany: [F(Lon)-NTH]}", ruleset, shipped)
    assert {o["power"]: o["result"] for o in row["orders"]} == {"England": "stands", "Germany": "illegal"}


def test_what_is_left_out_is_the_start_of_the_game(ruleset: Ruleset, shipped: Assets) -> None:
    (row,) = judge("orders: {}", ruleset, shipped)
    assert row["phase"] == "Spring 1901"
    assert sum(map(len, row["units"].values())) == 22
    assert len(row["owners"]) == 22


def test_a_history_carries_its_position_and_passes_over_what_is_not_told(ruleset: Ruleset, shipped: Assets) -> None:
    text = """
turns:
- {phase: Spring 1901, orders: {France: [A(Par)-Bur, A(Mar)-Spa]}}
- {phase: Fall 1901, orders: {France: [A(Bur)-Bel]}}
- {phase: Winter 1901, orders: {France: [build A(Par), "build F(Mar)"]}, expect: {owners: {Bel: France, Spa: France}}}
"""
    rows = judge(text, ruleset, shipped)
    assert [row["phase"] for row in rows] == ["Spring 1901", "Autumn 1901", "Winter 1901"]
    assert rows[-1]["units"]["France"] == ["A(Bel)", "A(Par)", "A(Spa)", "F(Bre)", "F(Mar)"]
    assert compare(text, ruleset, shipped) == []


def test_a_block_may_tell_its_retreats(ruleset: Ruleset, shipped: Assets) -> None:
    text = VIENNA + "retreats: {Austria: [A(Gal)-Boh]}\nexpect: {units: {Austria: [A Boh, A Bud]}}"
    assert [row["phase"] for row in judge(text, ruleset, shipped)] == ["Spring 1902", "Spring 1902 retreats"]
    assert compare(text, ruleset, shipped) == []


def test_house_rules_of_a_case_are_its_own(ruleset: Ruleset, shipped: Assets) -> None:
    text = """
house_rules: {convoy_land_fallback: %s}
units: {England: [A(Edi), F(NTH)], France: [F(Bel), F(ENG)]}
orders: {England: [A(Edi)-Yor via convoy, F(NTH) C A(Edi)-Yor], France: [F(Bel)-NTH, F(ENG) S F(Bel)-NTH]}
"""
    for value, place in (("no", "A(Edi)"), ("true", "A(Yor)")):
        assert judge(text % value, ruleset, shipped)[0]["units"]["England"] == [place]


EXPECTATIONS = {
    "orders: {A Vie S War-Gal: given, A(War)-Gal: {result: succeeds, dislodged: false}}": [],
    "orders: {Russia: [given, succeeds], Turkey: [succeeds]}": [],
    "orders: {A(War)-Gal: fails}": ["orders.A(War)-Gal.result"],
    "orders: {Russia: [cut, succeeds]}": ["orders.Russia: A(Vie) S A(War)-Gal.result"],
    "orders: {A(War)-Sil: fails}": ["orders.A(War)-Sil.result"],
    "units: {Austria: [A Bud]}": [],
    "units: {Austria: []}": ["units.Austria"],
    "dislodged: {Austria: [A Gal]}": [],
    "dislodged: {Austria: [{unit: A(Gal), by: A(War), from: War, retreats: [Boh, Rum, Sil, Ukr]}]}": [],
    "dislodged: {Austria: [{unit: A(Gal), from: Vie}]}": ["dislodged.Austria.A(Gal).from"],
    "dislodged: {}": ["dislodged.Austria"],
    "destroyed: {}": [],
    "standoffs: [Bur]": ["standoffs"],
    "owners: {Bud: Austria, Gre: none}": [],
    "owners: {Bud: Turkey}": ["owners.Bud"],
    "next_phase: Autumn 1902": ["next_phase"],
    "report: ['A(War)-Gal']": [],
    "report: ['nothing of the kind']": ["report"],
    "report_excludes: ['A(War)-Gal']": ["report_excludes"],
    "state: {terrain: {50: sea}}": ["state.terrain"],
    "private: {Turkey: []}": [],
}


@pytest.mark.parametrize("expect", EXPECTATIONS)
def test_every_difference_is_named(expect: str, ruleset: Ruleset, shipped: Assets) -> None:
    assert compare(f"{VIENNA}expect:\n  {expect}\n", ruleset, shipped) == EXPECTATIONS[expect]


MISTAKES = {
    "untis: {}": "untis",
    "phase: Summer 1901": "Summer 1901",
    "units: {Framce: [A(Par)]}": "Framce",
    "units: {France: [A(Pariz)]}": "A(Pariz)",
    "units: {France: [F(Spa)]}": "F(Spa)",
    "units: {France: [F(Par)]}": "F(Par)",
    "units: {France: [A(Par)], Germany: [A(Par)]}": "A(Par)",
    "units: [A(Par)]": "units",
    "units: {France: {A: Par}}": "units.France",
    "owners: {Par: Framce}": "Framce",
    "owners: {Xyz: France}": "Xyz",
    "standoffs: [Xyz]": "Xyz",
    "dislodged: {France: [{unit: A(Par), form: Bur}]}": "form",
    "house_rules: {paradox: heads}": "heads",
    "house_rules: {cheating: yes}": "cheating",
    "dice: {50: 7}": "dice.50",
    "dice: {50: x}": "'x'",
    "turns: [{phase: Spring 1901}]\norders: {}": "orders",
    "expect: {winner: France}": "winner",
    "expect: {orders: {France: [fails]}}": "0 orders of France",
    "expect: {units: {France: [A(Pariz)]}}": "A(Pariz)",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_names_the_key_and_the_value(text: str, ruleset: Ruleset, shipped: Assets) -> None:
    with pytest.raises(FolderError, match=r"^case.yaml:\d+: ") as caught:
        compare(text, ruleset, shipped)
    assert MISTAKES[text] in str(caught.value)


READ = """
id: seen-by-one
variant: standard
reader: Austria
phase: Autumn 1902
units: {Austria: [A(Vie)], Russia: [A(War)]}
orders: {Austria: [A(Vie) stands], Russia: [A(War)-Gal]}
expect:
  orders: {A(War)-Gal: succeeds, Austria: [stands]}
  units: {Russia: [A(Gal)]}
  printed:
    - |
      AUSTRIA: A(Vie) stands [1]
      RUSSIA: A(War)-Gal [1]
    - "No order failed. [n] = units after the turn."
"""


def test_a_case_may_be_read_as_one_power_reads_it(ruleset: Ruleset, shipped: Assets) -> None:
    """The report is the one that power gets; where nothing is hidden all else is as it is."""
    (row,) = judge(READ, ruleset, shipped)
    assert row["report"].startswith("Austria: ")
    assert compare(READ, ruleset, shipped) == []


@pytest.mark.parametrize("change", [("AUSTRIA: A(Vie) stands [1]", "AUSTRIA:  A(Vie) stands [1]"), ("RUSSIA:", "  RUSSIA:")])
def test_printed_lines_stand_as_they_are_written(ruleset: Ruleset, shipped: Assets, change: tuple[str, str]) -> None:
    """A blank more, or another indentation among them, is a difference."""
    assert compare(READ.replace(*change), ruleset, shipped) == ["printed"]


def test_what_is_printed_follows_one_another(ruleset: Ruleset, shipped: Assets) -> None:
    """Lines that stand apart are not one text."""
    apart = READ.replace("      RUSSIA: A(War)-Gal [1]\n", "      No order failed. [n] = units after the turn.\n")
    assert compare(apart, ruleset, shipped) == ["printed"]


def test_a_reader_is_a_power_of_the_game(ruleset: Ruleset, shipped: Assets) -> None:
    """Nobody else reads."""
    with pytest.raises(FolderError, match="Atlantis"):
        judge(READ.replace("reader: Austria", "reader: Atlantis"), ruleset, shipped)
