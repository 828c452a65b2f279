"""A copy of a store for trying something, which is deleted afterwards: another file, or another database on the same server."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from judge.store.backup import BackupRefused, restore, write_backup
from judge.store.store import address_of, open_locks

NAME = "judge_try_"
"""With this begin the names of PostgreSQL databases that are made for it."""


@contextmanager
def scratch_copy(url: str, folder: Path) -> Iterator[str]:
    """Yield the URL of a copy of the store at a URL, as it is at one instant; delete the copy at the end.

    Args:
        folder: an empty one, for a backup of the store.

    Raises:
        BackupRefused: no copy can be made; in PostgreSQL the role may be one that creates no databases.
        ValueError: an unsupported kind of database.
    """
    address, file = address_of(url), folder / "judge.db"
    write_backup(url, file)
    if address.get_backend_name() == "sqlite":
        yield f"sqlite:///{file}"
        return
    name = f"{NAME}{secrets.token_hex(4)}"
    copy = address.set(database=name).render_as_string(hide_password=False)
    _administer(url, f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    try:
        restore(file, copy)
        yield copy
    finally:
        _administer(url, f"DROP DATABASE {name} WITH (FORCE)")


def _administer(url: str, statement: str) -> None:
    """Execute a statement that no transaction may hold."""
    locks = open_locks(address_of(url))
    try:
        with locks.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(statement)
    except SQLAlchemyError as error:
        raise BackupRefused(" ".join(str(getattr(error, "orig", None) or error).split())) from error
    finally:
        locks.engine.dispose()
