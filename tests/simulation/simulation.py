"""The simulation: houses full of people who write to a judge, on a machine and a network where everything goes wrong.

One process, one thread, one seed. Time moves from one event to the next; the judge's own steps take none.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import TypeVar

from judge.cli.replay import replay_game
from judge.store import StoreUnavailable
from tests.simulation.house import ADDRESS, House
from tests.simulation.letters import Sent, soon
from tests.simulation.machine import Crash, Machine
from tests.simulation.oracles import Broken, HandedOver, Oracles, Saved
from tests.simulation.people import People

T = TypeVar("T")
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DOOM = 0.03
"""How often a step of the machine is the beginning of a crash, some steps later."""
BACKUP = 0.05
"""How often a backup is made while the relay is away, which will be put back."""
POWER = 0.3
"""How often a crash is a power cut."""
STEPS = 60
"""The most steps until it happens."""
TWICE, AGAIN, LONG = 0.1, 0.04, 0.15
"""How often a letter comes a second time by another way, or again from our own mail server; and how often it takes long."""
STALLED = 90.0
"""Seconds for which a disk may stall over letters in hand."""
TROUBLE = 0.03
"""How often something goes wrong with a mail on its way out."""
ACCIDENT = 20 * HOUR
"""How long it is, at most, from one accident of the machine to the next."""
REST = timedelta(hours=6)
"""How long everything has at the end to come to rest."""


class Simulation:
    """A judge, its people, and all that happens between them."""

    def __init__(self, folder: Path, seed: int, letters: int, calm: bool = False) -> None:
        self.machine = Machine(seed)
        self.lots, self.house, self.calm = self.machine.lots, House(folder, self.machine), calm
        self.oracles = Oracles(self.house)
        self.people = People(self, letters)
        self.house.relay.trouble = 0.0 if calm else TROUBLE
        self._agenda: list[tuple[datetime, int, Callable[[], object]]] = []
        self._numbers = count(1)
        self._image = 0
        self._in_hand: list[HandedOver] = []
        self._letters: dict[int, object] = {}
        self._free_since = self.machine.time
        """Since when nothing has kept the judge from running what is due."""
        self._wakes: datetime | None = None
        self._saved: Saved | None = None
        """What was known when the backup was made that there is."""

    @property
    def now(self) -> datetime:
        """The true time."""
        return self.machine.time

    def at(self, when: datetime, do: Callable[[], object]) -> None:
        """Let something happen."""
        heapq.heappush(self._agenda, (when, next(self._numbers), do))

    def later(self, longest: float, do: Callable[[], object]) -> None:
        """Let something happen within so many seconds."""
        self.at(self.now + soon(self.lots, longest), do)

    def run(self) -> None:
        """Let everything happen, and check it. Raises Broken."""
        self._boot()
        self.people.begin()
        if not self.calm:
            self.later(ACCIDENT.total_seconds(), self._accident)
        while self._agenda and not self.people.done:
            self._next()
        self._come_to_rest()
        self.oracles.end()
        assert self.house.parts
        for (name,) in self.house.read("SELECT name FROM games ORDER BY name"):
            lines, same = replay_game(self.house.parts, name)
            if not same:
                raise Broken(f"{name} is not what its events make of it: {lines[-1]}")
            self.oracles.checked["games replayed"] += 1

    def close(self) -> None:
        """Give the files back."""
        self.house.end()
        self.house.close()

    def post(self, sent: Sent) -> None:
        """Send a letter; sooner or later our mail server has it, once or twice."""
        self.oracles.sent.append(sent)
        self.machine.tell("written", sent.id, sent.text)
        times = 2 if not self.calm and self.lots.random() < TWICE else 1
        for _ in range(times):
            longest = 7200.0 if not self.calm and self.lots.random() < LONG else 20.0
            self.later(longest, lambda: self._received(sent))
        self.machine.faults["letters that came twice"] += times - 1

    def _next(self) -> None:
        when, _, do = heapq.heappop(self._agenda)
        self.machine.time = max(self.machine.time, when)
        do()

    def _received(self, sent: Sent) -> None:
        copy = HandedOver(sent, sent.raw(self.now), self.now.replace(microsecond=0))
        self.oracles.waiting.append(copy)
        self.at(self.now + SECOND * self.lots.random(), lambda: self._hand_over(copy))

    def _hand_over(self, copy: HandedOver) -> None:
        if not self.house.up:
            copy.image = -1
            self._try_again(copy)
            return
        letter = self.house.arrivals.arrive(copy.raw, copy.sent.sender, copy.sent.to or [ADDRESS])
        self.machine.tell("in", letter.source, letter.received)
        same = self.oracles.copies.setdefault(letter.source, [])
        same.append(copy)
        if same[0].stored:
            self.oracles.is_stored(copy)
        copy.image, copy.refused = self._image, None
        self._in_hand.append(copy)
        self._letters[id(copy)] = letter
        if len(self._in_hand) == 1:
            self.later(STALLED if not self.calm and self.lots.random() < LONG else 3.0, self._commit)

    def _try_again(self, copy: HandedOver) -> None:
        if not copy.stored:
            self.at(self.now + MINUTE * self.lots.uniform(1, 12), lambda: None if copy.stored else self._hand_over(copy))

    def _commit(self) -> None:
        """Commit all letters in hand, as the server's committing thread does."""
        some, self._in_hand = self._in_hand, []
        if not some or not self.house.up:
            return
        self._maybe_doom()
        letters = [self._letters.pop(id(copy)) for copy in some]
        accepted = self._try(lambda: self.house.commit(letters))  # type: ignore[arg-type]
        self._free_since = self.now
        for number, copy in enumerate(some):
            if accepted is None:
                copy.image = -1
                self._try_again(copy)
                continue
            if not accepted[number]:
                self.machine.faults["letters put off"] += 1
                copy.refused = self.now
                self._try_again(copy)
                continue
            self.oracles.accepted(copy)
            if not self.calm and self.lots.random() < AGAIN:
                self.machine.faults["letters handed over again"] += 1
                self.later(600.0, lambda copy=copy: self._repeat(copy))  # type: ignore[misc]
        self.work()

    def _repeat(self, copy: HandedOver) -> None:
        """Our mail server has not heard that a letter was accepted, and hands it over again."""
        if self.house.up:
            letter = self.house.arrivals.arrive(copy.raw, copy.sent.sender, copy.sent.to or [ADDRESS])
            self._try(lambda: self.house.commit([letter]))
            self.work()

    def work(self) -> None:
        """Let office and sender do their steps, in any order, until neither finds more to do."""
        idle: set[str] = set()
        while self.house.up and len(idle) < 2:
            which = self.lots.choice([each for each in ("decide", "send") if each not in idle])
            self._maybe_doom()
            did = self._try(self.house.decide if which == "decide" else self.house.send)
            if did is None:
                break
            idle = set() if did else idle | {which}
        if self.house.up and self._try(self.house.watch):
            self.work()
        elif self.house.up:
            if not self._kept() and len(idle) == 2:
                self.oracles.idle(self._free_since)
            self._plan()

    def _kept(self) -> bool:
        """Whether something keeps the judge from running what is due."""
        kept = bool(self._in_hand or self.machine.full or self.machine.wrong) or any(
            copy.image == self._image and copy.refused for copy in self.oracles.waiting
        )
        if kept:
            self._free_since = self.now
        return kept

    def _plan(self) -> None:
        """Wake the judge when something may be due: its threads look every half second; here, less often for what waits long."""
        ((due,),) = self.house.read("SELECT min(next_due) FROM games")
        ((next_try,),) = self.house.read("SELECT min(next_try) FROM notices WHERE state = 'queued'")
        times = []
        if due:
            at, pause = datetime.fromisoformat(due), SECOND * self.lots.random() / 2
            times.append(at + pause if at > self.now else self.now + (SECOND / 2 if self.now - at < 5 * SECOND else 20 * SECOND))
        if next_try:
            times.append(max(datetime.fromisoformat(next_try), self.now + 5 * SECOND))
        when = min(times, default=None)
        if when and (self._wakes is None or self._wakes <= self.now or when < self._wakes):
            self._wakes = when
            self.at(when, self._wake)

    def _wake(self) -> None:
        if self.house.up:
            self._wakes = None
            self.work()

    def _maybe_doom(self) -> None:
        if not self.calm and not self.machine.wrong and self.lots.random() < DOOM:
            self.machine.doom(self.lots.randint(1, STEPS))

    def _try(self, step: Callable[[], T]) -> T | None:
        """One step of the judge, and a look at what came of it; None if the process died of it, or the disk was full."""
        try:
            done: T | None = step()
        except Crash:
            self._crashed()
            done = None
        except StoreUnavailable:
            if not self.machine.full:
                raise
            self.oracles.crashed()
            self.at(self.now + 10 * SECOND, self.work)
            done = None
        for name in self.oracles.look(self._image):
            self.people.moved(name)
        return done

    def _crashed(self) -> None:
        if self.lots.random() < POWER:
            self.machine.faults["power cut"] += 1
            self.house.cut_power()
            self.oracles.still_there()
        self._ended()

    def _ended(self) -> None:
        """The process is gone; after a while the next begins."""
        self.house.end()
        self.oracles.crashed()
        for copy in self._in_hand:
            copy.image = -1
            self._try_again(copy)
        self._in_hand = []
        self._letters.clear()
        for copy in self.oracles.waiting:
            copy.image = copy.image and -1
        longest = 1800.0 if self.lots.random() < 0.1 else 60.0
        self.later(longest, self._boot)

    def _boot(self) -> None:
        self._image += 1
        self._free_since = self.now
        self.machine.tell("boot", self._image)
        self.machine.boot()
        self._try(self.house.start)
        if self.house.up:
            self.work()

    def _accident(self) -> None:
        """Something happens to the machine or the relay; some time later it is over."""
        if self.people.done:
            return
        what = self.lots.choice(("disk", "relay", "asleep", "clock"))
        self.machine.tell("accident", what)
        if what == "disk":
            self.machine.full = True
            self.at(self.now + MINUTE * self.lots.uniform(0.1, 10), self._mended)
        elif what == "relay":
            self.house.relay.closed = True
            self.at(self.now + MINUTE * self.lots.uniform(1, 90), self._mended)
            if self.lots.random() < BACKUP:
                self.later(1800.0, self._back_up)
        elif what == "clock" and self.house.up and not self.machine.wrong:
            self.machine.faults["clock wrong for a while"] += 1
            self.machine.doom(0)
            self.machine.wrong = HOUR * self.lots.uniform(1, 100)
            self.at(self.now + MINUTE * self.lots.uniform(1, 50), self._mended)
        elif what == "asleep" and not self.machine.wrong:
            self.machine.faults["machine asleep"] += 1
            self.machine.time += MINUTE * self.lots.uniform(1, 300)
            self._free_since = self.now
        self.later(ACCIDENT.total_seconds(), self._accident)
        self.work()

    def _back_up(self) -> None:
        """Make a backup, which is put back some time. Not while a game begins: too much would be lost."""
        begun = all(table.phase or table.over for table in self.oracles.tables.values() if not table.alone)
        if begun and self.house.up and self._saved is None:
            self.house.back_up()
            self._saved = self.oracles.saved()
            self.at(self.now + HOUR * self.lots.uniform(0.5, 60), self._restore)

    def _restore(self) -> None:
        """The disk is lost, and the backup is put back."""
        if self._saved is None or self.people.done:
            return
        if self.machine.wrong or self.machine.full or not self.house.up:
            self.later(7200.0, self._restore)
            return
        self.machine.faults["restored"] += 1
        self.machine.tell("restored")
        self._ended()
        self.house.restore()
        self.oracles.restored(self._saved)
        self.oracles.crashed()
        self._saved = None

    def _mended(self) -> None:
        self._free_since = self.now
        self.machine.full, self.machine.wrong, self.house.relay.closed = False, timedelta(), False
        self.work()

    def _come_to_rest(self) -> None:
        """Let nothing go wrong any more, nobody write, and all that is under way come to its end."""
        self.calm = True
        self.machine.doom(0)
        self.house.relay.trouble = 0.0
        self._mended()
        end = self.now + REST
        while self._agenda and self._agenda[0][0] <= end:
            self._next()
        if not self.house.up:
            raise Broken("the judge is down at the end")
        self.machine.time = end
        self.work()
