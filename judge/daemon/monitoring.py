"""Check regularly whether the judge needs its operator, tell them by mail once for each trouble, and delete old mail."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from judge.clock import Clock, ClockJump, JumpGuardClock
from judge.daemon.clock_check import LONGEST_WAIT, ClockCheck
from judge.daemon.judge_state import UNTRIED, span
from judge.daemon.lasting_check import LastingCheck
from judge.daemon.place_check import Fetching, Place, PlaceCheck
from judge.daemon.trouble_times import TroubleTimes
from judge.daemon.worker_check import WorkerCheck
from judge.office.statistics import OfficeStatistics, PutOff
from judge.office.upkeep.alerts import Alerts
from judge.office.upkeep.retention import purge_old_texts
from judge.store import Store
from judge.store.census import Census, OutboxCensus
from judge.store.facts import SENT

_log = logging.getLogger(__name__)

QUIET = timedelta(hours=24)
"""How long after a mail about one kind of trouble no other is sent."""
QUIET_IF_WELL = timedelta(hours=1)
"""The same, if it was well meanwhile."""
DAY = timedelta(days=1)
LEAST_FREE = 256 * 2**20
"""Bytes that should be free on the store's disk: SQLite needs room to write before it can delete."""


@dataclass
class OperatorMonitor:
    """Checks the store, the clock and the disk. `outbox`: how long mail may wait; `days`: how long the text of mail is kept."""

    store: Store
    clock: Clock
    troubles: Alerts
    tally: OfficeStatistics
    outbox: timedelta
    days: int
    folder: Path | None = None
    """The store's folder, if it is a file."""
    same: Mapping[str, str] = field(default_factory=dict)
    """What must be the same in every worker's configuration: key → value."""
    times: ClockCheck | None = None
    """Compares the clock with what the store has noted of time."""
    more: Sequence[Callable[[], bool]] = ()
    """Further checks: each returns whether a mail to the operator was queued."""
    workers: WorkerCheck | None = None
    """Looks after the other workers of the store."""
    free: Callable[[Path], int] = lambda folder: LEAST_FREE
    """Returns the free bytes of a folder's disk."""
    steady: LastingCheck | None = None
    """Looks for troubles that are told once they have lasted for a while."""
    lasting: TroubleTimes = field(init=False)
    """Since when each trouble has lasted."""
    _told: dict[str, datetime] = field(default_factory=dict)
    _well: set[str] = field(default_factory=set)
    """Of what was told: what is well again."""
    _checks: tuple[PlaceCheck, ...] = ()
    """Of the ways in and out."""
    _purged: datetime | None = None
    _leapt: ClockJump | None = None

    def __post_init__(self) -> None:
        self.lasting = TroubleTimes(self.store)

    def watch_places(self, places: Sequence[Place], relay: Sequence[Place] = (), ports: Sequence[Place] = ()) -> None:
        """Also check that letters are fetched from these places, that the relay lets the judge in, and that its ports answer."""
        self._checks = (
            PlaceCheck(self.store, self.troubles, places),
            PlaceCheck(self.store, self.troubles, relay, SENT),
            PlaceCheck(self.store, self.troubles, ports, ""),
        )

    def known_ways(self) -> tuple[Mapping[str, Fetching], ...]:
        """Return what is known of each place to fetch from, of the relay, and of the judge's own ports."""
        return tuple(each.known() for each in self._checks) or ({}, {}, {})

    def look(self) -> bool:
        """Check everything once; return whether a mail to the operator was queued."""
        now = self.clock.now()
        with self.store.look() as work:
            census = work.census(now)
        leads = self.store.leads()  # only one of several workers checks what they share
        troubles = [self._shunted(census, now), self._outbox(census.outbox, now)] if leads else []
        troubles += [self._put_off("deadline", now), self._put_off("issue", now), self._disk(now), self._others(now)]
        troubles += [check.look(now) for check in self._checks]
        checks = [each.look for each in (self.times, self.workers, self.steady) if each]
        told = any([*troubles, self._clocks(now), *(check() for check in (*checks, *self.more))])
        if leads and self.days and (self._purged is None or now - self._purged >= DAY):
            letters, notices = purge_old_texts(self.store, now, self.days)
            _log.info("purged", extra={"ids": {"letters": letters, "notices": notices}})
            self._purged = now
        return told

    def line(self) -> str:
        """Return how the judge is, in a line, for `systemctl status`."""
        now = self.clock.now()
        with self.store.look() as work:
            census = work.census(now)
        games, mails = f"{census.games} games", f"{census.letters['received']} mails to decide, {census.outbox.queued} to send"
        late = [f"{name} out of reach for {span(now - found.at)}" for known in self.known_ways() for name, found in known.items()
                if found.late(now)]  # fmt: skip
        return "; ".join([games, mails, *([f"{census.overdue} overdue"] if census.overdue else []), *late])

    def end(self) -> None:
        """Note that this worker was stopped, and is not to be missed."""
        if self.workers:
            self.workers.end()

    def age(self, outbox: OutboxCensus, now: datetime) -> timedelta:
        """Return how long the oldest notice has waited: since its first try, or, if it was never tried, since it was first seen."""
        ages = [now - outbox.since] if outbox.since else []
        if outbox.untried:
            ages.append(self.lasting.lasts(UNTRIED, now, str(outbox.oldest_untried)))
        else:
            self.lasting.over(UNTRIED)
        return max(ages, default=timedelta())

    def _shunted(self, census: Census, now: datetime) -> bool:
        if not census.shunted:
            return False
        facts = {"letters": list(census.shunted[:10]), "count": len(census.shunted)}
        return self._tell("shunted", str(census.shunted[0]), now, facts)

    def _outbox(self, outbox: OutboxCensus, now: datetime) -> bool:
        age = self.age(outbox, now)
        if age <= self.outbox:
            return self._is_well("outbox")
        facts = {"minutes": int(age.total_seconds() // 60), "queued": outbox.queued, "untried": outbox.untried}
        return self._tell("outbox", str(outbox.oldest), now, facts)

    def _put_off(self, what: PutOff, now: datetime) -> bool:
        names = sorted({name for kind, name in self.tally.put_off if kind == what})
        return bool(names) and self._tell(what, f"{','.join(names)[:150]}/{now.date()}", now, {"names": names})

    def _disk(self, now: datetime) -> bool:
        free = self.free(self.folder) if self.folder else LEAST_FREE
        if free >= LEAST_FREE:
            return self._is_well("disk")
        return self._tell("disk", f"{now:%Y-%m-%dT%H}", now, {"free": free // 2**20})

    def _others(self, now: datetime) -> bool:
        differ = self.store.differs(self.same)
        if not differ:
            return self._is_well("workers")
        return self._tell("workers", f"{','.join(differ)}/{now:%Y-%m-%dT%H}", now, {"names": differ})

    def _clocks(self, now: datetime) -> bool:
        """Check for a jump of the clock since the last check."""
        leap = self.clock.leap if isinstance(self.clock, JumpGuardClock) else None
        if leap is None or leap == self._leapt:
            return False
        if leap.until is None:
            self._hurry(now)
        until = leap.until.isoformat() if leap.until else None
        facts = {"before": leap.before.isoformat(), "after": leap.after.isoformat(), "until": until}
        told = self._tell("clock", leap.before.isoformat(), now, facts)
        self._leapt = leap  # only now: if the store cannot be used, the next check tries again
        return told

    def _is_well(self, what: str) -> bool:
        self._well.add(what)
        return False

    def _hurry(self, now: datetime) -> None:
        """After the clock was set back, let work that waits for a later time be tried now."""
        with self.store.work() as work:
            work.outbox.try_no_later(now + LONGEST_WAIT, now)

    def _tell(self, what: str, once: str, now: datetime, facts: Mapping[str, Any]) -> bool:
        """Report trouble to the log and the operator, unless they heard of this kind within a day, or, if it was well meanwhile,
        within an hour. `once` is the same after a restart.
        """
        last = self._told.get(what)
        if last is not None and abs(now - last) < (QUIET_IF_WELL if what in self._well else QUIET):
            return False
        self._well.discard(what)
        _log.warning("the operator is needed", extra={"ids": {"trouble": what, **facts}})
        queued = self.troubles.alert(what, once, facts)
        self._told[what] = now
        return queued
