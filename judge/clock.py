"""The clock: the only asker of the time. Everybody else is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol

LEAP = timedelta(minutes=15)
"""A clock that is set by more than this at once is either put right or out of its mind."""
PATIENCE = timedelta(hours=1)
"""How long a leap ahead is not believed. A clock set wrong can be corrected meanwhile, and no deadline has passed."""


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> datetime:
        """This instant (aware, UTC)."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """This instant (aware, UTC)."""
        return datetime.now(UTC)


class ClockJump(NamedTuple):
    """The clock was set."""

    before: datetime
    """What it would have said."""
    after: datetime
    """What it said."""
    until: datetime | None
    """Until when, by the time before, a leap ahead is not believed; None for a leap back, which is believed at once."""


def monotonic_seconds() -> float:
    """Seconds elapsed, regardless of clock changes; on Linux, including the machine's sleep."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class JumpGuardClock:
    """A clock that nobody can set far ahead in an instant: it goes on as before for `PATIENCE`, and then gives in.

    Deadlines that have passed by mistake cannot be taken back, those that pass an hour late can be lived with. A clock set back
    only makes people wait. Safe to call from any thread, and to be called often: it measures from one call to the next.
    """

    def __init__(self, clock: Clock | None = None, gone: Callable[[], float] = monotonic_seconds) -> None:
        self._clock, self._gone, self._lock = clock or SystemClock(), gone, threading.Lock()
        self._said, self._at = self._clock.now(), gone()
        self._doubted: float | None = None
        self.leap: ClockJump | None = None
        """The last one, if there was any."""

    def now(self) -> datetime:
        """This instant (aware, UTC), as far as it is believed."""
        with self._lock:
            told, at = self._clock.now(), self._gone()
            due = self._said + timedelta(seconds=at - self._at)
            self._said, self._at = self._believed(told, due, at), at
            return self._said

    def _believed(self, told: datetime, due: datetime, at: float) -> datetime:
        if told - due > LEAP:
            if self._doubted is None:
                self._doubted, self.leap = at, ClockJump(due, told, due + PATIENCE)
            if timedelta(seconds=at - self._doubted) < PATIENCE:
                return due
        elif due - told > LEAP:
            self.leap = ClockJump(due, told, None)
        self._doubted = None
        return told
