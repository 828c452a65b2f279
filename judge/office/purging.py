"""Purging: the words of letters are kept for a while and no longer. What a game is replayed from is no letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.store import Store

AT_ONCE = 500
"""Letters that are changed in one transaction, so that others are let in."""


def purge_all(store: Store, now: datetime, days: int) -> tuple[int, int]:
    """Empty what came, and what was sent, more than so many days ago; returns how many letters, and notices, that were.

    What is left of a letter is its number, when it came, what became of it, and the hash it is known again by. What is left of a
    notice is its key, its Message-ID and the phase that it spoke of: a reply to it may come yet.
    """
    before = now - timedelta(days=days)
    return sum(map(len, _letters(store, before))), sum(map(len, _notices(store, before)))


def _letters(store: Store, before: datetime) -> Iterator[list[int]]:
    """Empties letters, and yields which."""
    last = 0
    while True:
        with store.look() as work:
            old = work.old_letters(before, AT_ONCE, last)
        if not old:
            return
        with store.work() as work:
            work.empty_letters(old)
        last = old[-1]
        yield old


def _notices(store: Store, before: datetime) -> Iterator[list[tuple[int, Mapping[str, Any]]]]:
    """Empties notices, and yields which."""
    last = 0
    while True:
        with store.look() as work:
            old = work.old_notices(before, AT_ONCE, last)
        if not old:
            return
        with store.work() as work:
            work.empty_notices(old)
        last = old[-1][0]
        yield old
