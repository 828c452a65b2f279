"""Counting, inside a transaction: how many letters and notices are in which state, how old the outbox is, what is due."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, func, select

from judge.store.tables import ASIDE, QUEUED, RECEIVED, games, letters, notices

_RECEIVED = select(func.count()).select_from(letters).where(RECEIVED)
_ASIDE = select(letters.c.state, func.count().label("number")).where(ASIDE).group_by(letters.c.state)
_ALL = select(func.max(letters.c.id))
_NEWEST = select(letters.c.received).order_by(letters.c.id.desc()).limit(1)
_SHUNTED = select(letters.c.id).where(ASIDE, letters.c.state == "shunted").order_by(letters.c.id.desc()).limit(bindparam("most"))
_NEVER = case((notices.c.since.is_(None), 1), else_=0)
_OUTBOX = select(
    func.count(), func.min(notices.c.since), func.coalesce(func.sum(_NEVER), 0), func.min(notices.c.id),
    func.min(case((notices.c.since.is_(None), notices.c.id))),
).where(QUEUED)  # fmt: skip
_NEXT_DUE = select(func.min(games.c.next_due))
_OVERDUE = select(func.count()).select_from(games).where(games.c.next_due <= bindparam("now"))
_GAMES = select(func.count()).select_from(games)


MOST = 100
"""Shunted letters that are named."""


class OutboxCensus(NamedTuple):
    """What waits to be sent."""

    queued: int
    since: datetime | None
    """When the oldest of those that were tried was tried first; None if none was."""
    untried: int
    """How many were never tried: the sender is busy, or stands still."""
    oldest: int
    """The least number among them, or 0."""
    oldest_untried: int


class Census(NamedTuple):
    """How much there is of everything."""

    letters: Mapping[str, int]
    """state → how many."""
    shunted: tuple[int, ...]
    """The numbers of letters on which the judge failed, the newest first; `MOST` at most."""
    outbox: OutboxCensus
    games: int
    next_due: datetime | None
    overdue: int
    """Games whose deadline has passed."""
    newest: datetime | None
    """When the letter came that was taken last."""


def take_census(connection: Connection, now: datetime) -> Census:
    """How much there is of everything: a few looks into indexes, however many letters there were."""
    one = connection.execute
    found = {"received": one(_RECEIVED).scalar_one(), "held": 0, "refused": 0, "shunted": 0}
    found |= {row.state: row.number for row in one(_ASIDE)}
    found["done"] = max(0, (one(_ALL).scalar_one() or 0) - sum(found.values()))
    queued, since, untried, oldest, oldest_untried = one(_OUTBOX).one()
    shunted = tuple(one(_SHUNTED, {"most": MOST}).scalars())
    return Census(
        found, shunted, OutboxCensus(queued, since, untried, oldest or 0, oldest_untried or 0), one(_GAMES).scalar_one(),
        one(_NEXT_DUE).scalar_one(), one(_OVERDUE, {"now": now}).scalar_one(), one(_NEWEST).scalar_one_or_none(),
    )  # fmt: skip
