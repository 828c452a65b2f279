"""Calendar files, as another program's parser reads them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from judge.mail.calendar_file import CalendarDate, calendar_file

AT = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)
texts = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp", "Cn", "Co", "Cf")), max_size=200)
instants = st.integers(600_000_000, 4_000_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))


@given(texts, texts, st.integers(0, 99999), instants, st.booleans())
def test_what_is_written_is_read(title: str, words: str, version: int, at: datetime, cancelled: bool) -> None:
    """Every text, number and instant comes back, and no line is longer than it may be."""
    date = CalendarDate("game-quill@judge.example", version, at, at - timedelta(days=1), title, words, cancelled)
    content = calendar_file(date).content
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert content.endswith(b"\r\n")
    [event] = Calendar.from_ical(content).walk("VEVENT")
    assert str(event["UID"]) == "game-quill@judge.example"
    assert str(event["SUMMARY"]) == "".join(each for each in title if each.isprintable())
    assert str(event.get("DESCRIPTION", "")) == "".join(each for each in words if each.isprintable())
    assert int(event["SEQUENCE"]) == version
    assert event["DTSTART"].dt == at
    assert str(event["STATUS"]) == ("CANCELLED" if cancelled else "CONFIRMED")


def test_a_line_of_its_own_cannot_be_smuggled_in() -> None:
    """A reason or a name with line breaks stays within its field."""
    date = CalendarDate("u", 1, AT, AT, "A\r\nATTENDEE:mailto:x@y.example", "one\ntwo")
    [event] = Calendar.from_ical(calendar_file(date).content).walk("VEVENT")
    assert "ATTENDEE" not in event
    assert str(event["DESCRIPTION"]) == "one\ntwo"
