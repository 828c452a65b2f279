"""A letter whose template is broken goes out in plain sentences, in the same drain, and the operator is told which it was."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from judge.assets import find_assets
from judge.office.rendering.lookup import Lookup
from tests.letters.post_office import ADDRESS, GM, PostOffice, body

OPERATOR = "keeper@pbm.example"
BROKEN = "{{ nobody.knows }}"


def office_with(broken: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, careful: bool = False) -> PostOffice:
    """A judge some of whose templates say something else."""
    templates = tmp_path / "templates"
    shutil.copytree(find_assets().templates, templates)
    for name, text in broken.items():
        (templates / name).write_text(text, "utf-8")
    found = replace(find_assets(), templates=templates)
    monkeypatch.setattr("judge.daemon.wiring.find_assets", lambda: found)
    return PostOffice(tmp_path / "office", operator=OPERATOR, careful=careful)


def said(letter: EmailMessage) -> str:
    return " ".join(body(letter).split())


def to(sent: list[EmailMessage], address: str) -> list[EmailMessage]:
    return [each for each in sent if each["To"] == address]


def nothing_waits(office: PostOffice) -> bool:
    """Whether the outbox is empty, now and in a week."""
    return not office.parts.store.waiting(office.hands.time).notices and office.wait(hours=1) == []


def test_one_part_that_cannot_be_said_leaves_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline was moved and everybody told; the GM reads that, the refusal beside it, and what stands."""
    office = office_with({"reply/deadline.j2": BROKEN}, tmp_path, monkeypatch)
    office.game()
    sent = office.letter(GM, "EXTEND 3 days REASON snow\nSET NO PRESS\nSTATUS")
    [answer], [told] = to(sent, GM), to(sent, OPERATOR)
    text = said(answer)
    assert "I received your mail of 2027-03-01, 12:00 UTC" in text
    assert "I moved the deadline" in text
    assert "The operator of this judge has been told" in text
    assert "You may mean: SET PRESS none" in text
    assert "Deadline Mon 8 March 2027, 21:00 London" in text
    assert len(to(sent, "france@mail.example")) == 1
    assert "(answer)" in told["Subject"]
    assert "(answer, game quillfeather)" in said(told)
    assert "nobody" in said(told)
    assert nothing_waits(office)


@pytest.mark.parametrize(("asked", "text", "brings"), [("stored", "EXPORT", "application/json"), ("wishes", "MAP", "image/png")])
def test_a_letter_waits_while_the_store_cannot_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, text: str, brings: str
) -> None:
    """Its words are not at fault, and a report in plain sentences would lack the press: it goes out whole, a little later, with its
    HTML, its files and pictures.
    """
    office = PostOffice(tmp_path / "office", operator=OPERATOR, maps=True)
    office.game()
    real, fails = getattr(Lookup, asked), [True]

    def lost(self: Lookup, *given: object) -> object:
        if fails:
            raise OperationalError("SELECT", {}, sqlite3.OperationalError("the connection is lost"))
        return real(self, *given)

    monkeypatch.setattr(Lookup, asked, lost)
    assert office.letter(GM, text) == []
    fails.clear()
    [answer] = office.wait(hours=1)
    assert "The operator of this judge has been told" not in said(answer)
    assert {"text/plain", "text/html", brings} <= {each.get_content_type() for each in answer.walk()}
    assert nothing_waits(office)


def test_the_operator_is_told_once_of_one_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred players' answers are a hundred plain letters, and one alert."""
    office = office_with({"answer.txt.j2": BROKEN}, tmp_path, monkeypatch)
    office.game(anew=True)
    office.hands.sent.clear()
    answers = [office.orders(power, "STATUS") for power in ("France", "Italy", "Turkey")]
    assert [len(to(sent, OPERATOR)) for sent in answers] == [0, 0, 0]  # it was told while the game was opened
    assert [len(sent) for sent in answers] == [1, 1, 1]
    assert office.last[OPERATOR]["Subject"] == "Judge: a mail (answer) went out in plain words only"


def test_orders_are_taken_and_shown_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands is said below the plain sentence."""
    office = office_with({"reply/orders.j2": BROKEN}, tmp_path, monkeypatch)
    office.game()
    text = said(office.orders("France", "A Par-Bur")[0])
    assert "I read your orders" in text
    assert "A(Par)-Bur" in text


@pytest.mark.parametrize("broken", ["report.txt.j2", "part/board.j2"])
def test_a_report_is_announced_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """Everybody hears that the phase has been run, and how to have the report later."""
    office = office_with({broken: BROKEN}, tmp_path, monkeypatch)
    office.game()
    sent = office.letter(GM, "PROCESS")
    [report] = [each for each in to(sent, "france@mail.example") if "has been run" in each["Subject"]]
    assert "Spring 1901 has been run in quillfeather" in said(report)
    assert "RESULTS Spring 1901" in said(report)
    assert to(sent, OPERATOR)
    assert nothing_waits(office)


def test_nobody_says_yes_to_a_question_that_could_not_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain letter goes out without an address at which a reply would count."""
    before = PostOffice(tmp_path / "office", operator=OPERATOR, careful=True)
    before.game()
    office = office_with({"confirm.txt.j2": BROKEN}, tmp_path, monkeypatch, careful=True)
    office.count, office.hands.time = before.count, before.hands.time
    asked = office.letter(GM, "VACANT France REASON gone")
    [letter] = to(asked, GM)
    assert "a reply does nothing" in said(letter)
    assert letter["Reply-To"] == ADDRESS
    office.reply(GM, "yes")
    assert "vacant" not in said(office.letter("italy@mail.example", "STATUS")[0])


def test_nobody_takes_a_power_over_that_they_were_not_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standby whose letter could not name the vacant power has no address at which YES would take it."""
    office = office_with({"vacancy.txt.j2": BROKEN}, tmp_path, monkeypatch)
    office.game()
    office.letter("Stan Ready <stan@mail.example>", "STANDBY quillfeather")
    [letter] = to(office.letter(GM, "VACANT France REASON gone"), "stan@mail.example")
    assert "a reply does nothing" in said(letter)
    assert letter["Reply-To"] == ADDRESS
    office.reply("stan@mail.example", "yes")
    assert "France nobody" in said(office.letter(GM, "WHO")[0])


def test_a_broken_alert_brings_no_alert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator has one plain letter, not one about that letter."""
    office = office_with({"reply/help.j2": BROKEN, "alert.txt.j2": BROKEN}, tmp_path, monkeypatch)
    office.game()
    sent = office.letter("italy@mail.example", "HELP")
    assert [each["To"] for each in sent].count(OPERATOR) == 1
    assert nothing_waits(office)
