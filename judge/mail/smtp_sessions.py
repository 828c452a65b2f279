"""How many may talk to the SMTP intake at a time, and how much they may say before they come to an end."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

from judge.mail import limits

_log = logging.getLogger(__name__)
LINE = 64
"""Bytes of memory for each line of a letter, besides its text."""
QUIET = 60.0
"""Seconds between two lines in the log about connections that were refused."""


class SessionLimits:
    """What the connections of one intake take up. Called from its event loop alone.

    Args:
        time: seconds of a clock that only runs forward, for the log.
    """

    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._open = Counter[str]()
        self._in_hand = 0
        self._refused = 0
        self._told: float | None = None

    def enter(self, address: str) -> bool:
        """Whether one more connection may be opened from an address; if so it counts until `leave`."""
        if self._open.total() >= limits.SESSIONS or self._open[address] >= limits.FROM_ONE:
            self._refuse()
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection is closed."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def take(self, data: bytes) -> int:
        """What some bytes of an unfinished letter take up, in bytes; 0 if there is no room for them."""
        size = len(data) + LINE * data.count(b"\n")
        if self._in_hand + size > limits.IN_HAND:
            self._refuse()
            return 0
        self._in_hand += size
        return size

    def give_back(self, size: int) -> None:
        """What was taken has come to its end, or its connection is closed."""
        self._in_hand -= size

    def _refuse(self) -> None:
        self._refused += 1
        now = self._time()
        if self._told is None or now - self._told >= QUIET:
            _log.warning("too many connections or unfinished letters: %d refused since this was said last", self._refused)
            self._told, self._refused = now, 0
