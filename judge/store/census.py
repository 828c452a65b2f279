"""Counting, inside a transaction: how many letters and notices are in which state, how old the outbox is, what is due."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, func, select, update

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
_FATE = select(letters.c.state, letters.c.received, letters.c.note, letters.c.raw).where(letters.c.id == bindparam("letter"))
_AGAIN = update(letters).where(letters.c.id == bindparam("letter"), letters.c.state == "shunted").values(state="received", note="")
_NO_LATER = update(notices).where(QUEUED, notices.c.next_try > bindparam("latest")).values(next_try=bindparam("moment"))


class OutboxCensus(NamedTuple):
    """What waits to be sent."""

    queued: int
    since: datetime | None
    """When the oldest of those that were tried was tried first; None if none was."""
    untried: int
    """How many were never tried: the sender is busy, or stands still."""
    oldest: int
    """The least number among them; 0 if there is none."""
    oldest_untried: int


class Census(NamedTuple):
    """How much there is of everything."""

    letters: Mapping[str, int]
    """state → how many."""
    shunted: tuple[int, ...]
    """The numbers of letters that the judge stumbled over, the newest first; a hundred at most."""
    outbox: OutboxCensus
    games: int
    next_due: datetime | None
    overdue: int
    """Games whose deadline has passed."""
    newest: datetime | None
    """When the letter came that was taken last."""


class LetterFate(NamedTuple):
    """What became of a letter."""

    state: str
    received: datetime
    note: str
    raw: bytes


class CensusRepository:
    """The part of a transaction that counts."""

    MOST = 100

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def census(self, now: datetime) -> Census:
        """How much there is of everything: a few looks into indexes, however many letters there were."""
        one = self._connection.execute
        found = {"received": one(_RECEIVED).scalar_one(), "held": 0, "refused": 0, "shunted": 0}
        found |= {row.state: row.number for row in one(_ASIDE)}
        found["done"] = max(0, (one(_ALL).scalar_one() or 0) - sum(found.values()))
        queued, since, untried, oldest, oldest_untried = one(_OUTBOX).one()
        shunted = tuple(one(_SHUNTED, {"most": self.MOST}).scalars())
        return Census(
            found, shunted, OutboxCensus(queued, since, untried, oldest or 0, oldest_untried or 0), one(_GAMES).scalar_one(),
            one(_NEXT_DUE).scalar_one(), one(_OVERDUE, {"now": now}).scalar_one(), one(_NEWEST).scalar_one_or_none(),
        )  # fmt: skip

    def fate(self, letter: int) -> LetterFate | None:
        """What became of a letter; None if there is none of this number."""
        row = self._connection.execute(_FATE, {"letter": letter}).first()
        return None if row is None else LetterFate(*row)

    def again(self, letter: int) -> bool:
        """Let a shunted letter be decided once more, as of when it came; whether it was one."""
        return self._connection.execute(_AGAIN, {"letter": letter}).rowcount > 0

    def no_later(self, latest: datetime, now: datetime) -> None:
        """Have notices tried `now` that wait for an instant after `latest`: it was worked out by a wrong clock."""
        self._connection.execute(_NO_LATER, {"latest": latest, "moment": now})
