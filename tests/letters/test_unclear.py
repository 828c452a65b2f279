"""A reply to a question that is neither yes nor no, but says something readable: that is answered every time, and nothing is done.

What only tells is told as always. What would change something is named as not done. The question stays open, and the answer says so
and can itself be answered with YES or NO. Where nothing is readable the question is asked once more and no more than once.
"""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import body, headline
from tests.letters.test_consent import (
    ASKED,
    AUSTRIA,
    DROPPED,
    FRANCE,
    ONCE_MORE,
    STILL_OPEN,
    Office,
    answering,
    asked,
    guests,
    said,
    standing,
)

READING = {
    "STATUS": {"Spring 1901", "which game"},
    "HELP": {"LIST games to join or watch, and yours; or one game"},
    "?": {"LIST games to join or watch, and yours; or one game"},
    "Please help me": {"LIST games to join or watch, and yours; or one game"},
    "What is this?\nHELP": {"LIST games to join or watch, and yours; or one game"},
    "LIST": {"JOIN", "sandpit", "No game is waiting for players"},
    "HELP PRESS\nLIST": {"PRESS", "JOIN"},
}
"""Reply → what its answer says, at least one of these."""
ACTING = (
    "EXTEND 2 days",
    "PROPOSE DRAW",
    "Hm.\nMAPS OFF",
    "TIMEZONE Europe/Berlin",
    "PRESS TO Italy\nHello\nEND",
    "RECORD\nMAPS OFF",
)
"""Replies with a command that would change something."""
WORDS = ("EXTEND 2 days", "PROPOSE DRAW", "MAPS OFF", "TIMEZONE Europe/Berlin", "PRESS TO Italy", "MAPS OFF")


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return Office(tmp_path_factory.mktemp("unclear"))


def again(office: Office, question: EmailMessage, text: str, times: int) -> list[list[EmailMessage]]:
    """What the same words bring, sent so many times, each in reply to what came last."""
    found = list[list[EmailMessage]]()
    for number in range(times):
        found += office.send([answering(question, text + "\n" * number, number)])
        question = found[-1][0] if found[-1] else question
    return found


@pytest.mark.parametrize("kind", ASKED)
@pytest.mark.parametrize("text", READING)
def test_what_only_tells_is_told_every_time(office: Office, kind: str, text: str) -> None:
    """In one letter, which says that the question is open, and which a word answers."""
    [question] = asked(office, kind, 1)
    before = standing(office)
    sent = again(office, question, text, 3)
    for answers in sent:
        assert len(answers) == 1
        assert STILL_OPEN in said(answers)
        assert any(word in said(answers) for word in READING[text]), said(answers)
        assert answers[0]["To"].rpartition("<")[2].rstrip(">") == question["To"].rpartition("<")[2].rstrip(">")
        assert not answers[0]["List-Unsubscribe"]
    assert standing(office) == before
    [dropped] = office.send([answering(sent[-1][0], "No, thank you.", 1)])
    assert DROPPED in said(dropped)
    assert standing(office) == before


def test_a_yes_to_the_answer_is_a_yes(office: Office) -> None:
    [question] = asked(office, "orders", 1)
    [answers] = office.send([answering(question, "STATUS", 1)])
    [counted] = office.send([answering(answers[0], "Yes", 2)])
    assert "A(Vie)-Gal" in said(counted).partition("STANDING ORDERS")[2]
    office.send([office.replying(AUSTRIA, "CLEAR")])


@pytest.mark.parametrize("kind", ["resign", "orders"])
@pytest.mark.parametrize(("text", "word"), list(zip(ACTING, WORDS, strict=True)))
def test_what_changes_something_is_named_as_not_done(office: Office, kind: str, text: str, word: str) -> None:
    """Each time, so that nobody believes that it was done."""
    [question] = asked(office, kind, 1)
    before = standing(office)
    for answers in again(office, question, text, 3):
        assert len(answers) == 1
        assert STILL_OPEN in said(answers)
        assert word in said(answers).partition("I have not done")[2]
        assert "reply YES or NO first" in said(answers)
    assert standing(office) == before
    office.send([answering(question, "No", 1)])


def test_a_gm_runs_no_phase_below_a_question(office: Office) -> None:
    [question] = asked(office, "terminate", 1)
    before = standing(office)
    for answers in again(office, question, "PROCESS\nSTATUS", 3):
        assert "PROCESS" in said(answers).partition("I have not done")[2]
        assert "GM" in headline(answers[0])
    assert standing(office) == before
    office.send([answering(question, "No", 1)])


def test_a_yes_beside_what_cannot_be_undone(office: Office) -> None:
    """RESIGN is named each time, and the orders in question wait."""
    [question] = asked(office, "orders", 1)
    before = standing(office)
    for answers in again(office, question, "Yes\nRESIGN", 3):
        assert "RESIGN" in said(answers).partition("I have not done")[2]
    assert standing(office) == before


@pytest.mark.parametrize("kind", ASKED)
def test_what_says_nothing_is_answered_once(office: Office, kind: str) -> None:
    """Two machines cannot keep each other busy."""
    [question] = asked(office, kind, 1)
    first, *others = again(office, question, "Your mail was received and will be looked at.", 4)
    assert ONCE_MORE in said(first)
    assert not any(others)


def test_both(office: Office) -> None:
    """Words without sense after readable ones bring the question once, and readable ones after that are answered."""
    [question] = asked(office, "resign", 1)
    sent = office.send([answering(question, text, 1) for text in ("STATUS", "What?", "What??", "STATUS, please")])
    assert [STILL_OPEN in said(answers) for answers in sent] == [True, False, False, True]
    assert [len(answers) for answers in sent] == [1, 1, 0, 1]


def test_lines_of_the_letter_in_question_are_no_commands_of_a_reply(office: Office) -> None:
    """People copy them into what they answer, and so do machines."""
    [question] = asked(office, "resign", 1)
    first, *others = again(office, question, "You wrote:\nRESIGN\nWhat is this?", 3)
    assert ONCE_MORE in said(first)
    assert not any(others)


def test_orders_beside_a_question(office: Office) -> None:
    """They count each time, in one letter that says that the question is open."""
    [question] = asked(office, "orders", 1)
    for text in ("A Bud-Ser\nSTATUS", "F Tri-Alb\nMAPS OFF"):
        [answers] = office.send([answering(question, text, 1)])
        assert len(answers) == 1
        assert STILL_OPEN in said(answers)
    assert "MAPS OFF" in said(answers).partition("I have not done")[2]
    assert {"A(Bud)-Ser", "F(Tri)-Alb"} <= {line.strip(" >") for line in body(answers[0]).splitlines()}
    assert "A(Vie)-Gal" not in said(answers).partition("STANDING ORDERS")[2]
    office.send([office.replying(AUSTRIA, "CLEAR")])


@pytest.mark.parametrize("text", ["STATUS", "HELP", "PROCESS"])
@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied", "Precedence: bulk", "X-Autoreply: yes"])
def test_a_machine_is_not_answered(office: Office, text: str, header: str) -> None:
    [question] = asked(office, "resign", 1)
    to, number = str(question["Reply-To"]), f"<auto{office.count}@m.example>"
    head = [header, f"From: {FRANCE}", f"To: {to}", "Subject: Re", f"Message-ID: {number}", ""]
    assert office.raw("\r\n".join([*head, text]).encode(), FRANCE, to) == []


def test_a_machine_that_says_nothing_of_itself_is_not_answered_for_ever(tmp_path: Path) -> None:
    """The limit on letters within an hour holds for replies to questions, too."""
    office = Office(tmp_path)
    [question] = asked(office, "resign", 1)
    sent = office.send([answering(question, f"STATUS\nTicket {number}", 0) for number in range(60)], timedelta(seconds=5))
    assert 0 < sum(map(len, sent)) <= 32
    assert not any(sent[40:])


def test_only_who_was_asked_is_answered(office: Office) -> None:
    """Whoever else has the question in hand gets nothing of a player's."""
    [question] = asked(office, "resign", 1)
    post = answering(question, "STATUS", 1)._replace(sender="stranger@mail.example")
    assert [str(each["To"]) for answers in office.send([post]) for each in answers] == [FRANCE]
    [newcomer] = asked(office, "join", 1)
    post = answering(newcomer, "STATUS", 1)._replace(sender="stranger@mail.example")
    assert "stranger@mail.example" not in [str(each["To"]) for answers in office.send([post]) for each in answers]


def test_an_expired_question(office: Office) -> None:
    """Its answer is told as to any letter."""
    [question] = asked(office, "resign", 1)
    office.hands.time += timedelta(hours=60)
    [answers] = office.send([answering(question, "STATUS", 1)])
    assert "Due from Austria" in said(answers)
    assert STILL_OPEN not in said(answers)


@pytest.mark.parametrize("text", ["HELP", "STATUS", "?", "LIST"])
def test_a_guest_asks_first(office: Office, text: str) -> None:
    [invitation] = guests(office, 1)
    sent = again(office, invitation, text, 3)
    assert all(len(answers) == 1 and "Please reply YES or NO" in said(answers) for answers in sent)
    assert "Welcome" in said(office.send([answering(sent[-1][0], "Yes please", 1)])[0])


def test_a_guest_asks_for_more(office: Office) -> None:
    """What would change something is named each time; talk is asked about once."""
    [invitation] = guests(office, 1)
    for answers in again(office, invitation, "MAPS OFF", 3):
        assert "MAPS OFF" in said(answers).partition("I have not done")[2]
    assert [bool(answers) for answers in again(office, invitation, "Who is this?", 3)] == [True, False, False]


@pytest.mark.parametrize("text", ["Yes, but only if we start in May", "My favourite is France.", "Yes, anything but Russia"])
def test_a_guest_who_speaks_of_the_question_is_answered_every_time(office: Office, text: str) -> None:
    """Whoever begins with a yes or names a Power is a person, who waits for an answer."""
    [invitation] = guests(office, 1)
    for answers in again(office, invitation, text, 3):
        assert len(answers) == 1
        assert "Please reply YES or NO" in said(answers)


def test_a_guest_who_says_something_else_is_answered(office: Office) -> None:
    """The same words again bring nothing, nor do they with another number in them."""
    [invitation] = guests(office, 1)
    wrote = ("Who is this?", "What would I have to do?", "who is this", "Ticket 1 was opened", "Ticket 2 was opened")
    sent = [office.send([answering(invitation, text, number)]) for number, text in enumerate(wrote)]
    assert [len(answers) for [answers] in sent] == [1, 1, 0, 1, 0]
