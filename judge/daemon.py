"""The daemon: intake, poller, office and sender as threads of one process, which meet only in the store.

Each thread runs a loop of its own. Whatever raises in one is logged, and the loop goes on after a pause: no thread
stops another, and nothing a letter holds stops any.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from judge.clock import Clock
from judge.config import Settings
from judge.letters import Letter
from judge.mail.imap import Poller
from judge.mail.outbox import Drain
from judge.mail.smtp import Intake
from judge.store import Store

_log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds after which the office and the sender look by themselves: letters may come by `judge deliver` too."""
GIVE_WAY = 0.02
"""Seconds for which the sender lets a letter that was just taken go first, before each notice: deciding takes a few
milliseconds, and two threads that compute at once only hold each other up."""
_SHORTEST = 0.05
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0


class Office(Protocol):
    """The one place where something is decided."""

    def receive_next(self, now: datetime) -> bool:
        """Deal with the oldest letter received; False if there is none."""

    def tick(self, now: datetime) -> bool:
        """Run whatever is due; False if nothing is."""


class Parts(Protocol):
    """What the daemon is put together from (`judge.wiring` chooses it)."""

    @property
    def settings(self) -> Settings: ...  # noqa: D102
    @property
    def store(self) -> Store: ...  # noqa: D102
    @property
    def office(self) -> Office: ...  # noqa: D102
    @property
    def drain(self) -> Drain: ...  # noqa: D102
    @property
    def clock(self) -> Clock: ...  # noqa: D102


class Daemon:
    """The threads, and what wakes them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._settings, self._clock = parts.settings, parts.clock
        self._stop = threading.Event()
        self._to_decide, self._to_send = threading.Event(), threading.Event()
        self._quiet = threading.Event()
        self._quiet.set()
        smtp, imap = self._settings.smtp, self._settings.imap
        address = self._settings.address
        self.intake = Intake(smtp.host, smtp.port, address, self.take, self._clock) if smtp else None
        self.poller = Poller(imap, self.take, self._clock) if imap else None
        self._threads: list[threading.Thread] = []

    def take(self, letter: Letter) -> None:
        """Commit a letter, then wake the office: it is decided within milliseconds."""
        self._quiet.clear()
        self._parts.store.take(letter)
        self._to_decide.set()

    def start(self) -> None:
        """Start every thread; letters are taken once this returns.

        Raises:
            OSError: the intake's port cannot be had.
        """
        self._parts.store.free_claims()
        self._spawn("office", lambda: self._loop(self._to_decide, self._decide))
        self._spawn("sender", lambda: self._loop(self._to_send, self._send))
        if self.poller:
            poller = self.poller
            self._spawn("poller", lambda: poller.run(self._stop))
        if self.intake:
            self.intake.start()

    def stop(self) -> None:
        """Stop every thread: each finishes the letter or notice in hand. What is not done waits in the store."""
        self._stop.set()
        if self.intake:
            self.intake.stop()
        if self.poller:
            self.poller.nudge.set()
        self._to_decide.set()
        self._to_send.set()
        for thread in self._threads:
            thread.join(timeout=10)

    def run(self) -> None:
        """Start, tell systemd, and serve until SIGTERM or SIGINT. Call it from the main thread."""
        done = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: done.set())
        try:
            self.start()
            self._announce()
            done.wait()
        finally:
            notify("STOPPING=1")
            _log.info("stopping")
            self.stop()

    def horizon(self) -> datetime:
        """The instant whose deadlines may be run: now, or, with a mailbox, when it was last seen empty.

        A letter that reached the mailbox before a deadline counts for it, so the deadline waits until the mailbox
        was looked through after it; a mailbox out of reach delays it for `imap.patience` at most.
        """
        now = self._clock.now()
        if self.poller is None or self._settings.imap is None:
            return now
        latest = now - timedelta(seconds=self._settings.imap.patience)
        return max(latest, self.poller.swept or latest)

    def _announce(self) -> None:
        if self.intake:
            _log.info("taking letters to %s at %s:%d", self._settings.address, self.intake.host, self.intake.port)
        if self.poller and self._settings.imap:
            _log.info("fetching letters from %s", self._settings.imap.host)
        notify("READY=1")

    def _spawn(self, name: str, body: Callable[[], None]) -> None:
        thread = threading.Thread(target=body, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _loop(self, wake: threading.Event, step: Callable[[], bool]) -> None:
        """Repeat a step: at once while it finds work, else when woken; after a raise, only after a growing pause."""
        pause = _FIRST_PAUSE
        while not self._stop.is_set():
            wake.clear()
            try:
                if not step():
                    wake.wait(self._until_due())
                pause = _FIRST_PAUSE
            except Exception:  # the loop outlives whatever a step meets
                _log.exception("%s: trouble; going on in %.1f s", threading.current_thread().name, pause)
                self._stop.wait(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)

    def _decide(self) -> bool:
        office, now = self._parts.office, self._clock.now()
        received = office.receive_next(now)
        ticked = office.tick(self.horizon())
        if received or ticked:
            self._to_send.set()
        else:
            self._quiet.set()
        return received or ticked

    def _send(self) -> bool:
        return self._parts.drain.run(lambda: self._quiet.wait(GIVE_WAY)) > 0

    def _until_due(self) -> float:
        """Seconds to wait if nobody wakes us. A deadline that has passed has the mailbox looked through now."""
        now = self._clock.now()
        due = self._parts.store.next_due()
        if due is not None and due <= now and self.poller:
            self.poller.nudge.set()
        left = LOOK if due is None else (due - now).total_seconds()
        return min(max(left, _SHORTEST), LOOK)


def notify(state: str) -> None:
    """Tell systemd (sd_notify(3)), if it started us."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if path:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as talk:
            talk.sendto(state.encode(), f"\0{path[1:]}" if path.startswith("@") else path)
