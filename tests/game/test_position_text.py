"""Positions as text: what is written is read as itself, in every game; and what is wrong with a line is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import fill

import pytest

from judge.assets import find_assets
from judge.board import Position
from judge.cases.case import read_case, read_cases
from judge.cases.run import case_ruleset, judge_case
from judge.cases.texts import load_case_templates
from judge.game.position_text import PositionFault, position_changes, read_position_text, write_position_text
from judge.rules.ruleset import Ruleset
from tests.game.test_serialization import FOLDERS, GAMES, loaded, rules

STANDARD = rules("standard")
FILES = sorted(GAMES.glob("*/cases/*.yaml"))


def again(position: Position, ruleset: Ruleset) -> Position:
    """A position after a way through the mail: written, broken into short lines, and read over the start."""
    first, *lines, _ = write_position_text(position, ruleset).split("\n")
    broken = "\n".join(fill(line, 60, break_long_words=False, break_on_hyphens=False) for line in lines)
    return read_position_text(first.removeprefix("POSITION "), broken, ruleset.start, ruleset)


def same(one: Position, other: Position) -> bool:
    """Whether two positions hold the same, in whatever order."""
    return (
        one.phase == other.phase and sorted(one.units) == sorted(other.units) and dict(one.owners) == dict(other.owners)
        and sorted(one.dislodged) == sorted(other.dislodged) and one.standoffs == other.standoffs
        and dict(one.facts) == dict(other.facts)
    )  # fmt: skip


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_empty_retreat_phase_comes_back_where_it_is_played(folder: str) -> None:
    """Where much is hidden retreats are a phase of their own even if nobody must retreat, which would tell too much."""
    ruleset = rules(folder)
    named = "Autumn 1492 retreats" if ruleset.rules.hides_information(ruleset) else f"{ruleset.start.phase.name} retreats"
    if ruleset.rules.hides_information(ruleset):
        found = read_position_text(named, "", ruleset.start, ruleset)
        assert (found.phase.kind, found.dislodged) == ("retreats", ())
        assert same(again(found, ruleset), found)
    else:
        with pytest.raises(PositionFault):
            read_position_text(named, "", ruleset.start, ruleset)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_start_of_each_game_comes_back(folder: str) -> None:
    ruleset = rules(folder)
    assert same(again(ruleset.start, ruleset), ruleset.start)


def positions(file: Path) -> Iterator[tuple[Position, Ruleset]]:
    """The boards before and after every phase of a file of cases."""
    for sheet in read_cases(file.read_text("utf-8"), str(file)):
        case = read_case(sheet)
        ruleset = case_ruleset(case, loaded(case.variant))
        for _, judged in judge_case(case, ruleset, load_case_templates(ruleset, find_assets().templates, [GAMES])):
            yield judged.outcome.before, ruleset
            yield judged.outcome.position, ruleset


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_every_board_of_the_cases_comes_back(file: Path) -> None:
    """With units waiting to retreat, standoffs, units of nobody, and all that a game of its own knows."""
    for position, ruleset in positions(file):
        if (position.phase.kind == "retreats") == bool(position.dislodged):
            assert same(again(position, ruleset), position), write_position_text(position, ruleset)


def test_a_line_changes_what_it_is_about() -> None:
    """A power that no line names keeps what it has; a centre changes hands."""
    text = "france: army paris, F Brest\nItaly owns: Ven, Rom, Nap, Mar"
    found = read_position_text("", text, STANDARD.start, STANDARD)
    assert [str(unit) for unit in found.units_of("France")] == ["A(Par)", "F(Bre)"]
    assert found.centres("Italy") == ("Mar", "Nap", "Rom", "Ven")
    assert found.centres("France") == ("Bre", "Par")
    assert found.units_of("Germany") == STANDARD.start.units_of("Germany")
    assert position_changes(STANDARD.start, found, STANDARD) == [
        {"power": "France", "gone": ["A(Mar)", "Mar"], "come": []}, {"power": "Italy", "gone": [], "come": ["Mar"]},
    ]  # fmt: skip


def test_ways_of_a_retreat_are_found() -> None:
    """Who is beaten, by whom and from where suffice."""
    lines = "Germany: A(Ber)\nGermany dislodged: A(Mun) by French A(Bur) from Bur\nFrance: A(Mun)\nAustria: A(Tyr)\nItaly: none"
    found = read_position_text("Spring 1902 retreats", lines, replace(STANDARD.start, standoffs=frozenset()), STANDARD)
    [beaten] = found.dislodged
    assert (str(beaten.unit), beaten.by.power, beaten.barred) == ("A(Mun)", "France", "Bur")
    assert beaten.retreats == ("Boh", "Kie", "Ruh", "Sil")


@pytest.mark.parametrize(
    ("phase", "text", "why", "word"),
    [
        ("Spring 1901", "France: A(Par), A(Xyz)", "unit", "A(Xyz)"), ("Spring 1901", "France: A(NTH)", "place", "A(NTH)"),
        ("Spring 1901", "France: F(StP)", "unit", "F(StP)"), ("Spring 1901", "France: A(Ber)", "occupied", ""),
        ("Spring 1901", "Spain: A(Par)", "line", "Spain"), ("Spring 1901", "France owns: Bur", "no-centre", "Bur"),
        ("Spring 1901", "France owns: Par\nItaly owns: Par", "twice", "Par"), ("Smarch 1901", "", "phase", "Smarch 1901"),
        ("Spring 1902 retreats", "France: A(Par)", "no-dislodged", ""),
        ("Spring 1902", "Germany dislodged: A(Mun) by French A(Bur)", "dislodged-now", ""),
        ("Spring 1901", "fact x: {", "fact", "{"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(phase: str, text: str, why: str, word: str) -> None:
    with pytest.raises(PositionFault) as fault:
        read_position_text(phase, text, STANDARD.start, STANDARD)
    assert fault.value.why == why
    assert not word or fault.value.word == word
