"""A mail server for tests to send to: aiosmtpd on a port of loopback, in a thread of its own, there when it is used."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from aiosmtpd.smtp import SMTP


@contextmanager
def listening(handler: Any, secure: ssl.SSLContext | None = None, **options: Any) -> Iterator[int]:
    """Its port. `secure`: TLS from the first byte; `options` are those of aiosmtpd's SMTP."""
    loop = asyncio.new_event_loop()
    made = loop.create_server(lambda: SMTP(handler, loop=loop, **options), "127.0.0.1", 0, ssl=secure)
    server = loop.run_until_complete(made)
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        for task in asyncio.all_tasks(loop):
            task.cancel()
            with suppress(asyncio.CancelledError):
                loop.run_until_complete(task)
        loop.close()
