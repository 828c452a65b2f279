"""Sessions on one PostgreSQL, as the simulation has them: what waits there for a lock of somebody else lets the others go on.

The server is a real one. Of all threads one goes on at a time, so whether a statement waits does not depend on the machine: it does
if another thread has left off within a transaction that has the lock. That is asked of the server, and the thread leaves off, too.
The end of one transaction may free several, which would race in the server for what they wait for next. So whoever waits is stopped
there, and whoever ends a transaction lets them go on one after the other, each until it has got what it wanted, or waits again. Two
who wait for each other would be found by the server after a while; here the second is told at once.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import cache
from multiprocessing.util import Finalize
from time import sleep
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg.types.string import TextLoader
from psycopg.waiting import Wait

from tests.simulation.threads import Threads
from tests.store.postgres import Server, running

SLOW_MS = 3
"""Milliseconds after which it is asked whether a statement waits for somebody."""
POLLED = 0.0005
"""Seconds between two looks at what a session does."""
SETTINGS = "-c jit=off -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c deadlock_timeout=1h"
"""Nothing happens by itself after some time."""
_WAITS = "SELECT EXISTS (SELECT FROM pg_locks WHERE pid = %s AND NOT granted)"
_GRANTED = "SELECT pid FROM unnest(%s::int[]) pid WHERE pid NOT IN (SELECT pid FROM pg_locks WHERE NOT granted)"
# One that was sent several statements at a time may have done some, and wait for the rest of them. What a session sleeps for is
# said a moment after the lock is asked for, when it holds nothing any more that others need to ask for theirs.
_DOES = """
    SELECT state = 'active' AND wait_event IS DISTINCT FROM 'ClientRead', wait_event_type IS NOT DISTINCT FROM 'Lock'
    FROM pg_stat_activity WHERE pid = %s
"""


@cache
def server() -> Server:
    """The server of all runs of this process, which ends with it. What cleans up by itself there does not."""
    ends = ExitStack()
    Finalize(None, ends.close, exitpriority=1)  # also in a process of a pool, of which atexit knows nothing
    found = ends.enter_context(running())
    found.run("ALTER SYSTEM SET autovacuum = off")
    found.run("SELECT pg_reload_conf()")
    return found


def emptied() -> str:
    """The address of an empty store."""
    return f"{server().emptied()}&options={quote(SETTINGS)}"


class Court:
    """Knows who waits for whom, and sees to it that nobody has to know how long."""

    def __init__(self, url: str, threads: Threads) -> None:
        self._threads = threads
        self._clerk = psycopg.connect(url.replace("+psycopg", ""), autocommit=True)
        for kind in ("json", "jsonb"):
            self._clerk.adapters.register_loader(kind, TextLoader)
        self._waiting: dict[int, None] = {}
        """The sessions that wait for others, each stopped in the server; who began first is first."""
        self.waited = 0
        """How often one has."""

    def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database, past the program. `?` stands for each value."""
        return self._clerk.execute(statement.replace("?", "%s").encode(), values).fetchall()

    def waits(self, session: int) -> bool:
        """Whether a session waits for another's lock."""
        return bool(self.read(_WAITS, session)[0][0])

    def until_free(self, session: int) -> bool:
        """Let others go on until a session that waits has got its lock; False if it never would."""
        assert self._threads.at_work, "nobody else is at work, and yet somebody has the lock"
        if self._in_circle(session):
            return False
        self.waited += 1
        self._waiting[session] = None
        assert self._waits_again(session), "nobody else is at work, and yet it has the lock now"
        os.kill(session, signal.SIGSTOP)
        self._threads.wait(lambda: session not in self._waiting)
        return True

    def _in_circle(self, session: int) -> bool:
        """Whether it waits for those who wait for it."""
        todo, seen = [session], set[int]()
        while todo:
            for other in self.read("SELECT pg_blocking_pids(?)", todo.pop())[0][0]:
                if other == session:
                    return True
                if other in self._waiting and other not in seen:
                    seen.add(other)
                    todo.append(other)
        return False

    def settle(self) -> None:
        """Let all go on that have got the lock for which they waited, one after the other, until no more have."""
        while self._waiting and (granted := {pid for (pid,) in self.read(_GRANTED, list(self._waiting))}):
            first = next(each for each in self._waiting if each in granted)
            os.kill(first, signal.SIGCONT)
            if self._waits_again(first):
                os.kill(first, signal.SIGSTOP)
            else:
                self._go_on([first])

    def _waits_again(self, session: int) -> bool:
        """Whether a session sleeps until it has a lock; False when it has done what it was told, or is gone."""
        while True:
            waits = self.waits(session)
            active, sleeps = next(iter(self.read(_DOES, session)), (False, False))
            if waits and sleeps:
                return True
            if not active and not waits:
                return False
            sleep(POLLED)

    def end(self, sessions: Iterable[int]) -> None:
        """End sessions, as when the system closes their sockets, or the server cuts them off.

        It has happened when this returns, and whoever waited for their locks goes on.
        """
        numbers = list(sessions)
        self.read("SELECT pg_terminate_backend(pid) FROM unnest(?::int[]) pid", numbers)
        self._wake(numbers)
        while self.read("SELECT FROM pg_stat_activity WHERE pid = ANY(?)", numbers):
            sleep(POLLED)
        self._go_on([each for each in numbers if each in self._waiting])
        self.settle()

    def close(self) -> None:
        """Nobody asks any more."""
        self._wake(self._waiting)
        self._clerk.close()

    def _wake(self, sessions: Iterable[int]) -> None:
        """Let the server hear of those that wait what they are told."""
        for each in sessions:
            if each in self._waiting:
                os.kill(each, signal.SIGCONT)

    def _go_on(self, free: list[int]) -> None:
        for each in free:
            del self._waiting[each]
        if free:
            self._threads.freed()


class Session(psycopg.Connection[Any]):
    """A session of a worker."""

    court: Court | None = None
    over = False
    """Whether it was cut off, of which its worker hears when it uses it."""
    committed: Callable[[Session], None] = staticmethod(lambda session: None)
    """Called after each commit of a transaction that may have changed something."""

    def wait(self, gen: Any, *given: Any, **named: Any) -> Any:
        """Wait for the server, or let others go on meanwhile."""
        if self.court is None:
            return super().wait(gen, *given, **named)
        try:
            return self._patiently(gen, self.court)
        finally:
            self.court.settle()

    def commit(self) -> None:
        """Commit."""
        super().commit()
        if self.court and not self.read_only:
            self.committed(self)

    def close(self) -> None:
        """Close it. The server has noticed when this returns, so that nobody meets its locks for as long as that takes."""
        court, numbers = self.court, [] if self.closed else [self.info.backend_pid]
        super().close()
        if court and numbers:
            court.end(numbers)

    def _patiently(self, gen: Any, court: Court) -> Any:
        number, poll, freed = self.info.backend_pid, select.poll(), True
        try:
            wanted = next(gen)
            while True:
                poll.register(self.pgconn.socket, _events(wanted))
                if ready := poll.poll(SLOW_MS):
                    wanted = gen.send(_ready(ready[0][1], wanted))
                elif freed and court.waits(number):
                    freed = court.until_free(number)
                    if not freed:
                        court.read("SELECT pg_cancel_backend(?)", number)
        except StopIteration as ended:
            return ended.value
        except psycopg.errors.QueryCanceled as error:
            if freed:
                raise
            raise psycopg.errors.DeadlockDetected("deadlock detected") from error


def _events(wanted: int) -> int:
    return (select.POLLIN if wanted & Wait.R else 0) | (select.POLLOUT if wanted & Wait.W else 0)


def _ready(events: int, wanted: int) -> int:
    """What is ready, as `psycopg.waiting.Ready` has it. An end of the connection can be read."""
    read = events & ~select.POLLOUT and wanted & Wait.R
    return (Wait.R if read else 0) | (Wait.W if events & select.POLLOUT or not read else 0)
