"""The game master's desk: every row of what other judges have is here, or it is argued away and answered by mail. A story tells
each, and it or a test beside it has our words. The table is desk.yaml.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.commands import TABLE
from judge.game.gm.settings_table import SETTINGS

ROOT = Path(__file__).parents[2]
DESK: dict[str, list[dict[str, Any]]] = yaml.safe_load(Path(__file__).with_name("desk.yaml").read_text("utf-8"))
ROWS = [(judge, row) for judge, rows in DESK.items() for row in rows]
LINES = {row["line"] for row in yaml.safe_load((ROOT / "tests/letters/njudge_lines.yaml").read_text("utf-8"))}
LEAST = {"njudge": 56, "dpjudge": 9, "situations": 20}
"""Rows of the comparison and of the situations, as they were found by somebody who came from there."""
WORDS = {each.word for each in TABLE} | {each.upper() for each in SETTINGS}
PARTS = {"IF", "ANON", "SHORT", "WITHOUT", "FOR", "TO", "SILENT"}
"""Words behind a command, or between orders."""


@cache
def proof_text(proof: str) -> str:
    """What a proof says: a story, or a test's file with the data beside it."""
    if proof.startswith("story "):
        return (ROOT / f"tests/letters/stories/{proof.removeprefix('story ')}.txt").read_text("utf-8")
    file = ROOT / proof.partition("::")[0]
    text = file.read_text("utf-8")
    beside = [file.with_name(name) for name in re.findall(r'"(\w+\.yaml)"', text)]
    return "\n".join([text, *(each.read_text("utf-8") for each in beside if each.exists())])


@pytest.mark.parametrize(("judge", "row"), ROWS, ids=[f"{judge}: {row['theirs']}" for judge, row in ROWS])
def test_every_row_is_proved(judge: str, row: dict[str, Any]) -> None:
    """Its story or test exists and has our words; what is argued away says why, and lines of theirs are answered."""
    assert set(row) <= {"theirs", "ours", "how", "without", "proof", "answered"}
    assert ("how" in row) != ("without" in row)
    assert any(each.startswith("story ") for each in row["proof"])
    assert set(row.get("answered", ())) <= LINES
    for proof in row.get("proof", ()):
        file, _, name = proof.partition("::")
        tree = ast.parse(proof_text(file).partition("\n- ")[0]) if name else None
        assert not tree or name in {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}, proof
        assert proof_text(proof)
    said = "\n".join(proof_text(each) for each in row.get("proof", ())).casefold()
    assert [word for word in row.get("ours", ()) if word.casefold() not in said] == []


@pytest.mark.parametrize(("judge", "row"), ROWS, ids=[f"{judge}: {row['theirs']}" for judge, row in ROWS])
def test_our_words_are_commands_or_settings(judge: str, row: dict[str, Any]) -> None:
    """Each begins with one, so that nothing is promised that nobody can write."""
    for word in row.get("ours", ()):
        known = [each for each in WORDS if word == each or word.startswith(f"{each} ")]
        assert known or word in PARTS, word


def test_no_row_is_missing() -> None:
    assert all(len(DESK[judge]) >= least for judge, least in LEAST.items())
    assert len({row["theirs"] for _, row in ROWS}) == len(ROWS)
