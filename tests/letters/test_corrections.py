"""What a GM and the players read when a result is corrected: the question before it, and what UNDO brings back."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

from tests.letters.post_office import GM, PostOffice, body

GAME = "quillfeather"
STARTING = {
    "Austria": ("A Vie", "A Bud", "F Tri"), "England": ("F Lon", "F Edi", "A Lpl"), "France": ("A Par", "A Mar", "F Bre"),
    "Germany": ("A Ber", "A Mun", "F Kie"), "Italy": ("A Rom", "A Ven", "F Nap"), "Russia": ("A Mos", "A War"),
}  # fmt: skip
CHANGES = [f"ORDER {power} {unit} holds" for power, units in STARTING.items() for unit in units]
"""17 lines below a ROLLBACK."""


def said(letter: EmailMessage) -> str:
    return " ".join(body(letter).split())


def asked(folder: Path, text: str) -> str:
    """The question that a GM of a running game gets about a letter, its lines as they are."""
    office = PostOffice(folder)
    office.game(GAME)
    office.letter(GM, "PROCESS")
    office.careful = True
    (question,) = [letter for letter in office.reply(GM, text) if letter["To"] == GM]
    return body(question)


def test_a_question_about_a_correction_shows_all_that_it_would_do(tmp_path: Path) -> None:
    """A yes to it does all of it, so every line stands there."""
    shown = asked(tmp_path, "\n".join(["ROLLBACK TO Spring 1901 REASON the orders were lost", *CHANGES]))
    lines = [line.strip().removeprefix("| ") for line in shown.split("\n") if line.startswith("    | ")]
    assert lines == ["ROLLBACK TO Spring 1901 REASON the orders were lost", *CHANGES]
    assert "more line" not in shown


def test_a_question_says_how_many_lines_it_does_not_show(tmp_path: Path) -> None:
    """Words to print can be so long that no question shows all of them."""
    words = "\n".join(["PRESS", *(f"This is line {number} of what I say." for number in range(300)), "END"])
    shown = asked(tmp_path, f"ROLLBACK TO Spring 1901 REASON the orders were lost\n{words}")
    lines = [line for line in shown.split("\n") if line.startswith("    | ")]
    assert f"and {1 + 302 - len(lines)} more lines" in shown
