"""Deadlines and copy dates: a wall clock in a named zone, or a plain interval. Parse one, and find when the next falls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from zoneinfo import ZoneInfo

from judge.game.clock.dates import next_such_date, parse_date, parse_duration, span_from_now, to_utc, with_dates
from judge.game.clock.recurrence import YEARLY, Recurrence
from judge.game.clock.schedule_words import limited, parse_days, split_limits
from judge.game.clock.time_zones import UnclearTime, find_zone

_TWELVE = re.compile(r"\b(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\b\.?", re.IGNORECASE)
"""`9 pm`, `9:30 p.m.`"""
_LIKE_AN_HOUR = re.compile(r"\b\d{1,2}(?:\s*:\s*\d{1,2}\b|\.\d{2}\b(?!\.)|(?:[:.]\d{2})?\s*[ap]\.?m\b)", re.IGNORECASE)
"""What somebody meant as an hour: `25:00`, `18.30`, `13 pm`; `10.4.` is a date."""
_HOUR_H = re.compile(r"(?<=[a-zA-Z\d.,] )([01]?\d|2[0-3])\s?[hH](?:\s?([0-5]\d))?(?![\w:])")
"""`21h` and `21 h 30` behind something else, as in French and Portuguese; a length of time stands alone, or behind `every`
and `in`.
"""
_SMALL = re.compile(r"(?:\W|\b(?:at|on|the|by|for|until|till|to|is)\b)*", re.IGNORECASE)
"""What may stand beside a date without an hour."""
_NOON = re.compile(r"\b(?:12\s*(?::00)?\s*)?noon\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DeadlineSpec:
    """When phases of one kind end: days (or every n days) with a wall clock in a zone, `seconds` after the last, or never."""

    zone: str = "UTC"
    at: str = ""
    """`21:00`; '' for plain intervals and for no clock."""
    days: tuple[int, ...] = ()
    """This and the fields without a description: see `Recurrence`."""
    every: int = 0
    seconds: int = 0
    """Seconds between deadlines, for games that do not go by days."""
    least: int = 0
    """Fewest seconds that a phase lasts; 0 for half of its usual length."""
    most: int = 0
    """Most seconds that a phase lasts, if the days allow it; 0 for no limit."""
    nth: tuple[int, ...] = ()
    dates: tuple[int, ...] = ()
    interval: int = 1
    start: str = ""
    anchor: str = ""
    without: tuple[str, ...] = ()
    not_days: tuple[int, ...] = ()

    @property
    def runs(self) -> bool:
        """Whether there is a clock at all."""
        return bool(self.at or self.seconds)

    @property
    def recurrence(self) -> Recurrence:
        """The days on which it strikes."""
        return Recurrence(
            self.days, self.nth, self.dates, self.interval, self.every, self.start, self.anchor, self.without, self.not_days
        )  # fmt: skip

    def after(self, now: datetime) -> datetime:
        """The next deadline (UTC) after `now`, leaving people at least half of the time they usually have, or `least`.

        An early end of the phase before therefore never makes the next phase very short: with `Fridays`, a phase
        that ends on a Wednesday is followed by a deadline on Friday week. The first day that the GM named counts anyway.
        """
        earliest = self._earliest(now)
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

    def series(self, first: datetime, number: int = 3) -> list[datetime]:
        """Return a deadline and the regular ones that follow it."""
        found = [first]
        while len(found) < number:
            found.append(self.following(found[-1]))
        return found

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
        return DeadlineSpec(self.zone, self.at, every=days, without=self.without, not_days=self.not_days)

    def settled(self, now: datetime, soon: bool = False) -> DeadlineSpec:
        """Return the clock as it is set at a moment. A date that it starts on without a year is the next such date. Weeks or months
        are counted from that date, else from the first of its days that leaves people enough time or, if `soon`, the very next.
        """
        if self.start.startswith(YEARLY):
            today = now.astimezone(ZoneInfo(self.zone)).date()
            start = next_such_date(today, *map(int, self.start.removeprefix(YEARLY).split("-")))
            return replace(self, start=start.isoformat())
        if self.interval == 1 or self.start:
            return self
        each = replace(self, interval=1)
        first = next(when for when in each._from(now) if when > now and (soon or when >= self._earliest(now)))
        return replace(self, anchor=first.astimezone(ZoneInfo(self.zone)).date().isoformat())

    def _earliest(self, now: datetime) -> datetime:
        """Return the earliest time that a phase which begins now may end."""
        if self.start and date.fromisoformat(self.start) > now.astimezone(ZoneInfo(self.zone)).date():
            return now
        if self.least:
            return now + timedelta(seconds=self.least)
        return now + timedelta(days=self.recurrence.usual_gap / 2) if self.at and not self.every else now

    def _from(self, now: datetime) -> Iterator[datetime]:
        """Yield the deadlines after `now`, by its days or by seconds."""
        if self.seconds:
            yield from ((now + timedelta(seconds=self.seconds * n)).astimezone(UTC) for n in count(1))
        today = now.astimezone(ZoneInfo(self.zone)).date()
        yield from (when for day in self.recurrence.after(today) if (when := self._on(day)) > now)

    def _on(self, day: date) -> datetime:
        """Return the wall clock on a day as an instant. Of a time that comes twice it is the first; one that summer time skips
        counts as if it existed.
        """
        return datetime.combine(day, time.fromisoformat(self.at), ZoneInfo(self.zone)).astimezone(UTC)


def next_dates(spec: DeadlineSpec | None, now: datetime, first: datetime | None = None) -> list[str]:
    """Return the next three dates (ISO) of a clock that goes by days, the first of them if it is known; [] of any other."""
    if spec is None or not spec.at:
        return []
    return [when.isoformat() for when in spec.series(first or spec.after(now))]


NO_CLOCK = ("none", "no", "off", "no clock", "no deadline", "no deadlines", "never")


def parse_deadline_spec(text: str, zone: str = "UTC", at: str = "") -> DeadlineSpec:
    """`Fridays 21:00 Europe/London`, `Mon, Thu 20:30 Berlin MIN 2 days MAX 5 days`, `every second Friday 21:00 FROM 5 March`,
    `1st and 15th 21:00 London NOT 24 December to 2 January`, `every 20 seconds`, `none`. `zone`: where the clock is if not said;
    `at`: the hour if not said, '' if it must be.

    Raises:
        UnclearTime: with `no-time` if no hour is given, `bad-time` if it cannot be read, `no-days`, `no-without`, `never`,
            `midnight`, `which-zone`, `no-zone`, `short-zone` or `too-long`.
    """
    if " ".join(text.lower().split()).strip(" .") in NO_CLOCK:
        return DeadlineSpec()
    least, most, text = _bounds(text)
    plain = re.fullmatch(r"(?:every\s+)?\d{1,6}\s*(?:second|minute|hour)s?|every\s+\d{1,4}\s*h", text.strip().lower())
    if plain:
        span = parse_duration(plain[0])
        return DeadlineSpec(seconds=span.seconds if span else 0)
    text, parts = split_limits(text)
    before, at, zone = parse_clock_time(text, zone, at)
    found = limited(parse_days(before), parts)
    return DeadlineSpec(
        zone, at, found.days, found.every, least=least, most=most, nth=found.nth, dates=found.dates, interval=found.interval,
        start=found.start, without=found.without, not_days=found.not_days,
    )  # fmt: skip


def parse_single_deadline(text: str, zone: str, now: datetime, usual: str = "") -> datetime | None:
    """One instant: `26 March 2027 21:00 London`, `Fri 26 March 21:00`, `2027-03-26 21:00`, `tomorrow 21:00`, `in ten days 21:00`,
    `in 36 hours`; None for no date. `usual`: the hour of a date without one, if there is one.

    Raises:
        UnclearTime: the date or the clock on it does not exist, is past or comes twice, or the clock or zone cannot be read.
    """
    today = now.astimezone(ZoneInfo(zone)).date()
    if span := span_from_now(text):
        return span.after(now, zone).replace(second=0, microsecond=0)
    found = parse_date(with_dates(text, today), today)
    if found is None:
        return None
    rest = " ".join(f"on {found.rest}".split())
    usual = usual if _SMALL.fullmatch(rest) else ""  # what else stands there may be an hour
    _, at, where = parse_clock_time(rest, zone, usual)
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


_DOTTED = re.compile(r"(?<![\d.:])([01]?\d|2[0-3])\.(00|1[3-9]|[2-5]\d|[0-5]\d(?=\s*[ap]\.?m\b))(?![\d.:])", re.IGNORECASE)
"""An hour with a point, `21.00` or `9.10 pm`, that cannot be a date: no month has such a number."""


def parse_clock_time(text: str, default: str = "UTC", usual: str = "") -> tuple[str, str, str]:
    """Return (the text before the clock, in lower case; `HH:MM`; zone). `usual`: the hour of a text without one, if there is one.

    Raises:
        UnclearTime: `no-time` if there is no hour, `bad-time` if what stands for one cannot be read, `midnight`, or a code of
            `find_zone`.
    """
    if re.search(r"\bmidnight\b|\b(?:24|0?0):00\b|\b12(?::00)?\s*a\.?m\b", text.lower()):
        raise UnclearTime("midnight")
    if not re.search(r"\b(?:every|in)\s+\d{1,2}\s?h\b", text, re.IGNORECASE):
        text = _HOUR_H.sub(lambda hour: f"{hour[1]}:{hour[2] or '00'}", text)
    text = _NOON.sub("12:00", _TWELVE.sub(_of_day, _DOTTED.sub(r"\1:\2", text)))
    found = re.search(r"\b(\d{1,2}):(\d{2})\b", text)
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        meant = _LIKE_AN_HOUR.search(text)
        if usual and not meant:
            return _without_at(text), usual, default
        raise UnclearTime("bad-time", meant[0]) if meant else UnclearTime("no-time", text.strip())
    zone = re.sub(r"^(time|in|at)\b|\btime$", "", text[found.end() :].strip(" .,;()")).strip()
    return _without_at(text[: found.start()]), f"{int(found[1]):02}:{found[2]}", find_zone(zone) if zone else default


def _without_at(text: str) -> str:
    return " ".join(re.sub(r"\bat\b|,", " ", text.lower()).split())


def _of_day(found: re.Match[str]) -> str:
    """Write `9 pm` as `21:00`; hours that a twelve-hour clock does not have stay as they are."""
    hour = int(found[1])
    return f"{hour % 12 + 12 * (found[3].lower() == 'p'):02}:{found[2] or '00'}" if 1 <= hour <= 12 else found[0]
