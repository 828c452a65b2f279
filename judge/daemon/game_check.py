"""Whether every game that is not over can be played on: its stored data, and the rules of its variant.

Both are also noticed when a letter or a deadline needs them; the operator should know before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

from judge.clock import Clock
from judge.game.model.serialization import read_game
from judge.store import Store
from judge.store.facts import RULES, UNREADABLE
from judge.store.transaction import Transaction

EVERY = timedelta(minutes=10)
"""How often all games are looked at."""
LONGEST = 300
"""How many characters of an error are told."""


class OperatorAlerts(Protocol):
    """Tells the operator."""

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        """Queue a letter, once for each `once`; False if nobody can be told."""


class GameCheck:
    """Looks at all games, and at the folders of which there is no game yet.

    Args:
        store: where the games are.
        clock: tells when to look again.
        alerts: tells the operator.
        rules: reads a variant's folder, and raises if it cannot be used.
        unusable: returns the folders that CREATE does not find, each with what is wrong.
    """

    def __init__(
        self, store: Store, clock: Clock, alerts: OperatorAlerts, rules: Callable[[str], object],
        unusable: Callable[[], Mapping[str, str]] = dict,
    ) -> None:  # fmt: skip
        self._store, self._clock, self._alerts, self._rules, self._unusable = store, clock, alerts, rules, unusable
        self._looked: datetime | None = None

    def look(self) -> bool:
        """Look at all games if that was some minutes ago; return whether a letter was queued."""
        now = self._clock.now()
        if (self._looked is not None and abs(now - self._looked) < EVERY) or not self._store.leads():
            return False
        told, closed, folders = self._games()
        wrong = {folder: why for folder in sorted(folders) if (why := self._fault(folder))}
        for folder, why in self._unusable().items():
            if folder not in folders:
                told |= self._alerts.alert("rules", f"{folder}/{why}"[:LONGEST], {"folder": folder, "names": [], "why": why})
        for folder, why in wrong.items():
            told |= self._alerts.alert("rules", f"{folder}/{now.date()}", {"folder": folder, "names": folders[folder], "why": why})
        self._note(RULES, " ".join(wrong))
        self._note(UNREADABLE, str(closed or ""))
        self._looked = now  # only now: if the store cannot be used, the next check tries again
        return told

    def _games(self) -> tuple[bool, int, dict[str, list[str]]]:
        """Tell of games whose data cannot be read. Returns whether one was told, how many there are, and folder → the games of it
        that are not over.
        """
        told, closed, folders = False, 0, dict[str, list[str]]()
        with self._store.look() as work:
            names = [card.name for card in work.games.listings() if card.card.get("stage") != "finished"]
        for name in names:
            with self._store.look() as work:
                stored = work.games.get(name)
            if stored is None:
                continue
            try:
                read_game(stored.head)
                folders.setdefault(stored.variant, []).append(name)
            except Exception as error:  # unreadable data of any kind
                closed += 1
                facts = {"game": name, "why": _said(error)}
                told |= self._alerts.alert("unreadable", f"{name}/{stored.seq}", facts)
        return told, closed, folders

    def _fault(self, folder: str) -> str:
        try:
            self._rules(folder)
        except Exception as error:  # a folder holds data and code
            return _said(error)
        return ""

    def _note(self, fact: str, said: str) -> None:
        """Note what was found, for `judge status` and metrics."""
        with self._store.look() as work:
            known = work.facts.get(fact)
        if said != known:
            with self._store.work() as work:
                work.facts.put(fact, said)


def is_readable(work: Transaction, name: str) -> bool:
    """Whether a game's present state can be opened. `judge replay` checks its whole history."""
    stored = work.games.get(name)
    try:
        return stored is None or bool(read_game(stored.head).name)
    except Exception:  # unreadable data of any kind
        return False


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST]
