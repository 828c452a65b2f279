"""A game without a GM (`SET MODERATED no`): no letter to its players speaks of a GM who would do something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

FRANCE = "france@mail.example"
SPOKEN_OF = re.compile(r"\b(?:the|its) GM\b|\bPRESS TO GM is\b")


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    office = PostOffice(tmp_path)
    office.game(deadline="DEADLINE Fridays 21:00 Europe/London\nMODERATED no\nLISTED yes")
    office.wait(minutes=1)
    return office


def told(message: object) -> str:
    return " ".join(body(message).partition("===\n")[2].split())  # type: ignore[arg-type]


def agreed(office: PostOffice, line: str) -> list[str]:
    """What all are sent when a line is proposed, and more than half say yes."""
    sent = office.orders("France", f"PROPOSE {line}")
    for power in ("England", "Germany", "Italy", "Russia", "Turkey", "Austria"):
        sent += office.orders(power, "VOTE YES")
    return [told(each) for each in sent]


@pytest.mark.parametrize(
    "line",
    [
        "PAUSE", "RESUME", "START", "EXTEND 3 days", "PASS ON", "ABSENCE 1 April to 20 June",
        "ABSENCE 10 to 12 March\nABSENCE 20 to 22 March", "PRESS TO Nobody\nhello\nEND", "PRESS TO GM\nWhat now?\nEND",
        "LIST quillfeather", "STATUS", "WHO", "HISTORY", "FINAL", "VOTE YES", "A(Par)-Bur\nMar holdz", "JOIN quillfeather",
        "VACANT Italy", "ORDER Italy A(Ven) stands", "TERMINATE", "RESIGN",
    ],
)  # fmt: skip
def test_answers(office: PostOffice, line: str) -> None:
    sent = office.letter(FRANCE, line)
    assert sent
    assert [found for each in sent if (found := SPOKEN_OF.search(told(each)))] == []


def test_press_to_the_gm_is_not_lost(office: PostOffice) -> None:
    [answer] = office.letter(FRANCE, "PRESS TO GM\nWhat now?\nEND")
    assert "This game has no GM, so your press was not sent." in told(answer)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("PAUSE UNTIL 3 May", "You have voted to stop the clock"),
        ("DEADLINE 20 March 21:00 London", "You have voted for a new deadline"),
        ("DEADLINE none", "You have voted to take the deadline"),
        ("EXTEND 3 days", "Extended by your vote"),
        ("VACANT Italy", "You have voted to declare the seat of Italy vacant"),
        ("TERMINATE", "You have voted to end this game"),
    ],
)
def test_what_was_voted_for_is_nobody_elses_doing(office: PostOffice, line: str, words: str) -> None:
    sent = agreed(office, line)
    assert any(words in each for each in sent)
    assert [found for each in sent if (found := SPOKEN_OF.search(each))] == []
    again = [told(each) for each in office.letter(FRANCE, "STATUS\nEXTEND 3 days")]
    assert [found for each in again if (found := SPOKEN_OF.search(each))] == []


def test_the_clock_goes_on_by_a_vote(office: PostOffice) -> None:
    agreed(office, "PAUSE UNTIL 3 May")
    assert any("You have voted to restart the clock" in each for each in agreed(office, "RESUME"))


def test_a_game_that_was_voted_to_end_is_over_after_a_week(office: PostOffice) -> None:
    agreed(office, "TERMINATE")
    sent = [told(each) for each in office.wait(days=8)]
    assert any("Nobody has won." in each for each in sent)
    assert [found for each in sent if (found := SPOKEN_OF.search(each))] == []


def test_reports_and_who_left(office: PostOffice) -> None:
    """A report of a game without a clock, and an answer to somebody who has resigned."""
    agreed(office, "DEADLINE none")
    sent = [told(each) for each in office.orders("France", "A(Par)-Bur\nFINAL")]
    sent += agreed(office, "PROCESS")
    assert any("Autumn 1901: when everyone with orders due has said FINAL, or you vote for PROCESS" in each for each in sent)
    office.letter(FRANCE, "RESIGN")
    sent += [told(each) for each in office.letter(FRANCE, "A(Bur)-Mun")]
    assert "To offer to play again, reply:" in sent[-1]
    assert [found for each in sent if (found := SPOKEN_OF.search(each))] == []
