"""Locks: the only difference between one database and another. SQLite's here, PostgreSQL's in `judge.store.postgres`.

`LockStrategy` is what transactions need of each other, `WorkerRegistry` what workers do.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Insert, Row, Select, Table, bindparam, event, exists, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError, OperationalError

from judge.store.tables import QUEUED, RECEIVED, games, letters, notices

BUSY_MS = 5000
"""How long a writer waits for one in another process, in milliseconds."""
LETTER = letters.c.id, letters.c.raw, letters.c.received, letters.c.source, letters.c.sender, letters.c.recipient, letters.c.signed
OLDEST: Select[Any] = (
    select(*LETTER)
    .where(RECEIVED, letters.c.received <= bindparam("until"))
    .order_by(letters.c.received, letters.c.id)
    .limit(bindparam("most"))
)
CLAIMED = "claimed"
"""The note of a notice that is being sent."""
AT_ONCE = datetime(1, 1, 1, tzinfo=UTC)
"""The next try of a notice that was never tried: before every instant there is."""
_FREE = update(notices).where(QUEUED, notices.c.note == CLAIMED).values(next_try=bindparam("at_once"))
DUE = select(games.c.name).where(games.c.next_due <= bindparam("now")).order_by(games.c.next_due, games.c.name)
"""Names of the games whose deadline has passed, the longest overdue first."""
_WAITED_FOR = select(exists().where(games.c.name == bindparam("name"), RECEIVED, letters.c.received <= games.c.next_due))
"""Whether a letter from before a game's deadline waits."""


class StoreUnavailable(OSError):
    """The store cannot be used now (locked by another process, a full disk): nothing was changed, and trying again may help."""


class RetryTransaction(StoreUnavailable):
    """Another worker was in the way, and one of the two had to start over: try again at once."""


class LockStrategy(Protocol):
    """How writers keep out of each other's way."""

    @property
    def engine(self) -> Engine:
        """What connections come from."""

    def write(self) -> AbstractContextManager[Connection]:
        """One transaction that may write: committed at the end, rolled back if anything raises.

        Raises:
            StoreUnavailable: the store could not be used, now or at the commit.
        """

    def read(self) -> AbstractContextManager[Connection]:
        """One transaction that sees one instant, changes nothing, and keeps no writer waiting."""

    def migrate(self, connection: Connection, upgrade: Callable[[Connection], None]) -> None:
        """Bring the tables up to date by `upgrade`, one process at a time."""

    def looking(self) -> LockStrategy:
        """The same for transactions that only read: nothing is kept from anybody."""

    def game(self, connection: Connection, name: str) -> None:
        """Keep other workers from the game `name` until the transaction ends; call it before choosing a row of it."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """The statement that picks rows nobody else is working on, from one that picks any."""

    def hold(self, statement: Select[Any]) -> Select[Any]:
        """The statement that keeps the rows it picks from other writers until the transaction ends, from one that does not."""

    def new_only(self, table: Table) -> Insert:
        """The statement that inserts rows and passes over those that break a constraint of being unique."""

    def oldest(self, connection: Connection, until: datetime, most: int) -> Sequence[Row[Any]]:
        """The oldest letters, received at `until` or before, that may be decided now, in their order, with the columns `LETTER`.

        Where others are at work: nobody has them in hand, nor any that came before and may be about the same game.
        """

    def ready(self, connection: Connection, now: datetime) -> list[str]:
        """Names of the games whose deadline has passed, as far as a look from outside tells that they may be dealt with."""

    def may_run(self, connection: Connection, name: str, now: datetime) -> bool:
        """Whether what is due in a game may be done: nobody else is at it, it is still due, and no letter from before waits."""


class WorkerRegistry(Protocol):
    """Who else is at work in the same database."""

    @property
    def shared(self) -> bool:
        """Whether anybody else may be."""

    @property
    def busy(self) -> bool:
        """Whether all letters that wait may only be decided after some that others have in hand: look again soon."""

    def rivalled(self, error: Exception) -> bool:
        """Whether an error may come of another's being quicker, so that it will not come again."""

    def mark(self) -> str:
        """What a claim of ours bears; it begins with `claimed`."""

    def free(self, connection: Connection) -> None:
        """Let go of the notices that somebody had claimed who is no more."""

    def leads(self) -> bool:
        """Whether it is this worker that does what one of them does for all."""

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """Say to the others what this worker goes by, name by name; returns the names of which another says otherwise."""

    def alone(self) -> bool:
        """Whether nobody else is at work, as far as known. Call it outside of transactions on SQLite."""

    def end(self) -> None:
        """Be at work no more."""


class SqliteLocks:
    """SQLite has one writer at a time, so that a write transaction already is every lock there is."""

    shared = busy = False

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
            raise StoreUnavailable(str(error.orig)) from error

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """In WAL readers see the last commit."""
        try:
            with self._reader.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise StoreUnavailable(str(error.orig)) from error

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

    hold = claim

    def new_only(self, table: Table) -> Insert:
        """SQLite's own way to say it."""
        return insert(table).on_conflict_do_nothing()

    def oldest(self, connection: Connection, until: datetime, most: int) -> Sequence[Row[Any]]:
        """The oldest there are."""
        return connection.execute(OLDEST, {"until": until, "most": most}).all()

    def ready(self, connection: Connection, now: datetime) -> list[str]:
        """All of them."""
        return list(connection.execute(DUE, {"now": now}).scalars())

    def may_run(self, connection: Connection, name: str, now: datetime) -> bool:
        """Nobody else decides; but a letter from before the deadline may have come to lie here after all such were decided."""
        return not connection.execute(_WAITED_FOR, {"name": name}).scalar_one()

    def rivalled(self, error: Exception) -> bool:
        """There is nobody else."""
        return False

    def mark(self) -> str:
        """One worker needs no name."""
        return CLAIMED

    def free(self, connection: Connection) -> None:
        """The caller is the only worker, and has none in hand."""
        connection.execute(_FREE, {"at_once": AT_ONCE})

    def leads(self) -> bool:
        """There is nobody else."""
        return True

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """There is nobody else."""
        return []

    def alone(self) -> bool:
        """Whether nobody else has the file open."""
        self.engine.dispose()
        with suppress(sqlite3.DatabaseError):  # it is damaged: what comes next says so
            return checkpoint_sqlite(str(self.engine.url.database))
        return True

    def end(self) -> None:
        """Nobody asked."""


def checkpoint_sqlite(file: str | Path) -> bool:
    """Bring all of an SQLite store into its one file, which nobody else may have open; whether that could be done.

    Raises:
        sqlite3.DatabaseError: it is damaged.
    """
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as db:
        try:
            return str(db.execute("PRAGMA journal_mode=DELETE").fetchone()[0]) == "delete"
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                return False
            raise


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
