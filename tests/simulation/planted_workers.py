"""Faults that only workers on a PostgreSQL show, whose transactions lie open side by side. As in tests/simulation/planted.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from itertools import count
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, text

from judge.letters import Letter
from judge.mail.arrivals import Arrivals
from judge.office.unit_of_work import UnitOfWork
from judge.store import StoreUnavailable, letter_locks, postgres, workers
from judge.store.locks import CLAIMED, DUE
from judge.store.postgres import PostgresLocks
from tests.simulation import several
from tests.simulation.accidents import Accidents
from tests.simulation.planted import told
from tests.simulation.workers import Worker

SLOWLY = 12
"""How often other threads go on while a slow disk stores letters."""


@told("was delivered", shown=(1, 200), workers=2)
def claimed_twice() -> AbstractContextManager[Any]:
    """Two workers that look for mail at the same moment both take it."""
    return patch.object(PostgresLocks, "claim", lambda self, statement: statement)


@told("was delivered", shown=(2, 250), workers=2)
@contextmanager
def living_taken_for_dead() -> Iterator[None]:
    """What a worker at work has claimed is free for the others."""
    free = text(f"UPDATE notices SET next_try = :at_once WHERE state = 'queued' AND note LIKE '{CLAIMED}%'")
    with patch.object(workers, "_FREE", free), leases_by_any_clock():
        yield


@told("was delivered", shown=(1, 200), workers=3)
@contextmanager
def leases_by_any_clock() -> Iterator[None]:
    """What a worker at work has claimed is free for another by whose clock the claim is too old.

    Whenever the clock goes wrong here, a worker is stopped, so that it may begin again while it is.
    """
    set_clock = Accidents._set_clock

    def with_restart(self: Accidents) -> None:
        set_clock(self)
        self._world.restart()

    with patch.object(Accidents, "_set_clock", with_restart), patch.object(postgres, "NOT_ANOTHERS", text(":mark != ''")):
        yield


@told("was decided before|2 answers", shown=(2, 230), workers=2)
def letters_in_any_order() -> AbstractContextManager[Any]:
    """A worker takes a letter though another has one of the same game, or writer, in hand."""
    return patch.object(letter_locks, "_locked", lambda connection, lanes: set(lanes))


@told("was run without", shown=(5, 200), workers=3)
def letters_in_other_hands_overlooked() -> AbstractContextManager[Any]:
    """A deadline is run though another worker has a letter from before it in hand."""

    def may_run(self: PostgresLocks, connection: Connection, name: str, now: datetime) -> bool:
        self.game(connection, name)
        return True

    def ready(self: PostgresLocks, connection: Connection, now: datetime) -> list[str]:
        return list(connection.execute(DUE, {"now": now}).scalars())

    return patch.multiple(PostgresLocks, may_run=may_run, ready=ready)


@told("is not what its events make of it", shown=(27, 100), workers=3)
@contextmanager
def kept_before_the_commit() -> Iterator[None]:
    """What a transaction makes of a game is remembered, though the transaction may be undone, as every fourth of them is here.

    Of one judge that changes nothing: what it remembers has a number, and the store another. But another worker may have brought
    the store to that number meanwhile, and have dealt the powers otherwise.
    """
    close, numbers = UnitOfWork.close, count(1)

    def eager(self: UnitOfWork) -> None:
        changed = any(self._events.values())
        close(self)
        self.keep()
        if changed and next(numbers) % 4 == 0:
            raise StoreUnavailable("server closed the connection unexpectedly")

    with patch.object(UnitOfWork, "close", eager), patch.object(Worker, "was_cut", True):
        yield


@told("was run without", shown=(8, 150), workers=1)
@contextmanager
def in_hand_no_more() -> Iterator[None]:
    """A letter that is being stored is no longer waited for. The disk is slow here, so that some are when a deadline comes."""
    real, commit = Arrivals._commit, Worker.commit
    workers: list[Worker] = []

    def slow(self: Worker, some: list[Letter]) -> list[bool]:
        workers[:] = [self]
        return commit(self, some)

    def hasty(self: Arrivals, some: Sequence[Letter]) -> list[str]:
        kept = list(self._in_hand)
        self._in_hand.clear()
        for _ in range(SLOWLY):
            workers[0].hall.threads.give_way()
        try:
            return real(self, some)
        finally:
            self._in_hand += kept

    slow_disk = patch.multiple(several, STALLED=600.0, LONG=0.5, HALF=0.0)
    with slow_disk, patch.object(Worker, "commit", slow), patch.object(Arrivals, "_commit", hasty):
        yield
