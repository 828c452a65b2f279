"""Locks: the only difference between one database and another. SQLite's here, PostgreSQL's in `judge.store.postgres`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Insert, Select, Table, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import OperationalError

BUSY_MS = 5000
"""How long a writer waits for one in another process, in milliseconds."""


class Unavailable(OSError):
    """The store cannot be used now (locked by another process, a full disk): nothing was changed, and trying again may help."""


class Clash(Unavailable):
    """Another worker was in the way, and one of the two had to begin anew: try again at once."""


class Locks(Protocol):
    """How writers keep out of each other's way."""

    @property
    def engine(self) -> Engine:
        """What connections come from."""

    def write(self) -> AbstractContextManager[Connection]:
        """One transaction that may write: committed at the end, rolled back if anything raises.

        Raises:
            Unavailable: the store could not be used, now or at the commit.
        """

    def read(self) -> AbstractContextManager[Connection]:
        """One transaction that sees one instant, changes nothing, and keeps no writer waiting."""

    def migrate(self, connection: Connection, upgrade: Callable[[Connection], None]) -> None:
        """Bring the tables up to date by `upgrade`, one process at a time."""

    def looking(self) -> Locks:
        """The same for transactions that only read: nothing is kept from anybody."""

    def game(self, connection: Connection, name: str) -> None:
        """Keep other workers from the game `name` until the transaction ends; call it before choosing a row of it."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """The statement that picks rows nobody else is working on, from one that picks any."""

    def new_only(self, table: Table) -> Insert:
        """The statement that inserts rows and passes over those that break a constraint of being unique."""


class SqliteLocks:
    """SQLite has one writer at a time, so that a write transaction already is every lock there is."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._reader = engine.execution_options(reads_only=True)
        self._turn = threading.Lock()
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Threads of this process queue for their turn here: SQLite's own waiting sleeps, slowly and unfairly."""
        try:
            with self._turn, self.engine.begin() as connection:
                yield connection
        except OperationalError as error:
            raise Unavailable(str(error.orig)) from error

    def read(self) -> AbstractContextManager[Connection]:
        """In WAL readers see the last commit."""
        return self._reader.begin()

    def migrate(self, connection: Connection, upgrade: Callable[[Connection], None]) -> None:
        """The transaction keeps every other writer out."""
        upgrade(connection)

    def looking(self) -> SqliteLocks:
        """There is nothing to leave out."""
        return self

    def game(self, connection: Connection, name: str) -> None:
        """Nothing to do: the transaction keeps every other writer out."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Nothing to add: the transaction keeps every other writer out."""
        return statement

    def new_only(self, table: Table) -> Insert:
        """SQLite's own way to say it."""
        return insert(table).on_conflict_do_nothing()


def _set_up(dbapi: Any, _record: object) -> None:
    dbapi.isolation_level = None  # pysqlite's own idea of when a transaction begins is switched off
    cursor = dbapi.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    # IMMEDIATE: a transaction that reads first and then writes would be refused if another wrote in between.
    reads = connection.get_execution_options().get("reads_only", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
