"""A game's clock: what is read, when phases are due, what waits, what runs together, and who is told what."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from judge.commands import TABLE
from judge.commands.deadlines import ChangeSetting, DeclareAbsence, ExtendDeadline, PauseGame, ResumeGame, SetDeadline
from judge.commands.dice import OF_DICE
from judge.commands.gm import CreateGame, ProcessPhase, StartGame
from judge.commands.joining import Join
from judge.commands.orders import MarkFinal, OrderLines
from judge.commands.standbys import DeclareVacant, StandBy, TakeOver
from judge.game.clock.dates import parse_date_range, parse_duration
from judge.game.clock.deadline_spec import parse_deadline_spec, parse_single_deadline
from judge.game.clock.time_zones import UnclearTime, find_zone, guess_zone
from judge.game.decide import HANDLERS
from judge.game.model.events import GraceGiven, PhaseRun, Reminded
from judge.game.model.replay import replay
from judge.game.model.seat_events import TakenOver
from judge.game.model.serialization import read_event, read_game, write_event, write_game
from judge.game.phases.scheduled import next_wake_time, run_next_scheduled
from judge.seat import GM
from tests.game.test_game import NOW, POWERS, Table, now, standard, why

DUE = datetime(2027, 3, 5, 21, tzinfo=UTC)


def begun(*settings: str) -> Table:
    """A game of seven under these settings, begun."""
    table = Table()
    table.events, table.game = [], None
    table.do(CreateGame("CREATE q", "q", "", ("DEADLINE Fridays 21:00 Europe/London", *settings)), "")
    for power in POWERS:
        table.do(Join("", "q", power), "")
    table.do(StartGame("START"), "gm")
    return table


def until(table: Table, at: datetime) -> list[object]:
    """Everything that time brings up to an instant."""
    found: list[object] = []
    while decision := run_next_scheduled(now(table), at, at, standard(), b"secret"):
        found += table.keep(decision)
    return found


@pytest.mark.parametrize(
    ("text", "code", "near"),
    [
        ("28 March 2027 01:30 London", "no-hour", ("00:59", "02:00")),
        ("31 October 2027 01:30 London", "twice", ("00:30", "01:30")),
        ("31 April 2027 21:00", "no-date", ()),
        ("Thu 26 March 2027 21:00", "weekday", ("Friday",)),
        ("26 March 2027 midnight", "midnight", ()),
        ("26 March 2027 21:00 Lodnon", "no-zone", ("Europe/London",)),
        ("26 March 2027 21:00 EST", "short-zone", ("America/New_York", "Australia/Sydney")),
    ],
)
def test_times_that_are_none(text: str, code: str, near: tuple[str, ...]) -> None:
    """A date, a clock on it or a zone that does not exist is refused, with what could be said instead."""
    with pytest.raises(UnclearTime) as unclear:
        parse_single_deadline(text, "Europe/London", NOW)
    assert (unclear.value.why, unclear.value.near) == (code, near)


GERMAN = ("10.4.-17.4.", "10.-17.4.", "10.4.-17.4", "10.4.2027 - 17.04.2027")
"""The day first, wherever dots are written."""


def test_dates_and_spans() -> None:
    """As people write them; without a year the next such day."""
    today = date(2027, 3, 20)
    week = (date(2027, 4, 10), date(2027, 4, 17))
    for text in ("10-17 April", "from 10 April to 17 April 2027", "April 10-17", "2027-04-10 to 2027-04-17", *GERMAN):
        assert parse_date_range(text, today) == week
    assert parse_date_range("10 March", today) == (date(2028, 3, 10),) * 2
    assert [parse_date_range(text, today) for text in ("10/4-17/4", "10.4.27", "next week 3")] == [None] * 3
    assert [span.seconds for text in ("3 more days", "a week", "24h") if (span := parse_duration(text))] == [259200, 604800, 86400]
    assert find_zone("new york") == "America/New_York"
    assert [find_zone(text) for text in ("UK", "german", "Great Britain")] == ["Europe/London", "Europe/Berlin", "Europe/London"]
    assert guess_zone(timedelta(hours=-4), NOW + timedelta(days=60)) == "America/New_York"


def test_a_phase_is_neither_too_short_nor_too_long() -> None:
    """MIN and MAX bound what the days of the week would give."""
    late = datetime(2027, 3, 3, 12, tzinfo=UTC)
    assert parse_deadline_spec("Fridays 21:00 London MIN 1 day").after(late) == DUE
    assert parse_deadline_spec("Fridays 21:00 London").after(late) == DUE + timedelta(days=7)
    assert parse_deadline_spec("Fridays 21:00 London MAX 5 days").after(late) == DUE


def test_an_extension_keeps_the_wall_clock() -> None:
    """A week over the night the clocks change moves the instant by an hour less."""
    table = begun()
    table.do(ExtendDeadline("", "4 weeks"), "gm")
    assert now(table).due == DUE + timedelta(weeks=4, hours=-1)
    asked = table.do(ExtendDeadline("", "3 days", "exams"), "3")
    assert not asked.events
    assert [tell.to for tell in asked.notices] == [GM]


def test_reminders_come_once_and_only_before() -> None:
    """At 48 and 12 hours; after an outage the last of them only; after an extension anew."""
    table = begun()
    assert next_wake_time(now(table)) == DUE - timedelta(hours=48)
    assert until(table, DUE - timedelta(hours=6)) == [Reminded((172800, 43200))]
    assert next_wake_time(now(table)) == DUE
    table.do(ExtendDeadline("", "1 week"), "gm")
    assert next_wake_time(now(table)) == DUE + timedelta(days=5)


def test_grace_waits_for_the_late_only() -> None:
    """Others are closed out; the phase runs half an hour after the last was complete, or at the end of grace."""
    table = begun("GRACE 24 hours", "REMIND none")
    for power in POWERS[1:]:
        table.order(power, *(f"{unit} stands" for unit in now(table).board_now.units_of(power)))
    assert until(table, DUE) == [GraceGiven(("Austria",), DUE + timedelta(days=1))]
    assert why(table.order("France", "A(Par)-Bur")) == "grace-closed"
    given = table.order("Austria", "A(Bud) stands", "A(Vie) stands", "F(Tri) stands")
    assert given.replies[-1].kind == "last-in"
    assert next_wake_time(now(table)) == NOW + timedelta(minutes=30)


def test_an_absence_moves_later_deadlines_only() -> None:
    """J12: not the running one; the first that falls into it waits until its player is back; nobody else is told."""
    table = begun("REMIND none")
    decision = table.do(DeclareAbsence("", "10-13 March"), "3")
    assert [tell.to for tell in decision.notices] == [GM]
    assert now(table).due == DUE
    until(table, DUE)
    assert now(table).due == DUE + timedelta(days=14)
    assert not table.do(DeclareAbsence("", "10-13 April"), "3").replies[0].facts["counts"]


def test_a_pause_ends_by_itself() -> None:
    """Nothing is due meanwhile; RESUME, or its end, gives a whole phase."""
    table = begun("REMIND none")
    table.do(PauseGame("", "20 March"), "gm")
    assert now(table).due is None
    assert next_wake_time(now(table)) == datetime(2027, 3, 20, 12, tzinfo=UTC)
    until(table, datetime(2027, 3, 20, 12, tzinfo=UTC))
    assert now(table).due == datetime(2027, 3, 26, 21, tzinfo=UTC)
    assert why(table.do(ResumeGame(""), "gm")) == "not-paused"


def test_resume_sets_no_deadline_before_the_one_that_there_was() -> None:
    """Everybody was told of the date that the GM had set; the next regular one would be weeks before it."""
    table = begun("REMIND none")
    table.do(SetDeadline("", "16 April 2027 21:00"), "gm")
    table.do(PauseGame("", "3 May"), "gm")
    assert now(table).due is None
    table.do(ResumeGame(""), "gm")
    assert now(table).due == datetime(2027, 4, 16, 20, tzinfo=UTC)


def test_a_deadline_that_passed_during_the_pause_is_forgotten() -> None:
    table = begun("REMIND none")
    table.do(PauseGame("", "3 May"), "gm")
    until(table, datetime(2027, 5, 3, 11, tzinfo=UTC))
    assert now(table).due == datetime(2027, 5, 7, 20, tzinfo=UTC)


def test_a_deadline_of_a_phase_that_was_run_during_the_pause_is_forgotten() -> None:
    """The next phase gets its regular deadline, by the wall clock."""
    table = begun("REMIND none")
    table.do(SetDeadline("", "16 April 2027 21:00"), "gm")
    table.do(PauseGame("", "3 May"), "gm")
    table.do(ProcessPhase("PROCESS"), "gm")
    table.do(ResumeGame(""), "gm")
    assert now(table).due == DUE


def test_a_date_survives_a_pause_in_a_game_without_a_clock() -> None:
    table = begun("DEADLINE none", "REMIND none")
    table.do(SetDeadline("", "16 April 2027 21:00 London"), "gm")
    table.do(PauseGame("", "3 May"), "gm")
    table.do(ResumeGame(""), "gm")
    assert now(table).due == datetime(2027, 4, 16, 20, tzinfo=UTC)


def test_a_pause_over_which_all_have_said_final_ends_in_the_next_phase() -> None:
    """FINAL counts while the clock stands still; nothing is run before it goes on."""
    table = begun("REMIND none")
    table.do(PauseGame("", "20 March"), "gm")
    for seat in now(table).seats:
        table.do(MarkFinal(""), seat.key)
    assert now(table).board_now.phase.name == "Spring 1901"
    assert any(isinstance(event, PhaseRun) for event in until(table, datetime(2027, 3, 20, 12, tzinfo=UTC)))
    assert now(table).board_now.phase.name == "Autumn 1901"


def test_a_standby_is_called_and_plays_on() -> None:
    """Silent once: called. Silent twice: the standby's orders are used, and the seat is his."""
    table = begun("REMIND none", "NMR standby")
    table.do(StandBy("", "q"), "")
    key = next(iter(now(table).standbys))
    until(table, DUE)
    power = next(iter(now(table).called))
    unit = now(table).board_now.units_of(power)[0]
    assert table.do(OrderLines("", (f"{unit} stands",)), key).replies[0].kind == "orders"
    assert not now(table).standing
    events = until(table, DUE + timedelta(days=7))
    (ran,) = [event for event in events if isinstance(event, PhaseRun)]
    (taken,) = [event for event in events if isinstance(event, TakenOver)]
    assert (ran.stood_in, taken.by) == ((power,), key)
    assert now(table).missed.get(power, 0) == 0


def test_a_vacant_seat_is_taken_over() -> None:
    """Only by who stands by, only if vacant; the newcomer has a whole phase."""
    table = begun("REMIND none")
    table.do(StandBy("", "q"), "")
    key = next(iter(now(table).standbys))
    assert why(table.do(TakeOver("", "Italy"), key)) == "not-vacant"
    table.do(DeclareVacant("", "Italy", "address dead"), "gm")
    table.do(TakeOver("", "Italy"), key)
    seat = now(table).seat_of("Italy")
    assert seat
    assert not seat.vacant
    assert now(table).due == DUE + timedelta(days=7)


def test_retreats_and_builds_run_together_with_the_movement() -> None:
    """The two-season calendar: what was ordered in advance is used as far as it is possible, the best first."""
    table = begun("REMIND none", "CALENDAR two-season")
    table.order("Russia", "A(War)-Gal")
    table.order("Austria", "A(Vie)-Boh", "A(Bud)-Rum")
    table.order("Germany", "F(Kie)-Den")
    until(table, DUE)
    table.order("Austria", "A(Rum) S A(Boh)-Gal", "A(Boh)-Gal")
    table.order("Russia", "A(Gal) stands", "A(Gal) ret Boh", "A(Gal) ret Sil")
    table.order("Germany", "F(Den) stands", "build A(Den)", "build A(Kie)", "build A(Mun)")
    assert now(table).kept("Russia", "Autumn 1901 retreats", in_advance=True) == ("A(Gal) ret Boh", "A(Gal) ret Sil")
    events = [event for event in until(table, DUE + timedelta(days=7)) if isinstance(event, PhaseRun)]
    assert [event.phase for event in events] == ["Autumn 1901", "Autumn 1901 retreats", "Winter 1901"]
    board = now(table).board_now
    assert board.phase.name == "Spring 1902"
    assert "A(Sil)" in map(str, board.units_of("Russia"))
    assert "A(Kie)" in map(str, board.units_of("Germany"))
    assert not any(now(table).later.values())
    assert not any(phase.differences for phase in replay(table.events, table.turns, standard()))


def test_retreats_and_builds_have_a_short_deadline_of_their_own() -> None:
    """The mini-deadline; and a calendar is for a whole game."""
    table = begun("CALENDAR mini-deadline 2 days")
    clock = now(table).settings.clock("retreats")
    assert clock
    assert clock.after(DUE) == DUE + timedelta(days=2)
    assert why(table.do(ChangeSetting("", "CALENDAR", "separate"), "gm")) == "calendar-fixed"


def test_all_of_it_survives_json() -> None:
    """Every event and the snapshot come back as they were."""
    table = begun("GRACE 12h", "NMR abandon after 1")
    table.do(StandBy("", "q"), "")
    table.do(DeclareAbsence("", "10-17 April"), "4")
    until(table, DUE + timedelta(days=1))
    assert [read_event(write_event(event)) for event in table.events] == table.events
    assert read_game(write_game(now(table))) == now(table)
    assert all(seat.vacant for seat in now(table).seats)


def test_every_way_has_a_row() -> None:
    """Who may give a command stands in the table, for all that a game decides."""
    made = {row.makes.__name__ for row in (*TABLE, *OF_DICE)} | {"VariantCommand"}
    assert {way.__name__ for way in HANDLERS} <= made
