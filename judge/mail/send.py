"""Sending: a letter's bytes to the relay, by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple, Protocol

TIMEOUT = 30.0
"""Seconds to wait for the relay, at each step."""


class Parcel(NamedTuple):
    """One letter on its way to one address."""

    number: int
    """The notice's number."""
    envelope: str
    """Envelope sender: where bounces go; empty where none are wanted."""
    to: str
    raw: bytes
    """With CRLF line ends."""


class Refused(Exception):
    """The letter will never be taken: the relay refused its recipient or its content for good (5xx)."""


Send = Callable[[Parcel], None]
"""Sends one letter; returns once it is the other side's. Raises Refused, or OSError for trouble that may pass."""


class Way(Protocol):
    """A way out: the relay, or Maildirs."""

    def open(self) -> AbstractContextManager[Send]:
        """Opened for a few letters, closed after them. Raises OSError if it cannot be opened now."""


class SmtpRelay:
    """A mail server that takes our letters further. With `starttls` nothing is ever sent in the clear."""

    def __init__(self, host: str, port: int, *, starttls: bool = True, user: str = "", password: str = "") -> None:
        self._host, self._port, self._starttls = host, port, starttls
        self._user, self._password = user, password

    @contextmanager
    def open(self) -> Iterator[Send]:
        """One connection for a few letters."""
        with smtplib.SMTP(self._host, self._port, timeout=TIMEOUT) as relay:
            if self._starttls:
                relay.starttls(context=ssl.create_default_context())
            if self._user:
                relay.login(self._user, self._password)
            yield lambda parcel: _send(relay, parcel)


def _send(relay: smtplib.SMTP, parcel: Parcel) -> None:
    # One recipient for each transaction, so that an answer is always about this one.
    try:
        relay.sendmail(parcel.envelope, [parcel.to], parcel.raw)
    except smtplib.SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()))
        raise _meaning(code, said) from error
    except smtplib.SMTPDataError as error:
        raise _meaning(error.smtp_code, error.smtp_error) from error


def _meaning(code: int, said: bytes | str) -> Exception:
    text = f"{code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}"
    return Refused(text) if code >= 500 else OSError(text)
