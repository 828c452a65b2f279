"""What `judge status --check` asks beside the counts: store, disk and clock of the machine, the relay's words, the last backup."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from judge.config import Config
from judge.daemon.health import Level, Remark
from judge.daemon.monitoring import LEAST_FREE
from judge.daemon.wiring import database_folder
from judge.store import Store, StoreUnavailable
from judge.store.facts import BACKUP_FAILED, RULES

NONE_FREE = 16 * 2**20
"""Bytes: a disk with less free is full."""
REFUSED = 2
"""The fewest people whose mail was refused, with none sent since, for which the relay is to blame and not their addresses."""
LONGEST = 160
"""How many characters of somebody's words are told."""
_WRAPPED = re.compile(r"^\w+\((['\"])(.*)\1\)$", re.DOTALL)
_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")


def surroundings(settings: Config, store: Store, now: datetime, synchronised: Callable[[], bool | None]) -> Iterator[Remark]:
    """Yield what is not well."""
    if why := _unwritable(store):
        yield Remark(Level.CRITICAL, "unwritable", {"error": plain(why)})
    folder = database_folder(settings)
    free = shutil.disk_usage(folder).free if folder else LEAST_FREE
    if free < LEAST_FREE:
        level, says = (Level.CRITICAL, "full") if free < NONE_FREE else (Level.WARNING, "disk")
        yield Remark(level, says, {"free": free // 2**20})
    yield from _way_out(store, now, timedelta(minutes=settings.outbox_minutes))
    with store.look() as work:
        folders, failed = work.facts.get(RULES), work.facts.get(BACKUP_FAILED)
    if folders:
        yield Remark(Level.CRITICAL, "rules", {"folders": ", ".join(folders.split())})
    if failed:
        yield Remark(Level.WARNING, "backup-failed", {"error": plain(failed)})
    if synchronised() is False:
        yield Remark(Level.WARNING, "unsynchronised", {})


def plain(said: str) -> str:
    """Return somebody's words as a line without addresses, and without the name of the exception that brought them."""
    found = _WRAPPED.match(said)
    return " ".join(_ADDRESS.sub("(address)", found[2] if found else said).split())[:LONGEST]


def _unwritable(store: Store) -> str:
    """Return why nothing can be written; '' if it can, or if others write for long just now."""
    try:
        with store.work() as work:
            work.facts.drop("")  # there is none of this name
    except StoreUnavailable as error:
        return "" if "locked" in str(error) else str(error)
    return ""


def _way_out(store: Store, now: datetime, longest: timedelta) -> Iterator[Remark]:
    with store.look() as work:
        outbox, why = work.census(now).outbox, work.outbox.trouble()
        refused = work.outbox.refused_last()
    if why and outbox.since and now - outbox.since > longest:
        yield Remark(Level.CRITICAL, "relay", {"error": plain(why)})
    if len({each.address for each in refused}) >= REFUSED:
        yield Remark(Level.CRITICAL, "refused", {"count": len(refused), "error": plain(refused[0].why)})
