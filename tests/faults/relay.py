"""A relay that takes every letter and keeps it: where the killed judge's letters end up."""

from __future__ import annotations

import asyncio
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP


class Relay:
    """An SMTP server on a port of its own, in a thread; whatever it answered 250 to is in `letters`, in that order."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self._loop = asyncio.new_event_loop()
        made = self._loop.create_server(lambda: SMTP(self, loop=self._loop), "127.0.0.1", 0)
        self._server = self._loop.run_until_complete(made)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        letter = message_from_bytes(envelope.original_content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 OK"

    def close(self) -> None:
        """Stop listening."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._server.close()
