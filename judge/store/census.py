"""Counts, within a transaction: letters and notices by state, the age of the outbox, and games that are due."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, func, select

from judge.store.tables import ASIDE, QUEUED, RECEIVED, games, letters, notices

_RECEIVED = select(func.count()).select_from(letters).where(RECEIVED)
_ASIDE = select(letters.c.state, func.count().label("number")).where(ASIDE).group_by(letters.c.state)
_ALL = select(func.max(letters.c.id))
_NUMBERS = (
    select(letters.c.id).where(ASIDE, letters.c.state == bindparam("state")).order_by(letters.c.id.desc()).limit(bindparam("most"))
)
LATE = timedelta(minutes=15)
"""How long after its deadline a game is overdue. Until then it may wait for letters that came before it."""

_NEVER = case((notices.c.since.is_(None), 1), else_=0)
_OUTBOX = select(
    func.count(), func.min(notices.c.since), func.coalesce(func.sum(_NEVER), 0), func.min(notices.c.id),
    func.min(case((notices.c.since.is_(None), notices.c.id))),
).where(QUEUED)  # fmt: skip
_OLDEST = select(func.min(letters.c.received)).where(RECEIVED)
_NEXT_DUE = select(func.min(games.c.next_due))
_OVERDUE = select(func.count()).select_from(games).where(games.c.next_due <= bindparam("now"))
_GAMES = select(func.count()).select_from(games)


MOST = 100
"""How many letters of a state are listed by number."""


class OutboxCensus(NamedTuple):
    """The notices that wait to be sent."""

    queued: int
    since: datetime | None
    """When the longest-waiting notice was first tried; None if none was tried."""
    untried: int
    """How many were never tried, because the sender is busy or has stopped."""
    oldest: int
    """The least notice number; 0 if there is none."""
    oldest_untried: int


class Census(NamedTuple):
    """Counts of the whole store."""

    letters: Mapping[str, int]
    """State → number of letters."""
    shunted: tuple[int, ...]
    """The numbers of letters whose processing raised an error, newest first; at most `MOST`."""
    held: tuple[int, ...]
    """The numbers of letters that wait for their writer's or GM's word, newest first; at most `MOST`."""
    outbox: OutboxCensus
    games: int
    next_due: datetime | None
    overdue: int
    """Games whose deadline passed more than `LATE` ago."""
    oldest_waiting: datetime | None
    """When the oldest letter came that is not decided yet."""


def take_census(connection: Connection, now: datetime) -> Census:
    """Count everything, by a few index look-ups: the time does not grow with the number of letters."""
    one = connection.execute
    found = {"received": one(_RECEIVED).scalar_one(), "held": 0, "refused": 0, "shunted": 0}
    found |= {row.state: row.number for row in one(_ASIDE)}
    found["done"] = max(0, (one(_ALL).scalar_one() or 0) - sum(found.values()))
    queued, since, untried, oldest, oldest_untried = one(_OUTBOX).one()
    shunted, held = (tuple(one(_NUMBERS, {"state": state, "most": MOST}).scalars()) for state in ("shunted", "held"))
    return Census(
        found, shunted, held, OutboxCensus(queued, since, untried, oldest or 0, oldest_untried or 0), one(_GAMES).scalar_one(),
        one(_NEXT_DUE).scalar_one(), one(_OVERDUE, {"now": now - LATE}).scalar_one(), one(_OLDEST).scalar_one(),
    )  # fmt: skip
