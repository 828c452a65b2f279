"""Letters on their way from a mail server into the store: from when they came until they are committed, or refused.

It waits for nothing: `judge.mail.smtp_in` calls it from its event loop and its thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import datetime

from judge.clock import Clock
from judge.letters import Letter
from judge.mail.authentication_results import TrustedServer
from judge.mail.incoming import TakeAll, sanitize_address, source_key
from judge.mail.refused_letters import Came, RefusedLetters
from judge.mail.server_stamp import stamped

_log = logging.getLogger(__name__)

TAKEN = "250 2.0.0 Taken"
LATER = "451 4.3.0 Not taken: try again later"


class Arrivals:
    """The letters that one server has accepted and not yet stored. Safe to use from any thread.

    Args:
        way: the first part of their keys.
        take: commits letters.
        verifier: the mail server whose `Received` line tells when a letter came; without one it comes when it is handed over.
        fresh: returns a name that no letter had, for a letter that nothing tells from another.
        gone: returns the seconds since some fixed moment, regardless of clock changes.
    """

    def __init__(
        self, way: str, take: TakeAll, clock: Clock, verifier: TrustedServer | None, fresh: Callable[[], str],
        gone: Callable[[], float],
    ) -> None:  # fmt: skip
        self._way, self._take, self._clock, self._verifier, self._fresh = way, take, clock, verifier, fresh
        self._turn, self._gone = threading.Lock(), gone
        self._in_hand: list[Came] = []
        """When letters arrived that are accepted but not in the store yet."""
        self._refused = RefusedLetters(gone)

    def arrive(self, raw: bytes, sender: str, recipients: Sequence[str]) -> Letter:
        """Return a letter that has come whole. From now until it is committed deadlines wait for it."""
        recipient = sanitize_address(max(recipients, key=lambda address: "+" in address))
        sender = sanitize_address(sender.strip("<>"))  # a bounce comes as `<>`
        source = source_key(self._way, raw, sender, recipient, self._fresh)
        with self._turn:
            now = self._clock.now()
            came = min(self._refused.first(source, now), stamped(raw, self._verifier, now))
            self._in_hand.append(Came(came, self._gone()))
        return Letter(raw, came, source, sender, recipient)

    def commit(self, some: Sequence[Letter]) -> list[str]:
        """Commit letters that came together; return the reply to each."""
        try:
            return self._commit(some)
        finally:
            with self._turn:
                for letter in some:
                    self._in_hand.remove(next(came for came in self._in_hand if came.at == letter.received))

    def oldest(self) -> datetime | None:
        """Return when the first letter came that is in hand, or was refused and may come back; None for none. Take the current time
        before you call this, so that none is missed.
        """
        now, gone = self._clock.now(), self._gone()
        refused = self._refused.oldest(now)
        with self._turn:
            in_hand = [came.seen_from(now, gone) for came in self._in_hand]
        return min([*in_hand, *([refused] if refused else [])], default=None)

    def _commit(self, some: Sequence[Letter]) -> list[str]:
        try:
            self._take(some)
        except OSError:  # the store is down or the disk is full: clients keep their letters and try again
            _log.exception("%d letters could not be stored", len(some))
            for letter in some:
                self._refused.note(letter)
        except Exception:  # one of them is to blame
            if len(some) > 1:
                return [self._commit([letter])[0] for letter in some]
            _log.exception("a letter could not be stored")
        else:
            for letter in some:
                self._refused.taken(letter)
            return [TAKEN] * len(some)
        return [LATER] * len(some)
