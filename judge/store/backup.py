"""Backups: copy a running store into one file, check the file, and restore it.

The key of the reply addresses is not in a backup: somebody who finds one cannot write in a player's name.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from judge.store.locks import checkpoint_sqlite
from judge.store.schema_versions import require_known
from judge.store.store import open_locks

PATIENCE = 30.0
"""Seconds for which a backup waits for a lock."""
SCHEMA, BEFORE = "public", "before_"
"""The schema in which PostgreSQL keeps a store, and the prefix of the name of a schema that was set aside."""
_OTHERS = text(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = :judge AND pid <> pg_backend_pid()"
).bindparams(judge="judge")
_OWNED = text("SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = :schema").bindparams(schema=SCHEMA)
_VERSIONS = re.compile(r"^(\w+)\n\\\.$", re.MULTILINE)
"""The single row of a table, as pg_restore prints it."""


class BackupRefused(OSError):
    """The backup or the restore was refused and nothing was changed; the message says why."""


class BackupBackend(NamedTuple):
    """How to save, check and restore one kind of database."""

    save: Callable[[URL, Path], None]
    check: Callable[[Path], None]
    restore: Callable[[Path, URL, str], str]


def write_backup(url: str, file: Path) -> None:
    """Write the store at an SQLAlchemy URL, as it is at one instant, into a new file, without blocking writers.

    Raises:
        BackupRefused: the file exists, there is no store, or it cannot be read or written. No partial file is left.
    """
    kind, address = _kind(url)
    if file.exists():
        raise BackupRefused(f"{file} exists; a backup overwrites nothing")
    part = file.with_name(f"{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)):
            pass  # only the operator may read it, also while it is being written
        kind.save(address, part)
        kind.check(part)
        _settle(part)
        part.rename(file)
        _settle(file.parent)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise error if isinstance(error, BackupRefused) else BackupRefused(f"{file} could not be written: {error}") from error


def check_backup(url: str, file: Path) -> None:
    """Check that a file is a whole backup of a store of the kind at a URL, and that this judge can use it. Raises BackupRefused."""
    _kind(url)[0].check(file)


def restore(file: Path, url: str, aside: str = "") -> str:
    """Check a backup and restore it to the store at a URL.

    Args:
        file: a file made by `write_backup`.
        url: the store, which nobody may be using.
        aside: the suffix of the name under which an existing store is kept (PostgreSQL: a schema whose name has the suffix's
            digits).
            If empty, an existing store is not replaced.

    Returns:
        Where the existing store is kept; '' if there was none.

    Raises:
        BackupRefused: the backup is damaged, a store exists and `aside` is empty, or somebody is using the store.
    """
    kind, address = _kind(url)
    kind.check(file)
    return kind.restore(file, address, aside)


def _kind(url: str) -> tuple[BackupBackend, URL]:
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise BackupRefused(f"the store has no address that can be read: {url!r}") from error
    kind = KINDS.get(address.get_backend_name())
    if kind is None or not address.database:
        raise BackupRefused(f"no backup can be made of {address!r}")
    return kind, address


def _settle(path: Path) -> None:
    """Wait until a file, or the list of files in a folder, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _save_sqlite(address: URL, file: Path) -> None:
    store = Path(str(address.database))
    if not store.exists():
        raise BackupRefused(f"there is no store at {store}")
    try:
        _copy(store, file)
    except sqlite3.Error as error:  # with a damaged store, SQLite's error may even be that the new file cannot be opened
        if fault := _fault(store):
            raise BackupRefused(f"the store {store} is damaged: {fault}") from error
        raise


def _fault(store: Path) -> str:
    """Say what is wrong with a database file; '' if nothing is found, or the file cannot be read now."""
    try:
        with closing(sqlite3.connect(store, timeout=PATIENCE)) as db:
            found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError:
        return ""
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else found


def _copy(source: Path, target: Path) -> None:
    """Copy one file, including its WAL, as a reader sees it, into another, empty one."""
    with closing(sqlite3.connect(source, timeout=PATIENCE, isolation_level=None)) as db:
        db.execute("VACUUM INTO ?", (str(target),))


def _check_sqlite(file: Path) -> None:
    if not file.is_file():
        raise BackupRefused(f"there is no file {file}")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
            faults = [row[0] for row in db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            loose = db.execute("PRAGMA foreign_key_check").fetchmany(5)
            faults += [f"a row of {row[0]} belongs to no row of {row[2]}" for row in loose]
            versions = [row[0] for row in db.execute("SELECT version_num FROM alembic_version")]
    except sqlite3.Error as error:
        raise BackupRefused(f"{file} is no backup of a judge: {error}") from error
    if faults:
        raise BackupRefused(f"{file} is damaged: {'; '.join(faults)}")
    _must_be_known(file, versions)


def _must_be_known(file: Path, versions: Sequence[str]) -> None:
    """Check that this judge can read tables of these versions. Raises BackupRefused if it cannot."""
    if not versions:
        raise BackupRefused(f"{file} is no backup of a judge: it has no version")
    try:
        for version in versions:
            require_known(version)
    except OSError as error:
        raise BackupRefused(f"{file} cannot be used: {error}") from error


def _restore_sqlite(file: Path, address: URL, aside: str) -> str:
    store = Path(str(address.database))
    fresh = store.with_name(f"{store.name}.restoring")
    kept = store.with_name(f"{store.name}{aside}")
    if store.exists() and not aside:
        raise BackupRefused(f"there is a store at {store}; with --replace it gives way, and is kept beside the new one")
    store.parent.mkdir(parents=True, exist_ok=True)
    fresh.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)):
            pass
        _copy(file, fresh)
        _settle(fresh)
        if store.exists():
            _close(store)
            store.rename(kept)
        fresh.rename(store)
        _settle(store.parent)
    except (OSError, sqlite3.Error) as error:
        fresh.unlink(missing_ok=True)
        raise error if isinstance(error, BackupRefused) else BackupRefused(f"{store} could not be replaced: {error}") from error
    return str(kept) if kept.exists() else ""


def _close(store: Path) -> None:
    """Merge a store and its WAL into one file. Raises BackupRefused if anybody has it open."""
    with suppress(sqlite3.DatabaseError):  # a damaged store may be the reason for restoring
        if not checkpoint_sqlite(store):
            raise BackupRefused(f"{store} is in use; stop the judge first")


def _save_postgres(address: URL, file: Path) -> None:
    """Save the store's schema only: schemas that earlier restores set aside are left out."""
    what = ["--format=custom", "--no-owner", "--no-privileges", f"--exclude-schema={BEFORE}*"]
    _run(["pg_dump", *what, f"--file={file}", _bare(address)], address)


def _check_postgres(file: Path) -> None:
    """Read the whole file, so that every checksum is verified."""
    try:
        _run(["pg_restore", f"--file={os.devnull}", str(file)])
        version = _run(["pg_restore", "--data-only", "--table=alembic_version", "--file=-", str(file)])
    except BackupRefused as error:
        raise BackupRefused(f"{file} is no backup of a judge, or damaged: {error}") from error
    if "alembic_version" not in version:
        raise BackupRefused(f"{file} is no backup of a judge")
    _must_be_known(file, _VERSIONS.findall(version))


def _restore_postgres(file: Path, address: URL, aside: str) -> str:
    """Restore in one transaction, into an empty schema."""
    locks, kept = open_locks(address), ""
    try:
        with locks.write() as connection:
            kept = _put_aside(connection, aside)
        try:
            how = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
            _run(["pg_restore", *how, f"--dbname={_bare(address)}", str(file)], address)
        except BackupRefused:
            with locks.write() as connection:
                _put_back(connection, kept)
            raise
    except SQLAlchemyError as error:
        raise BackupRefused(f"{address!r} could not be replaced: {error}") from error
    finally:
        locks.engine.dispose()
    return f"the schema {kept}" if kept else ""


def _put_aside(connection: Connection, aside: str) -> str:
    """Rename the schema with all its tables and make a new one in its place. Returns the new name; '' if there was no schema."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    if not aside:
        raise BackupRefused(f"there is a store at {connection.engine.url!r}; with --replace it gives way")
    if connection.execute(_OTHERS).first():
        raise BackupRefused(f"{connection.engine.url!r} is in use; stop every judge first")
    if not connection.execute(_OWNED).scalar_one():  # public belonged to the superuser before PostgreSQL 15
        mend = f"ALTER SCHEMA {SCHEMA} OWNER TO {connection.engine.url.username}"
        raise BackupRefused(f"the schema {SCHEMA} is not the judge's own; as postgres, in that database: {mend}")
    kept = f"{BEFORE}{re.sub('[^0-9]+', '_', aside).strip('_')}"
    connection.exec_driver_sql(f'ALTER SCHEMA {SCHEMA} RENAME TO "{kept}"')
    connection.exec_driver_sql(f"CREATE SCHEMA {SCHEMA}")
    return kept


def _put_back(connection: Connection, kept: str) -> None:
    if kept:
        connection.exec_driver_sql(f"DROP SCHEMA {SCHEMA} CASCADE")
        connection.exec_driver_sql(f'ALTER SCHEMA "{kept}" RENAME TO {SCHEMA}')


def _bare(address: URL) -> str:
    """The address for PostgreSQL's own programs, without the password: everybody can see a program's arguments."""
    _, user, _, host, port, database, query = address
    return URL.create("postgresql", user, None, host, port, database, query).render_as_string()


def _run(command: Sequence[str], address: URL | None = None) -> str:
    password: Mapping[str, str] = {"PGPASSWORD": str(address.password)} if address is not None and address.password else {}
    try:
        done = subprocess.run(command, env={**os.environ, **password}, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BackupRefused(f"{command[0]} is not installed (Debian: postgresql-client)") from error
    if done.returncode:
        raise BackupRefused(f"{command[0]}: {done.stderr.strip()[-500:]}")
    return done.stdout


KINDS: Mapping[str, BackupBackend] = {
    "sqlite": BackupBackend(_save_sqlite, _check_sqlite, _restore_sqlite),
    "postgresql": BackupBackend(_save_postgres, _check_postgres, _restore_postgres),
}
"""The dialect in a store's URL → how to back it up."""
