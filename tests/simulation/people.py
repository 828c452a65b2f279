"""The people of the simulation: those who open games, play, ask, shout, whisper, forge and are on holiday."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from tests.letters.composing.meanings import Order, Unit
from tests.simulation.editors import Zine
from tests.simulation.house import QUESTIONS, STRANGERS
from tests.simulation.letters import FIRST, JUDGE, Sent, Writer
from tests.simulation.oracles import EVERY
from tests.simulation.tables import Table, fleets_at, place_of

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
TABLES = 3
"""Games that are played at the same time."""
PHASES = 12
"""Phases after which a game is given up for a new one."""
CLEAR = timedelta(seconds=2)
"""Nobody writes so soon after a phase was run: a Date says only the second."""
HASTY = 0.3
"""How often everybody is in a hurry, and says FINAL."""
BY_REPLY, TO_ALL = 0.4, 0.1
"""How often a letter goes to the address that is in a mail of the judge; and to another player's, too, as by "reply to all"."""
TOO_LATE = 0.95
"""Above this share of letters the writer misses the deadline."""
MEASURED = 100
"""Letters after which the store is measured."""
COUNTED, COUNTS, SELDOM = 400, 8, 2
"""Letters of a run from which on the objects in memory are counted, and how often: it takes as long as twenty letters, and is done
seldom where the process dies, so that the counts are not compared.
"""
UNNAMED = re.compile(r"^(?:retreat|my (?:army|fleet) retreats) to ", re.IGNORECASE | re.MULTILINE)
"""How a retreat is written that does not say of which unit."""
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
MACHINES = (
    "Auto-Submitted: auto-replied", "X-Spam-Flag: YES", "Precedence: bulk", "List-Unsubscribe: <mailto:off@shop.example>",
    "X-Auto-Response-Suppress: All",
)  # fmt: skip


class People:
    """Everybody. Each letter is drawn when it is written, from what its writer can know then."""

    def __init__(self, simulation: Any, letters: int) -> None:
        self._simulation, self._left = simulation, letters
        counts = COUNTS if simulation.manner.lasting else SELDOM
        self._counted = letters // counts if letters >= COUNTED else 0
        self._lots = simulation.lots
        self._writer = Writer(self._lots)
        self.written = 0
        self.tell: Callable[[int], None] = lambda written: None
        """Told of each letter."""
        self._tables: dict[str, Table] = simulation.oracles.tables
        self._replies: dict[tuple[str, str], str] = simulation.house.relay.replies
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
        self._now_and_then(self._crowd)
        self._now_and_then(self._pupil)
        self._now_and_then(self._forgers)
        self._now_and_then(self._editor)

    def moved(self, name: str) -> None:
        """Something happened in a game: whoever waits for that writes."""
        table = self._tables[name]
        if table.alone:
            return
        if not table.phase:
            self._gather(table)
        elif self._seen.get(name) != table.ran and not table.over:
            self._seen[name] = table.ran
            if table.ran == PHASES:
                self._simulation.later(600.0, partial(self._give_up, table))
            self._plan_all(table)

    def _open(self) -> None:
        name = f"g{sum(not table.alone for table in self._tables.values())}"
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
        if sent := self._post(table.gm, "TERMINATE"):
            self._simulation.later(3600.0, partial(self._agree, sent))
        table.over = True
        self._simulation.later(3600.0, self._open)

    def _agree(self, sent: Sent) -> None:
        """The writer of a letter says yes when the judge asks whether it should count."""
        code = self._simulation.house.relay.questions.get(sent.id)
        if code:
            self._post(sent.sender, "YES", -1 if sent.lost else 1, to=(code,))
        elif not sent.lost:
            self._simulation.later(7200.0, partial(self._agree, sent))

    def _plan_all(self, table: Table) -> None:
        hasty = self._lots.random() < HASTY
        for power in table.players:
            for _ in range(self._lots.choice((0, 1, 1, 1, 2, 3))):
                kinds = (self._orders, self._press, self._whispers, self._asks, self._forged)
                kind = self._lots.choices(kinds, (16, 2, 2, 2, 2))[0]
                self._plan(table, partial(kind, table, power))
            if hasty and power in table.waited_for():
                self._plan(table, partial(self._orders, table, power, True))
        if self._lots.random() < 0.1:
            self._plan(table, partial(self._gm, table, "extend"))
        if self._lots.random() < 0.1:
            self._plan(table, partial(self._gm, table, "process"))

    def _plan(self, table: Table, write: Callable[[], None]) -> None:
        """Let somebody write at some time before the deadline, often late; or after it, if the phase still waits to be run."""
        near, turn = self._lots.random(), table.ran
        longest = EVERY.total_seconds() if near < 0.4 else 3600.0 if near < 0.6 else 60.0 if near < 0.7 else 4.0
        assert table.due
        when = table.due - timedelta(seconds=longest * self._lots.random())
        if near > TOO_LATE:
            when = table.due + timedelta(seconds=3600 * self._lots.random() ** 2)
        self._simulation.at(when, lambda: self._if_still(table, turn, write))

    def _if_still(self, table: Table, turn: int, write: Callable[[], None]) -> None:
        if table.ran == turn and not table.over and table.began and self._simulation.now - table.began > CLEAR:
            write()

    def _gm(self, table: Table, does: str) -> None:
        named = self._lots.choice(("", f" {table.phase}"))
        text = "EXTEND 24 hours" if does == "extend" else f"PROCESS{named}"
        to = self._replies[table.gm, table.name]
        self._post(table.gm, text, game=table.name, phase=table.phase, does=does, to=(to,))

    def _orders(self, table: Table, power: str, final: bool = False) -> None:
        if power not in table.waited_for():
            self._asks(table, power)
            return
        if table.phase == FIRST and not final and self._lots.random() < 0.3:
            _, text = self._writer.freely(power)
            self._write(table, power, text, unsure=True)
            return
        text, meant = self._drawn(table, power)
        unsure = table.kind == "retreats" and table.may_mix_up(power) and bool(UNNAMED.search(text))
        if final:
            text = self._lots.choice((f"FINAL\n{text}", f"{text}\nFINAL"))
        self._write(table, power, text, orders=meant, final=final, unsure=unsure)

    def _drawn(self, table: Table, power: str) -> tuple[str, dict[str, str]]:
        """Draw what a player orders in the phase that is running."""
        lots = self._lots
        if table.kind == "moves":
            return self._writer.orders(table.phase, power, table.units)
        if table.kind == "retreats":
            return self._writer.said([self._retreat(power, out.unit, out.goals) for out in table.out if out.power == power])
        due = table.builds(power)
        if due < 0:
            mine = [unit.rpartition(" ")[2] for unit in table.units if unit.startswith(f"{power} ")]
            return self._writer.said([Order("remove", _unit(unit, power)) for unit in lots.sample(mine, -due)])
        letters = {at: lots.choice("AF") if fleets_at(at) else "A" for at in lots.sample(table.free(power), due)}
        return self._writer.said([Order("build", Unit(letter, at, "", power)) for at, letter in letters.items()])

    def _retreat(self, power: str, unit: str, goals: tuple[str, ...]) -> Order:
        if not goals or self._lots.random() < 0.2:
            return Order("disband", _unit(unit, power))
        return Order("retreat", _unit(unit, power), self._lots.choice(goals))

    def _write(self, table: Table, power: str, text: str, **more: Any) -> None:
        """A player writes about orders: to the judge, or in reply to one of its mails, perhaps to all who are in its head."""
        to = [JUDGE]
        if self._lots.random() < BY_REPLY:
            to = [self._replies.get((table.players[power], table.name), JUDGE)]
        if self._lots.random() < TO_ALL:
            other = self._lots.choice(sorted(set(table.players) - {power}))
            to.append(self._replies.get((table.players[other], table.name), JUDGE))
        about = {"game": table.name, "phase": table.phase, "power": power, "to": tuple(to)}
        self._post(table.players[power], text, **about, **more)

    def _forged(self, table: Table, power: str) -> None:
        """Somebody writes in a player's name; our mail server says that it is forged."""
        if table.kind != "moves" or power not in table.waited_for():
            return
        text, meant = self._writer.orders(table.phase, power, table.units)
        about = {"game": table.name, "phase": table.phase, "power": power, "orders": meant}
        self._post(table.players[power], text, answers=-1, genuine=False, **about)

    def _press(self, table: Table, power: str) -> None:
        word, readers = self._word(), (table.gm, *(table.players[each] for each in table.players if each != power))
        self._post(table.players[power], f"PRESS TO ALL\nThe word is {word}.\nEND", game=table.name, word=word, read_by=readers)

    def _whispers(self, table: Table, power: str) -> None:
        """Press for one or two Powers, which goes to them at once."""
        word, others = self._word(), sorted(set(table.players) - {power})
        to = self._lots.sample(others, self._lots.choice((1, 2)))
        readers = tuple(table.players[each] for each in to)
        text = f"PRESS TO {', '.join(to).upper()}\nThe word is {word}.\nEND"
        self._post(table.players[power], text, game=table.name, word=word, read_by=readers, secret=True)

    def _word(self) -> str:
        return "zz" + "".join(self._lots.choice(ALPHABET) for _ in range(8))

    def _asks(self, table: Table, power: str) -> None:
        self._post(table.players[power], self._lots.choice(("HELP", "STATUS", "LIST", "WHO", "HELP ORDERS")))

    def _passers_by(self) -> None:
        """Strangers ask, and machines write."""
        if self._lots.random() < 0.5:
            self._stranger()
        else:
            head = self._lots.choice(MACHINES)
            self._post(f"away{self.written}@holiday.example", "I am out of the office.\nHELP", headers=(head,), answers=0)
        if not self.done:
            self._simulation.at(self._simulation.now + timedelta(hours=36 * self._lots.random()), self._passers_by)

    def _stranger(self, answers: int = -1) -> None:
        sender = f"stranger{self.written}@elsewhere.example"
        self._post(sender, self._lots.choice(("HELP", "LIST")), answers=answers, stranger=True, vouched=False)

    def _now_and_then(self, come: Callable[[], None]) -> None:
        self._simulation.at(self._simulation.now + timedelta(days=20 * self._lots.random()), come)

    def _crowd(self) -> None:
        """So many strangers write within minutes that not all are answered."""
        for _ in range(STRANGERS * 2):
            self._simulation.later(1200.0, self._stranger)
        if not self.done:
            self._now_and_then(self._crowd)

    def _forgers(self) -> None:
        """Within minutes somebody forges so many letters in a player's name that its owner is not asked about all."""
        running = [table for table in self._tables.values() if table.kind == "moves" and not (table.over or table.alone)]
        if running:
            table = self._lots.choice(running)
            power = self._lots.choice(sorted(table.players))
            for _ in range(QUESTIONS * 2):
                self._simulation.later(1200.0, partial(self._forged, table, power))
        if not self.done:
            self._now_and_then(self._forgers)

    def _editor(self) -> None:
        """Somebody prints one or two of the games in a zine."""
        running = [table.name for table in self._tables.values() if table.phase and not (table.over or table.alone)]
        if running:
            games = tuple(self._lots.sample(running, min(len(running), self._lots.choice((1, 2)))))
            title, editor = f"paper{self.written}", f"editor{self.written}@zine.example"
            zine = Zine(title, editor, games, self._lots.randrange(7), self._simulation.now.replace(second=0, microsecond=0))
            if sent := self._post(zine.editor, zine.letter):
                self._simulation.oracles.zines[sent.id] = zine
        if not self.done:
            self._now_and_then(self._editor)

    def _pupil(self) -> None:
        """Somebody plays against house players, and writes in any style. If a backup was put back since, the judge may not know
        them, and does not answer what it takes for talk.
        """
        pupil = f"pupil{self.written}@school.example"
        begun = self._post(pupil, "PRACTICE AS France")
        for number in range(1, 6):
            when = self._simulation.now + timedelta(hours=3 * number)
            self._simulation.at(when, lambda: self._post(pupil, self._learns(), -1 if begun and begun.lost else 1))
        if not self.done:
            self._now_and_then(self._pupil)

    def _learns(self) -> str:
        return str(self._lots.choice(("HINT", "FINAL", self._writer.freely("France")[1])))

    def _post(self, sender: str, text: str, answers: int = 1, **more: Any) -> Sent | None:
        if self.done:
            return None
        self.written += 1
        self.tell(self.written)
        if self.written % MEASURED == 0:
            self._simulation.oracles.measure()
        if self._counted and self.written % self._counted == 0:
            self._simulation.memory.count(self.written)
        self._left -= 1
        written = self._simulation.now.replace(microsecond=0)
        name = f"<{self.written}@{sender.partition('@')[2]}>"
        sent = Sent(name, sender, text, written, answers, **more)
        self._simulation.post(sent)
        return sent


def _unit(unit: str, power: str) -> Unit:
    """Read `F(StP.sc)`."""
    _, _, coast = unit[2:-1].partition(".")
    return Unit(unit[0], place_of(unit), coast, power)
