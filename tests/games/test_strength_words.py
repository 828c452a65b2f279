"""A strength that a game's own rule raises is printed as it was counted, with what made the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.cli import main
from tests.games.test_check_game import copied

CASE = """
- variant: bad
  phase: Early 10
  units: {West: [A(Ash)], East: [A(Elm)]}
  orders: {West: [A(Ash)-Elm], East: [A(Elm) digs in]}
"""
SUPPORTED = CASE.replace("West: [A(Ash)]", "West: [A(Ash), A(Fir)]").replace("-Elm]", "-Elm, A(Fir) S A(Ash)-Elm]")
DRIVEN_OUT = """
- variant: bad
  phase: Early 10
  units: {West: [A(Elm), A(Oak), F(BAY)], East: [A(Fir)]}
  state: {soft: [Fir]}
  orders: {West: [A(Elm)-Fir, A(Oak) S A(Elm)-Fir, F(BAY) S A(Elm)-Fir], East: [A(Fir) digs in]}
"""


def report(folder: Path, case: str, capsys: pytest.CaptureFixture[str], words: str = "") -> str:
    """The report on a case of the template, where the rule gives no reason of its own why a move into a trench fails."""
    rules = folder / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("    def why_blocked(", "    def _unasked("), "utf-8")
    if words:
        (folder / "words" / "strength.j2").write_text(words, "utf-8")
    file = folder.parent / "case.yaml"
    file.write_text(case, "utf-8")
    assert main(["adjudicate", str(file), "--games", str(folder.parent)]) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("case", "words", "said"),
    [
        (CASE, "", "A(Ash) 1, A(Elm) 2 (with 1 by a rule of this game): A(Elm) held."),
        (CASE, "{{ f.extra }} for the trench", "A(Ash) 1, A(Elm) 2 (with 1 for the trench): A(Elm) held."),
        (SUPPORTED, "", "A(Ash) 2 (with A(Fir)), A(Elm) 2 (with 1 by a rule of this game): A(Elm) held."),
    ],
)
def test_the_note_says_what_a_rule_adds(
    case: str, words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in report(copied(tmp_path), case, capsys, words)


def test_a_unit_driven_out_is_told_its_whole_strength(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = report(copied(tmp_path), DRIVEN_OUT, capsys)
    assert "3 (with A(Oak), F(BAY)) against 2 (with 1 by a rule of this game)" in said
