"""Forged letters silence nobody: what comes beyond the questions of an hour is held, and shown together in one question."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

FRANCE = "france@mail.example"
RECEIVED = "Received: from outside by mx.pbm.example; Mon, 1 Mar 2027 12:00:00 +0000"
FAILED = "Authentication-Results: mx.pbm.example; dmarc=fail header.from=mail.example"
PASSED = FAILED.replace("fail", "pass")
TOGETHER = "more mails came in your name"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    office = PostOffice(tmp_path, careful=True)
    office.game()
    office.hands.time += timedelta(hours=2)  # of joining there were letters in this hour, too
    return office


def said(answer: EmailMessage) -> str:
    return " ".join(body(answer).split())


def forge(office: PostOffice, many: int, text: str = "A(Par)-Pic") -> list[EmailMessage]:
    """Letters in France's name that nothing proves to be hers; returns what they bring."""
    return [each for n in range(many) for each in office.letter(FRANCE, f"{text}\nF(Bre)-MAO\nnumber {n}")]


def answered(office: PostOffice, question: EmailMessage, text: str) -> list[EmailMessage]:
    return office.letter(FRANCE, text, f"Re: {question['Subject']}", str(question["Reply-To"]))


def standing(office: PostOffice) -> str:
    return said(office.reply(FRANCE, "STATUS")[0])


def test_an_honest_letter_after_seven_forged_ones_is_read(office: PostOffice) -> None:
    """Today it is dropped. It is in the one question about all that came beyond six, and counts on a yes to it."""
    asked = forge(office, 6)
    assert len(asked) == 6
    assert forge(office, 1, "A(Par)-Gas") == []
    assert office.letter(FRANCE, "A(Par)-Bur\nF(Bre)-ENG\nA(Mar)-Spa") == []
    [question] = office.wait(minutes=16)
    assert question["To"] == FRANCE
    assert f"2 {TOGETHER}" in said(question)
    assert "A(Mar)-Spa" in said(question)
    answers = answered(office, question, "YES 2")
    assert any("A(Mar)-Spa" in said(each) for each in answers)
    assert "A(Mar)-Spa" in standing(office)
    assert "A(Par)-Gas" not in standing(office)


def test_a_forgery_of_what_stands_makes_no_true_letter_an_older_one(office: PostOffice) -> None:
    """It changes nothing, so nobody is asked about it; and it was written after the true letter that comes next, as it says."""
    now = office.hands.time

    def come(name: str, checked: str, ago: int, text: str) -> EmailMessage:
        date = format_datetime(now - timedelta(seconds=ago))
        head = f"{checked}\r\n{RECEIVED}\r\nFrom: {FRANCE}\r\nMessage-ID: <{name}@x>\r\nDate: {date}\r\n\r\n"
        [answer] = office.raw(f"{head}{text}\r\n".encode(), FRANCE)
        return answer

    come("first", PASSED, 60, "A(Par)-Bur")
    come("forged", FAILED, 0, "A(Par)-Bur")
    assert "(these count now) > A(Par)-Pic" in said(come("second", PASSED, 2, "A(Par)-Pic"))


def test_one_yes_carries_out_all_in_order(office: PostOffice) -> None:
    forge(office, 6)
    for order in ("A(Par)-Gas", "A(Par)-Pic", "A(Par)-Bur"):
        assert office.letter(FRANCE, order) == []
    [question] = office.wait(minutes=16)
    assert f"3 {TOGETHER}" in said(question)
    answered(office, question, "YES")
    assert "A(Par)-Bur" in standing(office)
    [again] = answered(office, question, "YES")
    assert "already confirmed" in said(again)
    [again] = answered(office, question, "YES\nF Bre - MAO\nPAUSE")
    assert "already confirmed" in said(again)
    assert "> F(Bre)-MAO" in said(again)
    assert 'I have not done "PAUSE"' in said(again)


@pytest.mark.parametrize(("reply", "how"), [("NO", "nothing has changed"), ("who is this?", "could not read your reply")])
def test_a_no_and_what_is_unclear_change_nothing(office: PostOffice, reply: str, how: str) -> None:
    forge(office, 9)
    [question] = office.wait(minutes=16)
    [answer] = answered(office, question, reply)
    assert how in said(answer)
    assert "no orders" in standing(office)


def test_a_number_that_was_not_shown_is_unclear(office: PostOffice) -> None:
    forge(office, 9)
    [question] = office.wait(minutes=16)
    [answer] = answered(office, question, "YES 2 44")
    assert "could not read your reply" in said(answer)
    assert "no orders" in standing(office)


def test_a_flood_brings_few_questions_and_loses_nothing(office: PostOffice) -> None:
    """Of fifty letters in a few minutes six are asked about by themselves, the others in two questions."""
    assert len(forge(office, 50)) == 6
    office.letter(FRANCE, "A(Mar)-Spa")
    questions = [*office.wait(minutes=16), *office.wait(minutes=15)]
    assert len(questions) == 2
    assert "A(Mar)-Spa" in said(questions[1])


def test_letters_found_to_be_forged_use_up_nothing(office: PostOffice) -> None:
    """What our own mail server says is forged leaves the player all six questions."""
    for n in range(9):
        head = f"{FAILED}\n{RECEIVED}\nFrom: {FRANCE}\nTo: judge@pbm.example\nMessage-ID: <f{n}@evil.example>"
        office.raw(f"{head}\nSubject: x\n\nA(Par)-Gas\nnumber {n}\n".encode(), FRANCE)
    [asked] = office.letter(FRANCE, "A(Par)-Bur")
    assert "A(Par)-Bur" in said(asked)


def test_what_cannot_be_undone_is_done_by_a_plain_yes_only(office: PostOffice) -> None:
    """A letter shown together with others gives its writer no more power than one shown alone."""
    forge(office, 6)
    office.letter(FRANCE, "RESIGN")
    [question] = office.wait(minutes=16)
    answered(office, question, "")
    assert "left the game" not in standing(office)
    assert GM not in [each["To"] for each in answered(office, question, "YES 1 please or not")]


def test_forged_mail_that_only_asks_brings_no_more_answers_than_questions(office: PostOffice) -> None:
    """What changes nothing is answered whoever wrote it, and the answers go to France. France's own mail is answered as ever."""
    more = {"Authentication_Results": FAILED.partition(": ")[2], "Received": RECEIVED.partition(": ")[2]}
    sent = [each for n in range(40) for each in office.letter(FRANCE, f"HELP\nSTATUS {n}", **more)]
    assert len(sent) == 6
    assert "A(Par)-Bur" in said(office.reply(FRANCE, "A Par-Bur")[0])
