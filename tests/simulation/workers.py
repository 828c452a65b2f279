"""Several workers on one PostgreSQL: each is a process image of its own, and they share the machine, the relay and the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import psycopg
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from judge.daemon.wiring import Application, shared_worker_config
from judge.letters import Letter
from judge.store import Store, letter_locks
from judge.store.letter_locks import Sort
from judge.store.locks import CLAIMED
from judge.store.store import address_of
from tests.simulation.house import House, listen, settings
from tests.simulation.machine import Crash, Machine, Process
from tests.simulation.manners import Manner
from tests.simulation.oracles import HandedOver
from tests.simulation.relay import Relay
from tests.simulation.sessions import Court, Session, emptied
from tests.simulation.threads import Threads, Turn

if TYPE_CHECKING:
    from judge.store.workers import WorkerPresence

CUT, UNHEARD = 0.001, 0.002
"""How often, at a step, one of a worker's connections is cut; and how often it does not hear that something was committed."""


SLOW, SECONDS = 0.005, 5.0
"""How often a step takes seconds, and how many at most: one worker waits in the middle of something while the others go on."""


FEW = 2
"""Letters that a worker takes at a time, so that there are some for the others."""


class Worker(House):
    """A worker that can be started, stepped and killed while the others go on."""

    def __init__(self, hall: Hall, number: int) -> None:
        self.hall, self.machine, self.relay, self.threads = hall, hall.machine, hall.relay, hall.threads
        self.settings, self.worker = hall.settings, f"worker {number}"
        self.mailbox, self.parts, self.step, self.reached = None, None, "", True
        self.process = Process(self._died)
        self.process.dead = True
        self.image = 0
        """The number of its process; 0 for none."""
        self.begins = self.ends = False
        """Whether it is to be started, or to be stopped in good order."""
        self.in_hand: list[HandedOver] = []
        self.to_commit: list[HandedOver] = []
        self.put_off: dict[str, datetime] = {}
        """When it first refused letters that have not come back to it; to another they may have."""
        self.again: list[Letter] = []
        """Letters that our mail server hands over though they are stored."""
        self.marks: set[str] = set()
        """What it has written on the mails that it has claimed, of all its processes."""
        self.unheard = False
        """Whether it may hear now that one of its connections was cut."""
        self._sessions: list[Session] = []
        self._watched = self.machine.time

    @property
    def up(self) -> bool:
        """Whether its process is at work."""
        return self.parts is not None and not self.process.dead and not self.begins

    @property
    def was_cut(self) -> bool:
        """Whether a connection was cut of which it has not heard, or has just heard."""
        return self.unheard or any(each.over for each in self._sessions)

    def start(self) -> None:
        """Begin a new process image. Raises Crash if it dies meanwhile, also by itself because it cannot open the store."""
        try:
            parts = self._application(self._open)
            self._begin(parts)
        except OSError as error:
            if not (self.machine.full or self.was_cut):
                raise
            self.machine.faults["could not begin"] += 1
            self.machine.die("the beginning")
            raise Crash("the beginning") from error
        finally:
            self.begins = False

    def _open(self, url: str, key: bytes, sort: Sort) -> Store:
        def begin(opened: Store) -> None:
            engine = opened._engine
            event.listen(engine, "do_connect", self._connect)
            listen(opened, self.machine, lambda driver: None, psycopg.errors.DiskFull)
            event.listen(engine, "before_cursor_execute", lambda *given: self._maybe_cut())
            locks: Any = opened._locks
            locks._presence._turn = Turn(self.threads)
            locks.oldest, locks.may_run = partial(self._oldest, locks.oldest), partial(self._may_run, locks.may_run)
            opened._begin(shared_worker_config(self.settings))

        self._presence: WorkerPresence | None = None
        opened = Store._opened(address_of(url), key, sort, begin, self.machine.chance)
        self._presence = opened._locks._presence  # type: ignore[attr-defined]
        return opened

    def decide(self) -> bool:
        """One step of the office."""
        self.hall.oracles.begins(self.image)
        return super().decide()

    def _oldest(self, real: Callable[..., Sequence[Any]], *given: Any) -> Sequence[Any]:
        before = self.hall.oracles.waiting_letters()
        found = real(*given)
        self.hall.oracles.took(self.image, [row.id for row in found], "", before)
        return found

    def _may_run(self, real: Callable[..., bool], connection: Any, name: str, now: datetime) -> bool:
        before = self.hall.oracles.waiting_letters()
        if may := real(connection, name, now):
            self.hall.oracles.took(self.image, [], name, before)
        return may

    def _connect(self, dialect: Any, record: Any, given: Any, named: Any) -> Session:
        session = Session.connect(*given, **named)
        session.court, session.committed = self.hall.court, self._has_committed
        self.unheard |= any(each.over for each in self._sessions if each.closed)
        self._sessions = [*(each for each in self._sessions if not each.closed), session]
        return session

    def _has_committed(self, session: Session) -> None:
        """It is noted at once what is new; and perhaps the worker does not hear of it."""
        if self._presence:
            self.marks.add(f"{CLAIMED} {self._presence.number}")
            if not self._is_known():
                self.hall.oracles.may_come_twice(self.marks)
        self.hall.looked(self.image)
        if self.hall.trouble and self.machine.lots.random() < UNHEARD * self.hall.trouble:
            self.machine.faults["commit not heard of"] += 1
            self.machine.tell("commit not heard of", self.worker)
            self.unheard = True
            session.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    def _is_known(self) -> bool:
        """Whether it has the connection by which the others know that it is at work."""
        connection = self._presence and self._presence._connection
        with suppress(DBAPIError):
            session: Any = connection and not connection.invalidated and connection.connection.dbapi_connection
            return bool(session and not session.closed and not session.over)
        return False

    def _maybe_cut(self) -> None:
        lots = self.machine.lots
        if self.hall.trouble and lots.random() < CUT * self.hall.trouble:
            there = [each for each in self._sessions if not (each.closed or each.over)]
            if there:
                self.cut(lots.choice(there))

    def cut(self, session: Session) -> None:
        """Let the server end one of its sessions."""
        self.machine.faults["connections cut"] += 1
        self.machine.tell("cut", self.worker, self._sessions.index(session))
        self.unheard = True
        session.over = True
        self.hall.court.end([session.info.backend_pid])
        self.hall.oracles.may_come_twice(self.marks)

    def _died(self) -> None:
        """The system closes its sockets, and the server ends what it was at."""
        there = [each for each in self._sessions if not (each.closed or each.over)]
        for each in there:
            each.over = True
        self.hall.court.end(each.info.backend_pid for each in there)
        self.hall.oracles.left_behind(self.marks)

    def leave(self) -> None:
        """Let the process end in good order: the others hear that it goes."""
        self.stop()
        assert self.parts
        self.parts.store.close()
        self.process.dead = True

    def end(self) -> None:
        """Throw the process image away."""
        self.process.dead = True
        for each in self._sessions:
            each.close()
        self.parts, self._sessions, self.image, self.put_off = None, [], 0, {}


def taking_few() -> AbstractContextManager[Any]:
    """Let workers take few letters at a time: else one takes all there are."""
    return patch.object(letter_locks, "FEW", FEW)


class Hall:
    """All workers of a store, as the simulation and its oracles ask for a judge."""

    mailbox, step = None, ""

    def __init__(self, folder: Path, machine: Machine, manner: Manner) -> None:
        self.machine, self.relay = machine, Relay(machine)
        self.threads = Threads(machine.lots, self._entered)
        machine.between = self._between
        url = emptied()
        self.court, self.settings = Court(url, self.threads), settings(folder, url, manner)
        self.read = self.court.read
        self.oracles: Any = None
        self.looked: Callable[[int], None] = lambda image: None
        """Called after each commit of a process."""
        self.trouble = 0.0
        """How often connections are cut, compared with a stormy run."""
        self.workers = [Worker(self, number) for number in range(1, manner.workers + 1)]

    def _between(self) -> None:
        lots = self.machine.lots
        if self.trouble and self.threads.at_work and lots.random() < SLOW:
            self.machine.faults["slow steps"] += 1
            self.machine.time += timedelta(seconds=round(SECONDS * lots.random(), 3))
            self.threads.give_way()
        else:
            self.threads.step()

    def _entered(self, worker: Worker | None) -> None:
        if worker:
            self.machine.process = worker.process

    @property
    def at_work(self) -> list[Worker]:
        """The workers whose processes are at work."""
        return [each for each in self.workers if each.up]

    @property
    def up(self) -> bool:
        """Whether one of them is at work."""
        return bool(self.at_work)

    @property
    def parts(self) -> Application | None:
        """The parts of one of them."""
        there = self.at_work
        return there[0].parts if there else None

    def end(self) -> None:
        """Throw all process images away."""
        for each in self.workers:
            each.process.dead = True
            each.end()

    def close(self) -> None:
        """Nobody reads the database any more."""
        self.court.close()
