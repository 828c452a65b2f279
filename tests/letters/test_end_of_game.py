"""The end of a game: statements by mail, and awards that its facts bear, in the last letter and in print."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.office.zines.rendering import make_copy, make_ending
from judge.print import Style
from judge.print.game_page import players_of
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
    assert "Longest stand" not in letter, "it is shared by more units than there is room for"
    assert "Most help to others: France, 3 supports." in letter
    assert "Most betrayed support: France, attacked by whom they had helped in 2 turns." in letter
    assert "Send your end-of-game statement like this by Fri 19 March 2027, 21:00 London (21:00 UTC)." in letter
    assert "> STATEMENT > (your own lines) > END" in letter


def test_every_report_after_the_first_count_and_the_last_letter_say_who_is_nearest(house: PostOffice) -> None:
    """By the count of the autumn before; STATUS of a game that is over no longer does."""
    played(house)
    report = last(house, "Austria")
    assert "Spring 1903" in report
    assert "TO WIN 18 centres. Nearest: " in report
    near = report.partition("TO WIN ")[2].partition(" 1900")[0]
    house.letter(GM, "GAME quillfeather\nDRAW France, Germany")
    assert f"To win: {near}" in last(house, "Austria")
    status = " ".join(body(house.orders("France", "STATUS")[0]).split())
    assert "To win" not in status


def test_a_statement_goes_to_everybody_and_into_print(house: PostOffice) -> None:
    played(house)
    house.letter(GM, "GAME quillfeather\nDRAW France, Germany")
    answer = " ".join(body(house.orders("France", STATEMENT)[0]).split())
    assert "Your end-of-game statement goes to everybody in the game now, signed France" in answer
    letter = last(house, "Germany")
    assert "An end-of-game statement from France: Thank you all. I never trusted <Italy>, and was right." in letter
    ending = make_ending(house.parts.sayer.over("quillfeather", "full"), False, house.parts.sayer._words)
    assert "Most help to others: France, 3 supports." in ending.remarks
    assert ending.remarks[-1] == "The players' statements are taken until Fri 19 March 2027."
    assert ending.statements == (("France Player, France", "Thank you all.\n\nI never trusted <Italy>, and was right."),)


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


def test_lists_of_who_played_name_computers(house: PostOffice) -> None:
    """On a running game's page and cover, in the last letter, and in print; not where nobody is named."""
    house.game()
    house.letter(GM, "GAME quillfeather\nVACANT Italy BY HOUSE steady")
    play(house, "A Par-Bur")
    with house.parts.store.look() as work:
        (kept,) = work.games.valid_phases("quillfeather")
    said = {}
    for names in ("full", "none"):
        public = house.parts.sayer.public("quillfeather", kept.seq, names)
        said[names] = players_of([make_copy(public, house.parts.sayer._words, lambda _: None, Style(names=names))])
    assert ("Italy", "a computer (steady)") in said["full"]
    assert ("France", "France Player") in said["full"]
    assert said["none"] == []
    house.letter(GM, "GAME quillfeather\nDRAW France, Italy")
    assert " France France Player Italy Italy Player, a computer (steady) 1900" in last(house, "France")
    ending = make_ending(house.parts.sayer.over("quillfeather", "full"), False, house.parts.sayer._words)
    assert "Italy: Italy Player; a computer (steady)" in ending.players
    assert make_ending(house.parts.sayer.over("quillfeather", "none"), False, house.parts.sayer._words).players == ()


def ended(house: PostOffice) -> None:
    """A game with deadlines on Fridays, which its GM ends on Monday 1 March 2027."""
    house.game()
    house.letter(GM, "GAME quillfeather\nDRAW France, Germany")


def subjects(sent: list[EmailMessage], to: str) -> list[str]:
    return [str(mail["Subject"]) for mail in sent if mail["To"] == to]


def test_the_end_issue_follows_on_the_closing_date(house: PostOffice) -> None:
    """The date is the first Friday, a day of the game's, after a fortnight; everybody gets all statements in one mail."""
    ended(house)
    house.orders("France", STATEMENT)
    house.letter(GM, "GAME quillfeather\nSTATEMENT\nA fine game.\nEND")
    assert not any("end issue" in each for each in subjects(house.wait(days=18), "italy@mail.example"))
    sent = house.wait(days=1)
    for reader in ("italy@mail.example", "france@mail.example", GM):
        assert subjects(sent, reader) == ["[quillfeather] The end issue, with 2 statements"]
    text = body(house.last["italy@mail.example"])
    assert text.index("Thank you all.") < text.index("(France Player, France)") < text.index("A fine game.") < text.index("GM)")
    assert "A draw between France and Germany." in " ".join(text.split())
    assert house.wait(days=60) == []


def test_there_is_no_end_issue_without_statements(house: PostOffice) -> None:
    ended(house)
    assert house.wait(days=60) == []


def test_a_late_statement_is_passed_on_and_told_so(house: PostOffice) -> None:
    ended(house)
    house.orders("France", STATEMENT)
    house.wait(days=19)
    answer = " ".join(body(house.orders("Italy", "STATEMENT\nSorry to be late.\nEND")[0]).split())
    assert "It comes after the end issue, which was made on Fri 19 March 2027, so it is not in that one" in answer
    assert "An end-of-game statement from Italy: Sorry to be late." in last(house, "France")
    house.letter(GM, "GAME quillfeather\nEXTEND 1 week")
    assert "A new end issue, with what comes until then, follows." in last(house, "Italy")
    assert subjects(house.wait(days=8), "italy@mail.example") == ["[quillfeather] The end issue, with 2 statements"]
    assert "Sorry to be late." in last(house, "Austria")


def test_the_gm_moves_the_closing_date(house: PostOffice) -> None:
    ended(house)
    house.orders("France", STATEMENT)
    (answer, *_) = house.letter(GM, "GAME quillfeather\nDEADLINE 2 April 2027")
    said = " ".join(body(answer).split())
    assert "statements are taken until Fri 2 April 2027, 21:00 London (20:00 UTC), and the end issue follows then." in said
    assert "until Fri 2 April 2027, 21:00 London (20:00 UTC)" in last(house, "Italy")
    assert house.wait(days=31) == []
    assert subjects(house.wait(days=2), "italy@mail.example") == ["[quillfeather] The end issue, with 1 statement"]


def test_a_date_that_is_none_is_asked_for(house: PostOffice) -> None:
    ended(house)
    answer = " ".join(body(house.letter(GM, "GAME quillfeather\nDEADLINE Fridays 21:00 London")[0]).split())
    assert "the only date left to set is until when end-of-game statements are taken, now Fri 19 March 2027" in answer
    assert "DEADLINE 26 March 21:00" in answer


def test_a_player_asks_the_gm_for_more_time(house: PostOffice) -> None:
    ended(house)
    answer = " ".join(body(house.orders("France", "EXTEND 3 days")[0]).split())
    assert "I have asked the GM to take end-of-game statements until Mon 22 March 2027" in answer
    assert "France asks that end-of-game statements be taken until Mon 22 March 2027" in " ".join(body(house.last[GM]).split())
    assert "EXTEND 3 days" in body(house.last[GM])


def test_a_game_that_goes_on_takes_no_statements(house: PostOffice) -> None:
    """UNDO takes back the end, and with it the date; nothing comes on it."""
    ended(house)
    house.letter(GM, "GAME quillfeather\nUNDO")
    house.letter(GM, "GAME quillfeather\nPAUSE UNTIL 1 May")
    assert not any("end issue" in each for each in subjects(house.wait(days=30), "italy@mail.example"))
