"""Ports for servers of tests that come, go and come again."""

from __future__ import annotations

import random
import socket
from contextlib import closing

FROM, TO = 20000, 32000
"""Below the ports that an operating system gives to whoever asks for any: while a server is away, nobody is given its port."""
_OURS: list[socket.socket] = []
"""One for each port that this process was given. Linux forgets their names when the process ends, whatever it dies of."""


def free_port() -> int:
    """A port of loopback that nobody listens at, and that no other test on this machine is given while this process lives."""
    while True:
        port = random.SystemRandom().randrange(FROM, TO)
        if (mark := _marked(port)) is None:
            continue
        if is_free(port):
            _OURS.append(mark)
            return port
        mark.close()


def is_free(port: int) -> bool:
    """Whether a server could take it now."""
    with closing(socket.socket()) as probe:
        # what was there a moment ago does not count
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _marked(port: int) -> socket.socket | None:
    """A socket whose name, which is in no folder, says that the port is ours; None if it is somebody else's."""
    mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        mark.bind(f"\0judge.tests.port.{port}")
    except OSError:
        mark.close()
        return None
    return mark
