"""Deadlines: a wall clock in a named zone, or a plain interval. Parse one, and find when the next falls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from judge.game.clock.dates import DAYS, LONGEST, parse_date, parse_duration, to_utc
from judge.game.clock.time_zones import UnclearTime, find_zone

_TWELVE = re.compile(r"\b(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\b\.?", re.IGNORECASE)
"""`9 pm`, `9:30 p.m.`"""
_NOON = re.compile(r"\b(?:12\s*(?::00)?\s*)?noon\b", re.IGNORECASE)


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
    """Seconds between deadlines, for games that do not go by days."""
    least: int = 0
    """Fewest seconds that a phase lasts; 0 for half of its usual length."""
    most: int = 0
    """Most seconds that a phase lasts, if the days allow it; 0 for no limit."""

    def after(self, now: datetime) -> datetime:
        """The next deadline (UTC) after `now`, leaving people at least half of the time they usually have, or `least`.

        An early end of the phase before therefore never makes the next phase very short: with `Fridays`, a phase
        that ends on a Wednesday is followed by a deadline on Friday week.
        """
        earliest = now + (timedelta(seconds=self.least) if self.least else self._half())
        latest = now + timedelta(seconds=self.most) if self.most else None
        before = None
        for when in self._from(now):
            if when >= earliest:
                break
            before = when
        return before if latest and before and when > latest else when

    def following(self, deadline: datetime) -> datetime:
        """Return the next regular deadline after another, however soon it is."""
        return next(when for when in self._from(deadline) if when > deadline)

    def back(self, now: datetime, last: date) -> datetime:
        """Return the first regular deadline after `now` that is on a later day than `last`."""
        if self.seconds:
            morrow = datetime.combine(last + timedelta(days=1), time(), ZoneInfo(self.zone))
            return now + timedelta(seconds=self.seconds) * max(1, -((now - morrow) // timedelta(seconds=self.seconds)))
        return next(when for when in self._from(now) if when.astimezone(ZoneInfo(self.zone)).date() > last)

    def quickened(self, days: int) -> DeadlineSpec:
        """Return the same clock every so many days; of a plain interval a third."""
        if self.seconds:
            return replace(self, seconds=max(1, self.seconds // 3))
        return DeadlineSpec(self.zone, self.at, every=days)

    def _half(self) -> timedelta:
        return timedelta(days=7 / len(self.days) / 2) if self.days else timedelta()

    def _from(self, now: datetime) -> Iterator[datetime]:
        """Yield the deadlines after `now`, by days of the week, by the interval, or by seconds."""
        if self.seconds:
            yield from ((now + timedelta(seconds=self.seconds * n)).astimezone(UTC) for n in count(1))
        today = now.astimezone(ZoneInfo(self.zone)).date()
        if self.every:
            yield from (self._on(today + timedelta(days=self.every + n)) for n in count())
        days = (today + timedelta(days=n) for n in count())
        yield from (when for day in days if day.weekday() in self.days and (when := self._on(day)) > now)

    def _on(self, day: date) -> datetime:
        """Return the wall clock on a day as an instant. A time that summer time skips counts as if it existed."""
        return datetime.combine(day, time.fromisoformat(self.at), ZoneInfo(self.zone)).astimezone(UTC)


def parse_deadline_spec(text: str) -> DeadlineSpec:
    """`Fridays 21:00 Europe/London`, `Mon, Thu 20:30 Berlin MIN 2 days MAX 5 days`, `every 3 days 21:00 UTC`, `every 20 seconds`.

    Raises:
        UnclearTime: with `no-time`, `no-days`, `midnight`, `which-zone`, `no-zone`, `short-zone` or `too-long`.
    """
    least, most, text = _bounds(text)
    plain = re.fullmatch(r"(?:every\s+)?(\d{1,6})\s*(second|minute|hour)s?", text.strip().lower())
    if plain:
        span = parse_duration(plain[0])
        return DeadlineSpec(seconds=span.seconds if span else 0)
    before, at, zone = parse_clock_time(text)
    interval = re.fullmatch(r"every\s+(\d{1,3})?\s*(day|week)s?", before)
    if interval:
        every = int(interval[1] or 1) * (7 if interval[2] == "week" else 1)
        if not 0 < every <= LONGEST:
            raise UnclearTime("too-long", text)
        return DeadlineSpec(zone, at, every=every, least=least, most=most)
    return DeadlineSpec(zone, at, days=parse_weekdays(before), least=least, most=most)


def parse_single_deadline(text: str, zone: str, now: datetime) -> datetime | None:
    """One instant: `26 March 2027 21:00 London`, `Fri 26 March 21:00`, `2027-03-26 21:00`; None if the text names no date.

    Raises:
        UnclearTime: the date or the clock on it does not exist, is past or comes twice, or the clock or zone cannot be read.
    """
    found = parse_date(text, now.astimezone(ZoneInfo(zone)).date())
    if found is None:
        return None
    _, at, where = parse_clock_time(found.rest, zone)
    try:
        when = to_utc(found.day, at, where)
    except UnclearTime as unclear:
        raise UnclearTime(
            unclear.why, f"{at} on {found.written}, {where.rpartition('/')[2].replace('_', ' ')}", unclear.near
        ) from None
    if when <= now:
        raise UnclearTime("past", found.written)
    return when


def _bounds(text: str) -> tuple[int, int, str]:
    """Return the seconds of `MIN 2 days` and of `MAX 5 days` (0 if absent), and the text without them."""
    bounds = []
    for word in ("min(?:imum)?", "max(?:imum)?"):
        found = re.search(rf"\b{word}\s+(\d{{1,4}}\s*[a-z]+)", text, re.IGNORECASE)
        span = parse_duration(found[1]) if found else None
        if found and span is None:
            raise UnclearTime("no-span", found[0])
        bounds.append(span.seconds if span else 0)
        text = text.replace(found[0], "") if found else text
    if bounds[1] and bounds[1] < bounds[0]:
        raise UnclearTime("min-max", text.strip())
    return bounds[0], bounds[1], text


def parse_clock_time(text: str, default: str = "UTC") -> tuple[str, str, str]:
    """Return (the text before the clock, in lower case; `HH:MM`; zone). Raises UnclearTime: `no-time`, `midnight`, or a code of
    `find_zone`.
    """
    if re.search(r"\bmidnight\b|\b(?:24|0?0):00\b|\b12(?::00)?\s*a\.?m\b", text.lower()):
        raise UnclearTime("midnight")
    text = _NOON.sub("12:00", _TWELVE.sub(_of_day, text))
    found = re.search(r"\b(\d{1,2}):(\d{2})\b", text)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        raise UnclearTime("no-time", text.strip())
    zone = re.sub(r"^(time|in|at)\b|\btime$", "", text[found.end() :].strip(" .,;()")).strip()
    before = " ".join(re.sub(r"\bat\b|,", " ", text[: found.start()].lower()).split())
    return before, f"{int(found[1]):02}:{found[2]}", find_zone(zone) if zone else default


def _of_day(found: re.Match[str]) -> str:
    """Write `9 pm` as `21:00`; hours that a twelve-hour clock does not have stay as they are."""
    hour = int(found[1])
    return f"{hour % 12 + 12 * (found[3].lower() == 'p'):02}:{found[2] or '00'}" if 1 <= hour <= 12 else found[0]


def parse_weekdays(text: str) -> tuple[int, ...]:
    """Days of the week, Monday = 0: `Mon, Thu`, `every Friday`. Raises UnclearTime: `no-days`."""
    words = re.sub(r"\band\b|\bevery\b|\bon\b", " ", text).split()
    found = set()
    for word in words:
        days = [n for n, day in enumerate(DAYS) if len(word) >= 3 and (day.startswith(word) or word == day + "s")]
        if len(days) != 1:
            raise UnclearTime("no-days", word)
        found.add(days[0])
    if not found:
        raise UnclearTime("no-days", text)
    return tuple(sorted(found))
