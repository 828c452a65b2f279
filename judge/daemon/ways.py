"""The relay and the judge's own ports as ways in and out that are looked at (`judge.daemon.place_check.Place`)."""

from __future__ import annotations

import smtplib
from datetime import datetime
from typing import Protocol

from judge.clock import Clock
from judge.mail.sender import ASKED_EVERY
from judge.mail.smtp_in import IDENT

PORT_EVERY = 60.0
"""Seconds between two calls at the judge's own port."""
SECONDS = 5.0
"""Seconds to wait for its answer."""
READY = 220
"""A mail server's greeting begins with this (RFC 5321, section 4.3.2); anything else means that it takes no letters now."""


class Sender(Protocol):
    """Sends mail through the relay (`judge.mail.sender.OutboxSender`)."""

    @property
    def reached(self) -> datetime | None: ...  # noqa: D102
    @property
    def trouble(self) -> str: ...  # noqa: D102


class Listener(Protocol):
    """A port of the judge's own (`judge.mail.smtp_in.SmtpServer`)."""

    @property
    def host(self) -> str: ...  # noqa: D102
    @property
    def port(self) -> int: ...  # noqa: D102


class RelayWay:
    """The relay: when it last let the judge in."""

    every = ASKED_EVERY.total_seconds()

    def __init__(self, host: str, port: int, sender: Sender) -> None:
        self.place, self._sender = f"relay {host}:{port}", sender

    @property
    def swept(self) -> datetime | None:
        """When it last let the judge in, since this process began."""
        return self._sender.reached

    @property
    def trouble(self) -> str:
        """What it failed of last; '' if it did not."""
        return self._sender.trouble


class OwnPort:
    """A port of the judge's own: when it last answered."""

    every = PORT_EVERY

    def __init__(self, way: str, listener: Listener, clock: Clock) -> None:
        self._way, self._listener, self._clock = way, listener, clock
        self.place = f"{way.upper()} port {listener.host}:{listener.port}"
        self.swept: datetime | None = None
        self.trouble = ""
        self._called: datetime | None = None

    def call(self) -> None:
        """Call it, if that was some time ago, as a mail server would."""
        now = self._clock.now()
        if self._called is not None and abs((now - self._called).total_seconds()) < PORT_EVERY:
            return
        self._called, self.trouble = now, why_closed(self._way, self._listener.host, self._listener.port)
        if not self.trouble:
            self.swept = now


def greeting(way: str, host: str, port: int) -> tuple[int, str]:
    """Return the code and the words with which a port greets by SMTP or LMTP; 0 and `nothing` if it is silent. Raises OSError."""
    server = (smtplib.LMTP if way == "lmtp" else smtplib.SMTP)(timeout=SECONDS)
    try:
        code, said = server.connect(host, port)
    except smtplib.SMTPServerDisconnected:  # a connection, but no greeting: a web server, for example
        return 0, "nothing"
    finally:
        server.close()
    return code, said.decode("utf-8", "replace")


def why_closed(way: str, host: str, port: int) -> str:
    """Return why no mail server can hand letters to a judge at a port; '' if it can."""
    try:
        code, said = greeting(way, host, port)
    except OSError as error:
        return str(error) or type(error).__name__
    if code != READY:
        return f"it says: {code} {said}" if code else "it says nothing"
    return "" if said.endswith(IDENT) else f"another program answers: {said}"
