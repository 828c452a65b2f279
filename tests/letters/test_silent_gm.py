"""A game that waits for its GM: what its setting GM SILENT says happens, and who hears of it."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, POWERS, PostOffice, body

OPERATOR = "ops@pbm.example"


def to(messages: list[EmailMessage], address: str) -> list[str]:
    """The subjects of letters to somebody."""
    return [str(message["Subject"]) for message in messages if message["To"] == address]


def waiting(tmp_path: Path, policy: str) -> PostOffice:
    """A judge with a game whose report is held, under this policy; Otto stands by."""
    office = PostOffice(tmp_path, operator=OPERATOR)
    office.game()
    office.letter("Otto Blume <otto@mail.example>", "STANDBY quillfeather")
    office.letter(GM, f"PREVIEW ON\nSET GM SILENT {policy}")
    assert any("PREVIEW" in subject for subject in to(office.wait(days=4, hours=12), GM))
    return office


def days(office: PostOffice, number: int) -> list[EmailMessage]:
    """Let days pass, one after the other."""
    return [message for _ in range(number) for message in office.wait(days=1)]


def test_the_gm_is_reminded_three_times_before_others_hear(tmp_path: Path) -> None:
    office = waiting(tmp_path, "publish")
    first = days(office, 9)
    assert len(to(first, GM)) == 3
    assert not to(first, "france@mail.example")
    assert not to(first, OPERATOR)
    then = days(office, 2)
    assert to(then, "france@mail.example") == ["[quillfeather] The game waits for its GM, Harriet Lowe"]
    assert to(then, OPERATOR) == ["Judge: quillfeather waits for its GM"]
    assert "[quillfeather] Autumn 1901" in to(days(office, 4), "france@mail.example")


def test_a_gm_who_holds_has_the_same_time_again(tmp_path: Path) -> None:
    office = waiting(tmp_path, "publish")
    days(office, 9)
    office.letter(GM, "HOLD")
    later = days(office, 9)
    assert len(to(later, GM)) == 3
    assert not to(later, "france@mail.example")


def test_the_players_vote(tmp_path: Path) -> None:
    """The judge proposes who has stood by longest; more than half say yes, and the new GM sends the report."""
    office = waiting(tmp_path, "vote")
    asked = days(office, 15)
    assert any("Another GM is proposed" in subject for subject in to(asked, "france@mail.example"))
    for power in POWERS[:4]:
        office.orders(power, "VOTE YES")
    assert "[quillfeather] Otto Blume is the GM now" in to(days(office, 7), "france@mail.example")
    assert "[quillfeather] Autumn 1901" in to(office.letter("otto@mail.example", "PUBLISH"), "france@mail.example")


def test_a_vote_that_fails_does_not_hold_the_game(tmp_path: Path) -> None:
    office = waiting(tmp_path, "vote")
    days(office, 15)
    later = days(office, 7)
    assert "[quillfeather] The change of GM that was proposed has failed" in to(later, "france@mail.example")
    assert "[quillfeather] Autumn 1901" in to(later, "france@mail.example")


def test_a_game_may_go_on_waiting(tmp_path: Path) -> None:
    office = waiting(tmp_path, "pause")
    assert "[quillfeather] Autumn 1901" not in to(days(office, 40), "france@mail.example")
    assert "[quillfeather] Autumn 1901" in to(office.letter(GM, "PUBLISH"), "france@mail.example")


@pytest.mark.parametrize(("leaves", "begins"), [(False, True), (True, False)])
def test_a_full_game_begins_by_itself(tmp_path: Path, leaves: bool, begins: bool) -> None:
    """If nobody leaves it meanwhile."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE pinta\nDEADLINE Fridays 21:00 Europe/London")
    for power in POWERS:
        office.letter(f"{power} Player <{power.lower()}@mail.example>", f"JOIN pinta PREFER {power}")
    assert any("The start of pinta waits for you" in subject for subject in to(days(office, 2), GM))
    if leaves:
        office.orders("Turkey", "RESIGN")
    told = [body(message) for message in days(office, 14) if message["To"] == "france@mail.example"]
    assert any("The game has begun" in text for text in told) == begins
