"""The hobby's calendars: which are read, on which days they strike, and that their words read back as themselves."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.game.clock.copy_dates import next_copy_date, parse_copy_dates, read_copy_dates
from judge.game.clock.deadline_spec import DeadlineSpec, parse_deadline_spec
from judge.game.clock.recurrence import Recurrence
from judge.game.clock.time_zones import UnclearTime
from judge.reports import Templates

NOW = datetime(2027, 3, 3, 12, tzinfo=UTC)
"""A Wednesday."""
WORDS = Templates(FileSystemLoader(find_assets().templates))


def dates_of(text: str, now: datetime = NOW, number: int = 4) -> list[str]:
    """The next deadlines of a clock that is set now, as its zone's dates."""
    spec = parse_deadline_spec(text).settled(now)
    found = spec.series(spec.after(now), number)
    return [f"{when.astimezone(ZoneInfo(spec.zone)):%a %d %b %Y}" for when in found]


@pytest.mark.parametrize(
    "text",
    [
        "weekdays 21:00", "every weekday 21:00", "Mon-Fri 21:00", "Monday to Friday 21:00", "on weekdays at 21:00",
        "working days 9pm", "daily 21:00 NOT Sat, Sun", "every day 21:00 except weekends", "Mon–Fri 21:00",
    ],
)  # fmt: skip
def test_weekdays(text: str) -> None:
    """From Monday to Friday, however it is said: after Friday comes Monday."""
    assert dates_of(text) == ["Thu 04 Mar 2027", "Fri 05 Mar 2027", "Mon 08 Mar 2027", "Tue 09 Mar 2027"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("daily 21:00", ["Thu 04 Mar 2027", "Fri 05 Mar 2027", "Sat 06 Mar 2027", "Sun 07 Mar 2027"]),
        ("every day 21:00", ["Thu 04 Mar 2027", "Fri 05 Mar 2027", "Sat 06 Mar 2027", "Sun 07 Mar 2027"]),
        ("weekends 21:00", ["Sat 06 Mar 2027", "Sun 07 Mar 2027", "Sat 13 Mar 2027", "Sun 14 Mar 2027"]),
        ("every second Friday 21:00", ["Fri 12 Mar 2027", "Fri 26 Mar 2027", "Fri 09 Apr 2027", "Fri 23 Apr 2027"]),
        ("every other Friday 21:00", ["Fri 12 Mar 2027", "Fri 26 Mar 2027", "Fri 09 Apr 2027", "Fri 23 Apr 2027"]),
        ("Fridays fortnightly 21:00", ["Fri 12 Mar 2027", "Fri 26 Mar 2027", "Fri 09 Apr 2027", "Fri 23 Apr 2027"]),
        ("alternate Fridays 21:00", ["Fri 12 Mar 2027", "Fri 26 Mar 2027", "Fri 09 Apr 2027", "Fri 23 Apr 2027"]),
        ("fortnightly on Friday 21:00", ["Fri 12 Mar 2027", "Fri 26 Mar 2027", "Fri 09 Apr 2027", "Fri 23 Apr 2027"]),
        ("fortnightly 21:00", ["Wed 17 Mar 2027", "Wed 31 Mar 2027", "Wed 14 Apr 2027", "Wed 28 Apr 2027"]),
        ("every fortnight 21:00", ["Wed 17 Mar 2027", "Wed 31 Mar 2027", "Wed 14 Apr 2027", "Wed 28 Apr 2027"]),
        ("every second Friday 21:00 FROM 19 March", ["Fri 19 Mar 2027", "Fri 02 Apr 2027", "Fri 16 Apr 2027", "Fri 30 Apr 2027"]),
        ("every 3 weeks on Fri 21:00 FROM 5 March", ["Fri 05 Mar 2027", "Fri 26 Mar 2027", "Fri 16 Apr 2027", "Fri 07 May 2027"]),
        ("last Friday of the month 21:00", ["Fri 26 Mar 2027", "Fri 30 Apr 2027", "Fri 28 May 2027", "Fri 25 Jun 2027"]),
        ("the last Friday in each month 21:00", ["Fri 26 Mar 2027", "Fri 30 Apr 2027", "Fri 28 May 2027", "Fri 25 Jun 2027"]),
        ("monthly on the last Friday 21:00", ["Fri 26 Mar 2027", "Fri 30 Apr 2027", "Fri 28 May 2027", "Fri 25 Jun 2027"]),
        ("first and third Sunday of month 21:00", ["Sun 21 Mar 2027", "Sun 04 Apr 2027", "Sun 18 Apr 2027", "Sun 02 May 2027"]),
        ("1st and 15th 21:00", ["Mon 15 Mar 2027", "Thu 01 Apr 2027", "Thu 15 Apr 2027", "Sat 01 May 2027"]),
        ("the 1st and the 15th of each month 21:00", ["Mon 15 Mar 2027", "Thu 01 Apr 2027", "Thu 15 Apr 2027", "Sat 01 May 2027"]),
        ("monthly on the 20th 21:00", ["Sat 20 Mar 2027", "Tue 20 Apr 2027", "Thu 20 May 2027", "Sun 20 Jun 2027"]),
        ("last day of the month 21:00", ["Wed 31 Mar 2027", "Fri 30 Apr 2027", "Mon 31 May 2027", "Wed 30 Jun 2027"]),
        ("15th and last day of month 21:00", ["Mon 15 Mar 2027", "Wed 31 Mar 2027", "Thu 15 Apr 2027", "Fri 30 Apr 2027"]),
        ("1st of every 2nd month 21:00 FROM 1 April", ["Thu 01 Apr 2027", "Tue 01 Jun 2027", "Sun 01 Aug 2027", "Fri 01 Oct 2027"]),
        ("Fridays 21:00 NOT 26 March, 2 April", ["Fri 12 Mar 2027", "Fri 19 Mar 2027", "Fri 09 Apr 2027", "Fri 16 Apr 2027"]),
        ("Fridays 21:00 except 19-28 March 2027", ["Fri 12 Mar 2027", "Fri 02 Apr 2027", "Fri 09 Apr 2027", "Fri 16 Apr 2027"]),
        ("every 3 days 21:00 not Sat, Sun", ["Mon 08 Mar 2027", "Thu 11 Mar 2027", "Mon 15 Mar 2027", "Thu 18 Mar 2027"]),
        ("Fridays 21:00 London FROM 7 May 2027", ["Fri 07 May 2027", "Fri 14 May 2027", "Fri 21 May 2027", "Fri 28 May 2027"]),
        ("Fridays 21:00 FROM 5 March", ["Fri 05 Mar 2027", "Fri 12 Mar 2027", "Fri 19 Mar 2027", "Fri 26 Mar 2027"]),
        ("Mon-Fri 21:00 but not 5 March or 9 March", ["Thu 04 Mar 2027", "Mon 08 Mar 2027", "Wed 10 Mar 2027", "Thu 11 Mar 2027"]),
    ],
)  # fmt: skip
def test_when_deadlines_fall(text: str, wanted: list[str]) -> None:
    """As a calendar on the wall says, for phases that run on time."""
    assert dates_of(text) == wanted


def test_christmas_is_left_out_every_year() -> None:
    """Dates without a year are left out in each; with one, in that year only."""
    december = datetime(2027, 12, 15, 12, tzinfo=UTC)
    assert dates_of("Fridays 21:00 NOT 24 December to 2 January", december, 2) == ["Fri 07 Jan 2028", "Fri 14 Jan 2028"]
    later = december.replace(year=2029)
    assert dates_of("Fridays 21:00 NOT 24 December to 2 January", later, 2) == ["Fri 21 Dec 2029", "Fri 04 Jan 2030"]
    once = "Fridays 21:00 NOT 24 December 2027 to 2 January 2028"
    assert dates_of(once, december, 2) == ["Fri 07 Jan 2028", "Fri 14 Jan 2028"]
    assert dates_of(once.replace("December 2027", "December"), december, 2) == ["Fri 07 Jan 2028", "Fri 14 Jan 2028"]
    assert dates_of(once, december.replace(year=2028), 2) == ["Fri 22 Dec 2028", "Fri 29 Dec 2028"]


@pytest.mark.parametrize("text", ["none", "no clock", "NONE", "off"])
def test_no_clock(text: str) -> None:
    """A game may have no clock at all."""
    assert not parse_deadline_spec(text).runs


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Fridays 21:00 NOT Fridays", "never"), ("Fridays 21:00 NOT 1 January to 31 December", "never"),
        ("Fridays 21:00 NOT Christmas", "no-without"), ("Fridays 21:00 FROM soon", "no-start"),
        ("Fridays 21:00 NOT 31 April", "no-date"), ("monthly 21:00", "no-days"), ("32nd of the month 21:00", "no-days"),
        ("last Frob of the month 21:00", "no-days"), ("every 0 weeks on Friday 21:00", "too-long"),
        ("every 14 months on the 1st 21:00", "too-long"), ("fortnightly", "no-time"), ("31st of the month 25:00", "bad-time"),
        ("now and then 21:00", "no-days"), ("Fri-Mud 21:00", "no-days"), ("30 February 21:00", "no-days"),
    ],
)  # fmt: skip
def test_what_is_no_calendar(text: str, why: str) -> None:
    """Nothing is guessed, and no clock is taken that never strikes."""
    with pytest.raises(UnclearTime) as unclear:
        parse_deadline_spec(text)
    assert unclear.value.why == why


@pytest.mark.parametrize(
    ("text", "word"), [("when it is ready 21:00", "when it is ready"), ("Mon, Thx, Fri 21:00", "thx"), ("21:00", "")]
)
def test_which_days_are_not_known(text: str, word: str) -> None:
    """The word that is none, among days; else all that was written."""
    with pytest.raises(UnclearTime) as unclear:
        parse_deadline_spec(text)
    assert (unclear.value.why, unclear.value.word) == ("no-days", word)


def test_clocks_that_change() -> None:
    """21:00 stays 21:00; an hour that is skipped is the one after it, and of one that comes twice it is the first."""
    spec = parse_deadline_spec("daily 01:30 London")
    spring = spec.series(datetime(2027, 3, 27, 1, 30, tzinfo=UTC))
    assert [f"{when:%d %H:%M}" for when in spring] == ["27 01:30", "28 01:30", "29 00:30"]
    autumn = spec.series(datetime(2027, 10, 30, 0, 30, tzinfo=UTC))
    assert [f"{when:%d %H:%M}" for when in autumn] == ["30 00:30", "31 00:30", "01 01:30"]


@pytest.mark.parametrize("text", ["15th of each month", "monthly on the 1st", "last Sunday of month", "every second Friday"])
def test_copy_dates_without_a_time_have_the_hour_of_those_before(text: str) -> None:
    """Zines close on a day. A mistyped time is still asked about."""
    assert parse_copy_dates(text, "UTC", NOW, "12:00") == parse_copy_dates(f"{text} 12:00", "UTC", NOW)
    for wrong in (f"{text} 25:00", f"{text} 18.99"):
        with pytest.raises(UnclearTime) as unclear:
            parse_copy_dates(wrong, "UTC", NOW, "12:00")
        assert (unclear.value.why, unclear.value.word) == ("bad-time", wrong.rpartition(" ")[2])


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("3 December", ("2027-12-03", "12:00", "")), ("Fri 3 December 18:00 London", ("2027-12-03", "18:00", "Europe/London")),
        ("3.12.", ("2027-12-03", "12:00", "")), ("on 2028-02-29 at 9 pm", ("2028-02-29", "21:00", "")),
        ("3 December, 31 December and 28 January", ("2027-12-03", "12:00", "")),
    ],
)  # fmt: skip
def test_copy_dates_that_do_not_come_again(text: str, near: tuple[str, ...]) -> None:
    with pytest.raises(UnclearTime) as unclear:
        parse_copy_dates(text, "UTC", NOW, "12:00")
    assert (unclear.value.why, unclear.value.near) == ("days" if "," in text else "one-day", near)


def test_copy_dates_of_old() -> None:
    """What a store of before holds is read as it was meant; every second week is counted from the last copy."""
    old = {"day": 6, "at": "12:00", "zone": "Europe/London", "nth": -1, "every": 1}
    assert read_copy_dates(old) == parse_copy_dates("last Sunday of month 12:00 London", "UTC", NOW)
    second = read_copy_dates({"day": 4, "at": "18:00", "zone": "UTC", "nth": 0, "every": 2})
    last = datetime(2027, 2, 26, 18, tzinfo=UTC)
    assert next_copy_date(second, NOW, last) == datetime(2027, 3, 12, 18, tzinfo=UTC)
    assert next_copy_date(second, last, last) == datetime(2027, 3, 12, 18, tzinfo=UTC)
    new = parse_copy_dates("every second Friday 18:00", "UTC", NOW)
    assert next_copy_date(new, NOW) == datetime(2027, 3, 5, 18, tzinfo=UTC)
    days = parse_copy_dates("every 10 days 18:00", "UTC", NOW)
    assert next_copy_date(days, NOW + timedelta(days=3), NOW) == datetime(2027, 3, 13, 18, tzinfo=UTC)


sets = st.sets(st.integers(0, 6), min_size=1, max_size=6).map(lambda found: tuple(sorted(found)))
months = st.integers(1, 3)


def in_order(dates: set[int]) -> tuple[int, ...]:
    """Days of a month, the last behind them."""
    return tuple(sorted(dates, key=lambda day: day % 99))


starts = st.one_of(st.just(""), st.dates(date(2027, 1, 1), date(2028, 12, 31)).map(date.isoformat))
left_out = st.lists(
    st.one_of(
        st.tuples(st.dates(date(2027, 1, 1), date(2028, 1, 1)), st.integers(0, 40)).map(
            lambda found: f"{found[0]}/{found[0] + timedelta(days=found[1])}"
        ),
        st.tuples(st.dates(date(2001, 1, 1), date(2001, 12, 31)), st.integers(0, 40)).map(
            lambda found: f"--{found[0]:%m-%d}/--{found[0] + timedelta(days=found[1]):%m-%d}"
        ),
    ),
    max_size=3,
).map(tuple)
calendars = st.one_of(
    st.builds(Recurrence, days=sets, interval=months, start=starts, without=left_out),
    st.builds(
        Recurrence, days=sets, nth=st.sets(st.sampled_from((1, 2, 3, 4, -1)), min_size=1).map(lambda found: tuple(sorted(found))),
        interval=months, start=starts, without=left_out,
    ),
    st.builds(
        Recurrence, dates=st.sets(st.sampled_from((1, 5, 15, 28, -1)), min_size=1).map(in_order),
        interval=months, start=starts, without=left_out,
    ),
    st.builds(Recurrence, every=st.integers(2, 40), without=left_out),
)  # fmt: skip


def strikes(days: Recurrence, day: date) -> bool:
    """Whether a calendar of weeks or months strikes on a day, by counting on the fingers."""
    counted = date.fromisoformat(days.start or "2001-01-01")
    if days.start and day < counted:
        return False
    last = monthrange(day.year, day.month)[1]
    if days.dates:
        on = day.day in days.dates or (day.day == last and -1 in days.dates)
    elif days.nth:
        on = day.weekday() in days.days and ((day.day + 6) // 7 in days.nth or (day.day > last - 7 and -1 in days.nth))
    else:
        on = day.weekday() in days.days
        weeks = ((day - timedelta(day.weekday())) - (counted - timedelta(counted.weekday()))).days // 7
        return on and weeks % days.interval == 0
    return on and ((day.year - counted.year) * 12 + day.month - counted.month) % days.interval == 0


def out(days: Recurrence, day: date) -> bool:
    """Whether a day is left out."""
    for times in days.without:
        first, last = (text.removeprefix("--") for text in times.split("/"))
        said = day.isoformat() if times[0] != "-" else f"{day:%m-%d}"
        if first <= said <= last or (first > last and not last < said < first):
            return True
    return False


@given(calendars, st.dates(date(2027, 1, 1), date(2028, 6, 1)))
def test_days_are_those_of_a_calendar_on_the_wall(days: Recurrence, day: date) -> None:
    """None is missing and none too many, in a year and a half from any day."""
    wall = [day + timedelta(days=n) for n in range(550)]
    wanted = [each for each in wall if (each >= day + timedelta(days=days.every) if days.every else strikes(days, each))]
    found = []
    for each in days.after(day):
        if each > wall[-1]:
            break
        found.append(each)
    assert found == [each for each in wanted if not out(days, each)]


@given(calendars)
def test_a_clock_in_words_reads_as_itself(days: Recurrence) -> None:
    """What the judge says of a clock can be sent back to it."""
    spec = DeadlineSpec(
        "Europe/London", "21:00", days.days, days.every, nth=days.nth, dates=days.dates, interval=days.interval, start=days.start,
        without=days.without,
    )  # fmt: skip
    words = " ".join(WORDS.printed("part/clocked.j2", clock=spec).split())
    assert parse_deadline_spec(words) == spec, words
