"""Letters that could not be stored for a while: mail servers come back with them, and they count from when they came first."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from judge.letters import Letter
from judge.mail.incoming import is_known_again

WAIT = timedelta(minutes=30)
"""How long a deadline waits for a letter that was refused before it. Mail servers try again after some minutes (RFC 5321, section
4.5.4.1, asks for 30 at least; Postfix waits 5, then 10, then 20).
"""
MOST = 1000
"""How many refused letters are remembered."""


class RefusedLetters:
    """Remembers when letters came that were answered 451. It may be used from several threads; a restart forgets them."""

    def __init__(self) -> None:
        self._came: dict[str, datetime] = {}
        """The key of a letter (`judge.mail.incoming.source_key`) → when it came first."""
        self._turn = threading.Lock()

    def note(self, letter: Letter) -> None:
        """Remember a letter that could not be stored because nothing could."""
        with self._turn:
            if len(self._came) < MOST and is_known_again(letter.source):
                self._came.setdefault(letter.source, letter.received)

    def first(self, source: str, now: datetime) -> datetime:
        """Return when a letter came first: now, unless it was refused before, no longer than `WAIT` ago."""
        with self._turn:
            came = self._came.get(source, now)
        return came if now - WAIT <= came <= now else now

    def taken(self, letter: Letter) -> None:
        """Forget a letter that is stored."""
        with self._turn:
            self._came.pop(letter.source, None)

    def oldest(self, now: datetime) -> datetime | None:
        """Return when the first of those came that may still come back; None for none. Forgets the others."""
        with self._turn:
            self._came = {source: came for source, came in self._came.items() if now - WAIT <= came}
            return min(self._came.values(), default=None)
