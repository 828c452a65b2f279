"""Copy dates: when an editor wants a report of what happened since the last time. They are written as deadlines are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from judge.game.clock.dates import FoundDate, parse_date, spell_dotted
from judge.game.clock.deadline_spec import DeadlineSpec, parse_clock_time, parse_deadline_spec
from judge.game.clock.recurrence import LAST
from judge.game.clock.time_zones import UnclearTime

SUNDAY = 6


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
        UnclearTime: as `parse_deadline_spec`; or `one-day` of days that do not come again, where `near` is the first of them as an
            ISO date, the hour, and the zone if it was said.
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
    return UnclearTime("one-day", days[0].written, (days[0].day.isoformat(), at, where if where != zone else ""))


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
        listed: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}
        return DeadlineSpec(**listed)
    nth = (body["nth"],) if body["nth"] else ()
    return DeadlineSpec(body["zone"], body["at"], (body["day"],), nth=nth, interval=1 if nth else body["every"])
