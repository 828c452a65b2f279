"""Check regularly whether the judge needs its operator, tell them by mail once for each trouble, and delete old mail."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from judge.clock import Clock, ClockJump, JumpGuardClock
from judge.daemon.clock_check import LONGEST_WAIT, ClockCheck
from judge.daemon.place_check import Fetching, Place, PlaceCheck
from judge.office.statistics import OfficeStatistics, PutOff
from judge.office.upkeep.alerts import Alerts
from judge.office.upkeep.retention import purge_old_texts
from judge.store import Store
from judge.store.census import Census, OutboxCensus

_log = logging.getLogger(__name__)

QUIET = timedelta(hours=24)
"""How long after a mail about one kind of trouble no other is sent."""
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
    _told: dict[str, datetime] = field(default_factory=dict)
    _places: PlaceCheck | None = None
    _untried: tuple[int, datetime] | None = None
    """The oldest notice that had not been tried at the last check, and when it was first seen."""
    _purged: datetime | None = None
    _leapt: ClockJump | None = None

    def watch_places(self, places: Sequence[Place]) -> None:
        """Also check that letters are fetched from these places."""
        self._places = PlaceCheck(self.store, self.troubles, places)

    def fetched(self) -> Mapping[str, Fetching]:
        """Return what is known of fetching from each place."""
        return self._places.known() if self._places else {}

    def look(self) -> bool:
        """Check everything once; return whether a mail to the operator was queued."""
        now = self.clock.now()
        with self.store.look() as work:
            census = work.census(now)
        leads = self.store.leads()  # only one of several workers checks what they share
        troubles = [self._shunted(census, now), self._outbox(census.outbox, now)] if leads else []
        troubles += [self._put_off("deadline", now), self._put_off("issue", now), self._disk(now), self._others(now)]
        troubles += [self._places.look(now)] if self._places else []
        told = any([*troubles, self._clocks(now), self.times is not None and self.times.look(), *(check() for check in self.more)])
        if leads and self.days and (self._purged is None or now - self._purged >= DAY):
            letters, notices = purge_old_texts(self.store, now, self.days)
            _log.info("purged", extra={"ids": {"letters": letters, "notices": notices}})
            self._purged = now
        return told

    def age(self, outbox: OutboxCensus, now: datetime) -> timedelta:
        """Return how long the oldest notice has waited: since its first try, or, if it was never tried, since it was first seen."""
        if not outbox.untried:
            self._untried = None
        elif self._untried is None or self._untried[0] != outbox.oldest_untried:
            self._untried = (outbox.oldest_untried, now)
        began = [when for when in (outbox.since, self._untried and self._untried[1]) if when]
        return max([now - when for when in began], default=timedelta())

    def _shunted(self, census: Census, now: datetime) -> bool:
        if not census.shunted:
            return False
        facts = {"letters": list(census.shunted[:10]), "count": len(census.shunted)}
        return self._tell("shunted", str(census.shunted[0]), now, facts)

    def _outbox(self, outbox: OutboxCensus, now: datetime) -> bool:
        age = self.age(outbox, now)
        if age <= self.outbox:
            return False
        facts = {"minutes": int(age.total_seconds() // 60), "queued": outbox.queued, "untried": outbox.untried}
        return self._tell("outbox", str(outbox.oldest), now, facts)

    def _put_off(self, what: PutOff, now: datetime) -> bool:
        names = sorted({name for kind, name in self.tally.put_off if kind == what})
        return bool(names) and self._tell(what, f"{','.join(names)[:150]}/{now.date()}", now, {"names": names})

    def _disk(self, now: datetime) -> bool:
        free = shutil.disk_usage(self.folder).free if self.folder else LEAST_FREE
        return free < LEAST_FREE and self._tell("disk", str(now.date()), now, {"free": free // 2**20})

    def _others(self, now: datetime) -> bool:
        differ = self.store.differs(self.same)
        return bool(differ) and self._tell("workers", f"{','.join(differ)}/{now.date()}", now, {"names": differ})

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

    def _hurry(self, now: datetime) -> None:
        """After the clock was set back, let work that waits for a later time be tried now."""
        with self.store.work() as work:
            work.outbox.try_no_later(now + LONGEST_WAIT, now)

    def _tell(self, what: str, once: str, now: datetime, facts: Mapping[str, Any]) -> bool:
        """Report trouble to the log and the operator, unless they heard of this kind within a day. `once` is the same after a
        restart.
        """
        last = self._told.get(what)
        if last is not None and abs(now - last) < QUIET:
            return False
        _log.warning("the operator is needed", extra={"ids": {"trouble": what, **facts}})
        queued = self.troubles.alert(what, once, facts)
        self._told[what] = now
        return queued
