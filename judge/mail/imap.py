"""Fetch letters from a mailbox by IMAP: search, fetch, commit, and only then move them to Processed.

After any trouble the connection is dropped, and a new one is made after a while. A letter fetched twice has the same key both
times, made from its content and its INTERNALDATE, which a move keeps (RFC 3501, section 6.4.7). So the store takes it once, even if
it was moved out and back, or the server has renumbered its letters (UIDVALIDITY). Flags such as \\Seen are ignored, because people
open the mailbox too. IDLE only says when to look; the mailbox is searched at least every minute.
"""

from __future__ import annotations

import hashlib
import logging
import re
import ssl
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from imapclient import IMAPClient, SocketTimeout

from judge.clock import Clock
from judge.config import ImapConfig, current_password
from judge.letters import Letter
from judge.mail import limits
from judge.mail.authentication_results import TrustedServer
from judge.mail.certificates import certificate_end
from judge.mail.incoming import BATCH, UNKNOWN, TakeAll, split_batches
from judge.mail.oauth import run_token_program
from judge.mail.polling import PollingLoop
from judge.mail.server_stamp import stamped

_log = logging.getLogger(__name__)

CONNECT, ANSWER = 15.0, 60.0
"""Seconds to wait for a connection, and for any answer on it."""
FIRST_REST = 1.0
"""Seconds of the first IDLE after new letters came."""
TRIES = 3
"""How often a letter that cannot be taken is tried before it is moved to Failed."""
HANGS_UP = 10
"""How often in a row a server may hang up while fetching before the letters are to blame, and not the server or the network."""
_BODY = f"BODY.PEEK[]<0.{limits.RAW + 1}>"  # of a letter that is too large, fetch enough to show that it is
_BODY_KEY = b"BODY[]<0>"
_BYTES = re.compile(r"""\bb(['"])(.*?)\1""")


class MissingBody(Exception):
    """The server lists a letter but returns no body for it."""


class ImapPoller(PollingLoop):
    """Empties one mailbox, round after round.

    Args:
        box: which mailbox.
        take: commits letters.
        verifier: our mail server, from whose receipt letters count, however late they were put into the mailbox.
        call: connects to the mailbox's server; `call_mailbox` if it is not given.
    """

    def __init__(
        self, box: ImapConfig, take: TakeAll, clock: Clock, verifier: TrustedServer | None = None,
        call: Callable[[ImapConfig], Any] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"mailbox {box.host}", box.every, box.patience)
        self._box, self._take, self._clock, self._verifier = box, take, clock, verifier
        self._call = call or call_mailbox
        self._tried: Counter[int] = Counter()
        self._hung_up = 0
        self._client: Any = None
        self._validity = 0
        self._rest = min(box.every, FIRST_REST)
        self._folders: dict[str, str] = {}

    def sweep(self) -> int:
        """Take every letter in the mailbox; return how many there were.

        Raises:
            Exception: of many kinds, if the connection, the server or the store fails; `drop()` and sweep again.
        """
        began = self._clock.now()
        client = self._connected()
        self._select(client)
        numbers = sorted(client.search("UNDELETED"))
        for some in split_batches([number for number in numbers if not self._tried[number]], BATCH):
            self._fetch(client, some)
        # Letters of a batch that failed are tried last and one by one, so that a bad one holds up no other.
        for number in sorted((each for each in numbers if self._tried[each]), key=lambda each: self._tried[each]):
            self._try_again(client, number)
        self.swept = began
        if numbers:
            self._rest = min(self.every, FIRST_REST)
        return len(numbers)

    def rest(self) -> None:
        """Wait for the next round, in IDLE (RFC 2177) if the server supports it.

        Any answer of the server ends it, and is read with a timeout as usual. What it says
        while IDLE begins may go unheard; so the first rest after letters came is short, and each one after it longer.
        """
        client = self._client
        if not self._box.idle or not client.has_capability("IDLE"):
            super().rest()
            return
        client.idle()
        self.nudge.wait(self._rest, client.socket())
        client.idle_done()
        self._rest = min(self.every, self._rest * 2)

    def drop(self) -> None:
        """Close the connection, whatever its state."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.shutdown()

    def _connected(self) -> Any:
        if self._client is None:
            self._client = client = self._call(self._box)
            _log_in(client, self._box)
            self._folders = {name: _folder(client, name) for name in (self._box.processed, self._box.failed)}
        return self._client

    def _select(self, client: Any) -> None:
        """Select the folder. This is done each round, because only then does the server say whether its numbers are still valid."""
        validity = int(client.select_folder(self._box.folder)[b"UIDVALIDITY"])
        if validity != self._validity:
            self._tried.clear()
        self._validity = validity

    def _fetch(self, client: Any, numbers: Sequence[int]) -> None:
        """Take letters and move them. Trouble with the network, the server or the store is not counted against the letters, so they
        keep their order.
        """
        self._tried.update(numbers)
        try:
            found = client.fetch(numbers, [_BODY, "INTERNALDATE"])
            there = [number for number in numbers if number in found]  # another worker may have moved them
            if there:
                self._take([self._letter(number, found[number]) for number in there])
                _move(client, there, self._folders[self._box.processed])
        except OSError:
            self._tried.subtract(numbers)
            raise
        except IMAPClient.AbortError:
            self._hung_up += 1
            if self._hung_up < HANGS_UP:
                self._tried.subtract(numbers)
            raise
        self._hung_up = 0
        for number in numbers:
            del self._tried[number]

    def _try_again(self, client: Any, number: int) -> None:
        if self._tried[number] < TRIES:
            self._fetch(client, [number])
            return
        _move(client, [number], self._folders[self._box.failed])
        _log.error("%s: letter %d cannot be taken; it is in %s now", self.place, number, self._box.failed)
        del self._tried[number]

    def _letter(self, number: int, found: Any) -> Letter:
        raw = found.get(_BODY_KEY)
        if raw is None:
            raise MissingBody(f"letter {number}")
        arrived: datetime = found[b"INTERNALDATE"]
        came = arrived.astimezone(UTC)
        content = hashlib.sha256(came.isoformat().encode() + b"\n" + raw).hexdigest()
        source = f"imap:{self._box.user}@{self._box.host}:{content}"
        return Letter(raw, stamped(raw, self._verifier, came), source, UNKNOWN)


def _folder(client: Any, name: str) -> str:
    """Return the full name of a folder, and make it if needed. Some servers keep all folders below INBOX (RFC 2342)."""
    if client.has_capability("NAMESPACE"):
        personal = client.namespace().personal
        prefix = personal[0][0] if personal else ""
        name = name if name.startswith(prefix) else prefix + name
    if not client.folder_exists(name):
        try:
            client.create_folder(name)
        except IMAPClient.Error:  # another worker may have made it
            if not client.folder_exists(name):
                raise
    return name


def probe_mailbox(box: ImapConfig) -> tuple[int, datetime | None, datetime | None]:
    """Return how many letters wait in a mailbox, since when the first of them does (None if none waits), and when its server's
    certificate ends (None without TLS). Changes nothing.

    Raises:
        Exception: of many kinds, if the connection, the certificate, the login or the folder fails.
    """
    client = call_mailbox(box)
    try:
        ends = certificate_end(client.socket())
        _log_in(client, box)
        client.select_folder(box.folder, readonly=True)
        waiting = client.search("UNDELETED")
        first = client.fetch(waiting[:1], ["INTERNALDATE"]) if waiting else {}
        return len(waiting), min((each[b"INTERNALDATE"] for each in first.values()), default=None), ends
    finally:
        with suppress(Exception):
            client.shutdown()


def mailbox_has(box: ImapConfig, message_id: str) -> bool:
    """Whether a letter lies in the folder from which the judge fetches. Changes nothing.

    Raises:
        Exception: of many kinds, as `probe_mailbox`.
    """
    client = call_mailbox(box)
    try:
        _log_in(client, box)
        client.select_folder(box.folder, readonly=True)
        return bool(client.search(["HEADER", "Message-ID", message_id]))
    finally:
        with suppress(Exception):
            client.shutdown()


def call_mailbox(box: ImapConfig) -> Any:
    """Connect to a mailbox's server, without logging in."""
    context = ssl.create_default_context(cafile=box.ca_file or None) if box.tls else None
    client = IMAPClient(box.host, box.port, ssl=box.tls, ssl_context=context, timeout=SocketTimeout(CONNECT, ANSWER))
    client.normalise_times = False  # else INTERNALDATE loses its zone
    return client


def _log_in(client: Any, box: ImapConfig) -> None:
    """Log in. What the server says to it is raised as words, not as Python writes bytes: an operator reads it."""
    try:
        if box.token_command:
            client.oauth2_login(box.user, run_token_program(box.token_command))
        else:
            client.login(box.user, current_password(box.password))
    except IMAPClient.Error as error:
        raise type(error)(_BYTES.sub(r"\2", str(error))) from error


def _move(client: Any, numbers: Sequence[int], folder: str) -> None:
    """Move those letters that are still there: another worker may have moved some."""
    try:
        _move_all(client, numbers, folder)
    except IMAPClient.AbortError:
        raise
    except IMAPClient.Error:
        left = [number for number in client.search("UNDELETED") if number in numbers]
        if len(left) == len(numbers):
            raise
        if left:
            _move_all(client, left, folder)


def _move_all(client: Any, numbers: Sequence[int], folder: str) -> None:
    """Move by UID MOVE (RFC 6851), or by the commands it stands for. Never by a plain EXPUNGE, which would delete others' letters
    too.
    """
    if client.has_capability("MOVE"):
        client.move(numbers, folder)
        return
    client.copy(numbers, folder)
    client.add_flags(numbers, [b"\\Deleted"])
    if client.has_capability("UIDPLUS"):
        client.uid_expunge(numbers)
