"""Locks: the only difference between databases. SQLite's are here, PostgreSQL's in `judge.store.postgres`.

`LockStrategy` keeps transactions apart, `WorkerRegistry` keeps track of workers.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, Engine, Insert, Row, Select, Table, bindparam, event, exists, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError, OperationalError

from judge.store.tables import QUEUED, RECEIVED, games, letters, notices

BUSY_MS = 5000
"""How long a writer waits for a writer in another process, in milliseconds."""
LETTER = letters.c.id, letters.c.raw, letters.c.received, letters.c.source, letters.c.sender, letters.c.recipient, letters.c.signed
OLDEST: Select[Any] = (
    select(*LETTER)
    .where(RECEIVED, letters.c.received < bindparam("before"))
    .order_by(letters.c.received, letters.c.id)
    .limit(bindparam("most"))
)
_NORMAL, _USUAL = 1, "usual"
"""SQLite's number for commits that do not wait for the disk, and where a connection keeps its usual number meanwhile."""
CLAIMED = "claimed"
"""The note of a notice that is being sent."""
AT_ONCE = datetime(1, 1, 1, tzinfo=UTC)
"""The next try of a notice that was never tried: earlier than every real instant."""
_FREE = update(notices).where(QUEUED, notices.c.note == CLAIMED).values(next_try=bindparam("at_once"))
DUE = select(games.c.name).where(games.c.next_due <= bindparam("now")).order_by(games.c.next_due, games.c.name)
"""Names of the games whose deadline has passed, the longest overdue first."""
_WAITED_FOR = select(exists().where(games.c.name == bindparam("name"), RECEIVED, letters.c.received < games.c.next_due))
"""Whether a letter from before a game's deadline is waiting."""


class StoreUnavailable(OSError):
    """The store cannot be used now (locked by another process, a full disk): nothing was changed, and trying again may help."""


class StoreRefused(OSError):
    """The store cannot be used until a person changes something: it is a newer judge's, or does not let this one in."""


class RetryTransaction(StoreUnavailable):
    """The transaction collided with another worker's and was rolled back: try again at once."""


class Difference(NamedTuple):
    """Something that all workers of a store must have in common, and this worker has otherwise."""

    name: str
    """`key`, or the name of a setting."""
    here: str
    """What this worker has; of a key, the fingerprint."""
    there: str | None
    """What the others have; None if it is not known."""


class WorkerDiffers(OSError):
    """This worker may not start: others are at work on the store, and it differs from them."""

    def __init__(self, differences: Sequence[Difference]) -> None:
        names = ", ".join(each.name for each in differences)
        super().__init__(f"this worker differs from those at work on the same store: {names}")
        self.differences = tuple(differences)


class LockStrategy(Protocol):
    """How writers are kept from interfering with each other."""

    @property
    def engine(self) -> Engine:
        """The engine that makes connections."""

    def write(self, durable: bool = True) -> AbstractContextManager[Connection]:
        """Open a transaction that may write: committed at the end, rolled back on an exception.

        If it need not be `durable`, a power cut may undo it, until the next that is durable has been committed. A crash cannot.

        Raises:
            StoreUnavailable: the store could not be used, now or at the commit.
        """

    def read(self) -> AbstractContextManager[Connection]:
        """Open a transaction that sees the data at one instant, changes nothing and blocks no writer."""

    def migrate(self, connection: Connection, upgrade: Callable[[Connection], None]) -> None:
        """Bring the tables up to date with `upgrade`, in one process at a time."""

    def looking(self) -> LockStrategy:
        """Return the strategy for transactions that only read, which lock nothing."""

    def game(self, connection: Connection, name: str) -> None:
        """Lock the game `name` against other workers until the transaction ends. Call it before selecting the game's row."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Make a statement that selects notices lock them, and skip those that other workers have locked, or have claimed and are
        still at work. It is given this worker's `last_mark` as `mark`.
        """

    def hold(self, statement: Select[Any]) -> Select[Any]:
        """Make a statement lock the rows it selects until the transaction ends, waiting for others to release them."""

    def new_only(self, table: Table) -> Insert:
        """Return an INSERT that skips rows which break a uniqueness constraint."""

    def oldest(self, connection: Connection, before: datetime, most: int) -> Sequence[Row[Any]]:
        """Return the oldest letters received before this instant that may be decided now, in order, with the columns `LETTER`.

        With several workers: leave out letters that another worker has, and later ones that may be about the same game.
        """

    def ready(self, connection: Connection, now: datetime) -> list[str]:
        """List the games whose deadline has passed and that may probably be processed."""

    def may_run(self, connection: Connection, name: str, now: datetime) -> bool:
        """Whether the due work of a game may be done: no other worker has the game, it is still due, and no letter from before
        waits.
        """


class WorkerRegistry(Protocol):
    """The workers that share the database."""

    @property
    def shared(self) -> bool:
        """Whether other workers are possible."""

    @property
    def busy(self) -> bool:
        """Whether every waiting letter has to wait for letters that other workers have. If so, look again soon."""

    def rivalled(self, error: Exception) -> bool:
        """Whether an error may be due to another worker that was quicker, so that a second try may succeed."""

    def mark(self) -> str:
        """The mark on this worker's claims; it begins with `claimed`."""

    @property
    def last_mark(self) -> str:
        """The mark on the claims that this worker has made last; asking for it reaches no server."""

    def free(self, connection: Connection) -> None:
        """Release the notices that were claimed by workers which have ended."""

    def leads(self) -> bool:
        """Whether this worker does the tasks that one worker does for all."""

    def join(self, said: Mapping[str, str]) -> list[str]:
        """Return the names of this worker's settings, name → value, for which a worker at work has another value. If there are
        none, register this worker and publish them. Only one worker at a time may call it.
        """

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """Publish this worker's settings, name → value, and return the names for which another worker has another value."""

    def alone(self) -> bool:
        """Whether no other worker is known to be running. On SQLite, call it outside transactions."""

    def end(self) -> None:
        """Leave the registry."""


class SqliteLocks:
    """SQLite allows one writer at a time, so a write transaction makes further locks unnecessary."""

    shared = busy = False

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._reader = engine.execution_options(reads_only=True)
        self._hasty = engine.execution_options(hasty=True)
        self._turn = threading.Lock()
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)

    @contextmanager
    def write(self, durable: bool = True) -> Iterator[Connection]:
        """Let the threads of this process queue here: SQLite's own waiting is slow and unfair."""
        try:
            with self._turn, (self.engine if durable else self._hasty).begin() as connection:
                yield connection
        except DatabaseError as error:
            if not isinstance(error, OperationalError) and type(error) is not DatabaseError:
                raise
            # such as a damaged file, which has no kind of its own
            raise StoreUnavailable(str(error.orig)) from error

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Read the last commit, which WAL mode allows beside a writer."""
        try:
            with self._reader.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise StoreUnavailable(str(error.orig)) from error

    def migrate(self, connection: Connection, upgrade: Callable[[Connection], None]) -> None:
        """Upgrade; the transaction keeps every other writer out."""
        upgrade(connection)

    def looking(self) -> SqliteLocks:
        """Return itself: there are no locks to leave out."""
        return self

    def game(self, connection: Connection, name: str) -> None:
        """Do nothing: the transaction keeps every other writer out."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Add nothing: the transaction keeps every other writer out."""
        return statement

    hold = claim

    def new_only(self, table: Table) -> Insert:
        """Use SQLite's ON CONFLICT DO NOTHING."""
        return insert(table).on_conflict_do_nothing()

    def oldest(self, connection: Connection, before: datetime, most: int) -> Sequence[Row[Any]]:
        """Return the oldest letters."""
        return connection.execute(OLDEST, {"before": before, "most": most}).all()

    def ready(self, connection: Connection, now: datetime) -> list[str]:
        """List every due game."""
        return list(connection.execute(DUE, {"now": now}).scalars())

    def may_run(self, connection: Connection, name: str, now: datetime) -> bool:
        """Whether no letter from before the deadline is left: one may have been committed after the others were decided."""
        return not connection.execute(_WAITED_FOR, {"name": name}).scalar_one()

    def rivalled(self, error: Exception) -> bool:
        """False: there is no other worker."""
        return False

    def mark(self) -> str:
        """One worker needs no number."""
        return CLAIMED

    @property
    def last_mark(self) -> str:
        """The same."""
        return CLAIMED

    def free(self, connection: Connection) -> None:
        """Release every claim: the caller is the only worker and is sending nothing."""
        connection.execute(_FREE, {"at_once": AT_ONCE})

    def leads(self) -> bool:
        """True: there is no other worker."""
        return True

    def join(self, said: Mapping[str, str]) -> list[str]:
        """Nothing: there is no other worker."""
        return []

    differs = join

    def alone(self) -> bool:
        """Whether no other process has the file open."""
        self.engine.dispose()
        with suppress(sqlite3.DatabaseError):  # the file is damaged; the next step will say so
            return checkpoint_sqlite(str(self.engine.url.database))
        return True

    def end(self) -> None:
        """Do nothing."""


def checkpoint_sqlite(file: str | Path) -> bool:
    """Merge an SQLite store and its WAL into one file. Returns whether it could be done: nobody else may have the store open.

    Raises:
        sqlite3.DatabaseError: the file is damaged.
    """
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as db:
        try:
            return str(db.execute("PRAGMA journal_mode=DELETE").fetchone()[0]) == "delete"
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                return False
            raise


def _set_up(dbapi: Any, _record: object) -> None:
    dbapi.isolation_level = None  # the pysqlite driver must not begin transactions by itself
    cursor = dbapi.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    # IMMEDIATE: a transaction that reads first and writes later would fail if another wrote in between.
    options = connection.get_execution_options()
    if options.get("reads_only", False):
        connection.exec_driver_sql("BEGIN")
        return
    hasty, usual = options.get("hasty", False), connection.info.get(_USUAL)
    if hasty != (usual is not None):
        _wait_for_disk(connection, usual)
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _wait_for_disk(connection: Connection, usual: int | None) -> None:
    """Let commits of a connection wait for the disk as usual; None: let them not wait, and remember what is usual."""
    driver: Any = connection.connection.dbapi_connection
    if usual is None:
        level = connection.info[_USUAL] = driver.execute("PRAGMA synchronous").fetchone()[0]
        driver.execute(f"PRAGMA synchronous={min(level, _NORMAL)}").close()
    else:
        driver.execute(f"PRAGMA synchronous={usual}").close()
        del connection.info[_USUAL]
