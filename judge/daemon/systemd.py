"""What systemd is told of a daemon that it started (sd_notify(3)): that it is ready, how it is, and that it is not stuck.

The protocol is a line of text to a socket, so no library is needed.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

_log = logging.getLogger(__name__)

STUCK = 900.0
"""Seconds after which a loop that has not gone round is stuck. A slow relay may hold one up for some minutes."""


def notify_systemd(state: str) -> None:
    """Notify systemd, if it started us."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if path:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as talk:
            talk.sendto(state.encode(), f"\0{path[1:]}" if path.startswith("@") else path)


def watchdog_seconds() -> float:
    """Return after how long without a sign systemd ends us (WatchdogSec=); 0: it does not wait for any."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    said = os.environ.get("WATCHDOG_USEC", "")
    return int(said) / 1e6 if said.isdecimal() else 0.0


class Pulse:
    """When each loop of the daemon last went round. Safe to use from any thread."""

    def __init__(self, passed: Callable[[], float] = time.monotonic) -> None:
        self._passed = passed
        self._beats: dict[str, float] = {}

    def beat(self, loop: str) -> None:
        """Note that a loop goes round."""
        self._beats[loop] = self._passed()

    def stuck(self) -> list[str]:
        """Return the loops that have not gone round for too long."""
        now = self._passed()
        return sorted(loop for loop, at in list(self._beats.items()) if now - at > STUCK)


def give_signs(pulse: Pulse, stop: threading.Event) -> None:
    """Give systemd signs of life until told to stop, or until a loop is stuck: then systemd ends us, and starts us again."""
    seconds = watchdog_seconds()
    if not seconds:
        return
    while not stop.is_set():
        if stuck := pulse.stuck():
            _log.error("stuck: %s; systemd will start the judge again", ", ".join(stuck))
            return
        notify_systemd("WATCHDOG=1")
        stop.wait(seconds / 3)
