"""Limits on the SMTP sessions at a time."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

from judge.mail import limits

_log = logging.getLogger(__name__)
QUIET = 60.0
"""Seconds between two log lines about refused connections."""


class SessionLimits:
    """The connections of one SMTP server. Only its event loop may call this.

    Args:
        time: returns seconds of a monotonic clock, for the log.
    """

    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._open = Counter[str]()
        self._refused = 0
        self._told: float | None = None

    def enter(self, address: str) -> bool:
        """Whether one more connection may be opened from an address. If so, it counts until `leave`."""
        if self._open.total() >= limits.SESSIONS or self._open[address] >= limits.FROM_ONE:
            self._refuse()
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Record that a connection from an address is closed."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _refuse(self) -> None:
        self._refused += 1
        now = self._time()
        if self._told is None or now - self._told >= QUIET:
            _log.warning("too many connections: %d refused since this was said last", self._refused)
            self._told, self._refused = now, 0
