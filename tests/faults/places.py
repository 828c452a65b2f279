"""Where processes are: each says so in a mapped file that outlives it, one byte for each place, how many threads are there."""

from __future__ import annotations

import mmap
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES = (
    "starting", "storing", "deciding", "marking",  # transactions, by the thread that has them
    "acknowledging", "moving",  # committed, and not yet told to whoever sent it, or to its mailbox
    "sending", "fetching",
    "taking", "kept",  # of the relay: in the middle of a letter, and kept but not yet acknowledged
    "delivering",  # of whoever writes: into the mailbox
)  # fmt: skip
LINGER = 0.02
"""Seconds, at most, for which each place is made longer at its beginning, and again at its end."""
_guard = threading.Lock()


class Places:
    """Where the threads of one process are. The byte after the last place says that nobody need linger any more."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(len(PLACES) + 1))
        with file.open("r+b") as opened:
            self._map = mmap.mmap(opened.fileno(), len(PLACES) + 1)

    def __getitem__(self, place: str) -> int:
        """How many threads are at a place."""
        return self._map[PLACES.index(place)]

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """The thread is at a place while the block runs."""
        self.add(place, 1)
        try:
            time.sleep(self.stay())
            yield
            time.sleep(self.stay())
        finally:
            self.add(place, -1)

    def clear(self) -> None:
        """Nobody is anywhere."""
        self._map[: len(PLACES)] = bytes(len(PLACES))

    def add(self, place: str, number: int) -> None:
        """So many more are there."""
        with _guard:
            self._map[PLACES.index(place)] += number

    def hurry(self) -> None:
        """Nobody lingers from now on: no more accidents are to come."""
        self._map[len(PLACES)] = 1

    def stay(self) -> float:
        """Seconds to stay a while."""
        return 0.0 if self._map[len(PLACES)] else random.random() * LINGER
