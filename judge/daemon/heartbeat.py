"""A sign of life to somebody elsewhere, who raises the alarm when it stops: a letter cannot tell that no letter can go out."""

from __future__ import annotations

import logging
import threading
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from judge.clock import Clock
from judge.daemon.remark import Level, Remark
from judge.store import Store
from judge.version import judge_version

_log = logging.getLogger(__name__)

EVERY = 300.0
"""Seconds from one sign to the next."""
TIMEOUT = 20.0
"""Seconds to wait for the server."""
DAILY = "daily"
"""The setting that asks for a letter every day instead."""
FROM_HOUR = 6
"""The hour (UTC) from which the day's letter goes out."""


def fetch(url: str) -> None:
    """Ask for a web page, and do not read it. Raises OSError or ValueError."""
    asked = urllib.request.Request(url, headers={"User-Agent": f"judge/{judge_version()}"})
    with urllib.request.urlopen(asked, timeout=TIMEOUT):
        pass


class Heartbeat:
    """Asks for a web page again and again, as long as nothing critical is wrong (healthchecks.io and others wait for that).

    Args:
        url: the page. It is a secret: whoever knows it can pretend to be the judge.
        verdict: what is wrong.
    """

    def __init__(self, url: str, verdict: Callable[[], Sequence[Remark]], ask: Callable[[str], None] = fetch) -> None:
        self._url, self._verdict, self._ask = url, verdict, ask

    def run(self, stop: threading.Event) -> None:
        """Give signs until told to stop; never raises."""
        while not stop.is_set():
            self.beat()
            stop.wait(EVERY)

    def beat(self) -> bool:
        """Give a sign, unless something critical is wrong; return whether one was given."""
        try:
            critical = [each.says for each in self._verdict() if each.level >= Level.CRITICAL]
            if critical:
                _log.warning("no heartbeat", extra={"ids": {"critical": ", ".join(critical)}})
                return False
            self._ask(self._url)
        except Exception as error:  # the store, the network, or what the server answers
            _log.warning("no heartbeat: %s", type(error).__name__)
            return False
        return True


class OperatorAlerts(Protocol):
    """Tells the operator."""

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        """Queue a letter, once for each `once`; False if nobody can be told."""


class DailyLetter:
    """A letter to the operator every morning: if it does not come, something is wrong."""

    def __init__(self, store: Store, clock: Clock, alerts: OperatorAlerts) -> None:
        self._store, self._clock, self._alerts = store, clock, alerts
        self._told = ""

    def look(self) -> bool:
        """Write today's letter, unless it was written; return whether it was queued."""
        now = self._clock.now()
        today = now.date().isoformat()
        if now.hour < FROM_HOUR or self._told == today or not self._store.leads():
            return False
        with self._store.look() as work:
            census, stages = work.census(now), work.games.count_by_stage()
        facts = {
            "under_way": stages.get("running", 0), "overdue": census.overdue, "queued": census.outbox.queued,
            "held": census.letters["held"], "failed": len(census.shunted),
        }  # fmt: skip
        told = self._alerts.alert("daily", today, facts)
        self._told = today
        return told
