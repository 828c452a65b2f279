"""Actions that a person may do only so often in a day: opening games and inviting people."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, insert, select

from judge.store.records import Person
from judge.store.repository import Repository
from judge.store.tables import limited_actions

KEPT = timedelta(days=60)
"""How long an action is kept at least; no limit may look further back."""
_OF_PERSON = (
    select(limited_actions.c.at)
    .where(
        limited_actions.c.person_id == bindparam("person"), limited_actions.c.kind == bindparam("of"),
        limited_actions.c.at > bindparam("since"),
    )
    .order_by(limited_actions.c.at)
)
_LAST = select(func.max(limited_actions.c.at)).where(
    limited_actions.c.whom == bindparam("address"), limited_actions.c.kind == "guests"
)
_OLD = delete(limited_actions).where(limited_actions.c.person_id == bindparam("person"), limited_actions.c.at < bindparam("before"))


class DailyLimitRepository(Repository):
    """`work.limits`: recent actions that are limited by day."""

    def times(self, person: int, kind: str, since: datetime) -> list[datetime]:
        """List when a person opened games (kind `games`), invited people (`guests`) or had a mailbox asked (`moves`) after `since`,
        oldest first.
        """
        return list(self._connection.execute(_OF_PERSON, {"person": person, "of": kind, "since": since}).scalars())

    def last_invited(self, address: str) -> datetime | None:
        """Return when anybody last invited this address to play; None if never, or longer ago than `KEPT`."""
        found: datetime | None = self._connection.execute(_LAST, {"address": address.lower()}).scalar_one()
        return found

    def add(self, person: int, kind: str, whom: str, at: datetime) -> None:
        """Note that a person opened a game or invited somebody; `whom` is the game's name or the invited address."""
        self._connection.execute(_OLD, {"person": person, "before": at - KEPT})
        self._connection.execute(insert(limited_actions), {"person_id": person, "kind": kind, "whom": whom.lower(), "at": at})

    def forget(self, person: Person) -> None:
        """Delete a person's actions and the invitations sent to them."""
        invited = limited_actions.c.kind == "guests", limited_actions.c.whom == person.address.lower()
        self._connection.execute(delete(limited_actions).where(*invited))
        self._connection.execute(delete(limited_actions).where(limited_actions.c.person_id == person.id))
