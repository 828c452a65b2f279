"""Days that come again: by the week, by the month or after so many days, from a date on, without days that are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count

from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday

YEARLY = "--"
"""How the first and last day of a time that is left out every year begin: `--12-24/--01-02`. Others are whole ISO dates."""
LAST = -1
"""The last of the month: its last day, or the last such day of the week in it."""


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Which days a clock strikes on: days of the week, days of the month, or every so many days."""

    days: tuple[int, ...] = ()
    """Days of the week, Monday = 0. Without `nth` they come every week."""
    nth: tuple[int, ...] = ()
    """Which of these days of a month: 1 for the first, LAST for the last."""
    dates: tuple[int, ...] = ()
    """Days of the month, LAST for its last."""
    interval: int = 1
    """Every so many weeks (`days`) or months (`nth`, `dates`)."""
    every: int = 0
    """Every so many days, for a clock that does not go by weeks or months."""
    start: str = ""
    """ISO date before which no such day counts; weeks, months and days are counted from it."""
    anchor: str = ""
    """ISO date from which weeks and months are counted if there is no `start`."""
    without: tuple[str, ...] = ()
    """Times left out: the first and the last day, `2027-12-24/2028-01-02` or, in every year, `--12-24/--01-02`."""
    not_days: tuple[int, ...] = ()
    """Days of the week that are left out."""

    def after(self, day: date) -> Iterator[date]:
        """Yield the days later than a day on which an interval begins, or on that day or later for weeks and months."""
        start = date.fromisoformat(self.start) if self.start else None
        if self.every:
            first = start if start and start > day else day + timedelta(days=self.every)
            found: Iterator[date] = (first + timedelta(days=n) for n in count())
        else:
            found = (each.date() for each in self._rule(max(day, start) if start else day))
        return (each for each in found if not self.leaves_out(each))

    def leaves_out(self, day: date) -> bool:
        """Whether a day is one of those that do not count."""
        return day.weekday() in self.not_days or any(_within(day, *times.split("/")) for times in self.without)

    @property
    def a_month(self) -> bool:
        """Whether it goes by months."""
        return bool(self.nth or self.dates)

    @property
    def usual_gap(self) -> float:
        """Days between two such days, roughly."""
        if self.every:
            return self.every
        if self.a_month:
            return 28 * self.interval / (len(self.dates) or len(self.nth) * len(self.days))
        return 7 * self.interval / len(self.days)

    def _rule(self, first: date) -> Iterator[datetime]:
        """Yield the days of weeks or months from a day on."""
        counted = date.fromisoformat(self.start or self.anchor or "2001-01-01")
        if self.a_month:
            months = (first.year - counted.year) * 12 + first.month - counted.month
            begin = _month(counted, months // self.interval * self.interval)
            on = {"bymonthday": self.dates} if self.dates else {"byweekday": [weekday(d, n) for d in self.days for n in self.nth]}
            rule = rrule(MONTHLY, datetime.combine(begin, time()), self.interval, **on)
        else:
            monday = counted - timedelta(days=counted.weekday())
            begin = monday + timedelta(weeks=(first - monday).days // 7 // self.interval * self.interval)
            rule = rrule(WEEKLY, datetime.combine(begin, time()), self.interval, byweekday=self.days)
        return (each for each in rule if each.date() >= first)


def _month(day: date, later: int) -> date:
    """Return the first day of the month so many months later."""
    months = day.year * 12 + day.month - 1 + later
    return date(months // 12, months % 12 + 1, 1)


def _within(day: date, first: str, last: str) -> bool:
    if not first.startswith(YEARLY):
        return first <= day.isoformat() <= last
    said, first, last = f"{day:%m-%d}", first.removeprefix(YEARLY), last.removeprefix(YEARLY)
    return first <= said <= last if first <= last else said >= first or said <= last
