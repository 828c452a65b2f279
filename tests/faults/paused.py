"""`judge` with its eyes open: says in a mapped file where it is, and lingers there, so that a kill can be said to have hit it.

    paused.py FILE ARGUMENTS…    FILE: one byte for each of PLACES, how many threads are there

It imports the judge once. For each line read it starts `judge ARGUMENTS…` as a new process, a fork in a process group of its
own, and prints its id; when that has ended, how. All of them end when whoever writes the lines does, however that comes about.
"""

from __future__ import annotations

import mmap
import os
import random
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import alembic.command  # noqa: F401  (imported by the judge when it opens its store)

import judge.serving  # noqa: F401  (by `judge run`)
from judge import cli
from judge.mail import send
from judge.mail.smtp import _Handler
from judge.store.locks import SqliteLocks

PLACES = ("starting", "storing", "deciding", "marking", "acknowledging", "sending")
"""Four kinds of transactions, by the thread that has them; then committed and not yet acknowledged; then sending."""
OF_THREAD = {"MainThread": "starting", "office": "deciding", "sender": "marking"}
LINGER = 0.02
"""Seconds, at most, for which each place is made longer at its beginning, and again at its end."""
_guard = threading.Lock()


class Places:
    """Where the threads of this process are."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._map = mmap.mmap(opened.fileno(), len(PLACES))

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """The thread is at a place while the block runs."""
        self._add(place, 1)
        try:
            linger()
            yield
            linger()
        finally:
            self._add(place, -1)

    def clear(self) -> None:
        """Nobody is anywhere."""
        self._map[:] = bytes(len(PLACES))

    def _add(self, place: str, number: int) -> None:
        with _guard:
            self._map[PLACES.index(place)] += number


def linger() -> None:
    """Stay a while."""
    time.sleep(random.random() * LINGER)


def widen(places: Places) -> None:
    """Make the places known and long."""
    write, commit, hand_over = SqliteLocks.write, _Handler._commit, send._send

    @contextmanager
    def slow_write(self: SqliteLocks) -> Iterator[Any]:
        with write(self) as connection, places.at(OF_THREAD.get(threading.current_thread().name, "storing")):
            yield connection

    def slow_commit(self: _Handler, *given: Any) -> Any:
        said = commit(self, *given)
        with places.at("acknowledging"):
            return said

    def slow_send(*given: Any) -> None:
        with places.at("sending"):
            hand_over(*given)

    changed: list[tuple[Any, str, Callable[..., Any]]] = [
        (SqliteLocks, "write", slow_write), (_Handler, "_commit", slow_commit), (send, "_send", slow_send),
    ]  # fmt: skip
    for owner, name, function in changed:
        setattr(owner, name, function)


def end_with_the_writer() -> None:
    """End this process group once nobody can write lines any more."""
    watch = select.poll()
    watch.register(0, 0)  # only that it was hung up
    watch.poll()
    os.killpg(0, signal.SIGKILL)


def be_a_judge(arguments: list[str]) -> None:
    """In the child: run until it is over, or killed."""
    status = 70
    with suppress(BaseException):
        random.seed()
        threading.Thread(target=end_with_the_writer, daemon=True).start()
        status = cli.main(arguments) or 0
    os._exit(status)


def start_each(places: Places, arguments: list[str]) -> None:
    """A judge for each line."""
    for _ in sys.stdin:
        places.clear()
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            be_a_judge(arguments)
        with suppress(OSError):  # it was quicker
            os.setpgid(child, child)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    found = Places(Path(sys.argv[1]))
    widen(found)
    start_each(found, sys.argv[2:])
