"""Retreats told with the movement before them: what a zine's readers want to know of a season, and no more."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.print import FORMATS, IssueGame, PhaseCopy, Style, ZineIssue, phase_record
from judge.print.seasons import by_season, combined
from judge.reports import PlayerNames, report_facts
from judge.rules import PhaseOutcome, adjudicate
from tests.reports.test_autumn_1901 import words
from tests.rules.boards import AUTUMN, RULES, Told, read, stand

PARTED = {
    "France": ["A(Par)", "A(Mar)"], "Germany": ["A(Bur)", "A(Mun)"], "Italy": ["A(Ven)", "A(Tyr)"], "Austria": ["A(Tri)"],
    "Turkey": ["A(Con)"],
}  # fmt: skip
"""A(Bur) and A(Tri) are driven out."""


def told(outcome: PhaseOutcome, headline: str = "") -> PhaseCopy:
    seen = view_phase(JudgedPhase("quillfeather", "standard", outcome=outcome), RULES, "")
    facts = report_facts(seen, RULES, PlayerNames("Harriet Lowe"), [(f"Press of {outcome.before.phase.name}.", "France")])
    return PhaseCopy({**phase_record(facts, words(), RULES), "headline": headline}, words(), Style())


@cache
def movement() -> PhaseOutcome:
    start = stand(PARTED)
    orders = {"France": ["A(Mar)-Bur", "A(Par) S A(Mar)-Bur"], "Italy": ["A(Ven)-Tri", "A(Tyr) S A(Ven)-Tri"]}
    return adjudicate(start, read(start, orders), RULES)


def season(orders: Told, *headlines: str) -> list[PhaseCopy]:
    after = movement().position
    given = headlines or ("", "")
    return [told(movement(), given[0]), told(adjudicate(after, read(after, orders), RULES), given[1])]


def one(orders: Told, *headlines: str) -> PhaseCopy:
    (group,) = by_season(season(orders, *headlines))
    return combined(group)


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ({"Germany": ["A(Bur)-Ruh"], "Austria": ["A(Tri)-Vie"]}, ["Austria A(Tri) ret Vie.", "Germany A(Bur) ret Ruh."]),
        ({"Germany": ["A(Bur)-Ruh"], "Austria": ["A(Tri) disbands"]}, ["Austria A(Tri) disbands.", "Germany A(Bur) ret Ruh."]),
        (
            {"Germany": ["A(Bur)-Ruh"], "Austria": ["A(Tri)-Ven"]},
            [
                "Austria A(Tri) ret Ven (illegal). The attacker came from Ven.", "Austria A(Tri) disbands (no order).",
                "Germany A(Bur) ret Ruh.",
            ],
        ),
    ],
)  # fmt: skip
def test_a_season_says_what_became_of_each_unit_driven_out(orders: Told, said: list[str]) -> None:
    text = " ".join(FORMATS["text"].make(one(orders)).decode().split())
    assert f"RETREATS {' '.join(said)}" in text
    assert "may go to" not in text
    assert "disbanded" not in text
    assert "SPRING 1902 Rev 1" in text


@pytest.mark.parametrize("orders", [{"Germany": ["A(Bur)-Ruh"], "Austria": ["A(Tri) disbands"]}, {"Germany": ["A(Bur)-Ruh"]}, {}])
def test_retreats_alone_say_once_that_a_unit_disbands(orders: Told) -> None:
    """Its order says so, whether it was sent or not, and nothing else does."""
    text = FORMATS["text"].make(season(orders)[1]).decode()
    assert ("A(Tri) disbands" in text, "GONE" in text, "disbanded" in text) == (True, False, False)


def test_a_unit_that_was_stood_off_is_said_to_be_gone() -> None:
    """Its order says only where it would have gone."""
    start = stand({"France": ["A(Bur)", "A(Ruh)"], "Germany": ["A(Mun)"], "Italy": ["A(Tri)", "A(Tyr)"], "Austria": ["A(Vie)"]})
    moves = {"France": ["A(Bur)-Mun", "A(Ruh) S A(Bur)-Mun"], "Italy": ["A(Tri)-Vie", "A(Tyr) S A(Tri)-Vie"]}
    beaten = adjudicate(start, read(start, moves), RULES).position
    both = adjudicate(beaten, read(beaten, {"Germany": ["A(Mun)-Boh"], "Austria": ["A(Vie)-Boh"]}), RULES)
    text = FORMATS["text"].make(told(both)).decode()
    assert "\nGONE\n German A(Mun) disbanded.\n Austrian A(Vie) disbanded.\n" in text
    assert "disbands" not in text


def test_units_are_counted_after_the_retreats() -> None:
    """Germany keeps two units, Austria none; the position is that after the retreats, and all that was written is there."""
    record = one({"Germany": ["A(Bur)-Ruh"], "Austria": ["A(Tri) disbands"]}, "Bur falls", "Tri is no more").record
    assert {block["power"]: block["units"] for block in record["powers"]} == {
        "Austria": 0, "France": 2, "Germany": 2, "Italy": 2, "Turkey": 1,
    }  # fmt: skip
    assert {each["power"][:3]: each["units"] for each in record["position"]}["Ger"] == ["A(Mun)", "A(Ruh)"]
    assert record["headline"] == "Bur falls. Tri is no more"
    assert [piece["text"] for piece in record["press"]] == ["Press of Spring 1902.", "Press of Spring 1902 retreats."]


def test_what_is_no_whole_season_stays_apart() -> None:
    """A movement whose retreats are not judged yet, retreats alone, and retreats of other units."""
    first, second = season({"Germany": ["A(Bur)-Ruh"], "Austria": ["A(Tri)-Vie"]})
    other = replace(second, record={**second.record, "powers": second.record["powers"][:1]})
    for copies in ([first], [second], [second, first], [first, first], [first, other]):
        assert by_season(copies) == [[copy] for copy in copies]


def year(builds: Told) -> list[PhaseCopy]:
    """An autumn in which Austria loses its last centre but one, without retreats, and the winter after it."""
    start = stand({"Austria": ["A(Vie)", "A(Boh)"], "Germany": ["A(Mun)"]}, AUTUMN, {"Vie": "Austria"})
    autumn = adjudicate(start, read(start, {}), RULES)
    return [told(autumn), told(adjudicate(autumn.position, read(autumn.position, builds), RULES), "Winter")]


def test_builds_stand_in_the_table_that_says_how_many() -> None:
    """Only where they are wanted so; what is not ordered is there, too, and the position is that after them."""
    copies = year({"Austria": ["remove A(Boh)"]})
    assert by_season(copies) == [[copy] for copy in copies]
    (group,) = by_season(copies, builds=True)
    made = combined(group)
    text = FORMATS["text"].make(made).decode()
    assert "remove A(Boh)\n" in text
    assert "AUTUMN 1902 Rev 1" in " ".join(text.split())
    assert "removes 1" not in text
    assert "Press of Winter 1902." in text
    assert made.record["headline"] == "Winter"
    assert {each["power"][:3]: each["units"] for each in made.record["position"]}["Aus"] == ["A(Vie)"]
    assert [copy.record["phase"] for copy in made.phases] == ["Autumn 1902", "Winter 1902"]


def test_a_removal_that_nobody_ordered_has_not_failed() -> None:
    """It stands in the season's table like any other, and its note after those of the movement."""
    copies = year({})
    (group,) = by_season(copies, builds=True)
    made = combined(group)
    for form in ("text", "html", "markdown", "latex"):
        assert b"= order failed" not in FORMATS[form].make(copies[1])
    assert b"bounce" not in FORMATS["njudge"].make(copies[1])
    text = FORMATS["text"].make(copies[1]).decode()
    assert "AUSTRIA: remove A(Boh) (no order) (1) [1]" in text
    assert "No order failed. (n) = note below. [n] = units after the turn." in text
    text = " ".join(FORMATS["text"].make(made).decode().split())
    assert "Austria Vie 1 remove A(Boh) (no order) (1)" in text
    assert "1 No order came; this unit was chosen as the farthest" in text
    plain = FORMATS["text"].make(replace(made, style=replace(made.style, why=False))).decode()
    assert "remove A(Boh) (no order)\n" in plain


def test_a_seal_stands_once_in_a_season() -> None:
    autumn, winter = year({"Austria": ["remove A(Boh)"]})
    autumn, winter = (
        replace(copy, record={**copy.record, "dice": lines})
        for copy, lines in ((autumn, ["DICE  29 = 5", "SEAL  0f0f"]), (winter, ["SEAL  0f0f"]))
    )
    assert combined([autumn, winter]).record["dice"] == ["DICE  29 = 5", "SEAL  0f0f"]


def test_builds_with_reasons_stay_apart() -> None:
    """An order that failed has a note, for which the table has no room."""
    copies = year({"Austria": ["remove A(Boh)", "remove A(Vie)"]})
    assert copies[1].record["notes"]
    assert by_season(copies, builds=True) == [[copy] for copy in copies]


def test_programs_are_given_each_phase() -> None:
    copy = one({"Germany": ["A(Bur)-Ruh"], "Austria": ["A(Tri)-Vie"]})
    issue = ZineIssue("", "copy", "", (IssueGame("quillfeather", "", (copy,)),), (), words(), Style())
    phases = json.loads(FORMATS["json"].issue(issue))["games"][0]["phases"]
    assert [phase["phase"] for phase in phases] == ["Spring 1902", "Spring 1902 retreats"]
    assert [one["options"] for one in phases[0]["retreats"]] == [4, 4]
    assert b"Army Burgundy -> Ruhr" in FORMATS["njudge"].issue(issue)
