"""One verdict on a judge for monitoring programs, from what `judge status` knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.config import Config
from judge.daemon.judge_state import judge_state
from judge.daemon.remark import Level, Remark
from judge.daemon.surroundings_check import surroundings
from judge.store import Store
from judge.store.census import LATE


def verdict(settings: Config, store: Store, now: datetime, synchronised: Callable[[], bool | None]) -> list[Remark]:
    """Return what is not well with a judge, the worst first.

    Args:
        synchronised: whether time servers set the machine's clock; None if unknown.

    Raises:
        OSError: the store cannot be read.
    """
    state = judge_state(store, settings, now)
    found = [*_judge(state), *_ways(state), *_mail(state, timedelta(minutes=settings.outbox_minutes), now), *_games(state)]
    found += [*_backup(state, settings.backup_days, now), *surroundings(settings, store, now, synchronised, state)]
    return sorted(found, key=lambda each: -each.level)


def _judge(state: Mapping[str, Any]) -> Iterator[Remark]:
    if state["idle"]:
        yield Remark(Level.CRITICAL, "idle", {"span": state["idle"]})
    for worker in state["workers"]:
        if worker["late"] and not state["idle"]:
            yield Remark(Level.CRITICAL, "worker", {"name": worker["name"], "span": worker["ago"]})


def _ways(state: Mapping[str, Any]) -> Iterator[Remark]:
    for kind, never, late in (("places", "never", "place"), ("relays", "relay-never", "relay-late")):
        for place in state[kind]:
            if place["late"]:
                yield Remark(Level.CRITICAL, never if place["never"] else late, {"name": place["name"], "span": place["ago"]})


def _mail(state: Mapping[str, Any], longest: timedelta, now: datetime) -> Iterator[Remark]:
    if state["since"] and now - state["since"] > longest:
        yield Remark(Level.CRITICAL, "outbox", {"count": state["queued"], "span": state["age"]})
    waiting = state["waiting_since"]
    if waiting and now - waiting > LATE and not state["doubt"] and not _mailbox_is_late(state):
        yield Remark(Level.CRITICAL, "waiting", {"count": state["letters"]["received"], "span": state["waits"]})
    if state["shunted"]:
        yield Remark(Level.WARNING, "shunted", {"count": len(state["shunted"])})


def _games(state: Mapping[str, Any]) -> Iterator[Remark]:
    if state["unreadable"]:
        yield Remark(Level.CRITICAL, "unreadable", {"count": len(state["unreadable"])})
    if state["doubt"]:
        yield Remark(Level.WARNING, "clock", {})
    elif state["overdue"] and not _mailbox_is_late(state):
        yield Remark(Level.CRITICAL, "overdue", {"count": state["overdue"]})


def _mailbox_is_late(state: Mapping[str, Any]) -> bool:
    """Whether deadlines, and mail that came after them, wait for a mailbox: that it is out of reach is told by itself."""
    return any(each["late"] for each in state["places"])


def _backup(state: Mapping[str, Any], days: int, now: datetime) -> Iterator[Remark]:
    made = state["backup"]["at"]
    if days and state["backup"]["gone"]:
        yield Remark(Level.WARNING, "backup-gone", {"path": state["backup"]["gone"]})
    elif days and (not made or now - datetime.fromisoformat(made) > timedelta(days=days)):
        yield Remark(Level.WARNING, "backup", {"days": (now - datetime.fromisoformat(made)).days if made else 0})
