"""Each kind of notice has a row, and the rows agree with the words of its letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.office.rendering.notice_kinds import KINDS

TEMPLATES = Path(str(find_assets().templates))
PLAIN = "plain"
"""No kind of its own: what goes out where a letter's own words cannot be made."""


def test_every_letter_has_a_row_and_every_row_a_letter() -> None:
    """A new letter is a template and a row."""
    assert {path.name.removesuffix(".txt.j2") for path in TEMPLATES.glob("*.txt.j2")} - {PLAIN} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_that_asks_for_a_yes_is_a_question(kind: str) -> None:
    """In plain words it must not be answered with YES: its reader does not know what they would agree to."""
    words = (TEMPLATES / f"{kind}.txt.j2").read_text("utf-8")
    assert KINDS[kind].asks == any(asked in words for asked in ("reply YES", "Reply YES", "replies YES"))
