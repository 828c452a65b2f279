"""The registry of workers that share a PostgreSQL. Each has a number, on which it holds a lock by its own connection while it runs.

A worker's claims bear its number. When the lock is gone (the worker or its machine has died), others take over the claims. If only
the connection broke, no harm is done: two workers that send one notice send the same bytes.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from contextlib import suppress

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from judge.chance import Chance
from judge.store.locks import CLAIMED

_SPACE, _LEADER = 0x6A756467, 0
"""The first of an advisory lock's two numbers ("judg"), and the second for the worker that does the shared tasks."""
_HAVE = text("SELECT pg_try_advisory_lock(:space, :number)")
_HAS = text("""
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = :space AND objid = :number AND objsubid = 2 AND pid = pg_backend_pid()
""")
_COMPANY = text("""
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = :space AND objsubid = 2 AND granted AND objid NOT IN (:mine, :leader)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")
_SHARE = text("SELECT pg_try_advisory_lock_shared(:space, :number)")
_OTHERWISE = text("""
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = :space AND objsubid = 2 AND granted AND objid <> :number
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")
_LET_GO = text("SELECT pg_advisory_unlock_all()")
_AT_WORK = f"""
    SELECT '{CLAIMED} ' || objid FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {_SPACE} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""The marks on the claims of all workers at work."""
_FREE = text(f"""
    UPDATE notices SET next_try = :at_once
    WHERE state = 'queued' AND note LIKE '{CLAIMED}%' AND next_try > :at_once AND note NOT IN ({_AT_WORK})
""")
NOT_ANOTHERS = text(f"(notices.note NOT LIKE '{CLAIMED}%' OR notices.note = :mark OR notices.note NOT IN ({_AT_WORK}))")
"""Of notices: those that no other worker at work has claimed. How long a claim lasts counts for the claimer alone: by the clock of
another, which may be hours ahead, it would be over at once. `mark`: that of the worker that asks.
"""


class WorkerPresence:
    """One worker's registration. Safe to use from any thread. Its number is drawn with `chance`."""

    def __init__(self, engine: Engine, chance: Chance) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._chance = chance
        self._turn = threading.Lock()
        self._connection: Connection | None = None
        self._said: dict[str, str] = {}
        self.number = 0

    def come(self) -> str:
        """Register, unless it is registered; returns the mark for its claims.

        Raises:
            DBAPIError: the server cannot be reached.
        """
        with self._turn:
            self._connected()
            return self.mark

    @property
    def mark(self) -> str:
        """The mark with its number, with which it may not be registered yet, or no longer."""
        return f"{CLAIMED} {self.number}"

    def leads(self) -> bool:
        """Whether this worker does the tasks that one does for all: the first to register, and when it ends, another."""
        with self._turn:
            connection = self._connected()
            where = {"space": _SPACE, "number": _LEADER}
            return bool(connection.execute(_HAS, where).scalar_one() or connection.execute(_HAVE, where).scalar_one())

    def alone(self) -> bool:
        """Whether no other worker is registered."""
        with self._engine.connect() as connection:
            where = {"space": _SPACE, "mine": self.number, "leader": _LEADER}
            return not connection.execute(_COMPANY, where).scalar_one()

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """Publish this worker's settings, name → value, and return the names for which another worker has another value."""
        with self._turn:
            connection = self._connected()
            self._publish(connection, said)
            return _otherwise(connection, said)

    def join(self, said: Mapping[str, str]) -> list[str]:
        """Return the names for which another worker has another value; publish this worker's settings if there are none."""
        with self._turn:
            connection = self._connected()
            found = _otherwise(connection, said)
            if not found:
                self._publish(connection, said)
            return found

    def _publish(self, connection: Connection, said: Mapping[str, str]) -> None:
        """Hold a lock on each setting's value, which others may hold, too."""
        self._said |= said
        for name, value in said.items():
            where = _place(name, value)
            if not connection.execute(_HAS, where).scalar_one():
                connection.execute(_SHARE, where)

    def free(self, connection: Connection, at_once: str) -> None:
        """Release the claims of workers that are gone."""
        connection.execute(_FREE, {"at_once": at_once})

    def go(self) -> None:
        """Leave; the server has noticed when this returns."""
        with self._turn:
            if self._connection is not None and not self._connection.invalidated:
                with suppress(DBAPIError):
                    self._connection.execute(_LET_GO)
            self._drop()

    def _connected(self) -> Connection:
        if self._connection is not None and not self._connection.closed and not self._connection.invalidated:
            return self._connection
        self._drop()
        connection = self._connection = self._engine.connect()
        try:
            self._register(connection)
        except BaseException:
            self._drop()  # else it would be lost to the pool, with the locks that it has already
            raise
        return connection

    def _register(self, connection: Connection) -> None:
        while not self.number or not connection.execute(_HAVE, {"space": _SPACE, "number": self.number}).scalar_one():
            self.number = int.from_bytes(self._chance(4)) >> 1 or 1  # a new one, too, if a dead connection still holds the old one
        self._publish(connection, self._said)  # what was published by a connection that broke

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.invalidate()  # the lock belongs to the session, so this connection must not return to the pool
                connection.close()


def _otherwise(connection: Connection, said: Mapping[str, str]) -> list[str]:
    return [name for name, value in said.items() if connection.execute(_OTHERWISE, _place(name, value)).scalar_one()]


def _place(name: str, value: str) -> dict[str, int]:
    """Return the two numbers of the lock for a setting's value."""
    return {"space": _number(name), "number": _number(value)}


def _number(what: str) -> int:
    """Hash text to one of an advisory lock's two numbers: 31 bits."""
    return int.from_bytes(hashlib.blake2b(what.encode(), digest_size=4).digest()) >> 1
