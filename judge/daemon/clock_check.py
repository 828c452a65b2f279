"""Whether the clock can be believed at a start: it is compared with what the store has noted of time.

While a judge is at work, it notes the time every few minutes. At its next start
- the gap since then is told, in a letter if deadlines passed in it;
- if the machine says that no time server has set its clock, those deadlines wait, for an hour at most (`ClockCheck.limit`);
  copy dates of zines are deadlines here, too;
- a later time than now, or a phase that was run later than now, means that the clock was wrong then or is wrong now.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from judge.clock import EARLIEST, LEAP, PATIENCE, Clock, JumpGuardClock
from judge.store import Store
from judge.store.facts import AT_WORK, DOUBT
from judge.store.transaction import Transaction

_log = logging.getLogger(__name__)

BEAT = timedelta(minutes=2)
"""How often a judge at work notes the time."""
ASKED = timedelta(seconds=10)
"""How often the machine is asked whether its clock is synchronised; it may have to start a program for the answer."""
QUIET = timedelta(hours=24)
"""How long after a letter about times later than now no other is sent."""
LONGEST_WAIT = timedelta(hours=1)
"""The longest time that a notice waits for its next try (`judge.mail.sender`)."""
NAMED = 10
"""The most phases that are named."""


class OperatorAlerts(Protocol):
    """Tells the operator."""

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        """Queue a letter, once for each `once`; False if nobody can be told."""


class Doubt(NamedTuple):
    """The clock is not believed: deadlines passed since the judge was last at work, and nobody vouches for the clock."""

    since: datetime
    """When a judge was last at work."""
    first: datetime
    """The first deadline after that."""
    until: datetime
    """When the clock is believed all the same."""


class ClockCheck:
    """Compares the clock with the store. Safe to use from any thread.

    Args:
        synchronised: whether time servers set the machine's clock; None if the machine does not tell, and then it is believed.
    """

    def __init__(self, store: Store, clock: Clock, alerts: OperatorAlerts, synchronised: Callable[[], bool | None]) -> None:
        self._store, self._clock, self._alerts, self._synchronised = store, clock, alerts, synchronised
        self._turn = threading.Lock()
        self._doubt: Doubt | None = None
        self._began = clock.now()
        self._asked: datetime | None = None
        self._beat: datetime | None = None
        self._told: datetime | None = None

    def begin(self, usual: timedelta = LEAP, ends_soon: bool = False) -> None:
        """Compare at a start, before anything is done.

        Args:
            usual: the longest gap about which nobody is told and in which deadlines do not wait.
            ends_soon: whether the process ends when it has done what there is to do (`judge tick`).
        """
        now, self._doubt = self._clock.now(), None
        self._began = EARLIEST if ends_soon else now
        if self._store.key_changed:
            self._tell("key", now.date().isoformat(), {})
        with self._store.look() as work:
            noted = _read(work.facts.get(AT_WORK))
            newest = work.letters.last_received()
            doubted, _ = _doubt(work)  # a process that doubted the clock may have noted nothing, but events at a wrong time
            last = noted or doubted or max(filter(None, [newest, work.games.last_change()]), default=None)
            due = work.games.due_between(last, now) if last else []
            copy = work.zines.due_between(last, now) if last else []
        if last:
            facts = {"since": last.isoformat(), "minutes": (now - last) // timedelta(minutes=1), "due": len(due) + len(copy)}
            _log.info("last at work", extra={"ids": facts})
            if (due or copy) and now - last > usual:
                self._late(last, now, due, copy)
        self._look_ahead(now)
        if self._doubt is None:
            self._note(now)

    def began(self) -> datetime:
        """Return since when this process has been at work, by the clock of now; `EARLIEST` if it ends soon."""
        self._began = min(self._began, self._clock.now())  # the clock was set back
        return self._began

    def limit(self) -> Doubt | None:
        """Return why nothing after an instant may be run yet; None if the clock is believed."""
        doubt = self._doubt
        if doubt is None:
            return None
        now = self._clock.now()
        with self._turn:
            if self._doubt is not None and (why := self._believed(self._doubt, now)):
                _log.warning("the clock is believed", extra={"ids": {"why": why}})
                self._doubt = None
        return self._doubt

    def look(self) -> bool:
        """Note the time, if the clock is believed, and look for later ones; return whether a letter was queued."""
        now, told = self._clock.now(), False
        if self.limit() is None and (self._beat is None or abs(now - self._beat) >= BEAT):
            told = self._look_ahead(now)
            self._note(now)
        return told

    def end(self) -> None:
        """Note the time at the end of work."""
        if self._beat is not None and self._doubt is None:
            self._note(self._clock.now())

    def _late(self, last: datetime, now: datetime, due: list[tuple[str, datetime]], copy: list[tuple[str, datetime]]) -> None:
        """Deadlines of games and copy dates of zines passed while nobody was at work: doubt the clock if nobody vouches for it, and
        tell the operator.
        """
        names, zines, first = [name for name, _ in due], [title for title, _ in copy], min(at for _, at in (*due, *copy))
        facts = {
            "last": last.isoformat(), "shown": now.isoformat(), "names": names[:NAMED], "more": max(0, len(names) - NAMED),
            "zines": zines[:NAMED], "more_zines": max(0, len(zines) - NAMED),
        }  # fmt: skip
        if self._synchronised() is not False:
            self._tell("away", last.isoformat(), facts)
            return
        with self._store.work() as work:
            until = _until(work, last, now)
            if until <= now:
                return  # it has waited already, and was stopped before it could note that it was at work
            work.facts.put(DOUBT, f"{last.isoformat()} {until.isoformat()}")
        self._doubt, self._asked = Doubt(last, first, until), now
        self._tell("doubt", last.isoformat(), {**facts, "until": until.isoformat()})

    def _believed(self, doubt: Doubt, now: datetime) -> str:
        """Return why the clock is believed now; '' if it is not."""
        if doubt.until - now > PATIENCE:  # it was set back
            if now < doubt.first:
                return "corrected"
            self._doubt = doubt._replace(until=now + PATIENCE)
        if now >= doubt.until:
            return "waited"
        if self._asked is None or abs(now - self._asked) >= ASKED:
            self._asked = now
            return "synchronised" if self._synchronised() else ""
        return ""

    def _look_ahead(self, now: datetime) -> bool:
        """Tell the operator of times in the store that are later than now."""
        with self._store.look() as work:
            noted, newest = _read(work.facts.get(AT_WORK)), work.letters.last_received()
            changed = work.games.last_change() if self._beat is None else None  # it looks at every game: only at a start
            latest = max(filter(None, [noted, newest, changed]), default=now)
            if latest - now <= LEAP or self._leapt() or (self._told is not None and abs(now - self._told) < QUIET):
                return False
            phases = work.games.run_after(now)
        with self._store.work() as work:
            work.outbox.try_no_later(now + LONGEST_WAIT, now)  # what waits for a later time is tried now
        self._told = now
        named = [{"game": each.game, "phase": each.phase, "at": each.at.isoformat()} for each in phases[:NAMED]]
        facts = {
            "latest": latest.isoformat(), "at_work": latest == noted, "shown": now.isoformat(), "run_later": named,
            "more": max(0, len(phases) - NAMED),
        }  # fmt: skip
        return self._tell("future", (phases[-1].at if phases else latest).date().isoformat(), facts)

    def _leapt(self) -> bool:
        """Whether the clock was set while this judge was at work, of which the operator is told anyway."""
        return isinstance(self._clock, JumpGuardClock) and self._clock.leap is not None

    def _note(self, now: datetime) -> None:
        with self._store.work() as work:
            work.facts.put(AT_WORK, now.isoformat())
            work.facts.drop(DOUBT)
        self._beat = now

    def _tell(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        _log.warning("the operator is needed", extra={"ids": {"trouble": what, **facts}})
        return self._alerts.alert(what, once, facts)


def clock_doubt(work: Transaction, now: datetime) -> tuple[datetime, datetime] | None:
    """Return when a judge was last at work, and until when deadlines wait because the clock is doubted; None if they do not."""
    since, until = _doubt(work)
    return (since, until) if since and until and now < until <= now + PATIENCE else None


def _until(work: Transaction, last: datetime, now: datetime) -> datetime:
    """Return how long to wait: as long as an earlier start since `last` said, or an hour. What was said more than an hour ago does
    not count: the clock may have been right meanwhile.
    """
    since, until = _doubt(work)
    return until if until and since == last and abs(until - now) <= PATIENCE else now + PATIENCE


def _doubt(work: Transaction) -> tuple[datetime | None, datetime | None]:
    since, _, until = work.facts.get(DOUBT).partition(" ")
    return _read(since), _read(until)


def _read(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
