"""Letters that could not be stored for a while: mail servers come back with them, and they count from when they came first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from judge.letters import Letter
from judge.mail.incoming import is_known_again

WAIT = 30 * 60.0
"""How many seconds a deadline waits for a letter that was refused before it. Mail servers try again after some minutes (RFC 5321,
section 4.5.4.1, asks for 30 at least; Postfix waits 5, then 10, then 20).
"""
MOST = 1000
"""How many refused letters are remembered."""


class Came(NamedTuple):
    """When a letter came."""

    at: datetime
    """By the clock of then."""
    gone: float
    """By the seconds that pass whatever the clock shows."""

    def seen_from(self, now: datetime, gone: float) -> datetime:
        """Return when it came by the clock of now, which may have been set back since: a letter is never of the future."""
        return self.at if self.at <= now else now - timedelta(seconds=gone - self.gone)


class RefusedLetters:
    """Remembers when letters came that were answered 451. It may be used from several threads; a restart forgets them.

    Args:
        gone: returns the seconds since some fixed moment, regardless of clock changes.
    """

    def __init__(self, gone: Callable[[], float]) -> None:
        self._gone = gone
        self._came: dict[str, Came] = {}
        """The key of a letter (`judge.mail.incoming.source_key`) → when it came first."""
        self._turn = threading.Lock()

    def note(self, letter: Letter) -> None:
        """Remember a letter that could not be stored because nothing could."""
        with self._turn:
            if len(self._came) < MOST and is_known_again(letter.source):
                self._came.setdefault(letter.source, Came(letter.received, self._gone()))

    def first(self, source: str, now: datetime) -> datetime:
        """Return when a letter came first: now, unless it was refused before, no longer than `WAIT` ago."""
        with self._turn:
            found, gone = self._came.get(source), self._gone()
        return found.seen_from(now, gone) if found and gone - found.gone <= WAIT else now

    def taken(self, letter: Letter) -> None:
        """Forget a letter that is stored."""
        with self._turn:
            self._came.pop(letter.source, None)

    def oldest(self, now: datetime) -> datetime | None:
        """Return when the first of those came that may still come back; None for none. Forgets the others."""
        with self._turn:
            gone = self._gone()
            self._came = {source: came for source, came in self._came.items() if gone - came.gone <= WAIT}
            return min((came.seen_from(now, gone) for came in self._came.values()), default=None)
