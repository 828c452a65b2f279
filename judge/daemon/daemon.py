"""The daemon: ways in, rounds, office and sender as threads of one process. They share only the store; so do several daemons.

Each thread runs its own loop. An exception is logged, and the loop goes on after a pause: no thread stops another, and no letter
stops any.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from judge.clock import EARLIEST
from judge.daemon.parts import Parts
from judge.daemon.ports import port_not_opened
from judge.daemon.stop_signals import stop_signals
from judge.daemon.systemd import Pulse, give_signs, notify_systemd
from judge.daemon.ways import OwnPort, RelayWay
from judge.letters import Letter
from judge.mail.authentication_results import trusted_server
from judge.mail.imap import ImapPoller
from judge.mail.maildir_in import MaildirCollector
from judge.mail.polling import PollingLoop
from judge.mail.smtp_in import SmtpServer
from judge.store import Agenda

_log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds after which the office and the sender look for work unasked: letters may also come by `judge deliver`."""
GIVE_WAY = 0.5
"""Seconds for which the sender lets arriving letters go first, before each batch. Deciding a letter takes milliseconds, and two
busy threads slow each other down. While many letters arrive, answers are sent slowly.
"""
GIVE_WAY_TO_ALL = 2.0
"""The same where several workers decide: all their senders together must not slow them more than one slows one."""
TOLD_AFTER = 12
"""The part of its patience after which the GM is told that a deadline waits: five minutes of an hour."""
SETTLE = timedelta(seconds=2)
"""Seconds before a mail server shows a letter that it claims to have had already: it notes the time first, in whole seconds."""
EVERY = 20.0
"""Seconds between two checks by the monitor."""
TICK = timedelta(seconds=0.1)
"""Seconds between two checks for deadlines while many letters arrive."""
KNOWN = timedelta(seconds=LOOK)
"""How long an agenda with nothing to do holds, but for letters that come: other processes may change deadlines, too."""
FREE = timedelta(seconds=5)
"""Seconds between two checks whether a worker has died while it was sending."""
LEAST = timedelta.resolution
"""The smallest step of time: a letter that arrives exactly at a deadline is in time."""
TICKED = timedelta(hours=1)
"""The longest usual time between two runs of `judge tick`."""
_SHORTEST = 0.05
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0


class Daemon:
    """The threads, and the events that wake them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._settings, self._clock = parts.settings, parts.clock
        self._stop = threading.Event()
        self._to_decide, self._to_send = threading.Event(), threading.Event()
        self._quiet = threading.Event()
        self._quiet.set()
        self.intakes: tuple[SmtpServer, ...] = ()
        self.rounds = tuple(self._rounds())
        relay = self._settings.relay
        self._ports: list[OwnPort] = []
        parts.watch.watch_places(self.rounds, [RelayWay(relay.host, relay.port, parts.drain)] if relay else [], self._ports)
        self._pulse = Pulse()
        self._told: datetime | None = None
        self._ticked = self._looked = self._freed = self._clock.now() - TICK
        self._agenda = Agenda(False, None, None)
        self._busy = False
        """Whether letters were decided in the last step."""
        self._idle = False
        """Whether the last step found nothing to do: then only letters that came since have changed its agenda."""
        self._came = False
        """Whether this process has committed letters since the office last looked for them."""
        self._pause = _SHORTEST
        self._threads: list[threading.Thread] = []
        self._silence: Callable[[], None] = lambda: None

    def _intakes(self) -> Iterator[tuple[str, SmtpServer]]:
        """Yield each port at which letters are taken, with the part of judge.yaml that names it."""
        for way in ("smtp", "lmtp"):
            said = getattr(self._settings, way)
            if said:
                trusted = trusted_server(self._settings.verified)
                yield way, SmtpServer(
                    said.host, said.port, self._settings.address, self.take_all, self._clock, trusted, lmtp=way == "lmtp"
                )

    def _rounds(self) -> Iterator[PollingLoop]:
        if self._settings.imap:
            verifier, call = trusted_server(self._settings.verified), self._parts.world.mailbox
            yield ImapPoller(self._settings.imap, self.take_all, self._clock, verifier, call)
        if self._settings.inbox:
            yield MaildirCollector(self._settings.inbox, self.take_all, self._clock)

    def take_all(self, some: Sequence[Letter]) -> None:
        """Verify signatures, commit the letters, then wake the office, which decides them within milliseconds."""
        self._quiet.clear()
        check = self._parts.signatures
        self._parts.store.take_all(check.verify(some) if check else some)
        self._came = True
        self._to_decide.set()

    def start(self) -> None:
        """Open every port, then start every thread. Letters are accepted once this returns. If it raises, no port stays open.

        Raises:
            OSError: a port cannot be opened, so nothing was started; or the store cannot be used.
        """
        try:
            self._listen()
            self._parts.store.free_claims()
            self._parts.times.begin()
        except Exception:
            self.stop()
            raise
        self._spawn("office", lambda: self._loop(self._to_decide, self.decide, self._until_due))
        self._spawn("sender", lambda: self._loop(self._to_send, self._send_all, lambda: LOOK))
        self._spawn("watch", self._watch)
        if heartbeat := self._parts.heartbeat:
            self._spawn("heartbeat", partial(heartbeat.run, self._stop))
        for each in self.rounds:
            self._spawn(each.place.partition(" ")[0], partial(each.run, self._stop))
        for intake in self.intakes:
            intake.start()

    def _listen(self) -> None:
        for way, intake in self._intakes():
            self.intakes = (*self.intakes, intake)
            try:
                intake.listen()
            except OSError as error:
                raise OSError(port_not_opened(way, intake.host, intake.port, error)) from error
            self._ports.append(OwnPort(way, intake, self._clock))
        self._silence = self._parts.answer()

    def once(self) -> None:
        """Fetch waiting letters, decide them, run what is due, and send what is queued, without starting a thread."""
        self._parts.times.begin(TICKED, ends_soon=True)
        for each in self.rounds:
            each.attempt(wait=0)  # if it fails, deadlines wait for this place, as in a running daemon
            each.drop()
        while self.decide():
            pass
        self._parts.watch.look()
        self._parts.drain.run()
        if heartbeat := self._parts.heartbeat:
            heartbeat.beat()

    def stop(self) -> None:
        """Stop every thread; each finishes its current letter or notice. The rest waits in the store."""
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
        with suppress(OSError):  # the store cannot be used: the gap will seem a little longer
            self._parts.times.end()
            self._parts.watch.end()
        if self._parts.signatures:
            self._parts.signatures.close()

    def run(self) -> None:
        """Start, notify systemd, and serve until SIGTERM or SIGINT. Call it from the main thread."""
        with stop_signals() as wait:
            self.start()
            try:
                self._announce()
                wait()
            finally:
                notify_systemd("STOPPING=1")
                _log.info("stopping")
                self.stop()

    def horizon(self) -> datetime:
        """Return the instant up to which deadlines may be run: now, or when the places that hold letters were last seen empty.

        A letter that reached a mailbox before a deadline counts, so the deadline waits until the mailbox was searched after it. A
        mailbox out of reach delays it for `patience` at most, counted from the deadline or, if that is later, from the start of
        this process; a letter being committed, for as long as that takes. A margin is left for other workers and `judge deliver`,
        which may be about to commit a letter that they had in time, and whose clocks may differ from ours. While the clock is
        doubted, it is when a judge was last at work.
        """
        now, began = self._clock.now(), self._parts.times.began()
        in_hand = [came - LEAST for each in self.intakes if (came := each.oldest())]
        known = [_known_until(each, began, now) for each in self.rounds]
        doubt = self._parts.times.limit()
        return min([now - SETTLE, *in_hand, *known, *([doubt.since] if doubt else [])])

    def _announce(self) -> None:
        for intake in self.intakes:
            _log.info("taking letters", extra={"ids": {"at": f"{intake.host}:{intake.port}"}})
        for each in self.rounds:
            _log.info("fetching letters", extra={"ids": {"from": each.place}})
        notify_systemd("READY=1")
        self._spawn("signs", lambda: give_signs(self._pulse, self._stop))

    def _spawn(self, name: str, body: Callable[[], None]) -> None:
        thread = threading.Thread(target=body, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _watch(self) -> None:
        while not self._stop.wait(EVERY):
            self._pulse.beat("watch")
            try:
                for port in self._ports:
                    port.call()
                if self._parts.watch.look():
                    self._to_send.set()
                notify_systemd(f"STATUS={self._parts.watch.line()}")
            except Exception:  # for example, the store cannot be read: try again in the next check
                _log.exception("watch: trouble")

    def _loop(self, wake: threading.Event, step: Callable[[], bool], rest: Callable[[], float]) -> None:
        """Repeat a step: at once while it finds work, else when woken or after a rest; after an exception, only after a growing
        pause.
        """
        pause = _FIRST_PAUSE
        while not self._stop.is_set():
            self._pulse.beat(threading.current_thread().name)
            wake.clear()
            try:
                if not step():
                    wake.wait(rest())
                pause = _FIRST_PAUSE
            except Exception:  # no error in a step ends the loop
                _log.exception("%s: trouble; going on in %.1f s", threading.current_thread().name, pause)
                self._stop.wait(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)

    def decide(self) -> bool:
        """Decide the oldest letters, or run what is due; return False if there was neither. The office's thread does it again and
        again.
        """
        office, now = self._parts.office, self._clock.now()
        horizon = self.horizon()
        agenda = self._look_ahead(now, horizon)
        held = self._held(now, horizon, agenda.next_deadline)  # which also tells the GM that a deadline waits
        received = self._busy = agenda.letters and office.receive_next(now, held)
        ticked = False
        # a letter that arrives after a deadline runs its game's phase first
        if agenda.is_due(horizon) and (not received or abs(now - self._ticked) > TICK):
            self._quiet.clear()  # many games may be due: let the sender wait for all of them
            doubted = self._parts.times.limit() is not None
            ticked, self._ticked = office.tick(horizon, horizon if doubted else now), now
        self._idle = not (received or ticked)
        if received or ticked:
            self._pause = _SHORTEST
            self._to_send.set()
        else:
            self._quiet.set()
        return received or ticked

    def _held(self, now: datetime, horizon: datetime, due: datetime | None) -> datetime | None:
        """Return `due`, the first deadline after the horizon, if it has passed, so that later letters wait; else None."""
        if horizon >= now:
            return None
        if doubt := self._parts.times.limit():
            return doubt.first
        if due is None or not horizon < due <= now:
            return None
        patience = timedelta(seconds=max((each.patience for each in self.rounds), default=0.0))
        waits = max(due, self._parts.times.began())
        if self.rounds and self._told != due and now - waits >= patience / TOLD_AFTER:
            self._parts.troubles.held_up(now, horizon, waits + patience)
            self._told = due
            self._to_send.set()
        return due

    def _look_ahead(self, now: datetime, horizon: datetime) -> Agenda:
        """Return what is to be done. It is read from the store, but while several workers decide letter after letter, ten times a
        second only; and not where the last step found nothing and the only thing known to have happened is that letters came.
        """
        came, self._came = self._came, False
        if came and self._idle and abs(now - self._looked) < KNOWN and not self._agenda.is_due(horizon):
            return self._agenda._replace(letters=True)
        if not (self._busy and self._parts.store.shared) or abs(now - self._looked) > TICK:
            self._agenda, self._looked = self._parts.store.agenda(horizon), now
        return self._agenda

    def send(self, give_way: Callable[[float], object]) -> bool:
        """Send what is due; return whether something was sent. The sender's thread does it again and again.

        Args:
            give_way: waits for so many seconds at most while letters arrive.
        """
        longest = GIVE_WAY_TO_ALL if self._parts.store.shared else GIVE_WAY
        sent, now = self._parts.drain.run(lambda: self._give_way(give_way, longest)) > 0, self._clock.now()
        if not sent and self._parts.store.shared and abs(now - self._freed) > FREE:
            self._parts.store.free_claims()
            self._freed = now
        return sent

    def _send_all(self) -> bool:
        """Send until nothing is due; so there is no work left to go on with at once."""
        self.send(self._quiet.wait)
        return False

    def _give_way(self, wait: Callable[[float], object], longest: float) -> None:
        self._pulse.beat("sender")
        wait(longest)

    def _until_due(self) -> float:
        """Return the seconds until something may be due, after a step that found nothing. If a deadline has passed, its mailbox is
        searched now.
        """
        if self._parts.store.busy:  # other workers are committing letters: wait for them however long it takes
            self._pause = min(self._pause * 2, LOOK)
            return self._pause
        self._pause = _SHORTEST
        if self._parts.times.limit():
            return LOOK
        now = self._clock.now()
        due = self._agenda.deadline
        if due is None or (due <= now and self.rounds):
            for each in self.rounds if due else ():
                each.nudge.set()
            return LOOK
        return min(max((due - now).total_seconds(), _SHORTEST), LOOK)


def _known_until(place: PollingLoop, began: datetime, now: datetime) -> datetime:
    """Return the instant up to which every letter of a place has been taken, or need not be waited for.

    After a long time off, or by a clock that is ahead at a start, all deadlines have passed long ago. The letters from before
    them still lie there, and the network may need a minute.
    """
    patience = timedelta(seconds=place.patience)
    latest = now - patience if now - began >= patience else EARLIEST
    return latest if place.swept is None else max(latest, place.swept - SETTLE)
