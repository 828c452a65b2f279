"""Purging: the words of letters are kept for a while and no longer. What a game is replayed from is no letter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from judge.store import Store
from judge.store.transaction import Transaction

AT_ONCE = 500
"""How many letters are changed in one transaction, so that others get their turn."""

Old = TypeVar("Old")


def purge_old_texts(store: Store, now: datetime, days: int) -> tuple[int, int]:
    """Empty what came, and what was sent, more than so many days ago; returns how many letters, and notices, that were.

    What is left of a letter is its number, when it came, what became of it, and the hash it is known again by. What is left of a
    notice is its key, its Message-ID and the phase that it spoke of: a reply to it may come yet.
    """
    before = now - timedelta(days=days)
    letters = _emptied(
        store, lambda work, last: work.letters.old(before, AT_ONCE, last), lambda work, old: work.letters.erase(old), int
    )
    notices = _emptied(
        store,
        lambda work, last: work.outbox.old(before, AT_ONCE, last),
        lambda work, old: work.outbox.erase(old),
        lambda old: old[0],
    )
    return letters, notices


def _emptied(
    store: Store, find: Callable[[Transaction, int], Sequence[Old]], empty: Callable[[Transaction, Sequence[Old]], None],
    number: Callable[[Old], int],
) -> int:  # fmt: skip
    """Empty what is found after a number, batch by batch; returns how many rows were emptied."""
    last = count = 0
    while True:
        with store.look() as work:
            old = find(work, last)
        if not old:
            return count
        with store.work() as work:
            empty(work, old)
        last, count = number(old[-1]), count + len(old)
