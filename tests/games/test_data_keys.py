"""What a folder says in data: each key of the narrows is needed, for without it some case comes out otherwise."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.assets import Assets, find_assets
from judge.board import Calendar, Season
from judge.cases.case import read_case, read_cases
from judge.cases.run import judge_case, outcome_of
from judge.cases.texts import load_case_templates
from judge.checking import check_folder
from judge.reports.text_layout import short_year
from judge.rules.blind_play import make_blind
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

FOLDERS = Path(__file__).parent / "folders"
WITHOUT = {
    "years before Christ": ("game.yaml", "  start: 200 B.C.", "  start: 200"),
    "the step": ("game.yaml", "  step: 5\n", ""),
    "a neutral power": ("game.yaml", ", by: nobody, returns: yes}", "}"),
    "a neutral power whose units return": ("game.yaml", ", returns: yes}", "}"),
    "a weak link": ("game.yaml", ", weak: yes", ""),
    "who holds the canal": ("game.yaml", ", holding: Mid", ""),
    "the season of a link": ("game.yaml", ", seasons: [Spring]", ""),
    "the owner's ferry": ("game.yaml", ", owning: Isl", ""),
    "the year of a road": ("game.yaml", ", since: 195 B.C.", ""),
    "one power's path": ("game.yaml", ", powers: [Green]", ""),
    "builds with a home": ("game.yaml", "default: owned-with-home", "default: owned"),
    "centres by year": ("game.yaml", ", 190 B.C.: 3", ""),
    "the lead": ("game.yaml", "lead: 2, ", ""),
    "centres that count": ("game.yaml", "counted: [Ard, Are, Blu, Bor, Mid, Isl], ", ""),
    "the last year": ("game.yaml", ", last_year: 180 B.C.", ""),
    "unplayed powers": ("game.yaml", "unplayed: {2: [Green]}\n", ""),
    "a one-way link": ("map.yaml", ", one_way: [WSE]", ""),
    "an island that convoys": ("map.yaml", ", convoys: yes", ""),
    "impassable land": ("map.yaml", "kind: impassable", "kind: land, armies: []"),
}


@pytest.mark.parametrize("key", WITHOUT)
def test_a_key_is_needed(key: str, tmp_path: Path, shipped: Assets) -> None:
    name, text, put = WITHOUT[key]
    path = tmp_path / "narrows"
    shutil.copytree(FOLDERS / "narrows", path)
    assert check_folder(path, [tmp_path, find_assets().games], shipped, run=True) == []
    before = (path / name).read_text("utf-8")
    assert text in before
    (path / name).write_text(before.replace(text, put), "utf-8")
    assert check_folder(path, [tmp_path, find_assets().games], shipped, run=True)


@pytest.mark.parametrize(
    ("text", "put", "says"),
    [
        ("between: [Ard, Blu]", "between: [Ard, Gro]", "no link of the map leads from Ard to Gro"),
        ("between: [Ard, Blu]", "between: [Ard]", "a link is `between"),
        ("seasons: [Spring]", "seasons: [Lent]", "'Lent' stands in no season's name"),
        ("powers: [Green]}", "powers: [Pink]}", "'Pink' is no power"),
        ("owning: Isl", "owning: Wal", "'Wal' is no centre"),
        ("{2: [Green]}", "{2: [Green, Blue]}", "3 powers without these are not 2"),
        ("190 B.C.: 3", "190 B.C.: 14", "'14' is no number from 1 to 7"),
        ("by: nobody", "by: everybody", "'everybody' is neither gm nor nobody"),
        ("by: nobody, returns: yes", "by: gm, returns: yes", "only units return that nobody orders"),
        ("returns: yes", "returns: perhaps", "'perhaps' is neither yes nor no"),
        ("Winter {year+2}", "Winter", "should hold the year as {year}"),
        ("  step: 5\n", "  step: 5\n  eve: Beginning\n", "'Beginning' heads a narrow column: write one word of at most 8 letters"),
    ],
)
def test_a_mistake_in_a_key_is_named(text: str, put: str, says: str, tmp_path: Path, shipped: Assets) -> None:
    path = tmp_path / "narrows"
    shutil.copytree(FOLDERS / "narrows", path)
    before = (path / "game.yaml").read_text("utf-8")
    assert text in before
    (path / "game.yaml").write_text(before.replace(text, put, 1), "utf-8")
    assert any(says in str(wrong) for wrong in check_folder(path, [tmp_path, find_assets().games], shipped))


def test_fewer_players_have_fewer_seats(shipped: Assets) -> None:
    """GREEN's units and centre are still there, and their order is that of the folder when all are back."""
    rules = load_ruleset("narrows", [FOLDERS], shipped.grammars())
    fewer = rules.with_house_rules({"players": "2"})
    assert (rules.seats, fewer.seats) == (3, 2)
    assert [power.name for power in fewer.standing] == ["Green", "Neutral"]
    assert fewer.start.owners["Gro"] == "Green"
    assert [power.name for power in fewer.with_house_rules({"players": "3"}).powers] == ["Red", "Blue", "Green"]


AUTUMN = """
variant: narrows
phase: Autumn 200 B.C./198 B.C.
units: {Red: [A(Ard), A(Are)], Blue: [A(Blu), A(Bor)], Green: [A(Gro)], Neutral: [%s]}
"""


def reported(units: str, rules: Ruleset, shipped: Assets) -> str:
    """All that is told of an autumn of the narrows, to the public and to each power alone."""
    (sheet,) = read_cases(AUTUMN % units, "autumn.yaml")
    case, words = read_case(sheet), load_case_templates(rules, shipped.templates, [FOLDERS])
    (row,) = [outcome_of(case, judged, rules, words) for _, judged in judge_case(case, rules, words)]
    return "\n".join([row["report"], *row["private"].values()])


def test_a_report_tells_which_units_came_back(shipped: Assets) -> None:
    """Only those that were gone; where something is hidden, nobody is told that one was gone."""
    rules = load_ruleset("narrows", [FOLDERS], shipped.grammars())
    assert "\nBACK: neutral A(Mid), as nobody owns that space.\n" in reported("", rules, shipped)
    assert "BACK" not in reported("A(Mid)", rules, shipped)
    assert "BACK" not in reported("", make_blind(rules), shipped)


def test_a_table_of_centres_says_before_christ(shipped: Assets) -> None:
    """Its first head is whole; the others have two figures."""
    rules = load_ruleset("narrows", [FOLDERS], shipped.grammars())
    assert rules.calendar.start == -199
    assert [rules.calendar.column_head(year) for year in (-204, -199, 0, 1, 1901)] == ["205 B.C.", "200 B.C.", "1 B.C.", 1, 1901]
    assert short_year("195 B.C.") == "95"
    assert short_year("1 B.C.") == "01"
    assert short_year(1905) == "05"
    assert short_year("Start") == "Start"
    assert [short_year(year) for year in (0, 1, 12, 100, 101)] == ["0", "1", "12", "00", "01"]


def test_names_of_phases_are_read_back() -> None:
    """Rounds of years across the birth of Christ, with a season of the next years and a turn's number."""
    seasons = ("Spring {year}", "Autumn {year}/{year+2}", "Turn {turn}")
    calendar = Calendar(tuple(Season(name, "movement") for name in seasons), -9, 5, before_christ=True)
    phase, names = calendar.first(), []
    for _ in range(12):
        names.append(phase.name)
        assert calendar.read(phase.name.lower()) == phase
        phase = calendar.after(phase)
    assert names[::3] == ["Spring 10 B.C.", "Spring 5 B.C.", "Spring 1", "Spring 6"]
    assert names[1::3] == ["Autumn 10 B.C./8 B.C.", "Autumn 5 B.C./3 B.C.", "Autumn 1/3", "Autumn 6/8"]
    assert names[2::3] == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert calendar.read("Autumn 10 B.C./7 B.C.") is None
    assert calendar.read("spring 5 bc") == calendar.read("Spring 5 B.C.")
