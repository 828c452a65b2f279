"""Copy a store into an empty one of any supported database, and compare the two."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, inspect, literal, select, table, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from judge.store.backup import BackupRefused
from judge.store.locks import StoreUnavailable
from judge.store.store import Store, address_of, open_locks
from judge.store.tables import metadata, store_facts

BATCH = 200
"""Rows in memory at a time; the largest are letters of 256 KB."""
_VERSION = text("SELECT version_num FROM alembic_version")
_NUL, _INSTEAD = "\0", "\ufffd"
"""The character that PostgreSQL cannot store in a text, and its replacement."""

Rows = Sequence[tuple[Any, ...]]


class TableComparison(NamedTuple):
    """The figures of one table, equal in both stores."""

    table: str
    rows: int
    digest: str
    """Hash of all rows, independent of their order: 64 hexadecimal digits."""


def copy_between_stores(source: str, target: str) -> list[TableComparison]:
    """Copy the store at the URL `source`, as it is at one instant, into the empty store at the URL `target`.

    Judges may go on using the source. The target is created and migrated if necessary; afterwards it holds either everything or
    nothing. Row numbers are kept, so that codes and references to letters stay valid; new rows are numbered after them.

    Raises:
        BackupRefused: a store cannot be opened, the target is not empty, the source has another schema version than this judge, or
            the copy differs from the source.
    """
    try:
        with _opened(source, target) as (there, here):
            old, new = (connection.execute(_VERSION).scalar_one() for connection in (there, here))
            if old != new:
                raise BackupRefused(f"the store to copy is of version {old}, this judge's of {new}: start this judge on it first")
            return [_copied(each, there, here) for each in metadata.sorted_tables]
    except (SQLAlchemyError, StoreUnavailable, ValueError) as error:
        raise BackupRefused(f"nothing was copied: {error}") from error


@contextmanager
def _opened(source: str, target: str) -> Iterator[tuple[Connection, Connection]]:
    """Open a read transaction on the source, which blocks nobody, and one write transaction on the target."""
    address = address_of(source)
    if address.get_backend_name() == "sqlite" and not Path(str(address.database)).is_file():
        raise BackupRefused(f"there is no store at {address.database}")  # opening it would create it
    Store.open(target).close()
    there, here = open_locks(_patient(address)), open_locks(_patient(address_of(target)))
    try:
        with there.read() as reader, here.write() as writer:
            _must_be_empty(writer)
            yield reader, writer
    finally:
        there.engine.dispose()
        here.engine.dispose()


def _patient(address: URL) -> URL:
    """Switch off PostgreSQL's time limit for idle transactions: each side waits for long while the other is read."""
    return address.update_query_dict({"options": "-c jit=off"}) if address.get_backend_name() == "postgresql" else address


def _must_be_empty(here: Connection) -> None:
    """Check that nothing is in the target but what a judge notes when it is started, and delete that."""
    here.execute(delete(store_facts))
    for name in inspect(here).get_table_names():
        if name != "alembic_version" and here.execute(select(literal(1)).select_from(table(name)).limit(1)).first():
            raise BackupRefused(f"the store to copy into is not empty: there is something in {name}")


def _copied(each: Table, there: Connection, here: Connection) -> TableComparison:
    copied = _measured(each, _passed_on(each, _parts(each, there), here))
    _count_on(each, here)
    found = _measured(each, _parts(each, here))
    if found != copied:
        raise BackupRefused(f"{each.name} came out otherwise: {copied.rows} rows were copied, {found.rows} found, or other ones")
    return copied


def _parts(each: Table, connection: Connection) -> Iterator[Rows]:
    """Yield all rows of a table in batches."""
    found = connection.execute(select(each), execution_options={"yield_per": BATCH})
    for part in found.partitions():
        yield [tuple(_sound(value) for value in row) for row in part]


def _sound(value: Any) -> Any:
    return value.replace(_NUL, _INSTEAD) if isinstance(value, str) else value


def _passed_on(each: Table, parts: Iterable[Rows], here: Connection) -> Iterator[Rows]:
    """Yield the batches again, each after writing it to the target."""
    names = [column.name for column in each.columns]
    for part in parts:
        here.execute(insert(each), [dict(zip(names, row, strict=True)) for row in part])
        yield part


def _measured(each: Table, parts: Iterable[Rows]) -> TableComparison:
    count = total = 0
    for part in parts:
        count += len(part)
        total += sum(int.from_bytes(hashlib.sha256(repr(row).encode()).digest()) for row in part)
    return TableComparison(each.name, count, f"{total % 2**256:064x}")


def _count_on(each: Table, here: Connection) -> None:
    """Number the next row after the last one; SQLite does so by itself."""
    column = each.autoincrement_column
    if column is not None and here.dialect.name == "postgresql":
        here.execute(select(func.setval(func.pg_get_serial_sequence(each.name, column.name), func.max(column))))
