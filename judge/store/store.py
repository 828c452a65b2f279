"""The store itself: opens a database, brings its tables up to date, and hands out transactions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import bindparam, create_engine, func, insert, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from judge.letters import Letter
from judge.store.letter_locks import Sort, envelope_lock_keys
from judge.store.locks import SqliteLocks, StoreUnavailable
from judge.store.outbox_claims import DatabaseDialect, OutboxClaims
from judge.store.records import PendingWork
from judge.store.reply_tokens import ReplyTokens
from judge.store.schema_versions import is_current, require_current, schema_version, upgrade_schema
from judge.store.tables import QUEUED, RECEIVED, epochs, games, letters, notices
from judge.store.transaction import Transaction

_dump = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode  # ASCII: no text can fail to be stored

_TAKE = insert(letters).values(state="received").returning(letters.c.id)
_KNOWN = select(letters.c.id).where(letters.c.source == bindparam("key"))
_TAKEN = select(letters.c.source).where(letters.c.source.in_(bindparam("keys", expanding=True)))
_LETTERS = select(func.count()).select_from(letters).where(RECEIVED)
_NOTICES = select(func.count()).select_from(notices).where(QUEUED, notices.c.next_try <= bindparam("now"))
_EPOCH = select(epochs.c.name).order_by(epochs.c.id.desc()).limit(1)
_NEXT_DUE = select(func.min(games.c.next_due))


class Store(OutboxClaims):
    """What must survive. Safe to call from any thread: every transaction has its own connection.

    >>> store = Store.open("sqlite:///var/judge.db")        # doctest: +SKIP
    >>> store.take(letter)                                  # durable when this returns   # doctest: +SKIP
    >>> with store.work() as work:                          # one transaction             # doctest: +SKIP
    ...     found = work.letters.oldest()
    """

    def __init__(self, locks: DatabaseDialect, key: bytes = b"") -> None:
        self._engine, self._looking = locks.engine, locks.looking()
        self._take_new = locks.new_only(letters).values(state="received")
        super().__init__(locks, ReplyTokens(key))

    @classmethod
    def open(cls, url: str, key: bytes = b"", sort: Sort = envelope_lock_keys) -> Store:
        """Open the database at an SQLAlchemy URL, making it and migrating it as need be.

        Args:
            url: `sqlite:///relative.db`, `sqlite:////absolute.db`, `postgresql://user@host/database` (with libpq's parameters
                behind a question mark; it finds a password in ~/.pgpass).
            key: what tokens are made from; a program that only takes letters needs none.
            sort: tells whose a letter is, for workers that share a database (`judge.store.letter_locks`).

        Raises:
            ValueError: a kind of database that the judge cannot use, or one in memory (threads could not share it).
            OSError: it cannot be opened, or not be migrated: it is a newer judge's, or one of another version, or with another
                key, is at work in it.
        """
        return cls._opened(address_of(url), key, sort, lambda store: store._begin())

    @classmethod
    def open_existing(cls, url: str, key: bytes = b"", sort: Sort = envelope_lock_keys) -> Store:
        """Open a store that is there and up to date, to look at it or to mend it while a judge may be at work.

        Raises:
            ValueError: a kind of database that the judge cannot use.
            OSError: no store, it cannot be opened, or it belongs to a newer or older judge.
        """
        return cls._opened(address_of(existing_address(url)), key, sort, lambda store: require_current(store._version()))

    @classmethod
    def open_for_intake(cls, url: str) -> Store:
        """Open a store only to take letters: it is created if missing, and existing tables are not changed.

        Raises:
            ValueError, OSError: as for `open_existing`.
        """
        return cls._opened(address_of(url), b"", envelope_lock_keys, lambda store: store._reached())

    @classmethod
    def _opened(cls, address: URL, key: bytes, sort: Sort, begin: Callable[[Store], None]) -> Store:
        store = cls(open_locks(address, sort), key)
        try:
            begin(store)
            store._tokens = ReplyTokens(key, store._epoch())
        except (SQLAlchemyError, OSError) as error:
            store.close()
            raise OSError(f"the store {address!r} cannot be opened: {getattr(error, 'orig', None) or error}") from error
        return store

    def begin_epoch(self, name: str) -> None:
        """Give out no code and no Message-ID again that may have been given out under the same number: a backup was put back.

        Args:
            name: drawn at random, up to 64 characters; it was no epoch's before.
        """
        with self._locks.write() as connection:
            connection.execute(insert(epochs).values(name=name))
        self._tokens = ReplyTokens(self._tokens.key, name)

    def close(self) -> None:
        """Close every connection; the store may not be used afterwards."""
        self._locks.end()
        self._engine.dispose()

    @property
    def shared(self) -> bool:
        """Whether other workers may be at work in the same store."""
        return self._locks.shared

    @property
    def busy(self) -> bool:
        """Whether all letters that wait must wait for some that other workers have in hand: look again soon."""
        return self._locks.busy

    def leads(self) -> bool:
        """Whether it is this worker that does what one does for all."""
        return self._locks.leads()

    def differs(self, said: Mapping[str, str]) -> list[str]:
        """Say to other workers what this one goes by, name by name; returns the names of which another says otherwise."""
        return self._locks.differs(said)

    def rivalled(self, error: Exception) -> bool:
        """Whether an error in a transaction may come of another worker's being quicker, so that it will not come again."""
        return self._locks.rivalled(error)

    def take(self, letter: Letter) -> int | None:
        """Commit a letter as it came, durably; only then may its receipt be confirmed.

        Returns:
            Its id; None if a letter from the same source was taken before (this one is a repetition, and dropped).

        Raises:
            sqlalchemy.exc.SQLAlchemyError: it could not be kept; the sender must be told to try again.
        """
        try:
            with self._locks.write() as connection:
                return int(connection.execute(_TAKE, _row(letter)).scalar_one())
        except IntegrityError:
            if self._knows(letter.source):
                return None
            raise

    def take_all(self, some: Sequence[Letter]) -> int:
        """Commit letters as they came, durably, all or none; returns how many were no repetitions.

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
        """One transaction that may write: committed when the block ends, rolled back if it raises."""
        with self._locks.write() as connection:
            yield Transaction(connection, self._locks, self._tokens)

    @contextmanager
    def look(self) -> Iterator[Transaction]:
        """One consistent view for reading, which keeps no writer waiting; a change made in it is an error."""
        with self._locks.read() as connection:
            yield Transaction(connection, self._looking, self._tokens)

    def waiting(self, now: datetime) -> PendingWork:
        """What there is to do: letters received, notices that may be sent now, and the next deadline of any game."""
        with self._locks.read() as connection:
            return PendingWork(
                connection.execute(_LETTERS).scalar_one(),
                connection.execute(_NOTICES, {"now": now}).scalar_one(),
                connection.execute(_NEXT_DUE).scalar_one(),
            )

    def next_due(self) -> datetime | None:
        """The earliest deadline of any game; None if no game has one."""
        with self._locks.read() as connection:
            found: datetime | None = connection.execute(_NEXT_DUE).scalar_one()
        return found

    def _knows(self, source: str) -> bool:
        with self._locks.read() as connection:
            return connection.execute(_KNOWN, {"key": source}).first() is not None

    def _epoch(self) -> str:
        with self._locks.read() as connection:
            return connection.execute(_EPOCH).scalar_one_or_none() or ""

    def _version(self) -> str:
        with self._locks.read() as connection:
            return schema_version(connection)

    def _reached(self) -> None:
        found = self._version()
        if found:
            require_current(found)
        else:
            self._begin()

    def _begin(self) -> None:
        """Bring the tables and the seats' marks up to date; neither is changed under anybody who is at work with the old ones."""
        found = self._version()
        if not is_current(found):
            if found and not self._locks.alone():
                raise StoreUnavailable(
                    "its tables are an older judge's, which is still at work: stop all, start one, then the others"
                )
            with self._locks.write() as connection:
                self._locks.migrate(connection, upgrade_schema)
        if self._tokens.known:
            with self.work() as work:
                if work.seats.update_marks() and self.shared and not self._locks.alone():
                    raise StoreUnavailable(
                        "the key is not the one that others have who are at work in it; every worker needs the same"
                    )


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
    """The address of a store, which may be there or not.

    Raises:
        ValueError: a kind of database that the judge cannot use, or one in memory.
    """
    try:
        address = make_url(url)
        kind = address.get_backend_name()
    except (ArgumentError, ValueError) as error:  # ValueError: of a port that is no number
        raise ValueError(f"the store has no address that can be read: {url!r}") from error
    if kind not in ("sqlite", "postgresql") or address.database in (None, "", ":memory:"):
        raise ValueError(f"the store must be an SQLite file (sqlite:///path) or postgresql://host/database, not {address!r}")
    return address


def existing_address(url: str) -> str:
    """The address of a store that is there already: a program that only looks makes none.

    Raises:
        ValueError: a kind of database that the judge cannot use.
        OSError: there is no such file.
    """
    address = address_of(url)
    if address.get_backend_name() == "sqlite" and not Path(str(address.database)).exists():
        raise FileNotFoundError(f"there is no store at {address.database}; which judge is meant, --config says")
    return url


def open_locks(address: URL, sort: Sort = envelope_lock_keys) -> DatabaseDialect:
    """Connections to a database, with how its writers keep out of each other's way. Nothing is opened yet.

    Raises:
        ValueError: PostgreSQL's driver is not installed.
    """
    if address.get_backend_name() == "postgresql":
        from judge.store.postgres import connect

        return connect(address, _dump, sort)
    Path(str(address.database)).parent.mkdir(parents=True, exist_ok=True)
    return SqliteLocks(create_engine(address, json_serializer=_dump, hide_parameters=True))
