"""One verdict on a judge for monitoring programs, from what `judge status` knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple


class Level(IntEnum):
    """Exit statuses of monitoring plugins (Nagios, Icinga, Zabbix and others)."""

    OK = 0
    WARNING = 1
    CRITICAL = 2
    UNKNOWN = 3


class Remark(NamedTuple):
    """Something that is not well: how bad it is, which sentence says so, and its facts."""

    level: Level
    says: str
    facts: Mapping[str, Any]


def remarks(
    status: Mapping[str, Any], outbox: timedelta, backup: datetime | None, days: int, now: datetime
) -> Iterator[Remark]:
    """Yield what is not well with a judge.

    Args:
        status: what `judge status` tells (`judge.cli.status.status_facts`).
        outbox: how long mail may wait to be sent.
        backup: when the newest backup was made; None if there is none.
        days: the greatest age of that in days; 0 if there need not be one.
        now: the time.
    """
    if status["idle"]:
        yield Remark(Level.CRITICAL, "idle", {"span": status["idle"]})
    for place in status["places"]:
        if place["late"]:
            yield Remark(Level.CRITICAL, "never" if place["never"] else "place", {"name": place["name"], "span": place["ago"]})
    if status["since"] and now - status["since"] > outbox:
        yield Remark(Level.CRITICAL, "outbox", {"count": status["queued"], "span": status["age"]})
    if status["unreadable"]:
        yield Remark(Level.CRITICAL, "unreadable", {"count": len(status["unreadable"])})
    if status["doubt"]:
        yield Remark(Level.WARNING, "clock", {})
    elif status["overdue"]:
        yield Remark(Level.WARNING, "overdue", {"count": status["overdue"]})
    if status["shunted"]:
        yield Remark(Level.WARNING, "shunted", {"count": len(status["shunted"])})
    if days and (backup is None or now - backup > timedelta(days=days)):
        yield Remark(Level.WARNING, "backup", {"days": (now - backup).days if backup else 0})


def newest_backup(folder: Path, zone: Any) -> datetime | None:
    """Return when the newest file of `judge backup` in a folder was made; None if there is none, or the folder cannot be read."""
    try:
        times = [each.stat().st_mtime for each in folder.glob("judge-*.backup")]
    except OSError:
        return None
    return datetime.fromtimestamp(max(times), zone) if times else None
