"""A clock that is set: ahead it is not believed for an hour, back at once; between the two no deadline runs early or twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.clock import PATIENCE, ClockJump, JumpGuardClock, SystemClock, monotonic_seconds
from judge.config import Config
from judge.daemon.clock_check import ClockCheck
from judge.daemon.daemon import Daemon
from judge.daemon.wiring import build_application
from judge.letters import Letter
from judge.mail.compose import SenderIdentity
from judge.mail.sender import OutboxSender
from tests.letters.post_office import ADDRESS, GM, POWERS, START, Hands, body

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
OPERATOR = "keeper@pbm.example"


class Machine:
    """A machine's clock, which can be set, and the time that really goes by."""

    def __init__(self) -> None:
        self.told, self.gone = START, 0.0
        self.steady = JumpGuardClock(self, lambda: self.gone)

    def now(self) -> datetime:
        return self.told

    def live(self, span: timedelta) -> datetime:
        """Time goes by, a minute at a time, as it does for a daemon that looks at its clock."""
        for _ in range(max(1, span // MINUTE)):
            step = min(span, MINUTE)
            self.told, self.gone = self.told + step, self.gone + step.total_seconds()
            self.steady.now()
        return self.steady.now()


def test_time_that_goes_by_and_small_corrections_are_believed() -> None:
    """An hour later, and three minutes off; the real one goes on, too."""
    machine = Machine()
    assert machine.live(HOUR) == START + HOUR
    machine.told += 3 * MINUTE
    assert machine.live(SECOND) == START + HOUR + 3 * MINUTE + SECOND
    machine.gone += DAY.total_seconds()  # asleep, clock and all
    machine.told += DAY
    assert machine.steady.now() == machine.told
    assert machine.steady.leap is None
    before, steady = SystemClock().now(), JumpGuardClock()
    assert before <= steady.now() <= SystemClock().now()
    assert monotonic_seconds() <= monotonic_seconds()


def test_a_leap_ahead_is_believed_after_an_hour() -> None:
    """Until then time goes on as it did; set right meanwhile, nothing has happened."""
    machine = Machine()
    machine.told += DAY
    assert machine.steady.now() == START
    assert machine.steady.leap == ClockJump(START, START + DAY, START + PATIENCE)
    assert machine.live(PATIENCE / 2) == START + PATIENCE / 2
    machine.told -= DAY
    assert machine.live(PATIENCE) == START + PATIENCE * 1.5
    machine.told += DAY
    machine.live(PATIENCE - MINUTE)
    assert machine.steady.now() == machine.told - DAY
    assert machine.live(2 * MINUTE) == machine.told


def test_a_leap_back_is_believed_at_once() -> None:
    """It makes people wait, and no more."""
    machine = Machine()
    machine.told -= DAY
    assert machine.steady.now() == START - DAY
    assert machine.steady.leap == ClockJump(START, START - DAY, None)
    assert machine.live(HOUR) == START - DAY + HOUR


class House:
    """A daemon whose threads do not run, on a machine whose clock can be set; a game with a deadline every two days."""

    def __init__(self, folder: Path) -> None:
        self.machine, self.hands, self.count = Machine(), Hands(), 0
        store, yes = f"sqlite:///{folder}/judge.db", True
        settings = Config(ADDRESS, store=store, maildir=folder, trust_from=yes, maps=False, operator=OPERATOR, backup_days=0)
        self.parts = build_application(settings, self.machine.steady)
        self.daemon, self.watch = Daemon(self.parts), self.parts.watch
        self.drain = OutboxSender(
            self.parts.store, self.parts.sayer.say, SenderIdentity(ADDRESS, "Judge"), self.hands, self.machine.steady
        )
        self.reply_to: dict[str, str] = {}
        self.come(GM, "CREATE paris\nDEADLINE every 48 hours")
        for power in POWERS:
            self.come(f"{power.lower()}@mail.example", f"JOIN paris PREFER {power}")
        self.work()
        self.come(GM, "START")
        self.work()

    def come(self, sender: str, text: str) -> None:
        """Stamped as the machine's clock says, as `judge deliver` does it."""
        self.count += 1
        raw = f"From: {sender}\r\nMessage-ID: <{self.count}@x>\r\n\r\n{text}\r\n".encode()
        self.parts.store.take(Letter(raw, self.machine.told, f"test:{self.count}", sender, self.reply_to.get(sender, ADDRESS)))

    def work(self) -> dict[str, list[str]]:
        """All that is decided and sent now: address → subjects and words."""
        while self.daemon.decide():
            pass
        self.watch.look()
        self.drain.run()
        sent, self.hands.sent = self.hands.sent, []
        self.reply_to |= {each["To"]: each["Reply-To"] for each in sent}
        found: dict[str, list[str]] = {}
        for each in sent:
            found.setdefault(each["To"], []).append(f"{each['Subject']}\n{body(each)}")
        return found

    def phases(self) -> list[str]:
        with self.parts.store.look() as work:
            return [row.phase for row in work.games.positions("paris")]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


AHEAD = """\
Judge: the clock was set ahead
=== write above this line ===

The clock of this machine went from Mon 1 March 2027, 12:00 UTC to Thu 4
March 2027, 12:00 UTC in an instant. I do not trust it yet: until Mon 1
March 2027, 13:00 UTC on the old clock I go on as if nothing had
happened, and no deadline passes early.

If the new time is wrong, correct it by then. If it is right, do
nothing.
"""


def test_three_days_ahead_and_back(house: House) -> None:
    """No phase is run, letters are answered as ever, the operator is told once; the deadline runs when it is due, once."""
    house.machine.told += 3 * DAY
    told = house.work()
    assert told == {OPERATOR: [AHEAD]}
    house.come("france@mail.example", "A(Par)-Bur")
    [answer] = house.work()["france@mail.example"]
    assert "A(Par)-Bur" in answer
    assert "Spring 1901" in answer
    house.machine.live(30 * MINUTE)
    assert house.work() == {}
    house.machine.told -= 3 * DAY
    house.machine.live(DAY)
    assert OPERATOR not in house.work()
    assert house.phases() == []
    house.machine.live(DAY)
    assert "A(Par)-Bur" in "".join(house.work()["france@mail.example"])
    assert house.phases() == ["Spring 1901"]


def test_three_days_ahead_for_good(house: House) -> None:
    """After an hour it is believed: each phase that was due is run, once; set back then, none is run twice."""
    house.machine.told += 3 * DAY
    house.machine.live(PATIENCE - MINUTE)
    house.work()
    assert house.phases() == []
    house.machine.live(2 * MINUTE)
    house.work()
    assert house.phases() == ["Spring 1901"]
    house.machine.told -= 3 * DAY
    house.machine.live(MINUTE)
    assert "set back" not in "".join(house.work()), "one letter a day about clocks; the log has both"
    house.machine.live(DAY)
    told = "".join(house.work().get(OPERATOR, []))
    house.machine.live(3 * DAY - 2 * HOUR)
    house.work()
    assert (house.phases(), told) == (["Spring 1901"], "")
    house.machine.live(2 * DAY)
    house.work()
    assert house.phases() == ["Spring 1901", "Autumn 1901"]


def test_a_retry_does_not_wait_for_the_future(house: House) -> None:
    """A letter whose next try was put down by a wrong clock goes out once the clock is right."""
    house.come("france@mail.example", "STATUS")
    while house.daemon.decide():
        pass
    store = house.parts.store
    [claimed] = store.claim_notices(house.machine.steady.now())
    store.notice_failed(claimed.id, START + 30 * DAY, "450 later")
    house.machine.told -= DAY
    house.machine.live(MINUTE)
    told = house.work()
    assert "Spring 1901" in told["france@mail.example"][0]
    assert "Judge: the clock was set back" in told[OPERATOR][0]


def test_a_clock_that_is_wrong_at_the_start(house: House) -> None:
    """The newest letter came later than now: said once, to whoever starts the judge again and again, too."""
    for _ in range(2):
        clock = Machine()
        clock.told -= 400 * DAY
        ClockCheck(house.parts.store, clock, house.parts.troubles, lambda: True).look()
    house.drain.run()
    [told] = house.hands.sent
    assert "The clock of this machine says" in body(told)
