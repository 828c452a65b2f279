"""PostgreSQL, for more than one worker. Advisory locks keep other workers from a game, SKIP LOCKED from a row.

Nothing here is imported unless the store's URL names PostgreSQL. The driver, psycopg, is the extra `postgresql`.

Text columns have the type `text` with collation "C" whatever the database's collation is. As on SQLite, length is not limited, and
names and instants sort by their bytes. PostgreSQL cannot store the character NUL in a text, so it is replaced.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, Insert, Row, Select, Table, bindparam, create_engine, event, exists, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from judge.chance import Chance
from judge.store.letter_locks import LetterQueue, Sort, advisory_lock_number, envelope_lock_keys, game_lock_key
from judge.store.locks import AT_ONCE, OLDEST, RetryTransaction, StoreUnavailable
from judge.store.tables import RECEIVED, format_instant, games, letters
from judge.store.workers import NOT_ANOTHERS, WorkerPresence

SESSION = {
    "application_name": "judge",
    "connect_timeout": "10",
    "keepalives_idle": "30",  # notice within a minute that the server's machine is gone
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    # End a worker's idle transaction, since it keeps a game from all others. No jit: statements are small, so compiling costs more
    # than it saves. And the server should notice soon if a worker's machine is gone.
    "options": "-c idle_in_transaction_session_timeout=60s -c lock_timeout=30s -c jit=off"
    " -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3",
}
"""libpq's parameters for a session, unless the store's URL sets others."""
POOL, MORE, PATIENCE = 6, 10, 10
"""Connections that are kept open, how many more may be opened in a rush, and the seconds to wait for one."""
_BEGIN_ANEW = {"40001", "40P01", "55P03"}
"""Serialization failure, deadlock, lock timeout (PostgreSQL manual, appendix A)."""
_LATER = {"25006", "25P03"}
"""Read-only server (after a failover), and a transaction that the server ended because it was idle."""
_LOCK = text("SELECT pg_advisory_xact_lock(:key)")
_FIRST = select(func.min(letters.c.received)).where(RECEIVED).scalar_subquery()
_READY = (
    select(games.c.name)
    .where(games.c.next_due <= bindparam("now"), _FIRST.is_(None) | (games.c.next_due <= _FIRST))
    .order_by(games.c.next_due, games.c.name)
)
_IS_DUE = (
    exists()
    .where(games.c.name == bindparam("name"), games.c.next_due <= bindparam("now"))
    .where(_FIRST.is_(None) | (games.c.next_due <= _FIRST))
)
_MAY_RUN = select(func.pg_try_advisory_xact_lock(bindparam("key")) & _IS_DUE)
_DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
_OTHER_TEXT = text("""
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying')
      AND (collation_name IS DISTINCT FROM 'C' OR data_type <> 'text') AND is_updatable = 'YES'
    ORDER BY table_name, ordinal_position
""")


def connect(address: URL, dump: Callable[[Any], str], sort: Sort, chance: Chance) -> PostgresLocks:
    """Open connections to a database. `dump` writes JSON; `sort` finds a letter's sender and token; `chance` draws the number.

    Raises:
        ValueError: psycopg is not installed.
    """
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        pip = f"{sys.executable} -m pip install 'psycopg[binary]'"
        raise ValueError(f"PostgreSQL needs psycopg, the judge's extra named postgresql: {pip}") from error
    said = {key: value for key, value in SESSION.items() if key not in address.query}
    engine = create_engine(
        address.set(drivername="postgresql+psycopg"), json_serializer=dump, hide_parameters=True, connect_args=said,
        pool_pre_ping=True, pool_size=POOL, max_overflow=MORE, pool_timeout=PATIENCE, pool_recycle=3600,
    )  # fmt: skip
    event.listen(engine, "connect", _set_up)
    return PostgresLocks(engine, sort, chance)


class PostgresLocks:
    """Any number of workers: games are locked by name, and rows that another worker has locked are skipped.

    Each statement of a writer sees what was committed before it (READ COMMITTED), so what it reads after locking a game is current.
    Readers see one instant (REPEATABLE READ).
    """

    shared = True

    def __init__(self, engine: Engine, sort: Sort, chance: Chance) -> None:
        self.engine, self._chance = engine, chance
        self._lanes, self._presence = LetterQueue(sort), WorkerPresence(engine, chance)
        self._reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    @contextmanager
    def write(self, durable: bool = True) -> Iterator[Connection]:
        """Open a transaction; each worker and thread may have one at the same time. Every one is durable."""
        with _told(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that sees one instant."""
        with _told(), self._reader.begin() as connection:
            yield connection

    def migrate(self, connection: Connection, upgrade: Callable[[Connection], None]) -> None:
        """Upgrade one process at a time; the second finds nothing left to do."""
        connection.execute(_LOCK, {"key": advisory_lock_number("migrate")})
        upgrade(connection)
        for table, column in connection.execute(_OTHER_TEXT).all():
            connection.exec_driver_sql(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE text COLLATE "C"')

    def looking(self) -> _Looking:
        """Return the strategy for reading: a read-only transaction may not take locks."""
        return _Looking(self.engine, envelope_lock_keys, self._chance)

    def game(self, connection: Connection, name: str) -> None:
        """Wait until no other worker has this game."""
        connection.execute(_LOCK, {"key": advisory_lock_number(game_lock_key(name))})

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Lock the selected rows, skipping those that others have locked or claimed."""
        return statement.where(NOT_ANOTHERS).with_for_update(skip_locked=True, of=list(statement.get_final_froms()[:1]))

    def hold(self, statement: Select[Any]) -> Select[Any]:
        """Lock the selected rows, waiting for others to release them."""
        return statement.with_for_update()

    def new_only(self, table: Table) -> Insert:
        """Use PostgreSQL's ON CONFLICT DO NOTHING."""
        return insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)

    def oldest(self, connection: Connection, before: datetime, most: int) -> Sequence[Row[Any]]:
        """See `judge.store.letter_locks`."""
        return self._lanes.oldest(connection, before, most)

    @property
    def busy(self) -> bool:
        """Whether every waiting letter has to wait for letters that other workers have."""
        return self._lanes.busy

    def ready(self, connection: Connection, now: datetime) -> list[str]:
        """List the due games for which no earlier letter is waiting or in another worker's hands; both look alike from outside.

        Each worker starts at a different place in the list, so that they seldom collide.
        """
        found = list(connection.execute(_READY, {"now": now}).scalars())
        at = self._presence.number % len(found) if found else 0
        return found[at:] + found[:at]

    def may_run(self, connection: Connection, name: str, now: datetime) -> bool:
        """Whether no other worker has the game or a letter from before its deadline."""
        wanted = {"key": advisory_lock_number(game_lock_key(name)), "name": name, "now": now}
        return bool(connection.execute(_MAY_RUN, wanted).scalar_one())

    def rivalled(self, error: Exception) -> bool:
        """Whether another worker was quicker: if two register the same newcomer or game name, the second must start again."""
        return isinstance(error, IntegrityError)

    def mark(self) -> str:
        """The mark with this worker's number."""
        with _told():
            return self._presence.come()

    @property
    def last_mark(self) -> str:
        """The mark with the number that this worker had last."""
        return self._presence.mark

    def free(self, connection: Connection) -> None:
        """Release the claims of numbers whose workers are gone, after registering this worker."""
        self._presence.come()
        self._presence.free(connection, format_instant(AT_ONCE))

    def leads(self) -> bool:
        """Whether this worker registered first among those still running."""
        with _told():
            return self._presence.leads()

    def join(self, said: Mapping[str, str]) -> list[str]:
        """Compare with other workers by locks on the hash of each setting, and take such locks if none differs."""
        with _told():
            return self._presence.join(said)

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """Compare with other workers by locks on the hash of each setting."""
        with _told():
            return self._presence.differs(said)

    def alone(self) -> bool:
        """Whether no other worker's number is locked; a process that only reads has none."""
        with _told():
            return self._presence.alone()

    def end(self) -> None:
        """Leave, so that this worker's claims become free."""
        self._presence.go()


class _Looking(PostgresLocks):
    """The strategy for transactions that only read."""

    def game(self, connection: Connection, name: str) -> None:
        """Do nothing: the transaction reads one instant."""

    def claim(self, statement: Select[Any]) -> Select[Any]:
        """Return the statement unchanged: reading takes no lock."""
        return statement

    hold = claim

    def oldest(self, connection: Connection, before: datetime, most: int) -> Sequence[Row[Any]]:
        """Return the oldest waiting letters, whoever has them."""
        return connection.execute(OLDEST, {"before": before, "most": most}).all()


@contextmanager
def _told() -> Iterator[None]:
    """Turn database errors that are not the statement's fault into StoreUnavailable or RetryTransaction."""
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
    """Set up a session so that a commit is on the disk when it returns, and texts with NUL can be stored."""
    from psycopg.types.string import StrDumper, StrDumperUnknown

    for kind in (StrDumper, StrDumperUnknown):
        dbapi.adapters.register_dumper(str, _without_nul(kind))
    with dbapi.cursor() as cursor:
        cursor.execute(_DURABLE)
    dbapi.commit()


def _without_nul(kind: type[Any]) -> type[Any]:
    """Make psycopg's text dumper replace NUL by U+FFFD."""

    class Without(kind):  # type: ignore[misc]
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)

    return Without
