"""What a GM and players are told of their game is true: what is in, what a resignation does, what was refused."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

CHLOE = "france@mail.example"
YAN = "yan@mail.example"


def told(sent: Sequence[EmailMessage], address: str) -> str:
    """All that came to an address, blanks and line ends alike."""
    return " ".join(" ".join(body(message).split()) for message in sent if message["To"] == address)


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    office = PostOffice(tmp_path)
    office.game()
    return office


@pytest.mark.parametrize(("orders", "row"), [
    ("A PAR-BUR", "France 1 of 3 orders in"),
    ("A PAR-BUR\nA MAR-SPA", "France 2 of 3 orders in"),
    ("A PAR-BUR\nA MAR-SPA\nF BRE-MAO", "France orders in"),
    ("A PAR-BUR\nFINAL", "France 1 of 3 orders in, FINAL"),
])  # fmt: skip
def test_the_gm_reads_how_many_orders_of_a_power_are_in(office: PostOffice, orders: str, row: str) -> None:
    office.orders("France", orders)
    said = told(office.letter(GM, "STATUS"), GM)
    assert f"{row} Germany nothing yet" in said


@pytest.mark.parametrize("text", [
    "Please disregard my previous mail. Mar-Spa.", "Please ignore my last orders, Mar-Spa", "scrap everything I sent. Mar-Spa",
    "Please ignore my last mail. New orders: Mar-Spa",
])  # fmt: skip
def test_words_that_take_earlier_orders_back_beside_new_ones(office: PostOffice, text: str) -> None:
    """What still counts is told, and what takes it back; they are no talk."""
    office.orders("France", "A Par-Bur\nF Bre-MAO")
    said = told(office.orders("France", text), CHLOE)
    assert "Your earlier orders still count (A(Par)-Bur; F(Bre)-MAO)" in said
    assert "talk" not in said
    assert "> A(Mar)-Spa" in said


def test_who_resigns_reads_that_orders_sent_before_still_count(office: PostOffice) -> None:
    office.orders("France", "A PAR-BUR")
    sent = office.orders("France", "RESIGN")
    for address in (CHLOE, GM):
        assert "orders already in for Spring 1901 still count" in told(sent, address)
        assert "from now on" not in told(sent, address).lower()
    assert "FRANCE: A(Par)-Bur; A(Mar) stands (no order)" in told(office.wait(days=8), GM)


def test_who_resigns_without_orders_reads_that_the_units_hold(office: PostOffice) -> None:
    sent = office.orders("France", "RESIGN")
    assert "From now on your units hold" in told(sent, CHLOE)
    assert "Its units hold from now on" in told(sent, GM)


def test_lines_that_are_too_early_are_refused_in_one_sentence_that_names_them(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE quillfeather")
    said = told(office.letter(GM, "PROCESS\nPAUSE\nHOLD\nUNDO\nPUBLISH\nRESUME"), GM)
    assert said.count("This game has not begun yet") == 1
    assert 'You wrote "PROCESS", "PAUSE" and 3 more. This game has not begun yet' in said
    assert 'You wrote "UNDO". There is no correction to undo' in said


def test_lines_that_are_too_late_are_refused_in_one_sentence(office: PostOffice) -> None:
    office.letter(GM, "TERMINATE REASON enough")
    office.wait(days=8)
    said = told(office.letter(GM, "HOLD\nPAUSE\nSTATUS\nPROCESS"), GM)
    assert said.count("This game is over, so") == 1
    assert 'You wrote "HOLD", "PAUSE" and "PROCESS". This game is over, so' in said


def test_the_only_line_of_a_mail_is_not_quoted(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE quillfeather")
    assert "? This game has not begun yet" in told(office.letter(GM, "PAUSE"), GM)


@pytest.mark.parametrize("line", ["OBSERVE quillfeather NAME Yan Y", "STANDBY quillfeather NAME Yan Y"])
def test_a_name_behind_observe_and_standby_is_what_to_be_called(office: PostOffice, line: str) -> None:
    sent = office.letter(YAN, line)
    assert "no seat in a game" not in told(sent, YAN)
    assert "Yan Y" in told(office.letter(GM, "WHO\nSTANDBY"), GM) + told(sent, GM)


@pytest.mark.parametrize(("line", "command"), [("SET POSTAL PRESS", "PRESS"), ("SET CONCESSIONS", "CONCEDE")])
def test_settings_of_other_judges_name_the_command_that_does_the_same(office: PostOffice, line: str, command: str) -> None:
    said = told(office.letter(GM, line), GM)
    assert "nothing here does the same" not in said
    assert f"You may mean: {command}" in said


def test_a_closed_phase_is_due_from_nobody(office: PostOffice) -> None:
    office.letter(GM, "PREVIEW ON")
    office.letter(GM, "PROCESS")
    said = told(office.letter(GM, "STATUS"), GM)
    assert "Spring 1901 is closed" in said
    assert "Due from" not in said


@pytest.mark.parametrize("text", ["hey what? I was only on holiday. A Ven H", "I want my seat back", "no I didn't mean it!"])
@pytest.mark.parametrize("how", ["vacant", "resigned"])
def test_who_has_just_lost_the_seat_is_no_stranger(office: PostOffice, how: str, text: str) -> None:
    """Reads how the seat is, and how to play again; the GM reads the mail."""
    if how == "vacant":
        office.letter(GM, "VACANT Italy REASON he has stopped answering")
    else:
        office.orders("Italy", "RESIGN")
    sent = office.orders("Italy", text)
    said = told(sent, "italy@mail.example")
    assert said.count("You played Italy in quillfeather") == 1
    assert "I have told the GM" in said
    assert "> STANDBY quillfeather" in said
    assert "I'm the judge, a program" not in said
    assert f"> {text}" in told(sent, GM)


def test_thanks_of_a_former_player_need_nobody(office: PostOffice) -> None:
    office.orders("Italy", "RESIGN")
    assert not told(office.orders("Italy", "Thanks!"), GM)
