"""The days of a clock as people write them: `weekdays`, `every second Friday`, `1st and 15th`, `NOT 24 December to 2 January`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from itertools import takewhile
from typing import NamedTuple

from judge.game.clock.dates import DAYS, LONGEST, NUMBERS, parse_date, parse_date_range
from judge.game.clock.recurrence import LAST, YEARLY, Recurrence
from judge.game.clock.time_zones import UnclearTime

WORKDAYS, WEEKEND, ALL = (0, 1, 2, 3, 4), (5, 6), (0, 1, 2, 3, 4, 5, 6)
GROUPS = {
    "weekday": WORKDAYS, "weekdays": WORKDAYS, "workday": WORKDAYS, "workdays": WORKDAYS, "working days": WORKDAYS,
    "working day": WORKDAYS, "weekend": WEEKEND, "weekends": WEEKEND, "daily": ALL, "day": ALL, "days": ALL, "each day": ALL,
}  # fmt: skip
NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": LAST}
EVERY = {"other": 2, "alternate": 2, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
LENGTHS = {"day": 1, "week": 7, "fortnight": 14}
MOST_LEFT_OUT = 20
"""The most days and times that one clock may leave out."""
YEARS = 8
"""Years in which a clock must strike at least once. They include every date and every weekday on it, or nearly."""

_ORDINAL = "|".join(NTH)
_LIST = rf"(?:(?:{_ORDINAL})(?:\s*(?:,|&|\band\b)\s*(?:the\s+)?)?\s*)+"
_NUMBER = rf"\d{{1,3}}|{'|'.join(NUMBERS)}"
_MONTHS = rf"(?:of|in|each|every|a|the|monthly|month|months|calendar|{'|'.join(EVERY)}|{_NUMBER}|\s)*"
_MONTHLY = re.compile(rf"\bmonth(?:s|ly)?\b|(?<!\d)(?<!every )\b\d{{1,2}}(?:st|nd|rd|th)\b(?!\s+(?:{'|'.join(DAYS)}))")
_EACH = re.compile(rf"every\s+(?:({'|'.join(EVERY)})|({_NUMBER}))\s+months?")
_NTH_DAY = re.compile(rf"(?:the\s+|every\s+|each\s+|on\s+)*({_LIST})\s*([a-z]+(?:[\s,&]+[a-z]+)*?)\s*{_MONTHS}")
_DATE = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?!\d)|\blast(?:\s+day)?\b")
_SPAN = re.compile(rf"every\s+(?:({'|'.join(EVERY)})\s+|({_NUMBER})\s+)?(day|week|fortnight)s?(?:\s+on)?\b\s*(.*)")
_EVERY_OTHER = re.compile(rf"(?:(?:every|on|the)\s+)*(?:({'|'.join(EVERY)})\s+)(.*)")
_RANGE = re.compile(r"([a-z]{3,9})\s*(?:-|–|—|\bto\b|\btill\b|\buntil\b|\bthrough\b)\s*([a-z]{3,9})")
_LIMIT = re.compile(
    r"(?:\bbut\s+)?\b(?:(?P<without>not|except(?:\s+for)?|without|excluding|skipping|skip|leaving\s+out)"
    r"|(?P<start>from|starting(?:\s+(?:on|from|with))?|beginning|as\s+of))\b",
    re.IGNORECASE,
)


class Limits(NamedTuple):
    """What stands behind a clock: the day from which it counts, and what it leaves out, as written; '' for none."""

    start: str = ""
    without: str = ""


def split_limits(text: str) -> tuple[str, Limits]:
    """Split a clock from `FROM …` and `NOT …` behind it or within it."""
    found = list(_LIMIT.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    parts = {"start": "", "without": ""}
    for each, end in zip(found, ends, strict=False):
        name = "start" if each["start"] else "without"
        parts[name] = f"{parts[name]}, {text[each.end() : end]}".strip(" ,.;:")
    return text[: found[0].start()] if found else text, Limits(parts["start"], parts["without"])


def limited(days: Recurrence, limits: Limits) -> Recurrence:
    """Add the day from which days count, and what is left out.

    Raises:
        UnclearTime: `no-start`, `no-date`, `no-without`, `backwards`, or `never` if no day is left.
    """
    found = replace(days, start=_start(limits.start) if limits.start else "")
    without, not_days = list[str](), list[int]()
    parts = [part for part in re.split(r"\s*(?:[,;&]|\band\b|\bor\b|\bnor\b)\s*", limits.without) if part]
    if len(parts) > MOST_LEFT_OUT:
        raise UnclearTime("no-without", limits.without[:80])
    for part in parts:
        try:
            not_days += weekdays(part.lower())
        except UnclearTime:
            without.append(_left_out(re.sub(r"^(on|the|from|between)\s+", "", part, flags=re.IGNORECASE)))
    found = replace(found, without=tuple(without), not_days=tuple(sorted(set(not_days))))
    if not _strikes(found):
        raise UnclearTime("never", limits.without)
    return found


def _start(text: str) -> str:
    """Return the date from which days count; without a year it begins with YEARLY."""
    start = parse_date(text, date(2000, 1, 1))
    if start is None or start.rest.strip(" ,.;:"):
        raise UnclearTime("no-start", text)
    return start.day.isoformat() if re.search(r"\d{4}", start.written) else f"{YEARLY}{start.day:%m-%d}"


def parse_days(text: str) -> Recurrence:
    """The days of a clock, in lower case and without its time. Raises UnclearTime: `no-days`, `too-long`."""
    text = " ".join(re.sub(r"\bat\b", " ", text).split()).strip(" ,")
    text = re.sub(r"\bfortnightly\b|\bevery fortnight\b", "every 2 weeks", text)
    text = re.sub(r"\bweekly\b", "every week", text)
    text = re.sub(r"^(.*[a-z])\s+(every (?:2 weeks|week))$", r"\2 \1", text)  # Fridays fortnightly
    return _monthly(text) if _MONTHLY.search(text) else _weekly(text)


def _monthly(text: str) -> Recurrence:
    every = _EACH.search(text)
    interval = _number(every) if every else 1
    said = text.replace(every[0], " month ") if every else text
    said = re.sub(r"^month(?:ly)?\s+(?:on\s+)?(?:the\s+)?(.+)$", r"\1 of month", said.strip())
    if not 0 < interval <= 12:
        raise UnclearTime("too-long", text)
    found = _NTH_DAY.fullmatch(" ".join(said.split()))
    if found and re.sub(r"\s.*", "", found[2]) not in ("day", "month", "of", "and", "months", "each", "every"):
        nth = tuple(dict.fromkeys(NTH[word] for word in re.findall(rf"\b(?:{_ORDINAL})\b", found[1])))
        return Recurrence(weekdays(found[2]), nth, interval=interval)
    bare = re.sub(r"\b(?:on|the|of|in|each|every|a|and|day|days|month|months|monthly|calendar)\b|[,&]", " ", _DATE.sub(" ", said))
    dates = [LAST if each[0].startswith("last") else int(each[1]) for each in _DATE.finditer(said)]
    if not dates or bare.split() or any(day > 31 or day == 0 for day in dates):
        raise UnclearTime("no-days", text)
    return Recurrence(dates=tuple(dict.fromkeys(sorted(dates, key=lambda day: day % 99))), interval=interval)


def _weekly(text: str) -> Recurrence:
    if found := _SPAN.fullmatch(text):
        number = _number(found) * (2 if found[3] == "fortnight" else 1)
        every = number * LENGTHS["day" if found[3] == "day" else "week"]
        if not 0 < every <= LONGEST:
            raise UnclearTime("too-long", text)
        if found[4] and found[3] != "day":
            return Recurrence(weekdays(found[4]), interval=number)
        if not found[4]:
            return Recurrence(ALL) if every == 1 and not (found[1] or found[2]) else Recurrence(every=every)
    if (found := _EVERY_OTHER.fullmatch(text)) and found[1]:
        return Recurrence(weekdays(found[2]), interval=EVERY[found[1]])
    return Recurrence(weekdays(text))


def _number(found: re.Match[str]) -> int:
    """Return the number of weeks, months or days that a match of an interval means."""
    return EVERY.get(found[1] or "") or NUMBERS.get(found[2] or "") or int(found[2] or 1)


def weekdays(text: str) -> tuple[int, ...]:
    """Days of the week, Monday = 0: `Mon, Thu`, `every Friday`, `Mon-Fri`, `weekdays`. Raises UnclearTime: `no-days` with
    the word that is no day, or the whole text if none is.
    """
    text = " ".join(re.sub(r"\b(?:and|every|each|on)\b|[,&;]", " ", text).split())
    found = set[int]()
    if text in GROUPS:
        return GROUPS[text]
    for first, last in _RANGE.findall(text):
        a, b = _weekday(first), _weekday(last)
        found |= {(a + n) % 7 for n in range((b - a) % 7 + 1)}
    words = _RANGE.sub(" ", text).split()
    known = {word: GROUPS.get(word) or _weekdays_like(word) for word in words}
    found |= {day for days in known.values() for day in days}
    unknown = [word for word in words if not known[word]]
    if unknown or not found:
        raise UnclearTime("no-days", unknown[0] if found else text)
    return tuple(sorted(found))


def _weekday(word: str) -> int:
    days = _weekdays_like(word)
    if not days:
        raise UnclearTime("no-days", word)
    return days[0]


def _weekdays_like(word: str) -> tuple[int, ...]:
    """Return the day of the week that a word is or begins, `()` if it is none."""
    return tuple(n for n, day in enumerate(DAYS) if len(word) >= 3 and (day.startswith(word) or word == day + "s"))


def _left_out(text: str) -> str:
    """Return a time that is left out, as `Recurrence.without` holds it; dates without a year are left out in every year."""
    years = re.findall(r"(?<!\d)\d{4}(?!\d)", text)
    found = parse_date_range(text, date(2000, 1, 1)) if not years else _dated(text, years)
    if found is None:
        raise UnclearTime("no-without", text)
    first, last = found
    if years:
        return f"{first}/{last}"
    return f"{YEARLY}{first:%m-%d}/{YEARLY}{last:%m-%d}"


def _dated(text: str, years: list[str]) -> tuple[date, date] | None:
    """Return a range of dates of which at least the last has a year. One year holds for both, but over New Year."""
    if len(years) > 1:
        return parse_date_range(text, date(int(years[0]), 1, 1))
    year = int(years[0])
    bare = parse_date_range(re.sub(rf",?\s*\b{year}\b", "", text), date(2000, 1, 1)) if "-" not in text[:5] else None
    if bare is None:
        return parse_date_range(text, date(year, 1, 1))
    first, last = bare
    over = last.year - first.year
    try:
        return first.replace(year=year - over), last.replace(year=year)
    except ValueError:
        raise UnclearTime("no-date", text) from None


def _strikes(days: Recurrence) -> bool:
    """Whether a clock strikes at all, with all that it leaves out every year."""
    yearly = tuple(times for times in days.without if times.startswith(YEARLY))
    limits = replace(days, without=yearly)
    plain = replace(days, without=(), not_days=(), start="", anchor="")
    begin = date(2001, 1, 1)
    wall = takewhile(lambda day: day < begin + timedelta(days=366 * YEARS), plain.after(begin))
    return any(not limits.leaves_out(day) for day in wall)
