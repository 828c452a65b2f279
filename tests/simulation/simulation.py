"""The simulation: houses full of people who write to a judge, on a machine and a network where everything goes wrong.

One process, one thread, one seed. Time moves from one event to the next; the judge's own steps take none.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar

from judge.cli.replay import replay_game
from judge.store import StoreUnavailable
from tests.simulation.accidents import Accidents
from tests.simulation.house import ADDRESS, House
from tests.simulation.letters import Sent, soon
from tests.simulation.machine import Broken, Crash, Machine
from tests.simulation.manners import manner_of
from tests.simulation.memory import Memory
from tests.simulation.older import ITS_LETTER, ITS_WRITER
from tests.simulation.oracles import SETTLE, HandedOver, Oracles
from tests.simulation.people import People
from tests.simulation.threads import Threads

T = TypeVar("T")
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DOOM = 0.03
"""How often a step of the machine is the beginning of a crash, some steps later."""
POWER = 0.3
"""How often a crash is a power cut."""
STEPS = 60
"""The most steps until it happens."""
UPGRADE = 120
"""The same while tables are brought up to date: about so many steps take all that is to be done."""
TWICE, AGAIN, LONG = 0.1, 0.04, 0.15
"""How often a letter comes a second time by another way, or again from our own mail server; and how often it takes long."""
HALF = 0.5
CUT = 0.03
"""How often a copy of a letter comes besides, of which the end is missing."""
OFF, OFF_LONG = 60.0, 1800.0
"""The most seconds for which no process is at work after one has died; the latter in one of ten cases."""
STALLED = 90.0
"""Seconds for which a disk may stall over letters in hand."""
TROUBLE = 0.03
"""How often something goes wrong with a mail on its way out."""
REST = timedelta(hours=6)
"""How long everything has at the end to come to rest."""


class Simulation:
    """A judge, its people, and all that happens between them."""

    def __init__(
        self, folder: Path, seed: int, letters: int, calm: bool = False, without: frozenset[str] = frozenset(), workers: int = 0
    ) -> None:
        self.machine, self.manner = Machine(seed), manner_of(seed, workers)
        self.lots, self.calm = self.machine.lots, calm
        self.house, self.oracles = self._begun(folder)
        self.memory = Memory(self.house, self.manner.lasting)
        self.people, self._without = People(self, letters), without
        self.accidents = Accidents(self)
        self.house.relay.trouble = 0.0 if calm else TROUBLE * self.manner.storm
        if self.house.mailbox:
            self.house.mailbox.trouble = self.house.relay.trouble * 3
        self._polls, self._pause = self.machine.time, timedelta()
        """When the mailbox is looked into again after trouble, and how long the pause before that was."""
        self._agenda: list[tuple[datetime, int, Callable[[], object]]] = []
        self._numbers = count(1)
        self._image = 0
        self._in_hand: list[HandedOver] = []
        self._letters: dict[int, object] = {}
        self._put_off = set[HandedOver]()
        """Those that the judge has refused, so that deadlines wait until they come again."""
        self.free_since = self.machine.time
        """Since when nothing has kept the judge from running what is due."""
        self._wakes: datetime | None = None
        self._tries_again = self.machine.time
        """When the judge tries again to write to a full disk."""
        self._newer = False
        """Whether the process that begins next is of a newer version than the one before it."""
        self._beside, self._ended_ill = False, ""
        """Whether threads run side by side, and what kept one from ending well: `crash` or `full`."""

    def _begun(self, folder: Path) -> tuple[House, Oracles]:
        house = House(folder, self.machine, self.manner)
        return house, Oracles(house)

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
        if self.manner.older:
            self.oracles.begin_on_older(Sent(ITS_LETTER, ITS_WRITER, "A KIE-HOL. A MUN-BUR. F DEN-SWE.", self.now, 1))
        self._boot()
        self.people.begin()
        if not self.calm:
            self.accidents.later()
        while self._agenda and not self.people.done:
            self._next()
        self._come_to_rest()
        self.oracles.end()
        self.oracles.checked["memory counted"] += self.memory.end()
        assert self.house.parts
        for (name,) in self.house.read("SELECT name FROM games ORDER BY name"):
            lines, same = replay_game(self.house.parts, name)
            if not same and name not in self.oracles.older:
                raise Broken(f"{name} is not what its events make of it: {lines[-1]}")
            self.oracles.checked["games replayed"] += 1

    def close(self) -> None:
        """Give the files back."""
        self.house.end()
        self.house.close()

    def post(self, sent: Sent) -> None:
        """Send a letter; sooner or later our mail server has it, once or twice."""
        left_out = not self._without.isdisjoint({sent.id, sent.sender, sent.sender.partition("@")[2]})
        if not left_out:
            self.oracles.sent.append(sent)
            self.machine.tell("written", sent.id, sent.text)
        times = 2 if not self.calm and self.lots.random() < TWICE else 1
        cut = not self.calm and bool(sent.power) and self.lots.random() < CUT
        for number in range(times + cut):
            longest = 7200.0 if not self.calm and self.lots.random() < LONG else 20.0
            self.later(longest, partial(self._received, sent, cut and number == times) if not left_out else lambda: None)
        if cut:
            self.machine.faults["letters cut short"] += 1
            sent.unsure, sent.answers = True, -3
        self.machine.faults["letters that came twice"] += times - 1

    def _next(self) -> None:
        when, _, do = heapq.heappop(self._agenda)
        self.machine.time = max(self.machine.time, when)
        do()

    def _hand_over_another(self) -> bool:
        """Let the next letter be handed over now, if one is to be within two seconds; return whether it was."""
        soon = self.now + 2 * SECOND
        near = [each for each in self._agenda if each[0] < soon and getattr(each[2], "func", None) == self._hand_over]
        if not near:
            return False
        one = min(near)
        self._agenda.remove(one)
        heapq.heapify(self._agenda)
        self.machine.time = max(self.machine.time, one[0])
        one[2]()
        return True

    def _received(self, sent: Sent, cut: bool) -> None:
        raw = sent.raw(self.now, len(self.oracles.by_bytes) + 1 if self.house.mailbox else 0)
        if cut:  # below the lines of our own mail server, which has the letter as it came
            raw = raw[: max(raw.index(b"From:"), self.lots.randrange(len(raw) // 3, len(raw)))]
        copy = HandedOver(sent, raw, self.now.replace(microsecond=0), cut)
        if self.house.mailbox:
            self.oracles.by_bytes[copy.raw] = copy
        self.oracles.waiting.append(copy)
        self.at(self.now + SECOND * self.lots.random(), partial(self._put if self.house.mailbox else self._hand_over, copy))

    def _put(self, copy: HandedOver) -> None:
        """Our mail server puts a letter into the mailbox, and sooner or later the judge looks."""
        assert self.house.mailbox
        copy.put = self.now
        self.house.mailbox.put(copy.raw, self.now)
        self.later(60.0, self.work)

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
        self.oracles.handed_over(copy, self._image)
        self._in_hand.append(copy)
        self._letters[id(copy)] = letter
        if len(self._in_hand) == 1:
            self.later(STALLED if not self.calm and self.lots.random() < LONG else 3.0, self._commit)

    def _try_again(self, copy: HandedOver) -> None:
        """Our mail server has not heard that a letter was accepted, and comes back with it: it cannot know of another copy that is
        stored.
        """
        self.at(self.now + MINUTE * self.lots.uniform(1, 12), partial(self._hand_over, copy))

    def _commit(self) -> None:
        """Commit all letters in hand, as the server's committing thread does."""
        some, self._in_hand = self._in_hand, []
        if not some or not self.house.up:
            return
        self._maybe_doom()
        self.work(some)

    def _commit_all(self, some: list[HandedOver]) -> None:
        letters = [self._letters.pop(id(copy)) for copy in some]
        accepted = self._try(lambda: self.house.commit(letters))  # type: ignore[arg-type]
        self.free_since = self.now
        for number, copy in enumerate(some):
            if accepted is None:
                copy.image = -1
                self._try_again(copy)
                continue
            if not accepted[number]:
                self.machine.faults["letters put off"] += 1
                copy.refused = self.now
                self._put_off.add(copy)
                self._try_again(copy)
                continue
            self._put_off.discard(copy)
            self.oracles.accepted(copy)
            if not self.calm and self.lots.random() < AGAIN:
                self.machine.faults["letters handed over again"] += 1
                self.later(600.0, partial(self._repeat, copy))

    def _repeat(self, copy: HandedOver) -> None:
        """Our mail server has not heard that a letter was accepted, and hands it over again."""
        if self.house.up:
            letter = self.house.arrivals.arrive(copy.raw, copy.sent.sender, copy.sent.to or [ADDRESS])
            self.oracles.copies.setdefault(letter.source, [copy])  # without a Message-ID it is another letter
            self._try(lambda: self.house.commit([letter]))
            self.work()

    def work(self, some: list[HandedOver] | None = None) -> None:
        """Let the judge commit letters, and do what there is to do, until it finds no more."""
        if self.house.threads:
            idle = self.house.up and self._side_by_side(self.house.threads, some or [])
        else:
            if some:
                self._commit_all(some)
            idle = self._by_turns()
        if self.house.up and self._try(self.house.watch):
            self.work()
        elif self.house.up:
            if not self._kept() and idle:
                self.oracles.idle(self.free_since)
            self._plan()

    def _by_turns(self) -> bool:
        """Let office, sender and the look into the mailbox do their steps, in any order; return whether none finds more to do.

        What is due may have waited for a look after which the office has not looked yet, as it does half a second later.
        """
        steps: dict[str, Callable[[], bool]] = {"decide": self._decide, "send": self.house.send}
        if self.house.mailbox:
            steps["poll"] = self._poll
        last = ""
        while self.house.up and steps:
            which = self.lots.choice([*steps])
            self._maybe_doom()
            did = self._try(steps[which])
            if did is None:
                return False
            if which in ("decide", "poll"):
                last = which
            if not did:
                del steps[which]
            elif which != "send":
                steps |= {"decide": self._decide, "send": self.house.send}
        return self.house.up and last != "poll"

    def _decide(self) -> bool:
        """One step of the office."""
        self.oracles.begins(self._image)
        return self.house.decide()

    def _poll(self) -> bool:
        """Look into the mailbox, but not so soon after trouble."""
        if self.now < self._polls:
            return False
        if self._pause:  # what is due may wait for what this look finds, and the office looks again later
            self.free_since = self.now
        took = self.house.poll()
        self._pause = timedelta() if self.house.reached else min(max(SECOND, self._pause * 2), MINUTE)
        self._polls = self.now + self._pause
        if self._pause:
            self.at(self._polls, self.work)
        return took

    def _side_by_side(self, threads: Threads, some: list[HandedOver]) -> bool:
        """Let office, sender and network do this as threads that take turns within their steps; return whether all have ended well.
        """
        self._ended_ill = ""
        did = False

        def until_idle(step: Callable[[], bool]) -> Callable[[], None]:
            def body() -> None:
                nonlocal did
                self._maybe_doom()
                while self._try(step):
                    did = True
                    self._maybe_doom()

            return body

        self._beside = True
        threads.run([lambda: self._network(threads, some), until_idle(self._decide), until_idle(self.house.send)])
        self._beside = False
        if self._ended_ill == "crash":
            self._crashed()
            self._looked()
        return self._side_by_side(threads, []) if did and not self._ended_ill else not self._ended_ill

    def _network(self, threads: Threads, some: list[HandedOver]) -> None:
        """Letters are committed, and others come meanwhile, which may be committed at once, or not."""
        if some:
            self._commit_all(some)
        for _ in range(self.lots.randint(0, 3)):
            if not self._hand_over_another():
                break
            threads.give_way()
        if self._in_hand and self.lots.random() < HALF:
            some, self._in_hand = self._in_hand, []
            self._commit_all(some)

    def _kept(self) -> bool:
        """Whether something keeps the judge from running what is due."""
        shut = self.house.mailbox and (self.house.mailbox.closed or not self.house.reached or self.now < self._polls)
        kept = bool(self._in_hand or self._put_off or self.machine.full or self.machine.wrong or shut)
        if kept:
            self.free_since = self.now
        return kept

    def _plan(self) -> None:
        """Wake the judge when something may be due: its threads look every half second; here, less often for what waits long."""
        ((due,),) = self.house.read("SELECT min(next_due) FROM games")
        ((next_try,),) = self.house.read("SELECT min(next_try) FROM notices WHERE state = 'queued'")
        times = []
        if due:
            at, pause = datetime.fromisoformat(due), SECOND * self.lots.random() / 2
            past = self.now - at
            times.append(max(at, self.now) + pause if past < timedelta() else at + SETTLE + pause if past < SETTLE else
                         self.now + (SECOND / 2 if past < 5 * SECOND else 20 * SECOND))
        if next_try:
            times.append(max(datetime.fromisoformat(next_try), self.now + 5 * SECOND))
        when = min(times, default=None)
        if when and (self._wakes is None or self._wakes <= self.now or when < self._wakes):
            self._wakes = when
            self.at(when, partial(self._wake, when))

    def _wake(self, when: datetime) -> None:
        """Wake the judge, unless it was woken for something else meanwhile, and has planned anew."""
        if self.house.up and self._wakes == when:
            self._wakes = None
            self.work()

    def _maybe_doom(self) -> None:
        if not self.calm and not self.manner.lasting and not self.machine.wrong and self.lots.random() < DOOM * self.manner.storm:
            self.machine.doom(self.lots.randint(1, STEPS))

    def spare(self) -> None:
        """Let no process die of what was to happen to it."""
        self.machine.doom(0)

    def _try(self, step: Callable[[], T]) -> T | None:
        """One step of the judge, and a look at what came of it; None if the process died of it, or the disk was full."""
        try:
            done: T | None = step()
        except Crash:
            if self._beside:
                self._ended_ill = "crash"
            else:
                self._crashed()
            done = None
        except StoreUnavailable:
            if not self.machine.full:
                raise
            self._ended_ill = self._ended_ill or "full"
            self.oracles.crashed()
            if self._tries_again <= self.now:
                self._tries_again = self.now + 10 * SECOND
                self.at(self._tries_again, self.work)
            done = None
        self._looked()
        return done

    def _looked(self) -> None:
        for name in self.oracles.look(self._image):
            self.people.moved(name)

    def _crashed(self) -> None:
        if self.lots.random() < POWER:
            self.machine.faults["power cut"] += 1
            self.house.cut_power()
            self.oracles.still_there()
        self.ended()

    def ended(self) -> None:
        """The process is gone; after a while the next begins."""
        self.house.end()
        self.oracles.crashed()
        for copy in self._in_hand:
            copy.image = -1
            self._try_again(copy)
        self._in_hand = []
        self._letters.clear()
        self._put_off.clear()
        for copy in self.oracles.waiting:
            copy.image = copy.image and -1
        longest = OFF_LONG if self.lots.random() < 0.1 else OFF
        self.later(longest, self._boot)

    def upgrade(self) -> None:
        """The judge is stopped, in good order or at any step, and a newer version is started."""
        self._newer = True
        if self.lots.random() < HALF:
            self._try(self.house.stop)
            if self.house.up:
                self.ended()
        else:
            self.machine.doom(self.lots.randint(1, STEPS))

    def _boot(self) -> None:
        self._image += 1
        self._polls = self.oracles.began = self.now
        self.free_since = self.now
        self.machine.tell("boot", self._image)
        self.machine.boot()
        if self._newer:
            self._newer = False
            self.house.turn_back()
            self.oracles.upgraded()
        if self.house.step and not self.calm and self.lots.random() < HALF:
            self.machine.doom(self.lots.randint(1, UPGRADE))
        self._try(self.house.start)
        if self.house.up:
            self.work()

    def _come_to_rest(self) -> None:
        """Let nothing go wrong any more, nobody write, and all that is under way come to its end."""
        self.calm = True
        self.spare()
        self.house.relay.trouble = 0.0
        if self.house.mailbox:
            self.house.mailbox.trouble = 0.0
        self.accidents.over()
        end = self.now + REST
        while self._agenda and self._agenda[0][0] <= end:
            self._next()
        if not self.house.up:
            raise Broken("the judge is down at the end")
        self.machine.time = end
        self.work()
