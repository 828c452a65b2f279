"""Copy dates: when an editor wants a report of what happened since the last time. They are written as deadlines are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from judge.game.clock.dates import FoundDate, parse_date, spell_dotted, to_utc
from judge.game.clock.deadline_spec import DeadlineSpec, parse_clock_time, parse_deadline_spec
from judge.game.clock.recurrence import LAST
from judge.game.clock.time_zones import UnclearTime

SUNDAY = 6
INSTEAD = "instead"
"""Stored beside copy dates while the next copy alone is on another day: the date that they have for it."""


def usual_copy_dates(zone: str) -> DeadlineSpec:
    """The copy dates of an editor who has not said any: the last Sunday of each month."""
    return DeadlineSpec(zone, "12:00", (SUNDAY,), nth=(LAST,))


def parse_copy_dates(text: str, zone: str, now: datetime, at: str = "") -> DeadlineSpec:
    """`last Sunday of month 12:00 Europe/London`, `every second Friday 18:00`, or any other days that a deadline can have.

    Args:
        text: as written.
        zone: where the clock is if the text does not say so.
        now: every second Friday is counted from the next Friday after this.
        at: the hour of dates that have none, `12:00`; '' to refuse them.

    Raises:
        UnclearTime: as `parse_deadline_spec`; or `one-day` of a day that does not come again, `days` of several, where `near` is
            the first of them as an ISO date, the hour, and the zone if it was said.
    """
    try:
        found = parse_deadline_spec(text, zone, at)
    except UnclearTime as unclear:
        single = _single_day(text, zone, now, at) if unclear.why in ("no-days", "no-time") else None
        raise single or unclear from None
    if not found.at:
        raise UnclearTime("no-time", text.strip())
    return found.settled(now, soon=True)


def _single_day(text: str, zone: str, now: datetime, usual: str) -> UnclearTime | None:
    """Return the fault of a text that names dates, perhaps an hour (`usual`), and nothing that says when they come again."""
    rest, days = spell_dotted(text), list[FoundDate]()
    while found := parse_date(rest, now.astimezone(ZoneInfo(zone)).date()):
        days.append(found)
        rest = found.rest
    before, at, where = parse_clock_time(rest, zone, usual)
    if not days or re.sub(r"\b(?:on|and|or|the)\b|[;&.]", " ", before).split():
        return None
    first, why = days[0], "one-day" if len(days) == 1 else "days"
    return UnclearTime(why, first.written, (first.day.isoformat(), at, where if where != zone else ""))


def parse_next_copy(text: str, dates: DeadlineSpec, now: datetime, due: datetime) -> datetime | None:
    """Return when the next copy alone is to be, of a text that names one day; None of any other text, and if more than one copy
    would fall out for it, so that its writer may mean something else.

    Args:
        text: as written; without an hour or a zone it means those of the `dates`.
        due: when the next copy is due by the dates.

    Raises:
        UnclearTime: the day is past, or its hour does not exist or comes twice.
    """
    unclear = _single_day(text, dates.zone, now, dates.at)
    if unclear is None or unclear.why != "one-day":
        return None
    day, at, where = unclear.near
    when = to_utc(date.fromisoformat(day), at, where or dates.zone)
    if when <= now:
        raise UnclearTime("past", unclear.word)
    return when if when <= dates.following(due) else None


def copies_ahead(body: Mapping[str, Any], due: datetime, number: int = 3) -> list[datetime]:
    """Return when the next copies are due, of copy dates as the store holds them: the next one first."""
    dates = read_copy_dates(body)
    return [due, *dates.series(copy_after(body, due, due), number - 1)]


def copy_after(body: Mapping[str, Any], due: datetime, now: datetime) -> datetime:
    """Return when the copy is due that follows one; `now`: after which it must be."""
    regular = datetime.fromisoformat(body[INSTEAD]) if body.get(INSTEAD) else due
    return next_copy_date(read_copy_dates(body), max(now, regular), regular)


def next_copy_date(dates: DeadlineSpec, now: datetime, last: datetime | None = None) -> datetime:
    """Return the first copy date (UTC) after `now`. Intervals of days are counted from `last`, if there was one."""
    if last and dates.interval > 1 and not (dates.start or dates.anchor):
        dates = replace(dates, anchor=last.astimezone(ZoneInfo(dates.zone)).date().isoformat())
    when = dates.following(last) if last and dates.every else dates.following(now)
    while when <= now:
        when = dates.following(when)
    return when


def read_copy_dates(body: Mapping[str, Any]) -> DeadlineSpec:
    """Copy dates as the store holds them. Older ones are one `day` of the week, `every` so many weeks or the `nth` of a month."""
    if "day" not in body:
        kept = [(name, value) for name, value in body.items() if name != INSTEAD]
        listed: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept}
        return DeadlineSpec(**listed)
    nth = (body["nth"],) if body["nth"] else ()
    return DeadlineSpec(body["zone"], body["at"], (body["day"],), nth=nth, interval=1 if nth else body["every"])
