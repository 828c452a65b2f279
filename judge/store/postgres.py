"""PostgreSQL: the store of more than one worker. Advisory locks keep a game in one hand, SKIP LOCKED a row.

Nothing here is imported unless a store's address says so; the driver, psycopg, is the extra `postgresql`.

Text is `text` in the order of its bytes, regardless of the database's collation, as on SQLite: no length is ever exceeded, and
instants and names sort alike on both. What PostgreSQL cannot keep in a text, the character NUL, is replaced on its way there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Insert, Row, Select, Table, bindparam, create_engine, event, exists, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from judge.store.letter_locks import LetterQueue, Sort, advisory_lock_number, envelope_lock_keys, game_lock_key
from judge.store.locks import AT_ONCE, OLDEST, RetryTransaction, StoreUnavailable
from judge.store.tables import RECEIVED, format_instant, games, letters
from judge.store.workers import WorkerPresence

SESSION = {
    "application_name": "judge",
    "connect_timeout": "10",
    "keepalives_idle": "30",  # a machine that is gone without a word is noticed within a minute
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    # A worker that hangs in a transaction keeps a game from all others: the server lets go of it. Statements here are small, so
    # compiling them costs more than it saves. And it should notice soon if a worker's machine is gone.
    "options": "-c idle_in_transaction_session_timeout=60s -c lock_timeout=30s -c jit=off"
    " -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3",
}
"""How a session is set up, unless the store's address says otherwise (libpq's parameters)."""
POOL, MORE, PATIENCE = 6, 10, 10
"""Connections that are kept open, how many more there may be in a rush, and seconds to wait for one."""
_BEGIN_ANEW = {"40001", "40P01", "55P03"}
"""Serialization failure, deadlock, a lock that was not to be had in time (PostgreSQL manual, appendix A)."""
_LATER = {"25006", "25P03"}
"""A server that only reads (it was failed over), a transaction that the server ended because nobody went on with it."""
_LOCK = text("SELECT pg_advisory_xact_lock(:key)")
_FIRST = select(func.min(letters.c.received)).where(RECEIVED).scalar_subquery()
_READY = (
    select(games.c.name)
    .where(games.c.next_due <= bindparam("now"), _FIRST.is_(None) | (games.c.next_due < _FIRST))
    .order_by(games.c.next_due, games.c.name)
)
_IS_DUE = (
    exists()
    .where(games.c.name == bindparam("name"), games.c.next_due <= bindparam("now"))
    .where(_FIRST.is_(None) | (games.c.next_due < _FIRST))
)
_MAY_RUN = select(func.pg_try_advisory_xact_lock(bindparam("key")) & _IS_DUE)
_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
_OTHER_TEXT = text("""
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying')
      AND (collation_name IS DISTINCT FROM 'C' OR data_type <> 'text') AND is_updatable = 'YES'
    ORDER BY table_name, ordinal_position
""")


def connect(address: URL, dump: Callable[[Any], str], sort: Sort) -> PostgresLocks:
    """Connections to a database. `dump` writes JSON, `sort` says whose letter it is.

    Raises:
        ValueError: psycopg is not installed.
    """
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise ValueError("PostgreSQL needs psycopg: pip install 'judge[postgresql]'") from error
    said = {key: value for key, value in SESSION.items() if key not in address.query}
    engine = create_engine(
        address.set(drivername="postgresql+psycopg"), json_serializer=dump, hide_parameters=True, connect_args=said,
        pool_pre_ping=True, pool_size=POOL, max_overflow=MORE, pool_timeout=PATIENCE, pool_recycle=3600,
    )  # fmt: skip
    event.listen(engine, "connect", _set_up)
    return PostgresLocks(engine, sort)


class PostgresLocks:
    """Any number of workers: a game is locked by name, a row that somebody has is passed over.

    Writers see, at each statement, what was committed before it (READ COMMITTED): what is read once a game is locked is how it
    stands. Readers see one instant (REPEATABLE READ).
    """

    shared = True

    def __init__(self, engine: Engine, sort: Sort) -> None:
        self.engine = engine
        self._lanes, self._presence = LetterQueue(sort), WorkerPresence(engine)
        self._reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """As many at a time as there are workers and threads."""
        with _told(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One instant, which it keeps for as long as it lasts."""
        with _told(), self._reader.begin() as connection:
            yield connection

    def migrate(self, connection: Connection, upgrade: Callable[[Connection], None]) -> None:
        """The second worker waits, and finds nothing to do."""
        connection.execute(_LOCK, {"key": advisory_lock_number("migrate")})
        upgrade(connection)
        for table, column in connection.execute(_OTHER_TEXT).all():
            connection.exec_driver_sql(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE text COLLATE "C"')

    def looking(self) -> _Looking:
        """Locks are for writers; a transaction that reads may not even take them."""
        return _Looking(self.engine, envelope_lock_keys)

    def game(self, connection: Connection, name: str) -> None:
        """Wait until nobody else is at this game."""
        connection.execute(_LOCK, {"key": advisory_lock_number(game_lock_key(name))})

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Lock what is picked, and pick nothing that others have locked."""
        return statement.with_for_update(skip_locked=True, of=list(statement.get_final_froms()[:1]))

    def hold(self, statement: Select[Any]) -> Select[Any]:
        """Lock what is picked, and wait for others that have."""
        return statement.with_for_update()

    def new_only(self, table: Table) -> Insert:
        """PostgreSQL's own way to say it."""
        return insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)

    def oldest(self, connection: Connection, until: datetime, most: int) -> Sequence[Row[Any]]:
        """See `judge.store.letter_locks`."""
        return self._lanes.oldest(connection, until, most)

    @property
    def busy(self) -> bool:
        """Whether the letters that wait must wait for some that others have in hand."""
        return self._lanes.busy

    def ready(self, connection: Connection, now: datetime) -> list[str]:
        """Those before whose deadline no letter came that still waits or is in somebody's hands, which looks alike from outside.

        Each worker begins at another place, so that they are seldom in each other's way.
        """
        found = list(connection.execute(_READY, {"now": now}).scalars())
        at = self._presence.number % len(found) if found else 0
        return found[at:] + found[:at]

    def may_run(self, connection: Connection, name: str, now: datetime) -> bool:
        """Workers at the game, or with a letter from before its deadline, go first."""
        wanted = {"key": advisory_lock_number(game_lock_key(name)), "name": name, "now": now}
        return bool(connection.execute(_MAY_RUN, wanted).scalar_one())

    def rivalled(self, error: Exception) -> bool:
        """Two workers may register one newcomer, say, or one game's name: the second finds it taken and begins again."""
        return isinstance(error, IntegrityError)

    def mark(self) -> str:
        """The number of this worker."""
        with _told():
            return self._presence.come()

    def free(self, connection: Connection) -> None:
        """What bears the number of nobody who is there, as this worker is from now on."""
        self._presence.come()
        self._presence.free(connection, format_instant(AT_ONCE))

    def leads(self) -> bool:
        """The first that came, for as long as it is there."""
        with _told():
            return self._presence.leads()

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """By locks on the hash of each."""
        with _told():
            return self._presence.differs(said)

    def alone(self) -> bool:
        """By the numbers of workers; a process that only looks has none."""
        with _told():
            return self._presence.alone()

    def end(self) -> None:
        """What this worker has claimed is free."""
        self._presence.go()


class _Looking(PostgresLocks):
    """For transactions that only read."""

    def game(self, connection: Connection, name: str) -> None:
        """Nothing: one instant is looked at."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Looking takes no lock."""
        return statement

    hold = claim

    def oldest(self, connection: Connection, until: datetime, most: int) -> Sequence[Row[Any]]:
        """The first that wait, regardless of who has them."""
        return connection.execute(OLDEST, {"until": until, "most": most}).all()


@contextmanager
def _told() -> Iterator[None]:
    """What is no fault of a statement's is told as such."""
    try:
        yield
    except NoConnection as error:
        raise StoreUnavailable(str(error)) from error
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None)
        if state in _BEGIN_ANEW:
            raise RetryTransaction(str(error.orig)) from error
        if state in _LATER or error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
            raise StoreUnavailable(str(error.orig)) from error
        raise


def _set_up(dbapi: Any, _record: object) -> None:
    """A commit is on the disk when it returns, and no character keeps a letter out."""
    from psycopg.types.string import StrDumper, StrDumperUnknown

    for kind in (StrDumper, StrDumperUnknown):
        dbapi.adapters.register_dumper(str, _without_nul(kind))
    with dbapi.cursor() as cursor:
        cursor.execute(_DURABLE)
    dbapi.commit()


def _without_nul(kind: type[Any]) -> type[Any]:
    """psycopg's way to write a text, for texts with NUL too: U+FFFD stands in its place."""

    class Without(kind):  # type: ignore[misc]
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)

    return Without
