"""What must hold of several workers on one PostgreSQL: what must of one judge, and that they keep out of each other's way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from tests.simulation.machine import Broken
from tests.simulation.oracles import Oracles, Row
from tests.simulation.tables import Table

NEAR = 300
"""So many numbers before the newest letter's, one may come to light later: whoever commits last may have got its number first."""


class SharedOracles(Oracles):
    """Looks on after each commit of any worker."""

    def __init__(self, hall: Any) -> None:
        super().__init__(hall)
        self._events: dict[str, int] = {}
        """Game → the number of its next event."""
        self._letters: set[int] = set()
        self._twice: list[int] = []
        """Mails that may come once more than they are thought to."""
        self._before: dict[int, Mapping[int, Row]] = {}
        self._due: dict[int, tuple[str, Mapping[int, Row]]] = {}
        """Letter → the letters that waited when a worker took it in hand; and a worker's process → the game, and the same, if it
        has one in hand that is due.
        """

    def _new_events(self) -> list[tuple[str, str]]:
        found = []
        for game, seq in self.house.read("SELECT name, seq FROM games ORDER BY name"):
            known = self._events.get(game, 0)
            if seq != known:
                query = "SELECT body FROM events WHERE game = ? AND seq >= ? ORDER BY seq"
                found += [(game, body) for (body,) in self.house.read(query, game, known)]
                self._events[game] = seq
        return found

    def _new_letters(self) -> list[tuple[int, str, str]]:
        query = "SELECT id, source, received FROM letters WHERE id > ? ORDER BY id"
        found = [row for row in self.house.read(query, self._last_letter - NEAR) if row[0] not in self._letters]
        self._letters.update(number for number, *_ in found)
        return found

    def took(self, image: int, what: Iterable[int], game: str, before: Mapping[int, Row]) -> None:
        """Note what a worker takes in hand, letters or a game that is due, and which letters waited when it did."""
        self._before |= dict.fromkeys(what, before)
        self._due[image] = game, before

    def waiting_letters(self) -> Mapping[int, Row]:
        """The letters that are stored and not decided."""
        return dict(self._undecided)

    def _decided(self) -> list[Row]:
        """A game's letters are decided in the order in which they came, though several workers take them."""
        done = super()._decided()
        for row in done:
            for older in self._before.pop(row.number, {}).values():
                if older.number in self._undecided and _came(older) < _came(row) and _of_one_game(older, row):
                    raise Broken(f"{row.copy.sent.id} was decided before {older.copy.sent.id}, which came first")
            self.checked["letters in order"] += 1
        return done

    def _judged(self, table: Table, event: dict[str, Any], image: int) -> None:
        """No deadline is run while a letter from before it is in the hands of another worker."""
        super()._judged(table, event, image)
        game, before = self._due.get(image, ("", {}))
        for row in before.values() if game == table.name else ():
            if row.number in self._undecided and table.due and row.received < table.ends:
                raise Broken(f"{table.name} {table.phase} was run without {row.copy.sent.id}, which was stored")

    def left_behind(self, marks: Iterable[str]) -> None:
        """A worker cannot know any more which of the mails that it has claimed were delivered; they are sent again."""
        query = "SELECT message_id FROM notices WHERE state = 'queued' AND message_id != '' AND note = ANY(?)"
        for (name,) in self.house.read(query, list(marks)):
            mail = self.house.relay.mails.get(name)
            if mail and mail.delivered:
                mail.unsure = mail.delivered

    def may_come_twice(self, marks: Iterable[str]) -> None:
        """The others do not know that a worker is at work: somebody may send, too, what it has claimed, and the same bytes."""
        query = "SELECT id FROM notices WHERE state = 'queued' AND note = ANY(?) AND NOT id = ANY(?) ORDER BY id"
        self._twice += [number for (number,) in self.house.read(query, list(marks), self._twice)]

    def measure(self) -> None:
        """How large the store is says nothing, for nothing is cleaned up in it."""

    def end(self) -> None:
        """Check what must hold when everything has come to rest."""
        for (name,) in self.house.read("SELECT message_id FROM notices WHERE id = ANY(?)", self._twice):
            if name in self.house.relay.mails:
                self.house.relay.mails[name].unsure += 1
        super().end()


def _came(row: Row) -> tuple[datetime, int]:
    return row.received, row.number


def _of_one_game(one: Row, other: Row) -> bool:
    """Whether both are by people who sit in the same game: its players, as far as they order something, and its GM. Whose a letter
    is that was cut short in its head nobody can tell.
    """
    first, second = one.copy.sent, other.copy.sent
    whole = not (one.copy.cut or other.copy.cut)
    return whole and first.game == second.game and all(sent.game and (sent.power or sent.does) for sent in (first, second))
