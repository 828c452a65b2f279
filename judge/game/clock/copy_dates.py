"""Copy dates: when an editor wants a report of what happened since the last time, by days of the week or of the month."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import count
from typing import NamedTuple
from zoneinfo import ZoneInfo

from judge.game.clock.dates import NUMBERS
from judge.game.clock.deadline_spec import parse_clock_time, parse_weekdays
from judge.game.clock.time_zones import UnclearTime

NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1}
OTHER = {"second": 2, "other": 2, "third": 3, "fourth": 4}
MOST_WEEKS = 13
_OF_MONTH = re.compile(rf"(?:the\s+|every\s+)?({'|'.join(NTH)})\s+(\w+)\s+(?:of|in)\s+(?:the\s+|a\s+|each\s+|every\s+)?month")
_EVERY = re.compile(rf"every\s+(?:({'|'.join(OTHER)})\s+(\w+)|(\d{{1,2}}|{'|'.join(NUMBERS)})\s+weeks?\s+(?:on\s+)?(\w+))")


class CopySchedule(NamedTuple):
    """One weekday (Monday = 0) and a wall clock in a zone: every `every` weeks, or the `nth` of each month (-1: the last)."""

    day: int = 6
    at: str = "12:00"
    zone: str = "UTC"
    nth: int = -1
    every: int = 1

    def after(self, now: datetime, last: datetime | None = None) -> datetime:
        """Return the first copy date (UTC) after `now`; intervals of weeks are counted from `last`, if there was one."""
        return next(when for day in self._days(now, last) if (when := self._on(day)) > now)

    def _days(self, now: datetime, last: datetime | None) -> Iterator[date]:
        zone = ZoneInfo(self.zone)
        today = (last if last and not self.nth else now).astimezone(zone).date()
        if self.nth:
            yield from (day for n in count() if (day := today + timedelta(days=n)).weekday() == self.day and self._counts(day))
        first = today + timedelta(days=(self.day - today.weekday()) % 7)
        yield from (first + timedelta(weeks=self.every * n) for n in count())

    def _counts(self, day: date) -> bool:
        if self.nth < 0:
            return (day + timedelta(weeks=1)).month != day.month
        return (day.day - 1) // 7 + 1 == self.nth

    def _on(self, day: date) -> datetime:
        """Return the instant of the wall clock on a day. An hour that the clocks skip is the one after it; of one that comes twice
        it is the first.
        """
        return datetime.fromisoformat(f"{day}T{self.at}").replace(tzinfo=ZoneInfo(self.zone)).astimezone(ZoneInfo("UTC"))


def parse_copy_schedule(text: str, zone: str) -> CopySchedule:
    """`last Sunday of month 12:00 Europe/London`, `every second Friday 18:00`, `every 3 weeks on Friday 18:00`, `Fridays 18:00`.

    Args:
        text: as written.
        zone: where the clock is if the text does not say so.

    Raises:
        UnclearTime: with `no-time`, `midnight`, `no-days`, `too-long`, or what a zone can be unclear by.
    """
    before, at, zone = parse_clock_time(text, zone)
    if found := _OF_MONTH.fullmatch(before):
        return CopySchedule(_day(found[2]), at, zone, NTH[found[1]])
    if found := _EVERY.fullmatch(before):
        weeks = OTHER.get(found[1] or "") or NUMBERS.get(found[3]) or int(found[3])
        if not 0 < weeks <= MOST_WEEKS:
            raise UnclearTime("too-long", before)
        return CopySchedule(_day(found[2] or found[4]), at, zone, 0, weeks)
    return CopySchedule(_day(before), at, zone, 0)


def _day(text: str) -> int:
    days = parse_weekdays(text)
    if len(days) != 1:
        raise UnclearTime("no-days", text)
    return days[0]
