"""Facts about the store itself and the judges that work on it. None is about a person or a game."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select, update

from judge.store.repository import Repository
from judge.store.tables import store_facts

KEY = "key"
"""The fingerprint of the key with which the store was opened last."""
AT_WORK = "last at work"
"""When a judge was last at work: an instant (ISO 8601), noted every few minutes."""
FETCHED = "fetched from "
"""Before the name of a mailbox or Maildir: when everything in it was last fetched (ISO 8601)."""
DOUBT = "clock doubted"
"""Two instants: when a judge was last at work, and until when deadlines wait because the clock may be wrong."""
RULES = "rules unreadable"
"""The folders of games that are not over, but whose rules cannot be read, with spaces between."""
BACKUP_FAILED = "backup failed"
"""Why the last backup could not be made; there is no such fact if it could."""
BACKED_UP = "backed up"
"""When a backup was last made (ISO 8601)."""
BACKUP_PLACE = "backup place"
"""Where that was put: the machine's name, a space, and the folder."""
SENT = "sent by "
"""Before the name of the relay: when it last let the judge in (ISO 8601)."""
WORKER = "at work: "
"""Before the name of a worker of a shared store: when it was last at work (ISO 8601). A worker that ends drops it."""
RESTORED = "restored"
"""When a backup was last put back from which something was missing (ISO 8601)."""
FIRST = "first at work"
"""When a judge was first at work on this store (ISO 8601)."""
SINCE = "since "
"""Before the name of a trouble: since when there is that trouble (ISO 8601), and what it is about."""
UNREADABLE = "games unreadable"
"""How many games cannot be read."""
_THIS = store_facts.c.name == bindparam("of")
_VALUE = select(store_facts.c.value).where(_THIS)
_ALL = select(store_facts.c.name, store_facts.c.value)
_CHANGE = update(store_facts).where(_THIS).values(value=bindparam("new_value"))
_DROP = delete(store_facts).where(_THIS)


class FactRepository(Repository):
    """`work.facts`: name → text. Several workers may write the same fact at once; the last one counts."""

    def get(self, name: str) -> str:
        """Return a fact; '' if it is not known."""
        found = self._connection.execute(_VALUE, {"of": name}).scalar_one_or_none()
        return "" if found is None else str(found)

    def beginning(self, prefix: str) -> dict[str, str]:
        """Return facts whose names begin so: the rest of the name → text."""
        found = self._connection.execute(_ALL)  # there are only a few
        return {row.name.removeprefix(prefix): row.value for row in found if row.name.startswith(prefix)}

    def hold(self, name: str, value: str) -> str:
        """Note a fact unless it is known. Return what is known now; until the transaction ends, no other worker can hold it."""
        self._connection.execute(self._locks.new_only(store_facts), {"name": name, "value": value})
        return str(self._connection.execute(self._locks.hold(_VALUE), {"of": name}).scalar_one())

    def put(self, name: str, value: str) -> None:
        """Note a fact, in the place of what was known."""
        if not self._connection.execute(_CHANGE, {"of": name, "new_value": value}).rowcount:
            self._connection.execute(self._locks.new_only(store_facts), {"name": name, "value": value})

    def drop(self, name: str) -> None:
        """Forget a fact."""
        self._connection.execute(_DROP, {"of": name})
