"""Orders as other programs, other languages and plain sentences write them: four tables written by hand, read as they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.board import DislodgedUnit, Position, Unit
from judge.rules.ruleset import Ruleset

TABLES: Any = [
    yaml.load(Path(__file__).with_name(file).read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    for file in ("elsewhere.yaml", "languages.yaml", "sentences.yaml", "free_words.yaml")
]
KINDS = ("movement", "retreats", "adjustments")
LINES = [(kind, *line) for table in TABLES for kind in KINDS for line in table[kind]]
GONE = DislodgedUnit(Unit("Germany", "A", "Mun"), Unit("France", "A", "Bur"), "Bur", ("Ber", "Kie", "Sil"))


@pytest.mark.parametrize("row", LINES, ids=[f"{line[1]}: {line[2]}" for line in LINES])
def test_line(row: tuple[str, ...], ruleset: Ruleset, place: Callable[..., Position], tell: Any) -> None:
    """Each line orders what its writer meant; where a question is due, nothing else is read."""
    kind, power, line, *orders = row
    position = place(TABLES[0]["positions"][kind], kind, [GONE] if kind == "retreats" else [])
    said = [each for each in tell(ruleset.notation.read_all(line.split("\n"), ruleset.board, position, power)) if each]
    assert ["?" if each.startswith("?") else each for each in said] == orders
