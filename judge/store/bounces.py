"""Bounces: the days on which mail to an address bounced, and whether the address is marked as unreachable."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select, update

from judge.store.repository import Repository
from judge.store.tables import bounces, people

_COUNT = select(func.count()).where(bounces.c.address == bindparam("key"))
_DAY = select(bounces.c.day).where(bounces.c.address == bindparam("key"), bounces.c.day == bindparam("on"))
_DAYS = select(bounces.c.day).where(bounces.c.address == bindparam("key")).order_by(bounces.c.day)
_CLEAR = delete(bounces).where(bounces.c.address == bindparam("key"))
_MARK = update(people).where(people.c.key == bindparam("of")).values(bounced=bindparam("moment"))
_MARKED = select(people.c.bounced).where(people.c.key == bindparam("of"))


class BounceRepository(Repository):
    """`work.bounces`: bounces of mail that the judge sent."""

    def add(self, address: str, day: str, note: str) -> int:
        """Note that a mail to an address bounced on this day (YYYY-MM-DD). Returns the number of days with bounces."""
        key = {"key": address.lower()}
        if self._connection.execute(_DAY, {**key, "on": day}).first() is None:
            self._connection.execute(insert(bounces), {"address": address.lower(), "day": day, "note": note})
        return int(self._connection.execute(_COUNT, key).scalar_one())

    def days(self, address: str) -> list[str]:
        """List the days on which mail to an address bounced."""
        return list(self._connection.execute(_DAYS, {"key": address.lower()}).scalars())

    def marked_since(self, address: str) -> datetime | None:
        """Return when an address was marked as unreachable; None if it is not."""
        found: datetime | None = self._connection.execute(_MARKED, {"of": address.lower()}).scalar_one_or_none()
        return found

    def mark(self, address: str, at: datetime) -> None:
        """Mark an address as unreachable."""
        self._connection.execute(_MARK, {"of": address.lower(), "moment": at})

    def clear(self, address: str) -> None:
        """Forget an address's bounces and its mark, because mail reaches it."""
        self._connection.execute(_CLEAR, {"key": address.lower()})
        self._connection.execute(_MARK, {"of": address.lower(), "moment": None})
