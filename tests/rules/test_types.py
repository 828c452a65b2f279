"""mypy finds an answer of a game's that does not fit its question."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]
HOOKS = """\
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.strengths import Range


class Hooks(Rules):
    def defend_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        low, high = super().defend_strength(turn, stop)
        return low + 1, high + 1

    def hold_strength(self, turn: MovementTurn, space: str) -> Range:  # wrong: hold_strength
        return 0, 0

    def dislodged_by(self, turn: MovementTurn, claim: Claim) -> str:  # wrong: dislodged_by
        return ""

    def move_succeeds(self, turn: MovementTurn, stop: MoveAttempt) -> bool | None:
        return self.defend_strength(turn, stop)  # wrong: return value

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, None]:
        return self.hold_result(turn, claim)  # wrong: no attribute "hold_result"
"""


@pytest.mark.slow
def test_a_wrong_answer_is_a_type_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line that says what is wrong with it is reported so, and no other."""
    wrong = {n: text.partition("# wrong: ")[2] for n, text in enumerate(HOOKS.splitlines(), 1) if "# wrong: " in text}
    (tmp_path / "hooks.py").write_text(HOOKS)
    monkeypatch.chdir(ROOT)
    told, _, _ = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(tmp_path / "hooks.py")])
    errors = [(int(line), said) for line, said in re.findall(r"hooks\.py:(\d+): error: (.*)", told)]
    assert {line for line, _ in errors} == set(wrong), told
    assert all(any(line == n and what in said for line, said in errors) for n, what in wrong.items()), told
