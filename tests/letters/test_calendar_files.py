"""A deadline in its reader's calendar: a file with each mail that sets or changes one, as another program reads it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from tests.letters.post_office import PostOffice, body, dates

FRANCE, HARRIET = "france@mail.example", "harriet@zine.example"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A game of seven that has begun; it is Mon 1 March 2027, noon, and Spring 1901 is due on Friday."""
    office = PostOffice(tmp_path)
    office.started = office.game(deadline="DEADLINE Fridays 21:00 Europe/London")  # type: ignore[attr-defined]
    return office


def dates_for(address: str, messages: Sequence[EmailMessage]) -> list[Any]:
    """The dates that somebody's mails bring."""
    files = [text for message in messages if message["To"] == address for text in dates(message)]
    return [event for text in files for event in Calendar.from_ical(text).walk("VEVENT")]


def test_a_game_has_one_date_in_the_calendar_which_moves(office: PostOffice) -> None:
    """The start sets it; a new deadline, a pause, its end and the next phase change that same date, each with a higher number."""
    sets = dates_for(FRANCE, office.started)  # type: ignore[attr-defined]
    sets += dates_for(FRANCE, office.letter(HARRIET, "EXTEND 1 week REASON snow"))
    sets += dates_for(FRANCE, office.letter(HARRIET, "PAUSE UNTIL 20 March REASON snow"))
    sets += dates_for(FRANCE, office.letter(HARRIET, "RESUME"))
    sets += dates_for(FRANCE, office.wait(days=12))
    assert [f"{event['DTSTART'].dt:%d %H:%M} {event['STATUS']}" for event in sets] == [
        "05 21:00 CONFIRMED", "12 21:00 CONFIRMED", "12 21:00 CANCELLED", "12 21:00 CONFIRMED", "19 21:00 CONFIRMED",
    ]  # fmt: skip
    assert len({str(event["UID"]) for event in sets}) == 1
    versions = [int(event["SEQUENCE"]) for event in sets]
    assert versions == sorted(set(versions))
    assert str(sets[0]["SUMMARY"]) == "Quillfeather: Spring 1901 is due"
    assert str(sets[-1]["SUMMARY"]) == "Quillfeather: Autumn 1901 is due"


def test_the_gm_has_it_with_the_answer(office: PostOffice) -> None:
    """Who sets a deadline is sent no news of it; other letters bring no date."""
    [event] = dates_for(HARRIET, office.letter(HARRIET, "DEADLINE 9 April 2027 21:00"))
    assert event["DTSTART"].dt == datetime(2027, 4, 9, 20, tzinfo=UTC)
    assert not dates_for(HARRIET, office.letter(HARRIET, "STATUS"))
    assert not dates_for(FRANCE, office.orders("France", "A(Par)-Bur"))


@pytest.mark.parametrize("line", ["ICS OFF", "CALENDAR OFF", "calendar off", "no calendar files"])
def test_nobody_must_have_it(office: PostOffice, line: str) -> None:
    """Under the word of the settings too, which is a GM's else; and it can be had again."""
    [answer] = office.letter(FRANCE, line)
    assert "bring no calendar files" in body(answer)
    assert not dates_for(FRANCE, office.letter(HARRIET, "EXTEND 1 week REASON snow"))
    office.letter(FRANCE, "ICS ON")
    assert dates_for(FRANCE, office.letter(HARRIET, "EXTEND 1 week REASON more snow"))


def test_its_end_is_cancelled(office: PostOffice) -> None:
    """A game that is over leaves no date behind."""
    [event] = dates_for(FRANCE, office.letter(HARRIET, "DRAW"))
    assert str(event["STATUS"]) == "CANCELLED"


def test_dates_below_one_another_are_no_wider_than_a_letter(tmp_path: Path) -> None:
    """Two long zones and two dates in a line: it goes on in the next line, further in."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter(HARRIET, "TIMEZONE Asia/Ho_Chi_Minh")
    said = body(office.letter(HARRIET, "DEADLINE the last Sunday of each month 18:00 America/Argentina/Buenos_Aires")[0])
    dates = said.partition("The next deadlines by this clock:\n")[2].partition("\n\n")[0]
    assert dates.count("your time") == 3
    assert all(len(line) <= 72 for line in said.splitlines())
    assert dates.splitlines()[1].startswith("      ")
