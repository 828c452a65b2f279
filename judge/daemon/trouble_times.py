"""Since when each trouble has lasted. The store notes it, so that a restart or the next `judge tick` goes on counting."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.store import Store
from judge.store.facts import SINCE

BRIEF = timedelta(minutes=1)
"""What lasts no longer is not noted: mail, for example, always waits for a moment."""


def since_of(noted: str) -> datetime | None:
    """Return the instant in what is noted of a trouble (`judge.store.facts.SINCE`); None if nothing is."""
    return datetime.fromisoformat(noted.partition(" ")[0]) if noted else None


class TroubleTimes:
    """Trouble → since when, and what it is about."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[datetime, str]] | None = None
        self._noted: dict[str, str] = {}

    def lasts(self, what: str, now: datetime, about: str = "") -> timedelta:
        """Return how long there has been this trouble, about the same thing: nothing, if it begins now."""
        known = self._all()
        since, before = known.get(what, (now, about))
        if before != about or since > now:
            since = now
        known[what] = since, about
        if (said := f"{since.isoformat()} {about}") != self._noted.get(what) and now - since >= BRIEF:
            with self._store.work() as work:
                work.facts.put(f"{SINCE}{what}", said)
            self._noted[what] = said
        return now - since

    def over(self, what: str) -> None:
        """There is no such trouble, or no more."""
        self._all().pop(what, None)
        if self._noted.pop(what, ""):
            with self._store.work() as work:
                work.facts.drop(f"{SINCE}{what}")

    def age(self, what: str, now: datetime) -> timedelta:
        """Return how long there has been this trouble, as far as this process knows."""
        since, _ = (self._known or {}).get(what, (now, ""))
        return now - since

    def _all(self) -> dict[str, tuple[datetime, str]]:
        if self._known is None:
            with self._store.look() as work:
                self._noted = work.facts.beginning(SINCE)
            parts = {what: said.partition(" ") for what, said in self._noted.items()}
            self._known = {what: (datetime.fromisoformat(at), about) for what, (at, _, about) in parts.items()}
        return self._known
