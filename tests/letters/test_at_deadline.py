"""A mail that our own server had before a deadline is for that phase, however late it is committed; never for the next one."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest

from judge.letters import Letter
from tests.letters.post_office import ADDRESS, GM, START, PostOffice, body, headline

FRANCE = "france@mail.example"
ORDERS = "F Bre-ENG\nA Mar-Bur"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A game whose first phase has just been run at its deadline, with no orders."""
    office = PostOffice(tmp_path)
    office.game()
    while not any("results" in headline(each) for each in office.work()):  # reminders come first
        due = office.parts.store.agenda().deadline
        assert due is not None
        office.hands.time = due
    return office


def comes(office: PostOffice, before: timedelta, orders: str = ORDERS) -> EmailMessage:
    """The answer to a mail that was received so long before the deadline, and committed after the phase was run."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"], message["Message-ID"] = FRANCE, ADDRESS, "orders", "<late@mail.example>"
    message.set_content(orders)
    came = office.hands.time - before
    office.hands.time += timedelta(seconds=1)
    office.parts.store.take(Letter(message.as_bytes(), came, "pipe:1", FRANCE, ADDRESS))
    [answer] = [each for each in office.work() if each["To"] == FRANCE]
    return answer


@pytest.mark.parametrize("before", [timedelta(seconds=1), timedelta(minutes=3)])
def test_orders_in_time_are_not_entered_for_the_next_phase(office: PostOffice, before: timedelta) -> None:
    said = " ".join(body(comes(office, before)).split())
    came = {1: "20:59:59", 180: "20:57"}[int(before.total_seconds())]
    assert f"{came} London, before the deadline, but I could read it only after Spring 1901 had been run at 21:00" in said
    assert "F(Bre)-ENG" not in said.partition("STANDING ORDERS")[2]
    assert "No order yet for A(Mar), A(Par) and F(Bre)" in said
    [told] = [each for each in office.last.values() if each["To"] == GM]
    assert "ACCEPT LATE" in body(told)


def test_a_heading_that_names_only_the_power_makes_them_orders_for_no_other_phase(office: PostOffice) -> None:
    said = " ".join(body(comes(office, timedelta(seconds=1), f"ORDERS FOR France\n{ORDERS}")).split())
    assert "before the deadline, but I could read it only after Spring 1901 had been run" in said
    assert "F(Bre)-ENG" not in said.partition("STANDING ORDERS")[2]


def test_orders_after_the_deadline_are_for_the_next_phase(office: PostOffice) -> None:
    said = " ".join(body(comes(office, -timedelta(seconds=1))).split())
    assert "F(Bre)-ENG" in said.partition("STANDING ORDERS for Autumn 1901")[2]


@pytest.mark.parametrize("after", [timedelta(seconds=1), timedelta(minutes=3)])
def test_orders_between_the_deadline_and_the_run_are_not_entered_for_the_next_phase(tmp_path: Path, after: timedelta) -> None:
    """Nobody could know the report: the judge was down over the deadline, or waited a moment for mail on its way."""
    office = PostOffice(tmp_path)
    office.game()
    due = START + timedelta(days=4, hours=9)
    office.hands.time = due + timedelta(minutes=10)
    message = EmailMessage()
    message["From"], message["To"], message["Subject"], message["Message-ID"] = FRANCE, ADDRESS, "orders", "<late@mail.example>"
    message.set_content(ORDERS)
    office.parts.store.take(Letter(message.as_bytes(), due + after, "pipe:1", FRANCE, ADDRESS))
    [answer] = [each for each in office.work() if each["In-Reply-To"] == "<late@mail.example>"]
    said = " ".join(body(answer).split())
    delay = {1: "21:00:01 London, 1 second", 180: "21:03 London, 3 minutes"}[int(after.total_seconds())]
    assert f"{delay} after the deadline; Spring 1901 was run at 21:10. I did not use your orders" in said
    assert "F(Bre)-ENG" not in said.partition("STANDING ORDERS")[2]
    [told] = [each for each in office.last.values() if each["To"] == GM]
    assert "ACCEPT LATE" in body(told)


def test_orders_on_their_way_when_the_last_final_came_are_not_entered_for_the_next_phase(tmp_path: Path) -> None:
    """Whoever changes their mind while the last FINAL is read cannot know the report: the orders are about the phase it ended."""
    office = PostOffice(tmp_path)
    office.game()
    england = "england@mail.example"
    for address in sorted({*office.last} - {GM, england}):
        office.letter(address, "FINAL")
    office.hands.time += timedelta(minutes=5)
    for name, sender, text, ago in (("final", england, "FINAL", 3), ("late", FRANCE, ORDERS, 1)):
        message = EmailMessage()
        message["From"], message["To"], message["Message-ID"] = sender, ADDRESS, f"<{name}@mail.example>"
        message.set_content(text)
        came = office.hands.time - timedelta(seconds=ago)
        office.parts.store.take(Letter(message.as_bytes(), came, f"pipe:{name}", sender, ADDRESS))
    sent = office.work()
    assert any(each["To"] == FRANCE and "results" in headline(each) for each in sent)
    [answer] = [each for each in sent if each["In-Reply-To"] == "<late@mail.example>"]
    said = " ".join(body(answer).split())
    assert "I could read it only after Spring 1901 had been run" in said
    assert "F(Bre)-ENG" not in said.partition("STANDING ORDERS")[2]


def ended(tmp_path: Path) -> PostOffice:
    """A game of which the last FINAL has just ended the first phase."""
    office = PostOffice(tmp_path)
    office.game()
    for address in sorted({*office.last} - {GM}):
        office.letter(address, "FINAL")
    return office


def answered(office: PostOffice, written: timedelta, came: timedelta, way: str) -> str:
    """The answer to orders that were written and received so long after (or before) now, and are stored now."""
    message, now = EmailMessage(), office.hands.time
    message["From"], message["To"], message["Message-ID"] = FRANCE, ADDRESS, "<next@mail.example>"
    message["Date"] = format_datetime(now + written)
    message.set_content(ORDERS)
    office.parts.store.take(Letter(message.as_bytes(), now + came, way, FRANCE, ADDRESS))
    [answer] = [each for each in office.work() if each["In-Reply-To"] == "<next@mail.example>"]
    return " ".join(body(answer).split())


def test_a_clock_that_is_slow_makes_no_answer_to_the_report_late(tmp_path: Path) -> None:
    """The last FINAL ends the phase; the next letter comes after the report, by a mail server whose clock is five minutes slow."""
    office = ended(tmp_path)
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = FRANCE, ADDRESS, "<next@mail.example>"
    message.set_content(ORDERS)
    office.hands.time += timedelta(minutes=1)
    slow = office.hands.time - timedelta(minutes=5)
    office.parts.store.take(Letter(message.as_bytes(), slow, "imap:INBOX:1:7", FRANCE, ADDRESS))
    [answer] = [each for each in office.work() if each["In-Reply-To"] == "<next@mail.example>"]
    assert "Autumn 1901" in headline(answer)
    assert "only after Spring 1901" not in body(answer)
    assert "F(Bre)-ENG" in body(answer).partition("STANDING ORDERS")[2]


def test_orders_that_reach_the_store_after_the_last_final_are_not_entered_for_the_next_phase(tmp_path: Path) -> None:
    """They were written, and our mail server had them, seconds before it; the disk was slow, or the judge was down meanwhile."""
    office = ended(tmp_path)
    office.hands.time += timedelta(seconds=2)
    said = answered(office, timedelta(seconds=-6), timedelta(seconds=-3), "smtp:1")
    assert "I could read it only after Spring 1901 had been run" in said
    assert "F(Bre)-ENG" not in said.partition("STANDING ORDERS")[2]


@pytest.mark.parametrize("written", [-5, 5])
def test_a_move_that_was_on_its_way_is_no_retreat(tmp_path: Path, written: int) -> None:
    """A Tri - Alb was written for the moves, and came when its unit had been dislodged: then it could be a retreat, too."""
    office, austria = PostOffice(tmp_path), "austria@mail.example"
    office.game()
    for orders in ("A Ven - Tyr\nA Rom - Ven", "A Tyr - Tri\nA Ven S A Tyr - Tri"):
        office.orders("Italy", orders)
        office.letter(GM, "GAME quillfeather\nPROCESS")
    now = office.hands.time
    office.hands.time += timedelta(seconds=20)
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = austria, ADDRESS, "<next@mail.example>"
    message["Date"] = format_datetime(now + timedelta(seconds=written))
    message.set_content("F Tri - Alb")
    office.parts.store.take(Letter(message.as_bytes(), now + timedelta(seconds=15), "smtp:1", austria, ADDRESS))
    [answer] = [each for each in office.work() if each["In-Reply-To"] == "<next@mail.example>"]
    said = " ".join(body(answer).split())
    assert ("too late for Autumn 1901" in headline(answer)) == (written < 0)
    assert ("F(Tri) ret Alb" in said.partition("STANDING ORDERS")[2]) == (written > 0)


def test_a_clock_that_was_set_back_makes_no_answer_to_the_report_late(tmp_path: Path) -> None:
    """The phase was run by a clock half a minute ahead; when it is right again, who writes has read the report."""
    office = ended(tmp_path)
    office.hands.time -= timedelta(seconds=30)
    said = answered(office, timedelta(seconds=-4), timedelta(seconds=-1), "smtp:1")
    assert "only after Spring 1901" not in said
    assert "F(Bre)-ENG" in said.partition("STANDING ORDERS for Autumn 1901")[2]


def test_a_slow_mail_server_makes_no_answer_to_the_report_late(tmp_path: Path) -> None:
    """Its writer's clock is right, and says that it was written after the report."""
    office = ended(tmp_path)
    office.hands.time += timedelta(minutes=1)
    said = answered(office, timedelta(seconds=-4), timedelta(minutes=-5), "imap:INBOX:1:7")
    assert "only after Spring 1901" not in said
    assert "F(Bre)-ENG" in said.partition("STANDING ORDERS for Autumn 1901")[2]


def test_how_late_a_reply_to_the_old_phase_is(office: PostOffice) -> None:
    """In seconds while they are few."""
    old = office.last[FRANCE]
    office.hands.time += timedelta(seconds=40)
    [answer] = [each for each in office.letter(FRANCE, f"ORDERS FOR Spring 1901\n{ORDERS}") if each["To"] == FRANCE]
    assert old
    assert "21:00:41 London, 41 seconds after the deadline; Spring 1901 had been run at 21:00" in " ".join(body(answer).split())


def test_process_that_misses_the_deadline_runs_nothing(office: PostOffice) -> None:
    """A GM wanted to end the phase, and it ended meanwhile: the next one is not run, and the answer says what would run it."""
    ran = office.hands.time
    office.hands.time += timedelta(seconds=20)
    sent = office.letter(GM, "PROCESS", Date=format_datetime(ran - timedelta(seconds=10)))
    [answer] = [each for each in sent if each["To"] == GM]
    assert "I have run nothing. Autumn 1901 is running" in " ".join(body(answer).split())
    assert not [each for each in sent if each["To"] == FRANCE]
    assert "PROCESS Autumn 1901 runs it" in " ".join(body(answer).split())
    again = office.letter(GM, "PROCESS Autumn 1901", Date=format_datetime(ran - timedelta(hours=1)))  # by a clock that is slow
    assert any("results" in headline(each) for each in again if each["To"] == FRANCE)
