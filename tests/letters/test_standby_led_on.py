"""Somebody who would take a vacant Power over is led on, whatever they write first: each answer has the line to send."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

PRIYA = "Priya <priya@mail.example>"
AT = "priya@mail.example"


def table(folder: Path, careful: bool = False) -> PostOffice:
    """A game with a vacant seat."""
    office = PostOffice(folder, careful=careful)
    office.game()
    office.reply(GM, "VACANT France REASON the address is dead")
    return office


def told(office: PostOffice, text: str, reply: bool = False) -> str:
    """What she is told in answer, in one line."""
    sent = office.reply(AT, text) if reply else office.letter(PRIYA, text, "Quillfeather")
    return " ".join(" ".join(body(each).split()) for each in sent if AT in each["To"])


@pytest.mark.parametrize("careful", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "TAKEOVER France in Quillfeather please\n\nPriya",
        "TAKEOVER France",
        "I would like to be a standby for Quillfeather, please, and take over France if it is free.",
    ],
)
def test_a_stranger_is_told_of_standby(tmp_path: Path, careful: bool, text: str) -> None:
    """At once: to confirm a TAKEOVER that cannot succeed would lead nowhere."""
    said = told(table(tmp_path, careful), text)
    assert "> STANDBY quillfeather" in said
    assert "reply YES" not in said


def test_a_stranger_is_told_of_no_game_that_is_not_listed(tmp_path: Path) -> None:
    office = table(tmp_path)
    office.letter(GM, "SET LISTED no")
    assert "> STANDBY" not in told(office, "TAKEOVER France in Quillfeather please")


@pytest.mark.parametrize(
    "text", ["Yes please, TAKEOVER France", "OK - take over France, please.\n\nPriya", "TAKEOVER France in Quillfeather"]
)
def test_a_standby_gets_the_seat(tmp_path: Path, text: str) -> None:
    """With a yes in front of the line that was offered, or the game's name behind it."""
    office = table(tmp_path)
    assert "> TAKEOVER France" in told(office, "STANDBY Quillfeather NAME Priya")
    assert "France is yours" in told(office, text, reply=True)


@pytest.mark.parametrize("text", ["I hope that France is still free?", "A Par - Bur", "Yes please, TAKEOVER Italy"])
def test_a_standby_is_told_what_is_vacant(tmp_path: Path, text: str) -> None:
    """Not only that they will be called."""
    office = table(tmp_path)
    told(office, "STANDBY Quillfeather NAME Priya")
    assert "TAKEOVER France" in told(office, text, reply=True)


@pytest.mark.parametrize("text", ["YES", "Sure, why not. Otto Blume", "TAKEOVER France"])
def test_whom_the_gm_named_by_an_address_is_called_as_their_mail_says(tmp_path: Path, text: str) -> None:
    """Not after the mailbox, which everybody would read."""
    office = table(tmp_path)
    office.letter(GM, "TAKEOVER France BY otto@blume.example")
    office.reply("otto@blume.example", text, sender="Otto Blume <otto@blume.example>")
    who = " ".join(body(office.letter(GM, "WHO")[0]).split())
    assert "France Otto Blume" in who
