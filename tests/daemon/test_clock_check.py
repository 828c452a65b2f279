"""The clock at a start: how long nobody was at work, whether deadlines wait until the clock can be believed, and later phases."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.cli.status import print_status
from judge.clock import LEAP
from judge.config import Config
from judge.daemon.clock_check import BEAT
from judge.daemon.daemon import Daemon
from judge.daemon.wiring import Application, build_application
from judge.letters import Letter
from judge.mail.compose import SenderIdentity
from judge.mail.sender import OutboxSender
from tests.letters.post_office import ADDRESS, GM, POWERS, START, Hands, body

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
OPERATOR = "keeper@pbm.example"
SECOND = timedelta(seconds=1)


class House:
    """A judge that is stopped and started, on a machine whose clock can be set, whose threads do not run; one game."""

    def __init__(self, folder: Path, store: str) -> None:
        self.hands, self.count, self.synchronised, self.key = Hands(), 0, False, b"first"
        self.folder, self.url, self.started = folder, store, list[Application]()
        self.reply_to: dict[str, str] = {}
        self.start()
        self.come(GM, "CREATE paris\nDEADLINE every 48 hours")
        for power in POWERS:
            self.come(f"{power.lower()}@mail.example", f"JOIN paris PREFER {power}")
        self.work()
        self.come(GM, "START")
        self.work()

    @property
    def parts(self) -> Application:
        """The judge at work."""
        return self.started[-1]

    def start(self) -> dict[str, list[str]]:
        """Start it; returns what is said at once."""
        path = self.folder / "judge.key"
        path.touch(0o600)
        path.write_bytes(self.key * 4)
        settings = Config(
            ADDRESS, key=path, store=self.url, maildir=self.folder, trust_from=True, maps=False, operator=OPERATOR, smtp=None,
            backup_days=0,
        )  # fmt: skip
        parts = build_application(settings, self.hands, synchronised=lambda: self.synchronised)
        self.started.append(parts)
        self.daemon = Daemon(parts)
        self.drain = OutboxSender(parts.store, parts.sayer.say, SenderIdentity(ADDRESS, "Judge"), self.hands, self.hands)
        parts.times.begin()
        return self.work()

    def stop(self) -> None:
        self.parts.times.end()
        self.parts.store.close()

    def come(self, sender: str, text: str, at: datetime | None = None) -> None:
        """Stamped as the machine's clock says, or by a mail server elsewhere."""
        self.count += 1
        raw = f"From: {sender}\r\nMessage-ID: <{self.count}@x>\r\n\r\n{text}\r\n".encode()
        self.parts.store.take(Letter(raw, at or self.hands.time, f"test:{self.count}", sender, self.reply_to.get(sender, ADDRESS)))

    def work(self) -> dict[str, list[str]]:
        """All that is decided and sent now: address → subjects and words."""
        while self.daemon.decide():
            pass
        self.parts.watch.look()
        self.drain.run()
        sent, self.hands.sent = self.hands.sent, []
        self.reply_to |= {each["To"]: each["Reply-To"] for each in sent}
        found: dict[str, list[str]] = {}
        for each in sent:
            found.setdefault(each["To"], []).append(f"{each['Subject']}\n{body(each)}")
        return found

    def live(self, span: timedelta) -> dict[str, list[str]]:
        """Let time pass, while it is at work."""
        self.hands.time += span
        return self.work()

    def restarted(self, after: timedelta) -> dict[str, list[str]]:
        """Stop it, and start it again so much later, by its clock."""
        self.stop()
        self.hands.time += after
        return self.start()

    def phases(self) -> list[str]:
        with self.parts.store.look() as work:
            return [row.phase for row in work.games.positions("paris")]


@pytest.fixture
def house(tmp_path: Path, store_url: str) -> House:
    return House(tmp_path, store_url)


AWAY = """\
Judge: I was not at work for 3 days
=== write above this line ===

Before this start I was last at work on Mon 1 March 2027, 12:00 UTC; the
clock now says Thu 4 March 2027, 12:00 UTC. Meanwhile deadlines or
reminders of paris passed. They come now, late; mail that your mail
server had before a deadline counts.

If the clock is wrong, stop me, correct it and start me again: phases
that were run stay run, but their GMs can take them back with ROLLBACK.
"""

WAITING = """\
Judge: deadlines wait, for the clock may be wrong
=== write above this line ===

The clock of this machine says Thu 4 March 2027, 12:00 UTC. I was last
at work on Mon 1 March 2027, 12:00 UTC, and the machine says that no
time server has set its clock. Meanwhile deadlines or reminders of paris
would have passed. I run none of them, and decide no mail that came
after the first of them, until Thu 4 March 2027, 13:00 UTC. If a time
server sets the clock before, I go on at once.

If the clock is wrong, correct it by then, and nothing has happened. If
it is right, you need do nothing, but please turn on NTP (`timedatectl
set-ntp true`).
"""


def test_deadlines_that_passed_while_nobody_was_at_work(house: House) -> None:
    """The clock is synchronised: they are run at once, and the operator is told of it, once."""
    house.synchronised = True
    assert house.restarted(3 * DAY)[OPERATOR] == [AWAY]
    assert house.phases() == ["Spring 1901"]
    assert OPERATOR not in house.restarted(SECOND)


def test_a_gap_without_deadlines_is_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody needs a letter for it, nor for a moment's stop at a deadline."""
    caplog.set_level(logging.INFO, "judge")
    assert house.restarted(2 * HOUR) == {}
    [line] = [record.ids for record in caplog.records if record.message == "last at work"]  # type: ignore[attr-defined]
    assert line == {"since": START.isoformat(), "minutes": 120, "due": 0}
    house.live(2 * DAY - 2 * HOUR - MINUTE)
    assert OPERATOR not in house.restarted(2 * MINUTE)
    assert house.phases() == ["Spring 1901"]


def test_deadlines_wait_for_a_clock_that_is_not_synchronised(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """Letters are taken and wait; `judge status` says so; once a time server has set the clock, all goes on at once."""
    assert house.restarted(3 * DAY) == {OPERATOR: [WAITING]}
    house.come("france@mail.example", "A(Par)-Bur")
    assert house.live(30 * MINUTE) == {}
    print_status(house.parts.store, house.parts.settings, house.hands.time)
    assert (
        "clock     may be wrong: deadlines wait until Thu 4 March 2027, 13:00 UTC (last at work Mon 1 March 2027, 12:00 UTC)\n"
        in capsys.readouterr().out
    )
    house.synchronised = True
    told = house.live(MINUTE)
    assert house.phases() == ["Spring 1901"]
    assert "Spring 1901" in "".join(told["france@mail.example"])
    assert OPERATOR not in told
    print_status(house.parts.store, house.parts.settings, house.hands.time)
    assert "may be wrong" not in capsys.readouterr().out


def test_deadlines_wait_for_an_hour_at_most(house: House) -> None:
    """However often it is started meanwhile."""
    house.restarted(3 * DAY)
    house.live(40 * MINUTE)
    assert house.restarted(MINUTE) == {}
    house.live(18 * MINUTE)
    assert house.phases() == []
    house.live(MINUTE)
    assert house.phases() == ["Spring 1901"]
    assert OPERATOR not in house.restarted(SECOND)


def test_copy_for_a_zine_waits_too(house: House) -> None:
    """Where no deadline has passed, but a copy date: an editor cannot send copy back."""
    house.come("editor@zine.example", 'SUBSCRIBE paris FOR "Echo"\nCOPYDATE Thursday 13:00 UTC\nFORMATS text')
    house.work()
    house.live(2 * DAY + MINUTE)
    assert house.phases() == ["Spring 1901"]
    house.live(HOUR)
    told = house.restarted(DAY)  # Thursday 13:01, and Autumn 1901 is due a day later
    assert [*told] == [OPERATOR]
    assert "Meanwhile copy dates of Echo would have passed." in " ".join(told[OPERATOR][0].split())
    house.hands.time -= DAY
    assert "editor@zine.example" not in house.live(MINUTE)
    copy = house.live(DAY - MINUTE)["editor@zine.example"]
    assert "Copy: " in copy[0]


def test_a_clock_that_leaps_once_more(house: House) -> None:
    """It was corrected, and the judge died before it noted so; then it is ahead again: the first wait tells nothing about that."""
    house.restarted(3 * DAY)
    house.hands.time -= 3 * DAY - HOUR
    house.parts.store.close()
    house.hands.time += 3 * DAY + 2 * HOUR
    assert house.start() == {}  # the operator has read of the same gap already
    assert house.phases() == []
    house.live(HOUR + MINUTE)
    assert house.phases() == ["Spring 1901"]


def test_a_clock_that_is_corrected_meanwhile(house: House) -> None:
    """Nothing has happened: the phase is run at its deadline."""
    house.restarted(3 * DAY)
    house.hands.time -= 3 * DAY - HOUR
    house.come("france@mail.example", "A(Par)-Bur")
    told = house.live(SECOND)
    assert "A(Par)-Bur" in told["france@mail.example"][0]
    house.live(2 * DAY - HOUR - MINUTE)
    assert house.phases() == []
    house.live(2 * MINUTE)
    assert house.phases() == ["Spring 1901"]


def test_a_store_in_which_nobody_has_noted_the_time(house: House) -> None:
    """An older judge left it: the newest letter or event is the last sign of life."""
    house.stop()
    with build_application(house.parts.settings, house.hands).store.work() as work:
        work.facts.drop("last at work")
    house.hands.time += 3 * DAY
    assert house.start() == {OPERATOR: [WAITING]}
    assert house.phases() == []


def test_what_was_done_by_a_doubted_clock_is_no_sign_of_life(house: House) -> None:
    """Nobody has noted the time; a letter from before the deadlines is decided while they wait, and the process dies."""
    house.stop()
    with build_application(house.parts.settings, house.hands).store.work() as work:
        work.facts.drop("last at work")
    house.hands.time += 3 * DAY
    house.start()
    house.come("france@mail.example", "A(Par)-Bur", START + MINUTE)
    assert "A(Par)-Bur" in house.work()["france@mail.example"][0]
    assert house.restarted(MINUTE) == {}
    assert house.phases() == []


def test_nobody_waits_where_the_machine_does_not_tell(house: House) -> None:
    """Only a clock that the kernel calls unsynchronised is doubted."""
    house.synchronised = None  # type: ignore[assignment]
    assert house.restarted(3 * DAY)[OPERATOR] == [AWAY]
    assert house.phases() == ["Spring 1901"]


FUTURE = """\
Judge: phases were run later than now
=== write above this line ===

The clock of this machine says Mon 1 March 2027, 12:01 UTC, but I have
noted that I was at work on Thu 4 March 2027, 12:00 UTC. So the clock
was wrong then, or it is wrong now, or the clocks of two workers differ.

These phases were run then:

    paris: Spring 1901, Thu 4 March 2027, 12:00 UTC

They stay run, and none is run twice. If they were run too early, their
GMs can take them back with ROLLBACK. Deadlines that were set then may
be too late: please check `judge status`, and ask GMs to correct them
with DEADLINE.
"""


def test_a_phase_that_was_run_in_the_future_is_noticed(house: House) -> None:
    """A clock that was ahead at one start and is right at the next: said once, with the phase."""
    house.synchronised = True
    house.restarted(3 * DAY)
    told = house.restarted(MINUTE - 3 * DAY)
    assert told[OPERATOR] == [FUTURE]
    assert OPERATOR not in house.restarted(SECOND)
    assert OPERATOR not in house.live(BEAT)


def test_workers_whose_clocks_differ(house: House) -> None:
    """Noticed while they are at work, told once a day."""

    def beat_of_another() -> None:
        with house.parts.store.work() as work:
            work.facts.put("last at work", (house.hands.time + 2 * LEAP).isoformat())

    beat_of_another()
    told = house.live(BEAT)
    assert "or the clocks of two workers differ. No phase was run then." in " ".join(told[OPERATOR][0].split())
    beat_of_another()
    assert house.live(BEAT) == {}


KEY = """\
Judge: the key is another than before
=== write above this line ===

I was started with another key than the last time. No reply to my
earlier mails proves anything any more: I ask players once about their
next mail, and answer from new addresses. Games lose nothing.

If you changed the key on purpose, all is well; keep a copy of the new
one. If not, stop me, put the old key back, and start me again: then
earlier replies count again.
"""


def test_another_key_is_told(house: House) -> None:
    """It may have been changed on purpose, or a file was not where it should have been."""
    house.key = b"second"
    assert house.restarted(MINUTE)[OPERATOR] == [KEY]
    assert OPERATOR not in house.restarted(MINUTE)


def test_one_who_was_never_at_work_has_no_gap(tmp_path: Path) -> None:
    """A new store."""
    parts = build_application(
        Config(ADDRESS, store=f"sqlite:///{tmp_path}/judge.db", operator=OPERATOR, maps=False), Hands(), synchronised=lambda: False
    )
    parts.times.begin()
    assert parts.times.limit() is None
    with parts.store.look() as work:
        assert datetime.fromisoformat(work.facts.get("last at work")) == START


def test_a_daemon_notes_when_it_was_at_work(tmp_path: Path) -> None:
    """At its start, before any thread runs, and at its end; `judge tick`, too."""
    hands = Hands()
    config = Config(ADDRESS, store=f"sqlite:///{tmp_path}/judge.db", maildir=tmp_path / "mail", maps=False, smtp=None)

    def noted() -> datetime:
        with parts.store.look() as work:
            return datetime.fromisoformat(work.facts.get("last at work"))

    parts = build_application(config, hands)
    daemon = Daemon(parts)
    daemon.start()
    assert noted() == START
    hands.time += MINUTE
    daemon.stop()
    assert noted() == START + MINUTE
    hands.time += HOUR
    Daemon(parts).once()
    assert noted() == START + MINUTE + HOUR


def test_ticks_may_be_an_hour_apart(tmp_path: Path) -> None:
    """Nothing is told of it, and no clock is doubted."""
    house = House(tmp_path, f"sqlite:///{tmp_path}/judge.db")
    house.live(2 * DAY - 30 * MINUTE)
    house.hands.time += 55 * MINUTE
    house.daemon.once()
    assert house.phases() == ["Spring 1901"]
    house.hands.time += 3 * DAY
    house.daemon.once()
    assert house.phases() == ["Spring 1901"]
    house.synchronised = True
    house.hands.time += MINUTE
    house.daemon.once()
    assert house.phases() == ["Spring 1901", "Autumn 1901"]
