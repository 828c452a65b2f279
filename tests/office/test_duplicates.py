"""Letters that come again, too late or too often: replies to what is over, and more letters about a game than people write."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.letters import Letter
from judge.office.intake import duplicates
from tests.letters.post_office import ADDRESS, GM, POWERS, PostOffice, body, headline

UNITS = ("A(Vie)", "A(Lvp)", "A(Par)", "A(Mun)", "A(Ven)", "A(Mos)", "A(Con)")
OVER = "Your orders are for Autumn 1901, which has been run. They change nothing; it is now"


def said(answer: EmailMessage) -> str:
    """Its words without their line breaks."""
    return " ".join(body(answer).split())


def test_a_reply_to_a_report_is_about_the_phase_that_it_announced(tmp_path: Path) -> None:
    """Whatever its subject says. An old one that comes a year later, as a letter of its own, is refused with the reason."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    reports = {message["To"]: message for message in office.wait(days=5)}
    report = reports["france@mail.example"]
    assert "Spring 1901 results" in headline(report)

    def reply(text: str) -> str:
        [answer] = office.letter("france@mail.example", text, "my moves", report["Reply-To"], In_Reply_To=report["Message-ID"])
        return said(answer)

    assert "STANDING ORDERS for Autumn 1901" in reply("A(Par)-Bur")
    office.wait(days=7)
    office.wait(days=7)
    assert OVER in reply("A(Par)-Bur")
    assert OVER in reply("A(Par)-Gas")


def test_a_report_asked_for_again_is_about_the_phase_it_was_asked_in(tmp_path: Path) -> None:
    """Who asks for old results and replies to them writes about now."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    for _ in range(2):
        office.wait(days=7)
    again = next(m for m in office.reply("france@mail.example", "RESULTS Spring 1901") if "results" in headline(m))
    [answer] = office.letter("france@mail.example", "A(Par)-Bur", "x", again["Reply-To"], In_Reply_To=again["Message-ID"])
    assert "STANDING ORDERS for Autumn 1901" not in said(answer)
    assert "STANDING ORDERS" in said(answer)


@pytest.mark.parametrize("together", [False, True], ids=["one by one", "together"])
def test_a_newcomers_letter_that_comes_twice(tmp_path: Path, together: bool) -> None:
    """Whether the second copy is decided later or with the first: it is obeyed and answered once."""
    office = PostOffice(tmp_path, careful=False)
    office.letter(GM, "CREATE paris")
    raw = b"From: ann@mail.example\r\nTo: %b\r\nMessage-ID: <twice@mail.example>\r\n\r\nJOIN paris\r\n" % ADDRESS.encode()
    sent = []
    for number in range(2):
        office.parts.store.take(Letter(raw, office.hands.time, f"way {number}", "ann@mail.example", ADDRESS))
        sent += [] if together and not number else office.work()
    assert [message["In-Reply-To"] for message in sent if message["To"] == "ann@mail.example"] == ["<twice@mail.example>"]


def test_more_letters_about_a_game_than_people_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No one of them writes much. Each is told once that it is not his doing, and what he ordered stands."""
    monkeypatch.setattr(duplicates, "CROWD", 1)
    office = PostOffice(tmp_path, careful=True)
    office.game()
    replies = [(f"{power.lower()}@mail.example", f"{unit} stands") for power, unit in zip(POWERS, UNITS, strict=True)]
    first = [office.reply(address, text) for address, text in replies * 4]
    assert all(len(answers) == 1 for answers in first)
    assert not any("so many mails" in said(answer).lower() for answers in first for answer in answers)
    assert len(office.reply("france@mail.example", "A(Par)-Bur")) == 1
    assert len(office.reply("england@mail.example", "A(Lvp)-Yor")) == 1
    assert len(office.reply("italy@mail.example", "A(Ven)-Tyr")) == 1
    [told] = office.reply("france@mail.example", "A(Mar)-Spa")
    assert "So many mails about this game came within an hour, not only yours" in said(told)
    assert "A(Mar)-Spa" in said(told)
    assert office.reply("france@mail.example", "F(Bre)-MAO") == []
    office.hands.time += duplicates.HOUR
    [answer] = office.reply("france@mail.example", "STATUS")
    assert "F(Bre)-MAO" in said(answer)


def test_the_hour_slides(tmp_path: Path) -> None:
    """What counts is the hour before each letter: half of them an hour ago leave room for as many now."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    for _ in range(15):
        assert office.reply("france@mail.example", "STATUS")
    office.wait(minutes=50)
    for _ in range(15):
        assert "More than" not in said(office.reply("france@mail.example", "STATUS")[0])
    office.wait(minutes=11)
    for _ in range(15):
        assert "More than" not in said(office.reply("france@mail.example", "STATUS")[0])
    assert "More than 30 mails" in said(office.reply("france@mail.example", "STATUS")[0])
    assert office.reply("france@mail.example", "STATUS") == []
    assert len(office.reply("england@mail.example", "STATUS")) == 1, "it is France who writes too much"


def test_lessons_leave_room_for_practice(tmp_path: Path) -> None:
    """Each letter there runs a phase: thirty would be used up by a course, and who then begins a game would hear nothing."""
    office = PostOffice(tmp_path, careful=True)
    anna = "anna@mail.example"
    office.letter(anna, "LESSON")
    office.reply(anna, "yes")
    for _ in range(40):
        assert "hint" in said(office.reply(anna, "HINT")[0])
    assert any("practice1" in letter["Subject"] for letter in office.reply(anna, "PRACTICE"))
    for _ in range(4 * 30):
        office.reply(anna, "STATUS")
    assert office.reply(anna, "STATUS") == []
