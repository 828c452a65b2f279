"""Wait until the daemon is told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOPS = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def stop_signals() -> Iterator[Callable[[], None]]:
    """Yield a function that returns once SIGTERM or SIGINT has come, also if it came earlier. Call both from the main thread.

    Python runs handlers in the main thread only, and a lock that it waits for there does not end when a signal reaches another
    thread. The byte that is written for each signal (`signal.set_wakeup_fd`) does reach it.
    """
    ear, mouth = socket.socketpair()
    mouth.setblocking(False)
    before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    for number in STOPS:
        signal.signal(number, lambda number, _: None)

    def wait() -> None:
        while ear.recv(1)[0] not in STOPS:
            pass

    try:
        yield wait
    finally:
        signal.set_wakeup_fd(before)
        ear.close()
        mouth.close()
