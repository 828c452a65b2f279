"""The store itself: opens a database, brings its tables up to date, and hands out transactions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import bindparam, create_engine, func, insert, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from judge.chance import Chance, random_bytes
from judge.clock import EARLIEST
from judge.letters import Letter
from judge.store.facts import KEY
from judge.store.letter_locks import Sort, envelope_lock_keys
from judge.store.locks import Difference, SqliteLocks, StoreRefused, StoreUnavailable, WorkerDiffers
from judge.store.outbox_claims import DatabaseDialect, OutboxClaims
from judge.store.records import Agenda, PendingWork
from judge.store.reply_tokens import ReplyTokens
from judge.store.schema_versions import is_current, judge_of, migration_names, require_current, schema_version, upgrade_schema
from judge.store.tables import QUEUED, RECEIVED, epochs, games, letters, notices, subscriptions
from judge.store.transaction import Transaction

_dump = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode  # ASCII: every text can be stored

_TAKE = insert(letters).values(state="received").returning(letters.c.id)
_KNOWN = select(letters.c.id).where(letters.c.source == bindparam("key"))
_TAKEN = select(letters.c.source).where(letters.c.source.in_(bindparam("keys", expanding=True)))
_LETTERS = select(func.count()).select_from(letters).where(RECEIVED)
_NOTICES = select(func.count()).select_from(notices).where(QUEUED, notices.c.next_try <= bindparam("now"))
_EPOCH = select(epochs.c.name).order_by(epochs.c.id.desc()).limit(1)
_NEXT_DUE = select(func.min(games.c.next_due))
_AGENDA = select(
    select(letters.c.id).where(RECEIVED).exists(),
    _NEXT_DUE.scalar_subquery(),
    select(func.min(subscriptions.c.due)).scalar_subquery(),
    _NEXT_DUE.where(games.c.next_due > bindparam("after")).scalar_subquery(),
)


_NOT_LET_IN = re.compile("no password supplied|authentication failed|no pg_hba.conf entry")
"""PostgreSQL's words; its errors at a connection have no code."""
_ENGINES: Mapping[str, str] = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class StoreKind(NamedTuple):
    """What a store is, for a bug report."""

    engine: str
    """The database and its version: `SQLite 3.40.1`."""
    step: str
    """The name of its last migration; '' if it has no tables."""
    by: str
    """The version of the judge that was started last on it; '' if none noted it."""


class Store(OutboxClaims):
    """The judge's database. Safe to use from any thread: every transaction has its own connection.

    >>> store = Store.open("sqlite:///var/judge.db")        # doctest: +SKIP
    >>> store.take(letter)                                  # durable when this returns   # doctest: +SKIP
    >>> with store.work() as work:                          # one transaction             # doctest: +SKIP
    ...     found = work.letters.oldest()
    """

    def __init__(self, locks: DatabaseDialect, key: bytes = b"") -> None:
        self._engine, self._looking = locks.engine, locks.looking()
        self.key_changed = False
        """Whether the key is another than the one with which the store was opened last."""
        self._take_new = locks.new_only(letters).values(state="received")
        super().__init__(locks, ReplyTokens(key))

    @classmethod
    def open(
        cls, url: str, key: bytes = b"", sort: Sort = envelope_lock_keys, said: Mapping[str, str] = MappingProxyType({}),
        chance: Chance = random_bytes,
    ) -> Store:  # fmt: skip
        """Open the database at an SQLAlchemy URL, creating or migrating it if necessary.

        Args:
            url: `sqlite:///relative.db`, `sqlite:////absolute.db`, `postgresql://user@host/database` (with libpq's parameters
                behind a question mark; libpq reads a password from ~/.pgpass).
            key: the key from which tokens are made; a program that only takes letters needs none.
            sort: finds a letter's sender and token, for workers that share a database (`judge.store.letter_locks`).
            said: this worker's settings, name → value, that all workers of the store must have in common, beside the key.
            chance: draws this worker's number among those of a database that several share.

        Raises:
            ValueError: an unsupported kind of database, or one in memory (threads could not share it).
            WorkerDiffers: others are at work on it with another key or other settings.
            StoreRefused: it is from a newer judge, or the database does not let this user in.
            OSError: it cannot be opened or migrated, or an older judge is using it.
        """
        return cls._opened(address_of(url), key, sort, lambda store: store._begin(said), chance)

    @classmethod
    def open_existing(cls, url: str, key: bytes = b"", sort: Sort = envelope_lock_keys) -> Store:
        """Open an existing, current store, to read or repair it while a judge may be using it.

        Raises:
            ValueError: an unsupported kind of database.
            OSError: there is no store, it cannot be opened, or it belongs to a newer or older judge.
        """
        return cls._opened(address_of(existing_address(url)), key, sort, lambda store: require_current(*store._version()))

    @classmethod
    def open_for_intake(cls, url: str) -> Store:
        """Open a store only to take letters: it is created if missing, and existing tables are not changed.

        Raises:
            ValueError, OSError: as for `open_existing`.
        """
        return cls._opened(address_of(url), b"", envelope_lock_keys, lambda store: store._reached())

    @classmethod
    def _opened(
        cls, address: URL, key: bytes, sort: Sort, begin: Callable[[Store], None], chance: Chance = random_bytes
    ) -> Store:
        store = cls(open_locks(address, sort, chance), key)
        try:
            begin(store)
            store._tokens = ReplyTokens(key, store._epoch())
        except WorkerDiffers:
            store.close()
            raise
        except (SQLAlchemyError, OSError) as error:
            store.close()
            why = str(getattr(error, "orig", None) or error)
            kind = StoreRefused if isinstance(error, StoreRefused) or is_refused_for_good(why) else OSError
            raise kind(f"the store {address!r} cannot be opened: {why}") from error
        return store

    def begin_epoch(self, name: str) -> None:
        """Begin a new epoch after restoring a backup, so that no code or Message-ID is given out a second time.

        Args:
            name: random, up to 64 characters; no earlier epoch had it.
        """
        with self._locks.write() as connection:
            connection.execute(insert(epochs).values(name=name))
        self._tokens = ReplyTokens(self._tokens.key, name)

    def close(self) -> None:
        """Close every connection; the store may not be used afterwards."""
        self._locks.end()
        self._engine.dispose()

    @classmethod
    def look_at(cls, url: str) -> StoreKind:
        """Return what an existing store is, of whatever version. Nothing is changed.

        Raises:
            ValueError: an unsupported kind of database.
            OSError: there is no store, or it cannot be read.
        """
        store = cls(open_locks(address_of(existing_address(url))))
        try:
            return store.kind()
        except SQLAlchemyError as error:
            raise OSError(f"the store {store._engine.url!r} cannot be opened: {getattr(error, 'orig', None) or error}") from error
        finally:
            store.close()

    @classmethod
    def others_at_work(cls, url: str) -> bool:
        """Whether a worker is registered at a store that several may share, of whatever version. Nothing is changed.

        Raises:
            ValueError: an unsupported kind of database.
            OSError: it cannot be reached.
        """
        locks = open_locks(address_of(url))
        try:
            return locks.shared and not locks.alone()
        except SQLAlchemyError as error:
            raise OSError(f"the store {locks.engine.url!r} cannot be opened: {getattr(error, 'orig', None) or error}") from error
        finally:
            locks.end()
            locks.engine.dispose()

    def kind(self) -> StoreKind:
        """Return which database this is, and its last migration."""
        with self._locks.read() as connection:
            dialect = connection.dialect
            version = ".".join(str(each) for each in getattr(dialect, "server_version_info", None) or ())
            return StoreKind(f"{_ENGINES[dialect.name]} {version}".strip(), schema_version(connection), judge_of(connection))

    @property
    def shared(self) -> bool:
        """Whether other workers may be using the same store."""
        return self._locks.shared

    @property
    def busy(self) -> bool:
        """Whether every waiting letter has to wait for letters that other workers have. If so, look again soon."""
        return self._locks.busy

    def leads(self) -> bool:
        """Whether this worker does the tasks that one worker does for all."""
        return self._locks.leads()

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """Publish this worker's settings, name → value, and return the names for which another worker has another value."""
        return self._locks.differs(self._with_key(said))

    def rivalled(self, error: Exception) -> bool:
        """Whether an error in a transaction may be due to another worker that was quicker, so that a second try may succeed."""
        return self._locks.rivalled(error)

    def take(self, letter: Letter) -> int | None:
        """Commit a letter as it came, durably; confirm its receipt only afterwards.

        Returns:
            Its id; None if a letter with the same source was taken before (this repetition is dropped).

        Raises:
            sqlalchemy.exc.SQLAlchemyError: it could not be stored; the sender must be told to try again.
        """
        try:
            with self._locks.write() as connection:
                return int(connection.execute(_TAKE, _row(letter)).scalar_one())
        except IntegrityError:
            if self._knows(letter.source):
                return None
            raise

    def take_all(self, some: Sequence[Letter]) -> int:
        """Commit letters as they came, durably, all or none. Returns how many were not repetitions.

        Raises:
            StoreUnavailable: none could be stored; the sending server must keep them.
        """
        by_source = {letter.source: letter for letter in some}
        with self._locks.write() as connection:
            taken = set(connection.execute(_TAKEN, {"keys": list(by_source)}).scalars())
            rows = [_row(letter) for source, letter in by_source.items() if source not in taken]
            return connection.execute(self._take_new, rows).rowcount if rows else 0

    @contextmanager
    def work(self) -> Iterator[Transaction]:
        """Open a transaction that may write: committed when the block ends, rolled back if it raises."""
        with self._locks.write() as connection:
            yield Transaction(connection, self._locks, self._tokens)

    @contextmanager
    def look(self) -> Iterator[Transaction]:
        """Open a consistent view for reading, which blocks no writer; a change made in it is an error."""
        with self._locks.read() as connection:
            yield Transaction(connection, self._looking, self._tokens)

    def waiting(self, now: datetime) -> PendingWork:
        """Return the waiting work: letters received, notices that may be sent now, and the next deadline of any game."""
        with self._locks.read() as connection:
            return PendingWork(
                connection.execute(_LETTERS).scalar_one(),
                connection.execute(_NOTICES, {"now": now}).scalar_one(),
                connection.execute(_NEXT_DUE).scalar_one(),
            )

    def agenda(self, after: datetime = EARLIEST) -> Agenda:
        """Return what the office has to do next. `after`: `next_deadline` is the first one after this instant."""
        with self._locks.read() as connection:
            return Agenda(*connection.execute(_AGENDA, {"after": after}).one())

    def _knows(self, source: str) -> bool:
        with self._locks.read() as connection:
            return connection.execute(_KNOWN, {"key": source}).first() is not None

    def _epoch(self) -> str:
        with self._locks.read() as connection:
            return connection.execute(_EPOCH).scalar_one_or_none() or ""

    def _version(self) -> tuple[str, str]:
        """Return the last migration, and, unless it is this judge's own last one, which judge was started last."""
        with self._locks.read() as connection:
            found = schema_version(connection)
            return found, "" if found == migration_names()[-1] else judge_of(connection)

    def _reached(self) -> None:
        found, by = self._version()
        if found:
            require_current(found, by)
        else:
            self._begin({})

    def _begin(self, said: Mapping[str, str]) -> None:
        """Migrate the tables, but refuse while a judge with the old ones is running; then join the workers, if there is a key."""
        found, by = self._version()
        if not is_current(found, by):
            if found and not self._locks.alone():
                raise StoreUnavailable(
                    "its tables are an older judge's, which is still at work: stop all, start one, then the others"
                )
            with self._locks.write() as connection:
                self._locks.migrate(connection, upgrade_schema)
        if self._tokens.known:
            self._join(self._with_key(said))

    def _join(self, mine: Mapping[str, str]) -> None:
        """Note what this worker has, and recompute the seats' marks if the key is another or was not noted, but refuse while
        others have something else. Workers do this one after the other.
        """
        with self.work() as work:
            marked = work.facts.get(KEY) == mine[KEY]  # then a start costs the same however many seats there are
            kept = work.facts.hold(KEY, mine[KEY])
            if differ := self._locks.join(mine):
                known = [(name, work.facts.get(_fact(name))) for name in differ]
                raise WorkerDiffers([Difference(name, mine[name], None if there == mine[name] else there) for name, there in known])
            self.key_changed = not marked and (bool(work.seats.update_marks()) or kept != mine[KEY])
            for name, value in mine.items():
                work.facts.put(_fact(name), value)

    def _with_key(self, said: Mapping[str, str]) -> dict[str, str]:
        return {**({KEY: self._tokens.fingerprint} if self._tokens.known else {}), **said}


def is_refused_for_good(why: str) -> bool:
    """Whether a database's words say that it does not let this user in, which no second try changes."""
    return bool(_NOT_LET_IN.search(why))


def _fact(name: str) -> str:
    """Return the name of the fact that is the key's fingerprint, or a setting of the workers."""
    return name if name == KEY else f"worker {name}"


def _row(letter: Letter) -> dict[str, object]:
    return {
        "source": letter.source,
        "received": letter.received,
        "sender": letter.sender,
        "recipient": letter.recipient,
        "raw": letter.raw,
        "signed": letter.signed,
    }


def address_of(url: str) -> URL:
    """Parse the URL of a store, which need not exist.

    Raises:
        ValueError: an unsupported kind of database, or one in memory.
    """
    try:
        address = make_url(url)
        kind = address.get_backend_name()
    except (ArgumentError, ValueError) as error:  # ValueError: the port is not a number
        raise ValueError(f"the store has no address that can be read: {url!r}") from error
    if kind not in ("sqlite", "postgresql") or address.database in (None, "", ":memory:"):
        raise ValueError(f"the store must be an SQLite file (sqlite:///path) or postgresql://host/database, not {address!r}")
    return address


def existing_address(url: str) -> str:
    """Parse the URL of an existing store, for programs that only read and must not create one.

    Raises:
        ValueError: an unsupported kind of database.
        OSError: there is no such file.
    """
    address = address_of(url)
    if address.get_backend_name() == "sqlite" and not Path(str(address.database)).exists():
        raise FileNotFoundError(f"there is no store at {address.database}; which judge is meant, --config says")
    return url


def open_locks(address: URL, sort: Sort = envelope_lock_keys, chance: Chance = random_bytes) -> DatabaseDialect:
    """Prepare connections to a database, with its lock strategy. Nothing is opened yet.

    Raises:
        ValueError: PostgreSQL's driver is not installed.
    """
    if address.get_backend_name() == "postgresql":
        from judge.store.postgres import connect

        return connect(address, _dump, sort, chance)
    Path(str(address.database)).parent.mkdir(parents=True, exist_ok=True)
    return SqliteLocks(create_engine(address, json_serializer=_dump, hide_parameters=True))
