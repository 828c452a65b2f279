"""Receive letters by SMTP or LMTP: aiosmtpd on loopback, behind a real mail server or for a game at home.

A letter is answered `250` only after it is committed; if that fails the answer is `451`, and the client tries again.
Letters that come while others are being committed wait, and are then committed together.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.chance import random_hex
from judge.clock import Clock, monotonic_seconds
from judge.letters import Letter
from judge.mail import limits
from judge.mail.arrivals import LATER, Arrivals
from judge.mail.authentication_results import TrustedServer
from judge.mail.incoming import TakeAll
from judge.mail.smtp_sessions import SessionLimits

_log = logging.getLogger(__name__)

IDENT = "Judge"
"""The name that ends the greeting: `220 pbm.example Judge`."""
_NOBODY = "550 5.1.1 Nobody of that name here"
_TOO_MANY = "452 4.5.3 Too many recipients"
_BUSY = b"421 4.3.2 Too busy: try again later\r\n"
_OURS_ONLY = 10
"""The most recipients of one letter: it is for the judge alone, under a few of its addresses."""


class SmtpServer:
    """The SMTP or LMTP server, in a thread with an event loop of its own.

    Args:
        host, port: where it listens; port 0 lets the system choose.
        own: the judge's address; recipients other than it and its plus addresses are refused.
        take: commits letters.
        verifier: the mail server whose `Received` line tells when a letter came; without one it comes when it is handed over.
        lmtp: whether it speaks LMTP (RFC 2033).
        gone: returns the seconds since some fixed moment, regardless of clock changes.
    """

    def __init__(
        self, host: str, port: int, own: str, take: TakeAll, clock: Clock, verifier: TrustedServer | None = None, *,
        lmtp: bool = False, gone: Callable[[], float] = monotonic_seconds,
    ) -> None:
        self.host, self.port = host, port
        self._arrivals = Arrivals("lmtp" if lmtp else "smtp", take, clock, verifier, partial(random_hex, 16), gone)
        self._handler = _Handler(own, self._arrivals)
        self._kind: type[_Limited] = _Lmtp if lmtp else _Smtp
        self._room = SessionLimits(gone)
        self._domain = own.partition("@")[2]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="intake", daemon=True)
        self._server: asyncio.Server | None = None

    def listen(self) -> None:
        """Bind the port and let callers wait; `port` is the real one afterwards.

        Raises:
            OSError: the port cannot be had.
        """
        self._server = self._loop.run_until_complete(self._loop.create_server(self._session, self.host, self.port))
        self.port = self._server.sockets[0].getsockname()[1]

    def start(self) -> None:
        """Take letters; listen first if that has not been done.

        Raises:
            OSError: the port cannot be had.
        """
        if self._server is None:
            self.listen()
        self._thread.start()

    def stop(self) -> None:
        """Stop listening; a letter being committed is finished first. It may be called again, and before `start`."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout=10)
        elif not self._loop.is_closed():
            self._end()
        self._handler.close()

    def oldest(self) -> datetime | None:
        """Return when the first letter arrived that is not stored yet, or was refused and may come back; None for none."""
        return self._arrivals.oldest()

    def _session(self) -> SMTP:
        return self._kind(
            self._handler,
            data_size_limit=limits.TAKEN,
            hostname=self._domain or "localhost",
            ident=IDENT,
            loop=self._loop,
            timeout=limits.IDLE,
            room=self._room,
        )

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._end()

    def _end(self) -> None:
        if self._server:
            self._server.close()
        waiting = asyncio.all_tasks(self._loop)
        for task in waiting:
            task.cancel()
        if waiting:  # waiting for an empty list, asyncio would make another loop, which may complain when the process ends
            with contextlib.suppress(Exception):
                self._loop.run_until_complete(asyncio.gather(*waiting, return_exceptions=True))
        self._loop.close()


class _Limited(SMTP):
    """One client's session, if there is room for it."""

    line_length_limit = limits.PIECE

    def __init__(self, *args: Any, room: SessionLimits, **more: Any) -> None:
        super().__init__(*args, **more)
        self._room = room
        self._address: str | None = None
        """The client's address, once it has been let in."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if not self._room.enter(address):
            assert isinstance(transport, asyncio.Transport)
            transport.write(_BUSY)
            transport.close()
            return
        self._address = address
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._address is not None:
            self._room.leave(self._address)
            super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._address is not None:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._address is not None else None

    async def smtp_DATA(self, arg: str) -> None:
        """Take a letter (RFC 5321, section 4.1.1.4), and keep of it what is read.

        aiosmtpd keeps every line as an object until the letter has come to its end (a hundred bytes for an empty one), and refuses
        long lines, which a letter with bare line feeds has.
        """
        if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
            return
        assert self.envelope is not None
        if arg or not self.envelope.rcpt_tos:
            await self.push("501 Syntax: DATA" if arg else "503 Error: need RCPT command")
            return
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        letter, size = await self._letter()
        if size > limits.TAKEN:
            await self.push("552 Error: Too much mail data")
        else:
            self.envelope.content = self.envelope.original_content = letter
            await self.push(await self.event_handler.handle_DATA(self, self.session, self.envelope))
        self._set_post_data_state()  # type: ignore[no-untyped-call]  # the library's own

    async def _letter(self) -> tuple[bytes, int]:
        """Return the beginning of the letter that comes now, one byte more than is read if it is too large, and its size."""
        kept, size, begins = bytearray(), 0, True
        while True:
            try:
                piece = await self._reader.readuntil(b"\r\n")
            except asyncio.LimitOverrunError as more:  # a part of a long line
                piece = await self._reader.read(more.consumed)
            if begins and piece == b".\r\n":
                return bytes(kept[: limits.RAW + 1]), size
            size += len(piece)
            if len(kept) <= limits.RAW:
                kept += piece[1:] if begins and piece.startswith(b".") else piece  # section 4.5.2
            begins = piece.endswith(b"\r\n")


class _Smtp(_Limited):
    """A session by SMTP."""


class _Lmtp(_Limited, LMTP):
    """A session by LMTP, where the end of a letter gets one reply for each recipient (RFC 2033, section 4.2)."""

    _owed = 1

    async def push(self, status: str | bytes) -> None:
        """Send a reply. The one after `354` is for the letter, accepted or not."""
        text = status if isinstance(status, str) else status.decode("ascii")
        answers, self._owed = self._owed, 1
        if text.startswith("354") and self.envelope:
            self._owed = len(self.envelope.rcpt_tos)
        await super().push("\r\n".join([text] * answers))


class _Handler:
    """The callbacks of aiosmtpd; each returns the reply to a command."""

    def __init__(self, own: str, arrivals: Arrivals) -> None:
        self._arrivals = arrivals
        self._local, _, self._host = own.lower().partition("@")
        self._committer = ThreadPoolExecutor(1, "intake-commit")  # the store has one writer anyway
        self._waiting: list[tuple[Letter, asyncio.Future[str]]] = []
        self._committing: asyncio.Task[None] | None = None

    def close(self) -> None:
        self._committer.shutdown()

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        local, _, host = address.lower().rpartition("@")
        if host != self._host or local.partition("+")[0] != self._local:
            return _NOBODY
        if len(envelope.rcpt_tos) >= _OURS_ONLY:
            return _TOO_MANY
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw = envelope.original_content or b""
        letter = self._arrivals.arrive(raw, envelope.mail_from or "", envelope.rcpt_tos)
        reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append((letter, reply))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting())
        return await reply

    async def _commit_waiting(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            some, self._waiting = self._waiting, []
            said = await loop.run_in_executor(self._committer, self._arrivals.commit, [letter for letter, _ in some])
            for (_, reply), text in zip(some, said, strict=True):
                if not reply.done():  # the client may have hung up
                    reply.set_result(text)
        self._committing = None

    async def handle_exception(self, error: Exception) -> str:
        """After a fault in one client's session, ask it to come back; other sessions go on."""
        _log.warning("a session failed: %r", error)
        return LATER
