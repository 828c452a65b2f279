"""PostgreSQL: the store of more than one worker. Advisory locks keep a game in one hand, SKIP LOCKED a row.

Nothing here is imported unless a store's address says so; the driver, psycopg, is the extra `postgresql`.

Text is `text` in the order of its bytes, whatever the database was made with, as SQLite has it: no length is ever exceeded, and
instants and names sort alike on both. What PostgreSQL cannot keep in a text, the character NUL, is replaced on its way there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Insert, Select, Table, create_engine, event, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from judge.store.locks import Clash, Locks, Unavailable

SESSION = {
    "application_name": "judge",
    "connect_timeout": "10",
    "keepalives_idle": "30",  # a machine that is gone without a word is noticed within a minute
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    # A worker that hangs in a transaction keeps a game from all others: the server lets go of it. Statements here are small, so
    # compiling them costs more than it saves.
    "options": "-c idle_in_transaction_session_timeout=60s -c lock_timeout=30s -c jit=off",
}
"""How a session is set up, unless the store's address says otherwise (libpq's parameters)."""
POOL, MORE, PATIENCE = 6, 10, 10
"""Connections that are kept open, how many more there may be in a rush, and seconds to wait for one."""
_BEGIN_ANEW = {"40001", "40P01", "55P03"}
"""Serialization failure, deadlock, a lock that was not to be had in time (PostgreSQL manual, appendix A)."""
_LATER = {"25006", "25P03"}
"""A server that only reads (it was failed over), a transaction that the server ended because nobody went on with it."""
_LOCK = text("SELECT pg_advisory_xact_lock(:key)")
_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
_OTHER_TEXT = text("""
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying')
      AND (collation_name IS DISTINCT FROM 'C' OR data_type <> 'text') AND is_updatable = 'YES'
    ORDER BY table_name, ordinal_position
""")


def engine_at(address: URL, dump: Callable[[Any], str]) -> PostgresLocks:
    """Connections to a database. `dump`: writes JSON.

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
    return PostgresLocks(engine)


class PostgresLocks:
    """Any number of workers: a game is locked by name, a row that somebody has is passed over.

    Writers see, at each statement, what was committed before it (READ COMMITTED): what is read once a game is locked is how it
    stands. Readers see one instant (REPEATABLE READ).
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
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
        """Whoever comes second waits, and finds nothing to do."""
        connection.execute(_LOCK, {"key": number_of("migrate")})
        upgrade(connection)
        for table, column in connection.execute(_OTHER_TEXT).all():
            connection.exec_driver_sql(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE text COLLATE "C"')

    def looking(self) -> Locks:
        """Locks are for writers; a transaction that reads may not even take them."""
        return _Looking(self.engine)

    def game(self, connection: Connection, name: str) -> None:
        """Wait until nobody else is at this game."""
        connection.execute(_LOCK, {"key": number_of(f"game/{name}")})

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Lock what is picked, and pick nothing that others have locked."""
        return statement.with_for_update(skip_locked=True, of=list(statement.get_final_froms()[:1]))

    def new_only(self, table: Table) -> Insert:
        """PostgreSQL's own way to say it."""
        return insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)


class _Looking(PostgresLocks):
    """For transactions that only read."""

    def game(self, connection: Connection, name: str) -> None:
        """Nothing: one instant is looked at."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Whoever looks takes nothing."""
        return statement


def number_of(what: str) -> int:
    """The number of an advisory lock: 64 bits with a sign, made from what is locked."""
    return int.from_bytes(hashlib.blake2b(what.encode(), digest_size=8).digest(), "big", signed=True)


@contextmanager
def _told() -> Iterator[None]:
    """What is no fault of a statement's is told as such."""
    try:
        yield
    except NoConnection as error:
        raise Unavailable(str(error)) from error
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None)
        if state in _BEGIN_ANEW:
            raise Clash(str(error.orig)) from error
        if state in _LATER or error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
            raise Unavailable(str(error.orig)) from error
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
