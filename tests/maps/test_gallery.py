"""`make gallery` draws what somebody wants to look at, and none of its boards shows what the rules do not allow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from judge.cases.case import read_cases

GALLERY = Path(__file__).parents[2] / "deploy" / "gallery"


def test_the_gallery_is_drawn(tmp_path: Path) -> None:
    """A game's start and its turn, in colour, in grey and for a phone."""
    subprocess.run([sys.executable, str(GALLERY / "gallery.py"), str(tmp_path), "gigaton"], check=True, capture_output=True)
    drawn = {path.name for path in tmp_path.iterdir()}
    assert {"gigaton-start-colour.png", "gigaton-start-grey.png", "gigaton-start-phone.png"} < drawn
    assert len(drawn) > 6


def test_no_unit_stands_in_a_major_native_centre_beside_its_garrison() -> None:
    """Whoever entered one has destroyed it (rule 9 of Columbus)."""
    (voyage,) = [s for s in read_cases((GALLERY / "turns.yaml").read_text("utf-8"), "turns") if s.get("id").text() == "columbus"]
    plain = voyage.plain()
    units = [unit for mine in plain["units"].values() for unit in mine]
    for native in (str(code) for code in plain["state"]["garrisons"] if str(code).isdigit()):
        assert not [unit for unit in units if f"({native})" in unit]
