"""The daemon: intakes, rounds, office and sender as threads of one process, which meet only in the store; and so do daemons.

Each thread runs its own loop. An exception in one is logged, and the loop goes on after a pause: no thread
stops another, and nothing a letter holds stops any.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from queue import SimpleQueue
from typing import Protocol

from judge.clock import Clock
from judge.config import Config
from judge.letters import Letter
from judge.mail.imap import ImapPoller
from judge.mail.maildir_in import MaildirCollector
from judge.mail.polling import PollingLoop
from judge.mail.sender import OutboxSender
from judge.mail.signature_check import SignatureCheck
from judge.mail.smtp_in import SmtpServer
from judge.store import Store

_log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds after which the office and the sender look by themselves: letters may come by `judge deliver` too."""
GIVE_WAY = 0.5
"""Seconds for which the sender lets letters that come go first, before each few notices: deciding takes a few milliseconds,
and two threads that compute at once only hold each other up. While letters pour in, answers trickle; then they follow."""
GIVE_WAY_TO_ALL = 2.0
"""The same where several workers decide: their senders together are to take no more from them than one takes from one."""
TOLD_AFTER = 12
"""The part of its patience after which the GM is told that a deadline waits: five minutes of an hour."""
SETTLE = timedelta(seconds=2)
"""A mail server may say that it had a letter this long before it shows it: it writes the time down first, in whole seconds."""
EVERY = 20.0
"""Seconds from one look of the watch to the next."""
TICK = timedelta(seconds=0.1)
"""While letters pour in, deadlines are looked for this often."""
FREE = timedelta(seconds=5)
"""How often it is asked whether a worker has died that was sending letters."""
LEAST = timedelta.resolution
"""A letter that comes at the very instant of a deadline is in time."""
_SHORTEST = 0.05
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0


class Office(Protocol):
    """The one place where something is decided."""

    def receive_next(self, now: datetime, until: datetime | None = None) -> bool:
        """Process the oldest letter received (not after `until`); False if none waits."""

    def tick(self, now: datetime) -> bool:
        """Run everything due; False if nothing is due."""


class Troubles(Protocol):
    """Reports troubles to people."""

    def held_up(self, now: datetime, horizon: datetime, until: datetime) -> None:
        """Deadlines passed after the horizon wait, until `until` at most."""


class Watch(Protocol):
    """Looks whether the operator is needed."""

    def look(self) -> bool:
        """Look once; whether there is a letter to send."""


class Parts(Protocol):
    """What the daemon is put together from (`judge.daemon.wiring` chooses it)."""

    @property
    def settings(self) -> Config: ...  # noqa: D102
    @property
    def store(self) -> Store: ...  # noqa: D102
    @property
    def office(self) -> Office: ...  # noqa: D102
    @property
    def drain(self) -> OutboxSender: ...  # noqa: D102
    @property
    def clock(self) -> Clock: ...  # noqa: D102
    @property
    def troubles(self) -> Troubles: ...  # noqa: D102
    @property
    def watch(self) -> Watch: ...  # noqa: D102
    @property
    def signatures(self) -> SignatureCheck | None: ...  # noqa: D102
    @property
    def answer(self) -> Callable[[], Callable[[], None]]: ...  # noqa: D102


class Daemon:
    """The threads, and what wakes them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._settings, self._clock = parts.settings, parts.clock
        self._stop = threading.Event()
        self._to_decide, self._to_send = threading.Event(), threading.Event()
        self._quiet = threading.Event()
        self._quiet.set()
        self.intakes: tuple[SmtpServer, ...] = ()
        self.rounds = tuple(self._rounds())
        self._told: datetime | None = None
        self._ticked = self._looked = self._freed = self._clock.now() - TICK
        self._due: datetime | None = None
        self._pause = _SHORTEST
        self._threads: list[threading.Thread] = []
        self._silence: Callable[[], None] = lambda: None

    def _intakes(self) -> Iterator[SmtpServer]:
        for way in ("smtp", "lmtp"):
            said = getattr(self._settings, way)
            if said:
                yield SmtpServer(said.host, said.port, self._settings.address, self.take_all, self._clock, lmtp=way == "lmtp")

    def _rounds(self) -> Iterator[PollingLoop]:
        if self._settings.imap:
            yield ImapPoller(self._settings.imap, self.take_all, self._clock)
        if self._settings.inbox:
            yield MaildirCollector(self._settings.inbox, self.take_all, self._clock)

    def take_all(self, some: Sequence[Letter]) -> None:
        """Commit letters, once their signatures are verified, then wake the office: they are decided within milliseconds."""
        self._quiet.clear()
        check = self._parts.signatures
        self._parts.store.take_all(check.verify(some) if check else some)
        self._to_decide.set()

    def start(self) -> None:
        """Take every port, then start every thread; letters are taken once this returns. If it raises, no port is kept.

        Raises:
            OSError: a port cannot be had, and so nothing was started; or the store cannot be used.
        """
        try:
            self._listen()
            self._parts.store.free_claims()
        except OSError:
            self.stop()
            raise
        self._spawn("office", lambda: self._loop(self._to_decide, self._decide, self._until_due))
        self._spawn("sender", lambda: self._loop(self._to_send, self._send, lambda: LOOK))
        self._spawn("watch", self._watch)
        for each in self.rounds:
            self._spawn(each.place.partition(" ")[0], partial(each.run, self._stop))
        for intake in self.intakes:
            intake.start()

    def _listen(self) -> None:
        for intake in self._intakes():
            self.intakes = (*self.intakes, intake)
            intake.listen()
        self._silence = self._parts.answer()

    def once(self) -> None:
        """Fetch what has come, decide it, run what is due, send what is queued; no thread is started."""
        for each in self.rounds:
            try:
                each.sweep()
            except Exception as error:  # deadlines wait for it, as they do for a daemon
                _log.warning("%s: %r", each.place, error)
            each.drop()
        while self._decide():
            pass
        self._parts.watch.look()
        self._parts.drain.run()

    def stop(self) -> None:
        """Stop every thread: each finishes the letter or notice in hand. What is not done waits in the store."""
        self._stop.set()
        for intake in self.intakes:
            intake.stop()
        for each in self.rounds:
            each.nudge.set()
        self._to_decide.set()
        self._to_send.set()
        self._silence()
        for thread in self._threads:
            thread.join(timeout=10)
        if self._parts.signatures:
            self._parts.signatures.close()

    def run(self) -> None:
        """Start, tell systemd, and serve until SIGTERM or SIGINT. Call it from the main thread."""
        told = SimpleQueue[int]()  # its `put` may interrupt its `get`; an Event waits for itself then
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _: told.put(number))
        try:
            self.start()
            self._announce()
            told.get()
        finally:
            notify_systemd("STOPPING=1")
            _log.info("stopping")
            self.stop()

    def horizon(self) -> datetime:
        """The instant whose deadlines may be run: now, or when the places that letters lie in were last seen empty.

        A letter that reached a mailbox before a deadline counts for it, so the deadline waits until the mailbox
        was looked through after it; a mailbox out of reach delays it for its `patience` at most. So does one that is being
        committed, however long that takes. Other workers, and `judge deliver`, may be about to commit a letter that they had before
        it, and workers' clocks are not quite ours.
        """
        now = self._clock.now()
        in_hand = [came - LEAST for each in self.intakes if (came := each.oldest())]
        known = [_known_until(each, now) for each in self.rounds]
        return min([now - SETTLE, *in_hand, *known])

    def _announce(self) -> None:
        for intake in self.intakes:
            _log.info("taking letters", extra={"ids": {"at": f"{intake.host}:{intake.port}"}})
        for each in self.rounds:
            _log.info("fetching letters", extra={"ids": {"from": each.place}})
        notify_systemd("READY=1")

    def _spawn(self, name: str, body: Callable[[], None]) -> None:
        thread = threading.Thread(target=body, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _watch(self) -> None:
        while not self._stop.wait(EVERY):
            try:
                if self._parts.watch.look():
                    self._to_send.set()
            except Exception:  # the store cannot be read, say: the next look may
                _log.exception("watch: trouble")

    def _loop(self, wake: threading.Event, step: Callable[[], bool], rest: Callable[[], float]) -> None:
        """Repeat a step: at once while it finds work, else when woken or rested; after a raise, only after a growing pause."""
        pause = _FIRST_PAUSE
        while not self._stop.is_set():
            wake.clear()
            try:
                if not step():
                    wake.wait(rest())
                pause = _FIRST_PAUSE
            except Exception:  # no error in a step ends the loop
                _log.exception("%s: trouble; going on in %.1f s", threading.current_thread().name, pause)
                self._stop.wait(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)

    def _decide(self) -> bool:
        office, now = self._parts.office, self._clock.now()
        horizon = self.horizon()
        received = office.receive_next(now, self._held(now, horizon))
        ticked = False
        if not received or abs(now - self._ticked) > TICK:  # a letter that comes after a deadline has its game's phase run itself
            self._quiet.clear()  # many games may be due: the sender lets all of them go first
            ticked, self._ticked = office.tick(horizon), now
        if received or ticked:
            self._pause = _SHORTEST
            self._to_send.set()
        else:
            self._quiet.set()
        return received or ticked

    def _held(self, now: datetime, horizon: datetime) -> datetime | None:
        """The deadline that has passed and cannot be run yet: letters that came after it wait with it; None if none has."""
        if horizon >= now:
            return None
        due = self._next_due(now)
        if due is None or not horizon < due <= now:
            return None
        patience = timedelta(seconds=max((each.patience for each in self.rounds), default=0.0))
        if self.rounds and self._told != due and now - due >= patience / TOLD_AFTER:
            self._parts.troubles.held_up(now, horizon, due + patience)
            self._told = due
            self._to_send.set()
        return due

    def _next_due(self, now: datetime) -> datetime | None:
        """The next deadline of any game, as it was a tenth of a second ago at most: among workers every letter asks for it."""
        if not self._parts.store.shared or abs(now - self._looked) > TICK:
            self._due, self._looked = self._parts.store.next_due(), now
        return self._due

    def _send(self) -> bool:
        longest = GIVE_WAY_TO_ALL if self._parts.store.shared else GIVE_WAY
        sent, now = self._parts.drain.run(lambda: self._quiet.wait(longest)) > 0, self._clock.now()
        if not sent and self._parts.store.shared and abs(now - self._freed) > FREE:
            self._parts.store.free_claims()
            self._freed = now
        return sent

    def _until_due(self) -> float:
        """Seconds to wait if nobody wakes us. A deadline that has passed has the mailbox looked through now."""
        if self._parts.store.busy:  # others have letters in hand: they take as long as they take
            self._pause = min(self._pause * 2, LOOK)
            return self._pause
        self._pause = _SHORTEST
        now = self._clock.now()
        due = self._parts.store.next_due()
        if due is None or (due <= now and self.rounds):
            for each in self.rounds if due else ():
                each.nudge.set()
            return LOOK
        return min(max((due - now).total_seconds(), _SHORTEST), LOOK)


def _known_until(place: PollingLoop, now: datetime) -> datetime:
    """The instant up to which every letter of a place is known to have been taken, or need not be waited for."""
    latest = now - timedelta(seconds=place.patience)
    return latest if place.swept is None else max(latest, place.swept - SETTLE)


def notify_systemd(state: str) -> None:
    """Tell systemd (sd_notify(3)), if it started us."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if path:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as talk:
            talk.sendto(state.encode(), f"\0{path[1:]}" if path.startswith("@") else path)
