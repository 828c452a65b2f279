"""The clock. Only this module reads the time; everything else is given it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol

LEAP = timedelta(minutes=15)
"""A clock that changes by more than this at once was either corrected or set wrong."""
PATIENCE = timedelta(hours=1)
"""How long a jump ahead is not believed, so that the operator can correct a wrong clock before a deadline passes by it."""


EARLIEST = datetime.min.replace(tzinfo=UTC)
"""The first instant that there is: before every deadline."""


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> datetime:
        """Return the current time (aware, UTC)."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the current time (aware, UTC)."""
        return datetime.now(UTC)


class ClockJump(NamedTuple):
    """The clock was set."""

    before: datetime
    """The time that it would have shown."""
    after: datetime
    """The time that it showed."""
    until: datetime | None
    """Until when, on the old time, a jump ahead is not believed. None for a jump back, which is believed at once."""


def monotonic_seconds() -> float:
    """Return the seconds since some fixed moment, regardless of clock changes. On Linux they include the time that the machine
    slept.
    """
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class JumpGuardClock:
    """A clock that does not follow a large jump ahead at once: it goes on as before for `PATIENCE`, then accepts the new time.

    A deadline that passed by mistake cannot be taken back; one that passes an hour late does little harm. A clock set back only
    makes people wait. It is safe to call from any thread. Call it often: it measures from one call to the next.
    """

    def __init__(self, clock: Clock | None = None, gone: Callable[[], float] = monotonic_seconds) -> None:
        self._clock, self._gone, self._lock = clock or SystemClock(), gone, threading.Lock()
        self._said, self._at = self._clock.now(), gone()
        self._doubted: float | None = None
        self.leap: ClockJump | None = None
        """The last jump, if there was one."""

    def now(self) -> datetime:
        """Return the current time (aware, UTC), as far as it is believed."""
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
