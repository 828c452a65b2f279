"""The end of a game: statements by mail, and awards that its facts bear, in the last letter and in print."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.office.zines.rendering import make_ending
from tests.letters.post_office import GM, PostOffice, body

STATEMENT = "STATEMENT\nThank you all.\n\nI never trusted <Italy>, and was right.\nEND"


@pytest.fixture
def house(tmp_path: Path) -> PostOffice:
    return PostOffice(tmp_path)


def play(house: PostOffice, *orders: str) -> None:
    """Play a phase: what France and Germany order, each in a text; the GM runs it."""
    for power, text in zip(("France", "Germany"), orders, strict=False):
        house.orders(power, text)
    house.letter(GM, "GAME quillfeather\nPROCESS")


def played(house: PostOffice) -> None:
    """Two years and a half: France helps Germany in three turns, and Germany goes for Brest in the third, for Burgundy after it."""
    house.game()
    play(house, "A Par-Bur\nA Mar H", "A Mun-Ruh\nA Ber-Mun")
    play(house, "A Bur S German A Ruh-Bel\nA Mar H", "A Ruh-Bel\nA Mun H")
    play(house, "BUILD NONE", "BUILD NONE")
    play(house, "A Bur S German A Bel-Pic\nA Mar H", "A Bel-Pic\nA Mun H")
    play(house, "A Bur S German A Mun\nA Mar H", "A Mun H\nA Pic-Bre")
    play(house, "BUILD NONE", "BUILD NONE")
    play(house, "A Bur H\nA Mar H", "A Mun-Bur")


def last(house: PostOffice, power: str) -> str:
    return " ".join(body(house.last[f"{power.lower()}@mail.example"]).split())


def test_the_last_letter_has_awards_and_asks_for_statements(house: PostOffice) -> None:
    played(house)
    house.letter(GM, "GAME quillfeather\nDRAW France, Germany")
    letter = last(house, "Austria")
    assert "Longest stand: Austrian A(Bud), 5 turns (Spring 1901 to Spring 1903)." in letter
    assert "Most help to others: France, 3 supports." in letter
    assert "Most betrayed support: France, attacked by whom they had helped in 2 turns." in letter
    assert "Send your end-of-game statement like this." in letter
    assert "> STATEMENT > (your own lines) > END" in letter


def test_a_statement_goes_to_everybody_and_into_print(house: PostOffice) -> None:
    played(house)
    house.letter(GM, "GAME quillfeather\nDRAW France, Germany")
    answer = " ".join(body(house.orders("France", STATEMENT)[0]).split())
    assert "Your end-of-game statement goes to everybody in the game now, signed France" in answer
    letter = last(house, "Germany")
    assert "An end-of-game statement from France: Thank you all. I never trusted <Italy>, and was right." in letter
    ending = make_ending(house.parts.sayer.over("quillfeather", "full"), False, house.parts.sayer._words(""))
    assert "Longest stand: Austrian A(Bud), 5 turns (Spring 1901 to Spring 1903)." in ending.remarks
    assert ending.remarks[-3:] == (
        "France Player, France writes:", "Thank you all.", "I never trusted <Italy>, and was right.",
    )  # fmt: skip


def test_a_statement_is_taken_back(house: PostOffice) -> None:
    played(house)
    house.letter(GM, "GAME quillfeather\nDRAW France, Germany")
    house.orders("France", STATEMENT)
    house.orders("France", "WITHDRAW 1")
    assert house.parts.sayer.over("quillfeather", "full")["statements"] == []


def test_nothing_is_sent_to_some_alone_after_the_end(house: PostOffice) -> None:
    house.game()
    house.letter(GM, "GAME quillfeather\nDRAW France, Germany")
    assert "This game is over" in " ".join(body(house.orders("France", "PRESS TO Germany\nWell.\nEND")[0]).split())
    assert "This game is over" in " ".join(body(house.orders("France", "PRESS ANON\nWell.\nEND")[0]).split())
    assert "Longest stand" not in last(house, "Austria")
