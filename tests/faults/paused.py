"""`judge run` with its eyes open: says where it is, and lingers there, so that a kill can be said to have hit it.

Its clock can be set from outside, and its pauses after trouble are short. Else it is what an operator runs.
"""

from __future__ import annotations

import mmap
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from judge import cli, clock
from judge.daemon import daemon
from judge.mail import delivery, imap, polling, sender
from judge.mail.arrivals import Arrivals
from judge.store import locks, outbox_claims, postgres
from tests.faults.places import Places

OF_THREAD = {"MainThread": "starting", "office": "deciding", "sender": "marking"}
LEASE = timedelta(seconds=1.5)
HASTE: dict[Any, dict[str, Any]] = {
    sender: {"STEPS": (timedelta(seconds=0.2), timedelta(seconds=0.5), timedelta(seconds=1))},
    outbox_claims: {"LEASE": LEASE},
    polling: {"FIRST_WAIT": 0.1, "LONGEST_WAIT": 0.5},
    daemon: {"GIVE_WAY": 0.05, "GIVE_WAY_TO_ALL": 0.05, "FREE": timedelta(seconds=0.5), "_FIRST_PAUSE": 0.1, "_LONGEST_PAUSE": 0.5},
}
"""module → its pauses: nobody waits a minute here for a relay to come back."""


class Hands:
    """The hands of a clock, as a file: seconds by which it is wrong."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(8))
        with file.open("r+b") as opened:
            self._map = mmap.mmap(opened.fileno(), 8)

    def wrong(self) -> float:
        """By how much."""
        return float(struct.unpack_from("d", self._map)[0])

    def set(self, seconds: float) -> None:
        """Make it wrong by so much, from now on."""
        struct.pack_into("d", self._map, 0, seconds)


def judge(folder: Path, log: Path, config: Path) -> int:
    """Run until it is over, or killed; returns the exit status. In `folder` it says where it is."""
    places, hands = Places(folder / "places"), Hands(folder / "clock")
    places.clear()
    _widen(places)
    _set(hands)
    for module, pauses in HASTE.items():
        for name, value in pauses.items():
            setattr(module, name, value)
    return cli.main(["run", "--config", str(config)]) or 0


def _set(hands: Hands) -> None:
    now = clock.SystemClock.now

    def wrong_now(self: clock.SystemClock) -> datetime:
        return now(self) + timedelta(seconds=hands.wrong())

    _replace(clock.SystemClock, "now", wrong_now)


def _widen(places: Places) -> None:
    """Make the places known and long."""
    for each in (locks.SqliteLocks, postgres.PostgresLocks):
        _widen_write(places, each)
    commit, hand_over, fetch, move = Arrivals.commit, delivery._send, imap.ImapPoller._fetch, imap._move

    def slow_commit(self: Arrivals, *given: Any) -> Any:
        said = commit(self, *given)
        with places.at("acknowledging"):
            return said

    def slow_send(*given: Any) -> None:
        with places.at("sending"):
            hand_over(*given)

    def slow_fetch(self: imap.ImapPoller, *given: Any) -> None:
        with places.at("fetching"):
            fetch(self, *given)

    def slow_move(*given: Any) -> None:
        with places.at("moving"):
            move(*given)

    _replace(Arrivals, "commit", slow_commit)
    _replace(delivery, "_send", slow_send)
    _replace(imap.ImapPoller, "_fetch", slow_fetch)
    _replace(imap, "_move", slow_move)


def _widen_write(places: Places, kind: type[Any]) -> None:
    write = kind.write

    @contextmanager
    def slow_write(self: Any, *given: Any, **named: Any) -> Iterator[Any]:
        with write(self, *given, **named) as connection, places.at(OF_THREAD.get(threading.current_thread().name, "storing")):
            yield connection

    _replace(kind, "write", slow_write)


def _replace(owner: Any, name: str, function: Callable[..., Any]) -> None:
    setattr(owner, name, function)
