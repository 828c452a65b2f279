"""Purging: the words of letters are kept for a while and no longer. What a game is replayed from is no letter."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.store import Store

AT_ONCE = 500
"""Letters that are changed in one transaction, so that others are let in."""


def purge_all(store: Store, now: datetime, days: int) -> tuple[int, int]:
    """Empty what came, and what was sent, more than so many days ago; returns how many letters, and notices, that were.

    What is left of a letter is its number, when it came, what became of it, and the hash it is known again by. What is left of a
    notice is its key, its Message-ID and the phase that it spoke of: a reply to it may come yet.
    """
    before = now - timedelta(days=days)
    letters = notices = 0
    while found := _letters(store, before):
        letters += found
    while found := _notices(store, before):
        notices += found
    return letters, notices


def _letters(store: Store, before: datetime) -> int:
    with store.look() as work:
        old = work.old_letters(before, AT_ONCE)
    if old:
        with store.work() as work:
            work.empty_letters(old)
    return len(old)


def _notices(store: Store, before: datetime) -> int:
    with store.look() as work:
        old = work.old_notices(before, AT_ONCE)
    if old:
        with store.work() as work:
            work.empty_notices(old)
    return len(old)
