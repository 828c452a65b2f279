"""What a newcomer sees first: the demonstration runs to its end, with everything in it that it promises."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.waiting import LONGEST

ROOT = Path(__file__).parent.parent


def test_the_demonstration_plays_a_year(tmp_path: Path) -> None:
    """A standoff, a cut support, a convoy, a dislodgement with its retreat, builds: all in reports mailed by the real daemon."""
    command = [sys.executable, str(ROOT / "deploy/demo/demo.py"), "--final"]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3 * LONGEST)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    for promise in (
        "stood each other out",
        "Cut by Turkish A(Bul)-Ser",
        "F(NTH) C A(Yor)-Nwy",
        "Driven out by Russian A(Gal)-Vie, 2 (with A(Tyr)) against 1",
        "A(Vie) ret Bud",
        "build A(Mar); build F(Bre)",
        "WINTER 1901",
        "A year in",
    ):
        assert promise in shown.stdout
    assert "no order" not in shown.stdout


def test_the_demonstration_can_be_played(tmp_path: Path) -> None:
    """Somebody types their letters, with a blank line below each: a year against house players, by the real daemon's mail."""
    letters = ("A Par-Bur\nA Mar-Spa\nF Bre-MAO", "HINT", "FINAL", "FINAL", "FINAL", "TERMINATE")
    command = [sys.executable, str(ROOT / "deploy/demo/play.py"), "you@example.org", "AS", "France"]
    typed = "".join(f"{letter}\n\n" for letter in letters)
    shown = subprocess.run(command, cwd=tmp_path, input=typed, capture_output=True, text=True, timeout=3 * LONGEST)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    # What the others order is drawn by chance, and may stand in the way: numbers of notes say so.
    said = re.sub(r" (?:\*\d+|\(\d+\))", "", " ".join(shown.stdout.split()))
    for promise in (
        "You play France; house players, which are computers",
        "FRANCE (You): A(Par)-Bur; A(Mar)-Spa; F(Bre)-MAO [",
        "A hint:",
        "WINTER 1901",
        "The practice game is over.",
        "var/demo/mail/you@example.org",
    ):
        assert promise in said, shown.stdout
    assert not any("Please confirm" in line for line in shown.stdout.splitlines() if line.startswith("-----"))
