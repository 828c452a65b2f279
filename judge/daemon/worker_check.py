"""Workers of one store look after each other: each notes when it was last at work, and one tells of those that noted nothing for
long. A worker that is stopped drops its note, and is not missed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

from judge.clock import Clock
from judge.daemon.judge_state import IDLE
from judge.store import Store
from judge.store.facts import WORKER
from judge.store.tables import LONGEST_FACT

_log = logging.getLogger(__name__)

BEAT = timedelta(minutes=2)
"""How often a worker notes that it is at work."""
MISSED = timedelta(days=1)
"""How long a worker is missed; then it will not come back."""


class OperatorAlerts(Protocol):
    """Tells the operator."""

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        """Queue a letter, once for each `once`; False if nobody can be told."""


class WorkerCheck:
    """Looks after the workers of a store that several share; does nothing for any other store.

    Args:
        name: of this worker, the same after a restart.
    """

    def __init__(self, store: Store, clock: Clock, alerts: OperatorAlerts, name: str) -> None:
        self._store, self._clock, self._alerts = store, clock, alerts
        self._fact = f"{WORKER}{name}"[:LONGEST_FACT]
        self._noted: datetime | None = None

    def look(self) -> bool:
        """Note that this worker is at work, and look after the others; return whether a letter was queued."""
        now = self._clock.now()
        if not self._store.shared:
            return False
        if self._noted is None or abs(now - self._noted) >= BEAT:
            with self._store.work() as work:
                work.facts.put(self._fact, now.isoformat())
            self._noted = now
        return self._store.leads() and self._others(now)

    def end(self) -> None:
        """This worker was stopped."""
        if self._noted is not None:
            with self._store.work() as work:
                work.facts.drop(self._fact)
            self._noted = None

    def known(self) -> Mapping[str, datetime]:
        """Return when each worker was last at work, of those that were not stopped."""
        with self._store.look() as work:
            return {name: datetime.fromisoformat(at) for name, at in work.facts.beginning(WORKER).items()}

    def _others(self, now: datetime) -> bool:
        told = False
        for name, at in self.known().items():
            if now - at > MISSED:
                with self._store.work() as work:
                    work.facts.drop(f"{WORKER}{name}")
            elif now - at > IDLE:
                facts = {"name": name, "minutes": (now - at) // timedelta(minutes=1)}
                if self._alerts.alert("worker-gone", f"{name}/{at.isoformat()}"[:200], facts):
                    _log.warning("the operator is needed", extra={"ids": {"trouble": "worker-gone", **facts}})
                    told = True
        return told
