"""The people of the simulation: those who open games, play, ask, shout, forge and are on holiday."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from tests.simulation.letters import Sent, Writer
from tests.simulation.oracles import EVERY, Table

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
TABLES = 3
"""Games that are played at the same time."""
PHASES = 9
"""Phases after which a game is given up for a new one."""
CLEAR = timedelta(seconds=2)
"""Nobody writes so soon after a phase was run: a Date says only the second."""
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class People:
    """Everybody. Each letter is drawn when it is written, from what its writer can know then."""

    def __init__(self, simulation: Any, letters: int) -> None:
        self._simulation, self._left = simulation, letters
        self._lots = simulation.lots
        self._writer = Writer(self._lots)
        self.written = 0
        self.tell: Callable[[int], None] = lambda written: None
        """Told of each letter."""
        self._tables: dict[str, Table] = simulation.oracles.tables
        self._seen: dict[str, int] = {}

    @property
    def done(self) -> bool:
        """Whether all letters have been written."""
        return self._left <= 0

    def begin(self) -> None:
        """Let everybody begin."""
        for _ in range(TABLES):
            self._simulation.later(3600.0, self._open)
        self._passers_by()

    def moved(self, name: str) -> None:
        """Something happened in a game: whoever waits for that writes."""
        table = self._tables[name]
        if not table.phase:
            self._gather(table)
        elif self._seen.get(name) != table.ran and not table.over:
            self._seen[name] = table.ran
            if table.ran == PHASES:
                self._simulation.later(600.0, partial(self._give_up, table))
            for power in table.players:
                for _ in range(self._lots.choice((0, 1, 1, 1, 2, 3))):
                    self._plan(table, power, table.ran)

    def _open(self) -> None:
        name = f"g{len(self._tables)}"
        gm = f"gm@{name}.example"
        self._tables[name] = Table(name, gm)
        self._post(gm, f"CREATE {name}\nDEADLINE every 48 hours")

    def _gather(self, table: Table) -> None:
        if table.joined == 0 and not self._seen.get(table.name):
            self._seen[table.name] = -1
            for power in POWERS:
                address = f"{power.lower()}@{table.name}.example"
                self._simulation.later(7200.0, partial(self._post, address, f"JOIN {table.name} PREFER {power}"))
        if table.joined == len(POWERS) and self._seen.get(table.name) == -1:
            self._seen[table.name] = -2
            self._simulation.later(600.0, partial(self._post, table.gm, "START"))

    def _give_up(self, table: Table) -> None:
        self._post(table.gm, "TERMINATE")
        table.over = True
        self._simulation.later(3600.0, self._open)

    def _plan(self, table: Table, power: str, turn: int) -> None:
        """Let a player write at some time before the deadline, often late."""
        near = self._lots.random()
        longest = EVERY.total_seconds() if near < 0.4 else 3600.0 if near < 0.6 else 60.0 if near < 0.7 else 4.0
        assert table.due
        when = table.due - timedelta(seconds=longest * self._lots.random())
        kinds = (self._orders, self._press, self._asks, self._forged)
        kind: Callable[[Table, str], None] = self._lots.choices(kinds, (16, 2, 2, 1))[0]
        self._simulation.at(when, lambda: self._if_still(table, turn, partial(kind, table, power)))

    def _if_still(self, table: Table, turn: int, write: Callable[[], None]) -> None:
        if table.ran == turn and not table.over and table.began and self._simulation.now - table.began > CLEAR:
            write()

    def _orders(self, table: Table, power: str) -> None:
        if not table.moves or not any(unit.startswith(f"{power} ") for unit in table.units):
            self._asks(table, power)
            return
        text, meant = self._writer.orders(table.phase, power, table.units)
        self._post(table.players[power], text, game=table.name, phase=table.phase, power=power, orders=meant)

    def _forged(self, table: Table, power: str) -> None:
        """Somebody writes in a player's name; our mail server says that it is forged."""
        text, meant = self._writer.orders(table.phase if table.moves else "Spring 1901", power, table.units)
        about = {"game": table.name, "phase": table.phase, "power": power, "orders": meant}
        self._post(table.players[power], text, answers=-1, genuine=False, **about)

    def _press(self, table: Table, power: str) -> None:
        word = "zz" + "".join(self._lots.choice(ALPHABET) for _ in range(8))
        readers = tuple(address for name, address in table.players.items() if name != power)
        self._post(table.players[power], f"PRESS TO ALL\nThe word is {word}.\nEND", game=table.name, word=word, read_by=readers)

    def _asks(self, table: Table, power: str) -> None:
        self._post(table.players[power], self._lots.choice(("HELP", "STATUS", "LIST", "WHO", "HELP ORDERS")))

    def _passers_by(self) -> None:
        """Strangers ask, and machines answer."""
        number = self.written
        if self._lots.random() < 0.5:
            self._post(f"stranger{number}@elsewhere.example", self._lots.choice(("HELP", "LIST")))
        else:
            away = ("Auto-Submitted: auto-replied",)
            self._post(f"away{number}@holiday.example", "I am out of the office.\nHELP", headers=away, answers=0)
        if not self.done:
            self._simulation.later(40000.0, self._passers_by)

    def _post(self, sender: str, text: str, answers: int = 1, **more: Any) -> None:
        if self.done:
            return
        self.written += 1
        self.tell(self.written)
        self._left -= 1
        written = self._simulation.now.replace(microsecond=0)
        name = f"<{self.written}@{sender.partition('@')[2]}>"
        self._simulation.post(Sent(name, sender, text, written, answers, **more))
