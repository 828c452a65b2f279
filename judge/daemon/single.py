"""Allow only one judge at a time on an SQLite store. Two would send mail twice, and neither would know which letters the other is
processing.

A lock on a file next to the store ensures it (flock(2)); it ends with its process, however that ends.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from judge.store.store import address_of
from judge.version import judge_version


def lock_path(store: str) -> Path | None:
    """Return the file that is locked while a judge works on a store; None for a store that several may share. Raises ValueError."""
    address = address_of(store)
    return Path(f"{address.database}-lock") if address.get_backend_name() == "sqlite" else None


_TICKED = "ticked"
"""What `judge tick` leaves in the file at its end."""


@contextmanager
def only_judge(store: str, *, ticks: bool = False) -> Iterator[None]:
    """Be the only judge on a store until the block ends.

    Args:
        ticks: whether it is `judge tick`, which is expected to end, and notes when it did (`last_tick`).

    Raises:
        OSError: another judge works on it, or the lock file cannot be made.
        ValueError: the store's address cannot be read.
    """
    path = lock_path(store)
    if path is None:
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = _who(file.read())
            raise OSError(f"{who} is already at work in the store {store}; an SQLite store has one judge only") from None
        file.truncate()
        file.write(f"{os.getpid()} {judge_version()}\n")
        file.flush()
        yield
        if ticks:
            file.seek(0)
            file.truncate()
            file.write(_TICKED)


def judge_at_work(store: str) -> str:
    """Return who works on an SQLite store: `a judge (process 123, version 0.2.0)`; '' if nobody does. Raises ValueError."""
    path = lock_path(store)
    with suppress(OSError), open(path or "", "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return _who(file.read().decode("ascii", "replace"))
    return ""


def last_tick(store: str) -> datetime | None:
    """Return when `judge tick` last ended on an SQLite store; None if another command, or none, was the last. Raises ValueError."""
    path = lock_path(store)
    with suppress(OSError):
        if path is not None and path.read_text("ascii") == _TICKED:
            return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return None


def _who(said: str) -> str:
    number, _, version = said.strip().partition(" ")
    return f"a judge (process {number}{version and f', version {version}'})" if number.isdecimal() else "a judge"
