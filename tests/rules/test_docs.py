"""docs/rules.md is what the class of rules and the games make of it."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import FunctionType

import pytest

from judge.rules.base import Rules

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not isinstance(Rules.hold_strength, FunctionType), reason="compiled questions have no docstrings")


def test_the_page_of_questions_is_current() -> None:
    """`make docs` would change nothing."""
    made = runpy.run_path(str(ROOT / "deploy" / "docs" / "rules.py"))
    assert made["page"]() == (ROOT / "docs" / "rules.md").read_text("utf-8"), "run: make docs"


def test_a_question_tells_its_section_its_arguments_and_who_answers_it() -> None:
    """By what the template game is known to answer."""
    made = runpy.run_path(str(ROOT / "deploy" / "docs" / "rules.py"))
    (row,) = (line for line in made["page"]().splitlines() if line.startswith("| `hold_strength` |"))
    section, arguments, games = (cell.strip() for cell in row.split("|")[3:6])
    assert (section, arguments) == ("5.B.5", "`turn: MovementTurn, space: str, stop: MoveAttempt` → `Range`")
    assert {"_template", "columbus"} <= set(games.split(", "))
