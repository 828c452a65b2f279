"""The clock: the only asker of the time. Everybody else is told."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Whoever says what time it is."""

    def now(self) -> datetime:
        """This instant (aware, UTC)."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """This instant (aware, UTC)."""
        return datetime.now(UTC)
