"""What people have had the judge do for them of late, of which there may be only so much: games opened, people asked to play."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from judge.store.tables import favours

KEPT = timedelta(days=60)
"""How long it is kept at least; no limit may look back longer."""
_OF_PERSON = (
    select(favours.c.at)
    .where(favours.c.person_id == bindparam("person"), favours.c.kind == bindparam("of"), favours.c.at > bindparam("since"))
    .order_by(favours.c.at)
)
_LAST = select(func.max(favours.c.at)).where(favours.c.whom == bindparam("address"), favours.c.kind == "guests")
_OLD = delete(favours).where(favours.c.person_id == bindparam("person"), favours.c.at < bindparam("before"))


class DailyLimitRepository:
    """The part of a transaction that deals with them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def favours(self, person: int, kind: str, since: datetime) -> list[datetime]:
        """When a person had a kind of thing done after an instant, the oldest first. `kind`: `games` or `guests`."""
        return list(self._connection.execute(_OF_PERSON, {"person": person, "of": kind, "since": since}).scalars())

    def asked_last(self, address: str) -> datetime | None:
        """When somebody was asked to play last, by whomever; None if never, or long ago."""
        found: datetime | None = self._connection.execute(_LAST, {"address": address.lower()}).scalar_one()
        return found

    def note_favour(self, person: int, kind: str, whom: str, at: datetime) -> None:
        """Keep that a person had something done: the game opened, or the address written to."""
        self._connection.execute(_OLD, {"person": person, "before": at - KEPT})
        self._connection.execute(insert(favours), {"person_id": person, "kind": kind, "whom": whom.lower(), "at": at})
