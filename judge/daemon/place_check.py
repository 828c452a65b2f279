"""Whether every way in and out is open: whether mail can be fetched from each mailbox and Maildir, whether the relay lets the judge
in, and whether the judge answers at its own ports. It is noted in the store, and the operator is told if not.

What is noted outlives the process, so a restart, or `judge tick`, goes on counting where the last one stopped.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Protocol

from judge.store import Store
from judge.store.facts import FETCHED, SENT
from judge.store.tables import LONGEST_FACT

_log = logging.getLogger(__name__)

UNFETCHED = timedelta(minutes=15)
"""How long a mailbox may be out of reach before the operator is told, unless it is fetched from more seldom (`limit_of`)."""
NOTED_EVERY = timedelta(minutes=1)
"""How often the store is told when a mailbox was fetched from."""
AGAIN = timedelta(days=1)
"""How long after a mail about a mailbox that is still out of reach the next one is sent."""
LONGEST = 300
"""How many characters of an error are told."""
_NEVER = "never"


class Place(Protocol):
    """A way in or out: a mailbox or Maildir (`judge.mail.polling.PollingLoop`), the relay, or a port of the judge's own."""

    @property
    def place(self) -> str: ...  # noqa: D102
    @property
    def every(self) -> float: ...  # noqa: D102
    @property
    def swept(self) -> datetime | None: ...  # noqa: D102
    @property
    def trouble(self) -> str: ...  # noqa: D102


class OperatorAlerts(Protocol):
    """Tells the operator."""

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        """Queue a letter, once for each `once`; False if nobody can be told."""


@dataclass(frozen=True, slots=True)
class Fetching:
    """What is known of fetching from a place.

    Args:
        at: when everything in it was last fetched; if it never was, when a judge first tried.
        limit: the longest time for which that is usual.
        never: whether nothing was ever fetched.
        told: when the operator was last told that it is out of reach; None while it is not.
    """

    at: datetime
    limit: timedelta = UNFETCHED
    never: bool = False
    told: datetime | None = None

    @classmethod
    def read(cls, said: str) -> Fetching:
        """Read what the store has noted: an instant, which may be followed by seconds, `never` and another instant."""
        at, *more = said.split()
        limit = timedelta(seconds=float(more.pop(0))) if more else UNFETCHED
        never = more[:1] == [_NEVER]
        told = more[never:]
        return cls(datetime.fromisoformat(at), limit, never, datetime.fromisoformat(told[0]) if told else None)

    def write(self) -> str:
        """Return what is noted in the store."""
        words = [self.at.isoformat(), f"{self.limit.total_seconds():.0f}", _NEVER * self.never]
        return " ".join(filter(None, [*words, self.told.isoformat() if self.told else ""]))

    def late(self, now: datetime) -> bool:
        """Whether that is too long ago."""
        return now - self.at > self.limit


def limit_of(every: float) -> timedelta:
    """Return how long nothing may be fetched from a place that is looked through after so many seconds: two rounds may."""
    return max(UNFETCHED, timedelta(seconds=2 * every))


@dataclass
class PlaceCheck:
    """Looks at some ways in or out, for example all places from which a daemon fetches mail."""

    store: Store
    alerts: OperatorAlerts
    places: Sequence[Place] = ()
    fact: str = FETCHED
    """What stands before their names in the store; '' if it is not noted there, but begins anew with the process."""
    _known: dict[str, Fetching] = field(default_factory=dict)
    """Place → what this worker knows of it. Of several workers, one may reach a mailbox, and another not."""
    _noted: dict[str, datetime] = field(default_factory=dict)
    """Place → when it was fetched from, as it was noted in the store last."""
    _begun: datetime | None = None

    def known(self) -> Mapping[str, Fetching]:
        """Return what is known of each place."""
        return dict(self._known)

    def look(self, now: datetime) -> bool:
        """Look at every place; return whether a letter was queued."""
        if self._begun is None:
            self._begin(now)
        told = [self._look(each, now) for each in self.places]
        return any(told)

    def _begin(self, now: datetime) -> None:
        """Read what the store has noted of the places, and forget those that are not in the configuration any more."""
        with self.store.look() as work:
            noted = work.facts.beginning(self.fact) if self.fact else {}
        names = {self._name(each.place): each for each in self.places}
        if gone := [name for name in noted if name not in names]:
            with self.store.work() as work:
                for name in gone:
                    work.facts.drop(f"{self.fact}{name}")
        for name, place in names.items():
            found = Fetching.read(noted[name]) if name in noted else Fetching(now, never=True)
            self._known[place.place] = replace(found, at=min(found.at, now), limit=limit_of(place.every))
            if name not in noted:
                self._note(place.place, self._known[place.place])
        self._begun = now

    def _look(self, place: Place, now: datetime) -> bool:
        before = self._known.get(place.place) or Fetching(now, never=True)
        found = replace(before, limit=limit_of(place.every))
        if place.swept:
            found = replace(found, at=place.swept, never=False)
        told = False
        if not found.late(now):
            if before.told:
                found = replace(found, told=None)
                told = self._tell_open(place.place, (found.at - before.at) // timedelta(minutes=1), found.at)
        elif self._tried(place, now) and (found.told is None or abs(now - found.told) >= AGAIN):
            minutes = (now - found.at) // timedelta(minutes=1)
            facts = {"place": place.place, "minutes": minutes, "why": place.trouble[:LONGEST]}
            told = self._tell_closed(f"{place.place}/{found.at.isoformat()}/{minutes // (24 * 60)}", facts)
            found = replace(found, told=now)
        self._known[place.place] = found
        noted, first = self._noted.get(place.place), before.never and not found.never
        if first or found.told != before.told or (place.swept and (noted is None or abs(place.swept - noted) >= NOTED_EVERY)):
            self._note(place.place, found)
        return told

    def _tried(self, place: Place, now: datetime) -> bool:
        """Whether this process has failed to fetch, and is not just beginning."""
        return bool(place.trouble) or (self._begun is not None and now - self._begun > limit_of(place.every))

    def _tell_closed(self, once: str, facts: Mapping[str, Any]) -> bool:
        """Tell that one is closed; of the relay only the log, for no letter could be sent."""
        _log.warning("the operator is needed", extra={"ids": {"trouble": "out of reach", **facts}})
        if self.fact == SENT:
            return False
        return self.alerts.alert("place", once, facts) if self.fact else self.alerts.alert("port", once, facts)

    def _tell_open(self, place: str, minutes: int, at: datetime) -> bool:
        once, facts = f"{place}/{at.isoformat()}", {"place": place, "minutes": minutes}
        _log.warning("in reach again", extra={"ids": facts})
        if self.fact == SENT:
            return self.alerts.alert("relay-reached", once, facts)
        return self.alerts.alert("reached", once, facts) if self.fact else self.alerts.alert("port-reached", once, facts)

    def _note(self, place: str, found: Fetching) -> None:
        """Note it for `judge status` and the next start, unless another worker has fetched from the place since."""
        if not self.fact:
            return
        name = f"{self.fact}{self._name(place)}"
        with self.store.work() as work:
            there = Fetching.read(said) if (said := work.facts.get(name)) else None
            if there is None or there.at <= found.at or (there.never and not found.never):
                work.facts.put(name, found.write())
        self._noted[place] = found.at

    def _name(self, place: str) -> str:
        """Return the name of a place as far as a fact's name has room for it."""
        return place[: LONGEST_FACT - len(self.fact)]
