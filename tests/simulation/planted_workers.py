"""Faults that only several workers on one PostgreSQL show. As in tests/simulation/planted.py."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, text

from judge.store import letter_locks, postgres, workers
from judge.store.locks import CLAIMED, DUE
from judge.store.postgres import PostgresLocks
from tests.simulation.planted import told


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
def leases_by_any_clock() -> AbstractContextManager[Any]:
    """What a worker at work has claimed is free for another by whose clock the claim is too old."""
    return patch.object(postgres, "NOT_ANOTHERS", text(":mark != ''"))


@told("was decided before|2 answers", shown=(2, 230), workers=2)
def letters_in_any_order() -> AbstractContextManager[Any]:
    """A worker takes a letter though another has one of the same game, or writer, in hand."""
    return patch.object(letter_locks, "_locked", lambda connection, lanes: set(lanes))


@told("was run without", shown=(3, 100), workers=3)
def letters_in_other_hands_overlooked() -> AbstractContextManager[Any]:
    """A deadline is run though another worker has a letter from before it in hand."""

    def may_run(self: PostgresLocks, connection: Connection, name: str, now: datetime) -> bool:
        self.game(connection, name)
        return True

    def ready(self: PostgresLocks, connection: Connection, now: datetime) -> list[str]:
        return list(connection.execute(DUE, {"now": now}).scalars())

    return patch.multiple(PostgresLocks, may_run=may_run, ready=ready)
