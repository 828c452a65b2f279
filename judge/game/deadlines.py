"""Deadlines: a wall clock in a named zone, or a plain interval; when the next one falls, and how one is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
UNITS = {"second": 1, "minute": 60, "hour": 3600}
LONGEST = 366
"""Days: the longest interval a deadline may have."""


class Unclear(ValueError):
    """A deadline that could not be read: `why` names the sentence, `word` what it is about."""

    def __init__(self, why: str, word: str = "") -> None:
        super().__init__(f"{why}: {word}")
        self.why, self.word = why, word


@dataclass(frozen=True, slots=True)
class DeadlineSpec:
    """When phases of one kind end. Either days (or every n days) with a wall clock in a zone, or `seconds` after the last."""

    zone: str = "UTC"
    at: str = ""
    """`21:00`; '' for plain intervals."""
    days: tuple[int, ...] = ()
    """Weekdays, Monday = 0; empty if it is an interval."""
    every: int = 0
    """Days between deadlines."""
    seconds: int = 0
    """Seconds between deadlines, for games that do not care for days."""

    def after(self, now: datetime) -> datetime:
        """The next deadline (UTC) after `now`, leaving people at least half of the time they usually have.

        An early end of the phase before therefore never makes the next phase very short: with `Fridays`, a phase
        that ends on a Wednesday is followed by a deadline on Friday week.
        """
        if self.seconds:
            return (now + timedelta(seconds=self.seconds)).astimezone(UTC)
        local = now.astimezone(ZoneInfo(self.zone))
        if self.every:
            return self._on(local.date() + timedelta(days=self.every))
        earliest = now + timedelta(days=7 / len(self.days) / 2)
        wanted = (local.date() + timedelta(days=n) for n in range(22))
        return next(when for day in wanted if day.weekday() in self.days and (when := self._on(day)) >= earliest)

    def _on(self, day: date) -> datetime:
        """The wall clock on a day, as an instant. A time that summer time skips counts as if it had not."""
        return datetime.combine(day, time.fromisoformat(self.at), ZoneInfo(self.zone)).astimezone(UTC)


def read_spec(text: str) -> DeadlineSpec:
    """`Fridays 21:00 Europe/London`, `Mon, Thu 20:30 Berlin`, `every 3 days 21:00 UTC`, `every 20 seconds`.

    Raises:
        Unclear: with `no-time`, `no-days`, `midnight`, `which-zone`, `no-zone` or `too-long`.
    """
    plain = re.fullmatch(r"(?:every\s+)?(\d{1,6})\s*(second|minute|hour)s?", text.strip().lower())
    if plain:
        seconds = int(plain[1]) * UNITS[plain[2]]
        if not 0 < seconds <= LONGEST * 86400:
            raise Unclear("too-long", text)
        return DeadlineSpec(seconds=seconds)
    before, at, zone = _clock(text)
    interval = re.fullmatch(r"every\s+(\d{1,3})?\s*(day|week)s?", before)
    if interval:
        every = int(interval[1] or 1) * (7 if interval[2] == "week" else 1)
        if not 0 < every <= LONGEST:
            raise Unclear("too-long", text)
        return DeadlineSpec(zone, at, every=every)
    return DeadlineSpec(zone, at, days=_weekdays(before))


def read_once(text: str, zone: str, now: datetime) -> datetime | None:
    """One instant: `26 March 2027 21:00 London`, `2027-03-26 21:00`; None if the text names no date.

    Raises:
        Unclear: the date does not exist or is past, or the clock or zone cannot be read.
    """
    found = re.search(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", text)
    named = re.search(r"\b(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{4})\b", text)
    if found:
        numbers, match = (int(found[1]), int(found[2]), int(found[3])), found
    elif named and named[2].lower() in MONTHS:
        numbers, match = (int(named[3]), MONTHS.index(named[2].lower()) + 1, int(named[1])), named
    else:
        return None
    _, at, where = _clock(text[: match.start()] + text[match.end() :], zone)
    try:
        when = datetime.combine(date(*numbers), time.fromisoformat(at), ZoneInfo(where)).astimezone(UTC)
    except ValueError:
        raise Unclear("no-date", match[0]) from None
    if when <= now:
        raise Unclear("past", match[0])
    return when


def find_zone(text: str) -> str:
    """The zone a text names: `Europe/London`, `london`, `UTC`.

    Raises:
        Unclear: `no-zone`, or `which-zone` if several places have that name.
    """
    wanted = text.strip().replace(" ", "_").lower()
    if wanted in ("utc", "gmt", ""):
        return "UTC"
    known = available_timezones()
    exact = [key for key in known if key.lower() == wanted]
    found = exact or [key for key in known if key.lower().rpartition("/")[2] == wanted and "/" in key]
    if not found:
        raise Unclear("no-zone", text.strip())
    if len(found) > 1:
        raise Unclear("which-zone", ", ".join(sorted(found)))
    return found[0]


def _clock(text: str, default: str = "UTC") -> tuple[str, str, str]:
    """(what stands before the clock, in lower case; `HH:MM`; zone)."""
    if re.search(r"\bmidnight\b|\b(?:24|0?0):00\b", text.lower()):
        raise Unclear("midnight")
    found = re.search(r"\b(\d{1,2}):(\d{2})\b", text)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise Unclear("no-time", text.strip())
    zone = text[found.end() :].strip(" .,;()")
    before = " ".join(re.sub(r"\bat\b|,", " ", text[: found.start()].lower()).split())
    return before, f"{int(found[1]):02}:{found[2]}", find_zone(zone) if zone else default


def _weekdays(text: str) -> tuple[int, ...]:
    words = re.sub(r"\band\b|\bevery\b|\bon\b", " ", text).split()
    found = set()
    for word in words:
        days = [n for n, day in enumerate(DAYS) if len(word) >= 3 and (day.startswith(word) or word == day + "s")]
        if len(days) != 1:
            raise Unclear("no-days", word)
        found.add(days[0])
    if not found:
        raise Unclear("no-days", text)
    return tuple(sorted(found))
