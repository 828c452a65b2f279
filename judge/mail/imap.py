"""Letters in from a mailbox: the poller searches, fetches, commits, and only then moves a letter to Processed.

Any trouble drops the connection; a new one is made after a while. A letter fetched twice has the same key both times
(mailbox, UIDVALIDITY, UID: RFC 3501, section 2.3.1.1), so the store takes it once. Flags such as \\Seen say nothing:
people open the mailbox too.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from imapclient import IMAPClient, SocketTimeout

from judge.clock import Clock
from judge.config import Mailbox
from judge.letters import Letter
from judge.mail import limits
from judge.mail.arrivals import UNKNOWN, Take

_log = logging.getLogger(__name__)

CONNECT, ANSWER = 15.0, 60.0
"""Seconds to wait for a connection, and for any answer on it."""
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 300.0
_BODY = f"BODY.PEEK[]<0.{limits.RAW + 1}>"  # of a letter that is too large, as much as shows that it is
_BODY_KEY = b"BODY[]<0>"


class Poller:
    """Empties one mailbox, again and again.

    Args:
        box: which mailbox.
        take: commits a letter.
    """

    def __init__(self, box: Mailbox, take: Take, clock: Clock) -> None:
        self._box, self._take, self._clock = box, take, clock
        self._tried: Counter[int] = Counter()
        self._client: Any = None
        self._validity = 0
        self.swept: datetime | None = None
        """Every letter that lay in the mailbox at this instant has been taken."""
        self.nudge = threading.Event()
        """Set it to have the mailbox looked at now."""

    def run(self, stop: threading.Event) -> None:
        """Look every so often until told to stop; never raises."""
        wait = _FIRST_WAIT
        while not stop.is_set():
            try:
                self.sweep()
                wait, pause = _FIRST_WAIT, self._box.every
            except Exception as error:  # imaplib, imapclient, sockets and the store raise all kinds
                _log.warning("mailbox %s: %r; next try in %.0f s", self._box.host, error, wait)
                self.drop()
                wait, pause = min(wait * 2, _LONGEST_WAIT), wait
            self.nudge.wait(pause)
            self.nudge.clear()
        self.drop()

    def sweep(self) -> int:
        """Take every letter in the mailbox; returns how many there were.

        Raises:
            Exception: of many kinds, if the connection, the server or the store fails; `drop()` and sweep again.
        """
        began = self._clock.now()
        client = self._connected()
        client.noop()
        numbers = client.search("UNDELETED")
        # A letter that cannot be fetched comes last the next time, and so stands in nobody's way.
        for number in sorted(numbers, key=lambda each: (self._tried[each], each)):
            self._fetch(client, number)
        self.swept = began
        return len(numbers)

    def drop(self) -> None:
        """Let go of the connection, however it stands."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.shutdown()

    def _connected(self) -> Any:
        if self._client is None:
            box = self._box
            self._client = IMAPClient(box.host, box.port, ssl=box.tls, timeout=SocketTimeout(CONNECT, ANSWER))
            self._client.normalise_times = False  # else INTERNALDATE loses its zone
            self._client.login(box.user, box.password)
            if not self._client.folder_exists(box.processed):
                self._client.create_folder(box.processed)
            self._validity = int(self._client.select_folder(box.folder)[b"UIDVALIDITY"])
        return self._client

    def _fetch(self, client: Any, number: int) -> None:
        self._tried[number] += 1
        found = client.fetch([number], [_BODY, "INTERNALDATE"]).get(number)
        if found is not None and found.get(_BODY_KEY) is not None:
            self._take(self._letter(number, found[_BODY_KEY], found[b"INTERNALDATE"]))
            _move(client, [number], self._box.processed)
        del self._tried[number]

    def _letter(self, number: int, raw: bytes, arrived: datetime) -> Letter:
        source = f"imap:{self._box.user}@{self._box.host}/{self._box.folder}:{self._validity}:{number}"
        return Letter(raw, arrived.astimezone(UTC), source, UNKNOWN)


def _move(client: Any, numbers: Sequence[int], folder: str) -> None:
    """UID MOVE (RFC 6851), or what it stands for; never a plain EXPUNGE, which takes others' letters along."""
    if client.has_capability("MOVE"):
        client.move(numbers, folder)
        return
    client.copy(numbers, folder)
    client.add_flags(numbers, [b"\\Deleted"])
    if client.has_capability("UIDPLUS"):
        client.uid_expunge(numbers)
