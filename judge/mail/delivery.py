"""Send a mail's bytes to the relay, by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from typing import NamedTuple, Protocol

from judge.mail.certificates import certificate_end

TIMEOUT = 30.0
"""Seconds to wait for the relay, at each step."""
LETTERS = 50
"""Letters sent over one connection; some relays refuse more."""
HANGS_UP = 421
"""The reply code of a relay that accepts nothing more over this connection (RFC 5321, section 3.8)."""


class OutgoingMessage(NamedTuple):
    """One mail to one address."""

    number: int
    """The notice's number."""
    envelope: str
    """The envelope sender, to which bounces go; empty where none are wanted."""
    to: str
    raw: bytes
    """With CRLF line ends."""


class RejectedMessage(Exception):
    """The mail will never be accepted: the relay refused its recipient or its content for good (5xx)."""


class DeferredMessage(OSError):
    """The mail is not accepted now (4xx), or not with this envelope sender; others may be."""


Send = Callable[[OutgoingMessage], None]
"""Sends one mail and returns once the other side has it. Raises RejectedMessage, DeferredMessage, DeliveryUnavailable, or another
OSError for trouble that may pass.
"""


class Deliverer(Protocol):
    """A way to send mail: the relay, or Maildirs."""

    def open(self) -> AbstractContextManager[Send]:
        """Open it to send some mails; it is closed at the end of the `with` block. Raises DeliveryUnavailable if it cannot be
        opened now.
        """


class DeliveryUnavailable(OSError):
    """Nothing can be sent now: no connection, no TLS, or no login. The mail is not the cause."""


CallRelay = Callable[[str, int, str, str], smtplib.SMTP]
"""Connects to a relay, given host, port, `tls` and `ca_file` as `SmtpRelay` has them. Raises OSError."""


class SmtpRelay:
    """A mail server that takes our mail and delivers it.

    Args:
        tls: `starttls` or `implicit`: nothing is sent unencrypted, or to a server without a valid certificate;
            `none` only for a server on this machine.
        ca_file: authorities (PEM) for the server's certificate; empty for the system's.
        secret: called for each connection; returns the password or, with `oauth`, a token. May raise OSError.
        call: connects; `call_relay` if it is not given.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        tls: str = "starttls",
        ca_file: str = "",
        user: str = "",
        secret: Callable[[], str] = str,
        oauth: bool = False,
        call: CallRelay | None = None,
    ) -> None:
        self._host, self._port, self._tls, self._ca_file = host, port, tls, ca_file
        self._user, self._secret, self._oauth, self._call = user, secret, oauth, call or call_relay

    @contextmanager
    def open(self) -> Iterator[Send]:
        """Connect when the first mail is sent, and again where needed."""
        line = _Line(self._connect)
        try:
            yield line.send
        finally:
            line.close()

    def probe(self) -> datetime | None:
        """Connect and log in, but send nothing. Returns when the relay's certificate ends (None without TLS).

        Raises:
            DeliveryUnavailable: the connection, the certificate or the login fails.
        """
        relay = self._connect()
        try:
            return certificate_end(relay.sock)
        finally:
            with suppress(OSError):
                relay.quit()

    def _connect(self) -> smtplib.SMTP:
        try:
            relay = self._call(self._host, self._port, self._tls, self._ca_file)
            if self._user:
                _log_in(relay, self._user, self._secret(), self._oauth)
        except OSError as error:  # sockets, TLS and every SMTPException
            raise DeliveryUnavailable(f"{self._host}:{self._port}: {_said(error)}") from error
        return relay


def call_relay(host: str, port: int, tls: str, ca_file: str) -> smtplib.SMTP:
    """Open a connection and greet the relay. Raises OSError, also if TLS is wanted and not available."""
    context = ssl.create_default_context(cafile=ca_file or None)
    if tls == "implicit":
        return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=context)
    relay = smtplib.SMTP(host, port, timeout=TIMEOUT)
    if tls != "none":
        try:
            relay.starttls(context=context)
        except OSError:
            relay.close()
            raise
    return relay


def _log_in(relay: smtplib.SMTP, user: str, secret: str, oauth: bool) -> None:
    relay.ehlo_or_helo_if_needed()
    if not oauth:
        relay.login(user, secret)
        return
    said = f"user={user}\1auth=Bearer {secret}\1\1"
    relay.auth("XOAUTH2", lambda challenge=None: "" if challenge else said)  # a challenge here is an error message


class _Line:
    """A connection, opened for the first mail, and again after fifty mails or when the relay has hung up."""

    def __init__(self, connect: Callable[[], smtplib.SMTP]) -> None:
        self._connect = connect
        self._relay: smtplib.SMTP | None = None
        self._sent = 0

    def send(self, parcel: OutgoingMessage) -> None:
        """Send one mail. If the relay hung up between two mails, connect again once; a second hang-up raises."""
        if self._relay is not None and self._sent:
            try:
                return self._hand_over(self._relay, parcel)
            except smtplib.SMTPServerDisconnected:
                pass
        return self._hand_over(self._relay or self._connect(), parcel)

    def _hand_over(self, relay: smtplib.SMTP, parcel: OutgoingMessage) -> None:
        self._relay = relay
        try:
            _send(relay, parcel)
            self._sent += 1
        except (RejectedMessage, DeferredMessage):
            raise
        except OSError:
            self._relay, self._sent = None, 0
            relay.close()
            raise
        if self._sent >= LETTERS:
            self.close()

    def close(self) -> None:
        """Close the connection, with QUIT if possible."""
        relay, self._relay, self._sent = self._relay, None, 0
        if relay is not None:
            with suppress(OSError):
                relay.quit()
            relay.close()


def _send(relay: smtplib.SMTP, parcel: OutgoingMessage) -> None:
    # one recipient for each transaction, so that the reply is always about this one
    try:
        relay.sendmail(parcel.envelope, [parcel.to], parcel.raw)
    except smtplib.SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()))
        raise _meaning(code, said) from error
    except smtplib.SMTPSenderRefused as error:  # a fault of the relay or of its settings, which may be mended: never for good
        told = _words(error.smtp_code, error.smtp_error)
        raise smtplib.SMTPServerDisconnected(told) if error.smtp_code == HANGS_UP else DeferredMessage(told) from error
    except smtplib.SMTPDataError as error:
        raise _meaning(error.smtp_code, error.smtp_error) from error


def _said(error: OSError) -> str:
    """Return what the relay said, or, if it is not the one that spoke, what went wrong."""
    return _words(error.smtp_code, error.smtp_error) if isinstance(error, smtplib.SMTPResponseException) else str(error)


def _words(code: int, said: bytes | str) -> str:
    return f"{code} {said.decode('utf-8', 'replace') if isinstance(said, bytes) else said}"


def _meaning(code: int, said: bytes | str) -> Exception:
    text = _words(code, said)
    if code == HANGS_UP:
        return smtplib.SMTPServerDisconnected(text)
    return RejectedMessage(text) if code >= 500 else DeferredMessage(text)
