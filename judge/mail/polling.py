"""Poll a place for letters: repeated rounds, each of which commits everything new."""

from __future__ import annotations

import logging
import select
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

_log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds to wait after the first trouble, doubled each time; and the most."""


class WakeEvent:
    """Wakes a waiting thread from another. Unlike `threading.Event`, it can be waited for together with a socket."""

    def __init__(self) -> None:
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)

    def set(self) -> None:
        """Wake the thread that waits; if none does, the next call of `wait` returns at once."""
        with suppress(OSError):  # the pipe is full, so it is set
            self._mouth.send(b"!")

    def wait(self, seconds: float, also: Any = None) -> None:
        """Return when woken, when `also` (a socket) can be read, or after so many seconds."""
        if also is not None and getattr(also, "pending", int)():
            return  # TLS has already read data
        both = select.poll()
        for each in (self._ear, also):
            if each is not None:
                both.register(each.fileno(), select.POLLIN)
        both.poll(max(0.0, seconds) * 1000)
        with suppress(OSError):
            while self._ear.recv(4096):
                pass


class PollingLoop(ABC):
    """A place that is polled until told to stop. Any trouble ends a round; the next round comes after a growing pause.

    Args:
        place: its name in the log.
        every: seconds from one round to the next.
        patience: seconds for which deadlines wait if the place cannot be looked through.
    """

    def __init__(self, place: str, every: float, patience: float) -> None:
        self.place, self.every, self.patience = place, every, patience
        self.swept: datetime | None = None
        """Every letter that was there at this time has been taken."""
        self.trouble = ""
        """What the last round failed of; '' if it did not fail."""
        self.nudge = WakeEvent()
        """Set it to start a round now."""

    @abstractmethod
    def sweep(self) -> int:
        """Take every letter there is; return how many there were.

        Raises:
            Exception: of many kinds; `drop()` and sweep again.
        """

    def rest(self) -> None:
        """Wait for the next round."""
        self.nudge.wait(self.every)

    def drop(self) -> None:  # noqa: B027
        """Release all resources, in any state."""

    def run(self, stop: threading.Event) -> None:
        """Make rounds until told to stop; never raises. `nudge` ends a rest, but not a pause after trouble."""
        wait = FIRST_WAIT
        while not stop.is_set():
            if self.attempt(self.rest, wait):
                wait = FIRST_WAIT
            else:
                stop.wait(wait)
                wait = min(wait * 2, LONGEST_WAIT)
        self.drop()

    def attempt(self, rest: Callable[[], None] = lambda: None, wait: float = FIRST_WAIT) -> bool:
        """Make one round, and rest. Returns False if it failed; the next should come after `wait` seconds; 0: nobody knows when."""
        try:
            self.sweep()
            self.trouble = ""
            rest()
        except Exception as error:  # imaplib, imapclient, sockets, files and the store raise all kinds
            self.trouble = f"{type(error).__name__}: {error}"
            _log.warning("%s: %r%s", self.place, error, f"; next try in {wait:.0f} s" if wait else "")
            self.drop()
            return False
        return True
