"""What may happen to a house: each accident waits for its instant, strikes, says what it hit, and is put right."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from tests.faults.house import House, Victim, patiently
from tests.faults.parties import PATIENCE
from tests.faults.paused import LEASE, Hands
from tests.faults.proxy import Proxy

WAY = {"delivering": "lmtp", "fetching": "lmtp", "moving": "lmtp", "": ""}
"""Places that letters reach by one way only, or by any; what aims at one of the others has them go by SMTP, quickly."""
LONGEST, MORE = 1.0, 0.03
"""Seconds after which a kill comes in any case; and for which it, at most, waits more at its place."""
AWAY = 0.3
"""Seconds, at most, for which the dead stay dead."""
TWICE = frozenset({"acknowledging", "sending"})
"""Places that have a kind to themselves are aimed at twice."""
FULL = 2.0
"""Seconds, at most, for which a disk stays full."""
HOUR, DAY = 3600.0, 86400.0
SKEWS = (-5 * 60.0, 5 * 60.0)
"""Seconds by which a clock is wrong until the next time; from one to the other, too, nobody doubts it."""
LEAPS = (6 * HOUR, 40 * DAY)
"""Seconds by which it leaps ahead for a moment, and must not be believed."""


class Accident(NamedTuple):
    """Something that happens, in a thread of its own, while letters come."""

    name: str
    strike: Callable[[House], None]
    kill: bool = False


@dataclass(frozen=True)
class Kill:
    """SIGKILL to whoever it is."""

    victim: Victim
    aim: str
    other: Victim | None = None
    """Who is killed, too, before the first is started again."""

    def __call__(self, house: House) -> None:
        """It comes when its victim is where it aims at, or in the end anywhere. What has no aim may hit one that is starting."""
        victim = self.victim
        if self.aim:
            at_home(house)
        house.writer.wish = WAY.get(self.aim, "smtp")
        time.sleep(house.random.random() * victim.aims[self.aim])
        if self.aim:
            until = time.monotonic() + LONGEST
            while not victim.there(self.aim) and time.monotonic() < until:
                time.sleep(0.0005)
            time.sleep(house.random.random() * MORE)
        slain(house, victim)
        house.writer.wish = ""
        time.sleep(house.random.random() * AWAY)
        if self.other:
            slain(house, self.other, f"while the {victim.name} was away")
            self.other.party.start()
        victim.party.start()


def slain(house: House, victim: Victim, when: str = "") -> None:
    """Dead, and what it hit is counted; most can be said of where it was once it is dead."""
    said = [] if victim.dies_alone else victim.hit()
    victim.party.kill()
    for each in [when] if when else said or victim.hit():
        house.tally[f"{victim.name} killed", each] += 1


@dataclass(frozen=True)
class Cut:
    """A line is cut in the middle of what is being said."""

    line: Proxy

    def __call__(self, house: House) -> None:
        """After a few pieces, on either side."""
        name = next(name for name, line in house.lines.items() if line is self.line)
        house.writer.wish = "lmtp" if name == "the mailbox" else "smtp"
        who = self.line.cut(house.random.randrange(6), 0.5)
        house.writer.wish = ""
        told = {"call": "in the middle of what the caller said", "answer": "in the middle of an answer", "": "while nobody spoke"}
        house.tally[f"line cut: {name}", told[who]] += 1


@dataclass(frozen=True)
class Skew:
    """A clock is wrong from now on, by so little that it is believed at once."""

    hands: Hands

    def __call__(self, house: House) -> None:
        """Not while letters wait: those of a clock set back would be decided before those that came before it was."""
        wrong = house.random.choice([each for each in (0.0, *SKEWS) if each != self.hands.wrong()])
        ahead = wrong > self.hands.wrong()
        with house.writer.still:
            patiently(house.settled, "letters are decided before the clock is set back")
            house.writer.doubt()
            self.hands.set(wrong)
        house.tally["clock set", "by minutes ahead" if ahead else "by minutes back"] += 1


@dataclass(frozen=True)
class Leap:
    """A clock leaps far ahead, and is put right after a moment."""

    hands: Hands

    def __call__(self, house: House) -> None:
        """By hours or by weeks. A judge that starts meanwhile could not know."""
        at_home(house)
        right, by = self.hands.wrong(), house.random.choice(LEAPS)
        self.hands.set(right + by)
        time.sleep(0.2 + house.random.random() / 2)
        self.hands.set(right)
        house.tally["clock leapt", f"{by / HOUR:.0f} hours ahead and back"] += 1


@dataclass(frozen=True)
class Fill:
    """No room at all on the disk of the store until a letter has been refused for it, or for a while; a worker may die then."""

    ends: bool = False
    """Whether a PostgreSQL must begin another file of its log (WAL) then: it stops by itself, and is started once there is room."""

    def __call__(self, house: House) -> None:
        """Everything has been decided; the next letter needs room."""
        assert house.disk
        at_home(house)
        house.writer.wish = "smtp"  # a letter that the mailbox had meanwhile would keep all others waiting
        with house.writer.still:
            patiently(house.settled, "letters are decided before nothing can be")
        house.spend_room()
        ballast, refused, until = house.disk / "ballast", house.writer.counts["refused"], time.monotonic() + FULL
        _ballast(ballast)
        if self.ends:
            house.says("SELECT pg_switch_wal() IS NULL", (False,))
        while house.writer.counts["refused"] == refused and time.monotonic() < until:
            time.sleep(0.01)
        house.writer.wish = ""
        self._slain(house)
        was = house.writer.counts["refused"] != refused
        ballast.unlink()
        over = house.server is not None and house.server.revive()
        said = "the database stopped by itself" if over else "letters were refused" if was else "no letter was refused"
        house.tally["disk full", said] += 1

    def _slain(self, house: House) -> None:
        for each in house.victims:
            if each.name == "worker" and house.random.random() < 0.3:
                slain(house, each, "while the disk was full")
                each.party.start()
        time.sleep(house.random.random() * AWAY)


def at_home(house: House) -> None:
    """Wait until every worker is there."""
    patiently(lambda: all_home(house), "every worker is there")


def all_home(house: House) -> bool:
    """Whether every worker is there."""
    return all(map(greets, house.doors))


def greets(port: int) -> bool:
    """Whether somebody is at home."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            return line.recv(3) == b"220"
    except OSError:
        return False


def repeat(house: House) -> None:
    """A letter comes again, by the same way or another."""
    house.writer.repeat = True
    patiently(lambda: not house.writer.repeat, "a letter is sent again")
    house.tally["letter doubled", "sent again after it was taken"] += 1


def twins(house: House) -> None:
    """A letter comes twice at the same time."""
    house.writer.twins = True
    patiently(lambda: not house.writer.twins, "a letter is sent twice at the same time")
    house.tally["letter doubled", "on two lines at once"] += 1


def stall(house: House) -> None:
    """A worker does nothing at all for longer than its claims are left to it; then it goes on where it was."""
    number = house.random.randrange(len(house.workers))
    victim = [each for each in house.victims if each.name == "worker"][number]
    aim, until = house.random.choice(["marking", "sending", "deciding"]), time.monotonic() + LONGEST
    house.writer.wish = "smtp"
    while not victim.there(aim) and time.monotonic() < until:
        time.sleep(0.0005)
    house.writer.wish = ""
    hit = victim.hit()
    house.workers[number].stall(LEASE.total_seconds() + AWAY)
    for each in hit:
        house.tally["worker stalled", each] += 1


def disconnect(house: House) -> None:
    """The database ends every session of the judge's, whatever it is at."""
    assert house.server
    at = [kind for victim in house.victims if victim.name == "database" for kind in victim.hit()]
    house.server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'judge'")
    for each in at:
        house.tally["sessions ended", each] += 1


def _ballast(ballast: os.PathLike[str]) -> None:
    heavy = os.open(ballast, os.O_CREAT | os.O_WRONLY)
    for size in (1 << 20, 1 << 12, 1 << 9, 1):
        with suppress(OSError):
            while True:
                os.write(heavy, b"x" * size)
    os.close(heavy)


def schedule(house: House) -> Iterator[Accident]:
    """Accidents without end: all kills in random order, two and then something else, and then all again in another."""
    while True:
        kills, others = list(_kills(house)), list(_others(house))
        house.random.shuffle(kills)
        house.random.shuffle(others)
        while kills:
            yield kills.pop()
            if kills:
                yield kills.pop()
            if others:
                yield others.pop()


def _kills(house: House) -> Iterator[Accident]:
    for victim in house.victims:
        for aim in chain.from_iterable([each] * (2 if each in TWICE and victim.name == "worker" else 1) for each in victim.aims):
            yield Accident(f"{victim.name} killed", Kill(victim, aim), True)
        others = [each for each in house.victims if each is not victim]
        yield Accident(f"{victim.name} killed", Kill(victim, "", house.random.choice(others)), True)


def _others(house: House) -> Iterator[Accident]:
    for name, line in house.lines.items():
        yield Accident(f"line cut: {name}", Cut(line))
    yield Accident("letter doubled", repeat)
    yield Accident("letter doubled", twins)
    hands = house.random.choice(house.hands)
    yield Accident("clock set", Skew(hands))
    yield Accident("clock leapt", Leap(hands))
    if house.disk:
        yield Accident("disk full", Fill())
    if house.server:
        if house.disk:
            yield Accident("disk full", Fill(ends=True))
        yield Accident("worker stalled", stall)
        yield Accident("sessions ended", disconnect)
