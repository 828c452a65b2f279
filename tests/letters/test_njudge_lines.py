"""What GMs and players from njudge write: each line is done, or answered with the line to write here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.letters.post_office import GM, PostOffice, body

DATA: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "njudge_lines.yaml").read_text("utf-8"))
NOTHING = "nothing here does the same"
ASKED = {"gm": GM, "player": "france@mail.example"}


@pytest.mark.parametrize("row", DATA, ids=[row["line"] for row in DATA])
@pytest.mark.parametrize("who", ASKED)
def test_each_line_is_done_or_answered_with_ours(tmp_path: Path, who: str, row: dict[str, Any]) -> None:
    """In a running game, from its GM and from one of its players."""
    office = PostOffice(tmp_path)
    office.game()
    sent = [each for each in office.letter(ASKED[who], f"{row['line']}\n") if each["To"] == ASKED[who]]
    text = " ".join(" ".join(body(each) for each in sent).split())
    assert (NOTHING if "nothing" in row else row[who]).lower() in text.lower()
