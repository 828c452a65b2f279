"""Dates and spans as people write them: `26 March`, `2027-03-26`, `10-17 April`, `3 days`."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from judge.game.clock.time_zones import UnclearTime

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
LENGTHS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}
LONGEST = 366
"""Days: the longest span that is accepted."""
NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)\b\.?"
)
_WEEKDAY = r"(?:(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?"
_DATE = re.compile(
    rf"{_WEEKDAY}(?:\b(?P<y>\d{{4}})-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}})\b"
    rf"|(?<![\d:.])(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>{_MONTH})(?:,?\s+(?P<year>\d{{4}})\b)?"
    rf"|\b(?P<month2>{_MONTH})\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])(?:,?\s+(?P<year2>\d{{4}})\b)?)",
    re.IGNORECASE,
)
_TO = r"\s*(?:-|–|—|\bto\b|\btill\b|\buntil\b|\bthrough\b)\s*"
_WITHIN = re.compile(
    rf"(?<![\d:.])(\d{{1,2}})(?:st|nd|rd|th)?{_TO}(?=\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?({_MONTH}))", re.IGNORECASE
)
_AFTER = re.compile(rf"\b({_MONTH})\s+(\d{{1,2}}){_TO}(\d{{1,2}})\b(?!\s*(?:of\s+)?{_MONTH})", re.IGNORECASE)
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.(0?[1-9]|1[0-2])(?:\.(?!\d\d?(?!\d))\s?(\d{4})?|\s*$)")
"""A date with dots: `10.4.` and `10.4.2027` are read with the day first; `10/4` is ambiguous."""
_SPAN = re.compile(
    rf"\b(\d{{1,6}}|{'|'.join(NUMBERS)})\s*(?:more\s+|extra\s+|further\s+)?(second|minute|hour|day|week)s?\b", re.IGNORECASE
)
_SHORT = re.compile(r"\b(\d{1,4})\s*([hdw])\b", re.IGNORECASE)
_A_DAY = rf"(?P<name>{'|'.join(DAYS)})"
_AWAY = re.compile(
    rf"\bin\s+(?P<in>{_SPAN.pattern})|(?<!every )(?P<hence>{_SPAN.pattern})\s+(?:from\s+(?:now|today)|hence)\b", re.IGNORECASE
)
_NEXT = re.compile(rf"\bnext\s+{_A_DAY}\b", re.IGNORECASE)
_DAY_WEEK = re.compile(rf"\b{_A_DAY}\s+week\b", re.IGNORECASE)
"""`Friday week` is the Friday after the next."""


class Duration(NamedTuple):
    """A length of time. `unit` is one of LENGTHS; days and weeks are calendar days and weeks, even when clocks change."""

    number: int
    unit: str

    @property
    def seconds(self) -> int:
        """Return its length in seconds; a day has 24 hours."""
        return self.number * LENGTHS[self.unit]

    def after(self, when: datetime, zone: str) -> datetime:
        """Return the instant this much later, by the clocks of a zone: days and weeks keep the wall clock."""
        length = timedelta(seconds=self.seconds)
        if self.unit not in ("day", "week"):
            return when + length
        return (when.astimezone(ZoneInfo(zone)) + length).astimezone(UTC)


def parse_duration(text: str) -> Duration | None:
    """The first span that a text names (`3 days`, `a week`, `24h`), or None. Raises UnclearTime if it is longer than a year."""
    found, short = _SPAN.search(text), _SHORT.search(text)
    if found:
        span = Duration(NUMBERS.get(found[1].lower()) or int(found[1]), found[2].lower())
    elif short:
        span = Duration(int(short[1]), {"h": "hour", "d": "day", "w": "week"}[short[2].lower()])
    else:
        return None
    if not 0 < span.seconds <= LONGEST * 86400:
        raise UnclearTime("too-long", text.strip())
    return span


class FoundDate(NamedTuple):
    """A date in a text, and the text without it."""

    day: date
    rest: str
    written: str


def with_dates(text: str, today: date) -> str:
    """Return a text with dates (`2027-03-26`) for days that it tells from today: `tomorrow`, `in 10 days`, `two weeks from now`,
    `next Tuesday`, `Friday week`.

    Raises:
        UnclearTime: `which-next` if some would take the day for one of this week, and others for one of the next.
    """
    for word, day in (("today", today), ("tomorrow", today + timedelta(days=1))):
        text = re.sub(rf"\b{word}\b", day.isoformat(), text, flags=re.IGNORECASE)
    found, span = _away(text)
    if found and span and span.unit in ("day", "week"):
        text = text.replace(found[0], (today + timedelta(seconds=span.seconds)).isoformat())
    if found := _DAY_WEEK.search(text):
        text = text.replace(found[0], (_coming(found["name"], today) + timedelta(days=7)).isoformat())
    if found := _NEXT.search(text):
        day = _coming(found["name"], today)
        if day.isocalendar()[:2] == today.isocalendar()[:2]:
            either = (f"{each:%A} {each.day} {each:%B %Y}" for each in (day, day + timedelta(7)))
            raise UnclearTime("which-next", found[0], tuple(" ".join(text.replace(found[0], each).split()) for each in either))
        text = text.replace(found[0], day.isoformat())
    return text


def span_from_now(text: str) -> Duration | None:
    """Return the hours or minutes of a text that says no more than `in 36 hours`; None for any other."""
    found, span = _away(text)
    return span if found and found[0].strip() == text.strip(" .") and span and span.unit in ("hour", "minute") else None


def _away(text: str) -> tuple[re.Match[str] | None, Duration | None]:
    found = _AWAY.search(text)
    return found, parse_duration(found["in"] or found["hence"]) if found else None


def _coming(name: str, today: date) -> date:
    """The first such day of the week behind today."""
    return today + timedelta(days=(DAYS.index(name.lower()) - today.weekday() - 1) % 7 + 1)


def parse_date(text: str, today: date) -> FoundDate | None:
    """The first date in a text; without a year the next such date; or None.

    Raises:
        UnclearTime: `no-date` (31 April), `weekday` if it falls on another day of the week than is written.
    """
    match = _DATE.search(text)
    if match is None:
        return None
    written = " ".join(match[0].split())
    day = _day(match, today, written)
    weekday = match["weekday"]
    if weekday and not DAYS[day.weekday()].startswith(weekday.lower()[:3]):
        raise UnclearTime("weekday", written, (DAYS[day.weekday()].capitalize(),))
    return FoundDate(day, f"{text[: match.start()]} {text[match.end() :]}", written)


def parse_date_range(text: str, today: date) -> tuple[date, date] | None:
    """The first and last day of a time away: `10-17 April`, `28 March to 3 April`, `10 April`; None if no date is in it.

    Raises:
        UnclearTime: a date that does not exist, or `backwards`.
    """
    text = spell_dotted(text)
    text = re.sub(r"\b(\d{1,2})\.(?=\s*[-–—])", r"\1", text)  # `10.-17.4.`
    text = _AFTER.sub(r"\2-\3 \1", text)
    text = _WITHIN.sub(r"\1 \2 to ", text)
    first = parse_date(text, today)
    if first is None:
        return None
    last = parse_date(first.rest, first.day)
    days = first.day, last.day if last else first.day
    if days[1] < days[0]:
        raise UnclearTime("backwards", " ".join(text.split()))
    return days


def spell_dotted(text: str) -> str:
    """Return a text with the months of dates like `10.4.` and `10.4.2027` as words."""
    return _DOTTED.sub(lambda found: f"{found[1]} {MONTHS[int(found[2]) - 1]} {found[3] or ''} ", text)


def to_utc(day: date, at: str, zone: str) -> datetime:
    """A wall clock on a day, in UTC.

    Raises:
        UnclearTime: `no-hour` if the clocks skip it on that day, `twice` if they show it twice; `near` says what could be said.
    """
    wall = datetime.combine(day, time.fromisoformat(at), ZoneInfo(zone))
    early, late = wall.replace(fold=0).astimezone(UTC), wall.replace(fold=1).astimezone(UTC)
    if early == late:
        return early
    if early < late:
        raise UnclearTime("twice", at, (f"{early:%H:%M}", f"{late:%H:%M}"))
    before, after = _around(late, early, zone)
    raise UnclearTime("no-hour", at, (f"{before:%H:%M}", f"{after:%H:%M}"))


def _around(early: datetime, late: datetime, zone: str) -> tuple[datetime, datetime]:
    """Return the last minute before the clocks of a zone are put forward between two instants, and the first minute after it."""
    there = ZoneInfo(zone)
    offset = early.astimezone(there).utcoffset()
    while early < late and (early + timedelta(minutes=1)).astimezone(there).utcoffset() == offset:
        early += timedelta(minutes=1)
    return early.astimezone(there), (early + timedelta(minutes=1)).astimezone(there)


def _day(match: re.Match[str], today: date, written: str) -> date:
    year = match["y"] or match["year"] or match["year2"]
    month = int(match["m"]) if match["m"] else MONTHS.index((match["month"] or match["month2"])[:3].lower()) + 1
    day = int(match["d"] or match["day"] or match["day2"])
    try:
        if year:
            return date(int(year), month, day)
        return next_such_date(today, month, day)
    except ValueError:
        raise UnclearTime("no-date", written) from None


def next_such_date(today: date, month: int, day: int) -> date:
    """Return the first date with this month and day that is not before today. Raises ValueError if there is none."""
    found = next((day_ for n in range(9) if (day_ := _exists(today.year + n, month, day)) and day_ >= today), None)
    if found is None:
        raise ValueError(f"no such date: {month}-{day}")
    return found


def _exists(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
