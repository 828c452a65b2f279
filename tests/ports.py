"""Ports for servers of tests that come, go and come again."""

from __future__ import annotations

import random
import socket

FROM, TO = 20000, 32000
"""Below the ports that an operating system gives to whoever asks for any: while a server is away, nobody is given its port."""


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    while True:
        with socket.socket() as probe:
            # what was there a moment ago does not count
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            port = random.SystemRandom().randrange(FROM, TO)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
