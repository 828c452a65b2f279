"""Troubles of which the operator is told once they have lasted a quarter of an hour: mail that nobody decides, games that are
overdue, a clock that nobody sets, backups that nobody makes, or that are gone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from judge.clock import Clock
from judge.daemon.backup_state import BackupState, backup_state
from judge.daemon.clock_check import clock_doubt
from judge.daemon.judge_state import overdue_names
from judge.daemon.place_check import Fetching
from judge.daemon.trouble_times import TroubleTimes
from judge.store import Store
from judge.store.facts import FETCHED, FIRST
from judge.store.transaction import Transaction

_log = logging.getLogger(__name__)

LASTS = timedelta(minutes=14)
"""How long such a trouble may last before the operator is told. It may take a minute to be seen."""
ASKED = timedelta(seconds=30)
"""How often the machine is asked whether time servers set its clock."""
CATCHES_UP = timedelta(minutes=2)
"""How long what has waited for a mailbox may take once it is in reach again."""
EVER = timedelta(days=36_500)
"""Longer than anything waits."""
NAMED = 10
"""The most games that are named."""


class OperatorAlerts(Protocol):
    """Tells the operator."""

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        """Queue a letter, once for each `once`; False if nobody can be told."""


class LastingCheck:
    """Looks for them. One of several workers does it for all.

    Args:
        times: since when there has been which trouble.
        synchronised: whether time servers set the machine's clock; None if the machine does not tell.
        backups: the folder of backups.
        days: how old the newest backup may be; 0 if there need not be one.
        began: since when this process has been at work, by the clock of now.
        patience: how long deadlines wait for a mailbox out of reach, of which the operator is told anyway.
    """

    def __init__(
        self, store: Store, clock: Clock, alerts: OperatorAlerts, times: TroubleTimes, synchronised: Callable[[], bool | None],
        backups: Path, days: int, began: Callable[[], datetime], patience: timedelta = timedelta(),
    ) -> None:  # fmt: skip
        self._store, self._clock, self._alerts, self._times, self.patience = store, clock, alerts, times, patience
        self._ask, self._backups, self.days, self._began = synchronised, backups, days, began
        self._asked: datetime | None = None
        self._late: datetime | None = None
        """When a mailbox was last seen to be out of reach."""
        self.synchronised: bool | None = None
        """What the machine said last of its clock."""

    def look(self) -> bool:
        """Look for each of them; return whether a letter was queued."""
        now = self._clock.now()
        lost = self._lost(now)  # by whichever worker is on the machine with the backups
        if not self._store.leads():
            return lost
        return any([self._waiting(now), self._overdue(now), self._unset(now), self._backup(now), lost])

    def backup(self) -> datetime | None:
        """Return when the newest backup was made; None if there is none, or none any more."""
        known = self._known()
        return None if known.gone else known.at

    def _known(self) -> BackupState:
        with self._store.look() as work:
            return backup_state(work, self._backups)

    def _waiting(self, now: datetime) -> bool:
        """Letters that are not decided. They may wait while the clock is doubted, of which the operator was told."""
        with self._store.look() as work:
            census, doubted, longer = work.census(now), clock_doubt(work, now), self._may_wait(work, now)
        if census.oldest_waiting is None or doubted:
            self._times.over("waiting")
            return False
        oldest = census.oldest_waiting.isoformat()
        lasted = self._times.lasts("waiting", now, oldest)
        facts = {"count": census.letters["received"], "minutes": lasted // timedelta(minutes=1)}
        return lasted >= LASTS + longer and self._tell("waiting", oldest, facts)

    def _overdue(self, now: datetime) -> bool:
        with self._store.look() as work:
            doubted, since = clock_doubt(work, now), now - self._may_wait(work, now)
            names = [] if doubted or not work.census(since).overdue else overdue_names(work, since)
        facts = {"names": names[:NAMED], "more": max(0, len(names) - NAMED)}
        return bool(names) and self._tell("overdue", f"{','.join(names)[:150]}/{now.date()}", facts)

    def _may_wait(self, work: Transaction, now: datetime) -> timedelta:
        """Return how much longer deadlines, and mail that came after them, may wait: while a mailbox is out of reach, and a moment
        more, in which they are run. The daemon begins its patience anew when it is started.
        """
        if any(Fetching.read(said).late(now) for said in work.facts.beginning(FETCHED).values()):
            self._late = now
        if self._late is None or abs(now - self._late) >= CATCHES_UP:
            return timedelta()
        return self.patience if now - self._began() >= self.patience else EVER

    def _unset(self, now: datetime) -> bool:
        if self._asked is None or abs(now - self._asked) >= ASKED:
            self.synchronised, self._asked = self._ask(), now
        with self._store.look() as work:
            told = clock_doubt(work, now) is not None  # it was told with the doubt
        if self.synchronised is not False or told:
            self._times.over("unsynchronised")
            return False
        lasted = self._times.lasts("unsynchronised", now)
        return lasted >= LASTS and self._tell("unsynchronised", (now - lasted).date().isoformat(), {})

    def _backup(self, now: datetime) -> bool:
        """A new judge has a quarter of an hour for its first."""
        known = self._known()
        if not self.days or known.gone:
            return False
        if (made := known.at) is None:
            first = self._first(now)
            return now - first >= LASTS and self._tell("backup-old", f"none/{first.isoformat()}", {"days": 0, "path": self._path()})
        old = now - made > timedelta(days=self.days)
        return old and self._tell("backup-old", made.isoformat(), {"days": (now - made).days, "path": self._path()})

    def _lost(self, now: datetime) -> bool:
        """Backups that were made on this machine, and are no more."""
        known = self._known()
        if not known.gone:
            if known.here:  # the worker of another machine cannot know
                self._times.over("backup-gone")
            return False
        lasted = self._times.lasts("backup-gone", now)
        facts = {"made": known.at.isoformat() if known.at else "", "path": self._path()}
        return bool(self.days) and lasted >= LASTS and self._tell("backup-gone", (now - lasted).date().isoformat(), facts)

    def _path(self) -> str:
        return str(self._backups)

    def _first(self, now: datetime) -> datetime:
        with self._store.look() as work:
            known = work.facts.get(FIRST)
        if not known:
            with self._store.work() as work:
                known = work.facts.hold(FIRST, now.isoformat())
        return datetime.fromisoformat(known)

    def _tell(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        told = self._alerts.alert(what, once, facts)
        if told:
            _log.warning("the operator is needed", extra={"ids": {"trouble": what, **facts}})
        return told
