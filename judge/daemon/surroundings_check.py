"""What `judge status --check` asks beside the counts: store, disk and clock of the machine, the relay's words, the last backup."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.config import Config
from judge.daemon.monitoring import LEAST_FREE
from judge.daemon.paths import database_folder
from judge.daemon.remark import Level, Remark
from judge.daemon.single import last_tick
from judge.daemon.ways import why_closed
from judge.store import Store, StoreUnavailable
from judge.store.facts import RULES

NONE_FREE = 16 * 2**20
"""Bytes: a disk with less free is full."""
REFUSED = 2
"""The fewest people whose mail was refused, with none sent since, for which the relay is to blame and not their addresses."""
LONGEST = 160
"""How many characters of somebody's words are told."""
_WRAPPED = re.compile(r"^\w+\((['\"])(.*)\1\)$", re.DOTALL)
_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")


def surroundings(
    settings: Config, store: Store, now: datetime, synchronised: Callable[[], bool | None], state: Mapping[str, Any]
) -> Iterator[Remark]:
    """Yield what is not well. `state`: what the store tells of the judge (`judge.daemon.judge_state`)."""
    for port in own_ports(settings, state):
        if port["error"]:
            yield Remark(Level.CRITICAL, "port", port)
    if why := _unwritable(store):
        yield Remark(Level.CRITICAL, "unwritable", {"error": plain(why)})
    folder = database_folder(settings)
    free = shutil.disk_usage(folder).free if folder else LEAST_FREE
    if free < LEAST_FREE:
        level, says = (Level.CRITICAL, "full") if free < NONE_FREE else (Level.WARNING, "disk")
        yield Remark(level, says, {"free": free // 2**20})
    yield from _way_out(store, now, timedelta(minutes=settings.outbox_minutes))
    with store.look() as work:
        folders = work.facts.get(RULES)
    if folders:
        yield Remark(Level.CRITICAL, "rules", {"folders": ", ".join(folders.split())})
    if failed := state["backup"]["failed"]:
        yield Remark(Level.WARNING, "backup-failed", {"error": plain(failed)})
    if synchronised() is False:
        yield Remark(Level.WARNING, "unsynchronised", {})


def own_ports(settings: Config, state: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    """Yield each port at which a judge at work should answer on this machine: its name, and why it does not ('' if it does)."""
    if not state["at_work"] or state["idle"] or last_tick(settings.store) is not None:
        return
    for name, way in (("smtp", settings.smtp), ("lmtp", settings.lmtp)):
        if way and way.port:
            why = plain(why_closed(name, way.host, way.port))
            yield {"name": f"{name.upper()} port {way.host}:{way.port}", "error": why}


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
