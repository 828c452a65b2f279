"""A calendar file with one date (RFC 5545), which calendar programs take from a mail."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from judge.letters import Attachment

MIME = "text/calendar; method=PUBLISH; charset=utf-8"
OCTETS = 75
"""The longest line, without its line end."""


class CalendarDate(NamedTuple):
    """One date. A later version replaces an earlier one of the same `uid`."""

    uid: str
    version: int
    """Higher than that of every version sent before."""
    at: datetime
    said: datetime
    """When this version was made."""
    title: str
    words: str = ""
    cancelled: bool = False


def calendar_file(date: CalendarDate, name: str = "deadline.ics") -> Attachment:
    """Return the file of a date."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Judge//Judge//EN", "METHOD:PUBLISH", "BEGIN:VEVENT",
        f"UID:{_text(date.uid)}", f"SEQUENCE:{date.version}", f"DTSTAMP:{_utc(date.said)}", f"DTSTART:{_utc(date.at)}",
        f"DTEND:{_utc(date.at + timedelta(minutes=1))}", f"SUMMARY:{_text(date.title)}",
        *([f"DESCRIPTION:{_text(date.words)}"] if date.words else []),
        f"STATUS:{'CANCELLED' if date.cancelled else 'CONFIRMED'}", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR",
    ]  # fmt: skip
    content = "".join(f"{part}\r\n" for line in lines for part in _folded(line))
    return Attachment(name, MIME, content.encode())


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    """Write a text as a value: marks of its grammar with a backslash, without control characters."""
    for mark in "\\;,":
        text = text.replace(mark, f"\\{mark}")
    return "".join("\\n" if each == "\n" else each for each in text if each == "\n" or each.isprintable())


def _folded(line: str) -> Iterator[str]:
    """Break a line into parts of at most OCTETS bytes, each but the first behind a blank; no character is cut."""
    part = ""
    for each in line:
        if len((part + each).encode()) > OCTETS:
            yield part
            part = " "
        part += each
    yield part
