"""The simulation of several workers on one PostgreSQL: the threads of all take turns within their steps."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from judge.store import RetryTransaction, StoreUnavailable
from tests.simulation.house import ADDRESS, House
from tests.simulation.machine import Broken, Crash
from tests.simulation.memory import Memory
from tests.simulation.oracles import COMES_BACK, HandedOver, Oracles
from tests.simulation.shared_oracles import SharedOracles
from tests.simulation.simulation import AGAIN, HALF, HOUR, LONG, MINUTE, SECOND, STALLED, STEPS, Simulation
from tests.simulation.workers import Hall, Worker

T = TypeVar("T")
GATHERED, LONGEST = (1, 1, 2, 4, 8), 2 * HOUR
"""How many letters our mail server gathers before it hands them over, to all workers at once; and how long it gathers at most."""
SPARED = 0.75
"""How often a step is none at which a process may begin to die: several workers make that many more."""
LOOKS = 3
"""How often a sender looks again at most, while others send: they take seconds, and it looks every half."""
BEGINNING = 0.1
"""How often a process dies while it begins."""


@contextmanager
def _uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: a connection among it would be ended at a moment that no seed has drawn."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class Uncounted(Memory):
    """What workers keep in memory is as one judge's, which is counted elsewhere."""

    def count(self, letters: int) -> None:
        """Count nothing."""


class Several(Simulation):
    """Some workers, their people, and all that happens between them."""

    house: Hall  # type: ignore[assignment]
    oracles: SharedOracles

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.memory = Uncounted(self.house, lasting=False)  # type: ignore[arg-type]
        self.house.trouble = 0.0 if self.calm else self.manner.storm
        self.house.looked = self._looked_at
        self._broken: Exception | None = None
        self._images = 0
        self._gathered: list[HandedOver] = []
        self._wanted, self._since = 1, self.now
        """How many are to be gathered, and since when they are."""
        self._did, self._ill = False, False
        """Whether something was done since the threads began, and whether one of them did not end well."""

    def _begun(self, folder: Path) -> tuple[House, Oracles]:
        hall: Any = Hall(folder, self.machine, self.manner)
        hall.oracles = SharedOracles(hall)
        return hall, hall.oracles

    def _boot(self, worker: Worker | None = None) -> None:
        """Start a worker; at the beginning all."""
        self.free_since = self.now
        if worker and self.machine.full and self.lots.random() < SPARED:
            self.later(300.0, partial(self._boot, worker))
            return
        for each in [worker] if worker else self.house.workers:
            self._images += 1
            each.image, each.begins = self._images, True
            each.process.dead, each.process.left = False, 0
            self.machine.tell("boot", each.worker, each.image)
        self.work()

    def restart(self) -> None:
        """A worker is stopped in good order, and begins again later."""
        there = self.house.at_work
        if there:
            self.machine.faults["stopped in good order"] += 1
            self.lots.choice(there).ends = True

    def _maybe_doom(self) -> None:
        if self.lots.random() > SPARED:
            super()._maybe_doom()

    def spare(self) -> None:
        """Let no process die of what was to happen to it."""
        for each in self.house.workers:
            each.process.left = 0

    # Letters

    def _hand_over(self, copy: HandedOver) -> None:
        """Our mail server hands a letter over, or gathers some first."""
        if self._gathered or self._wanted > 1:
            self._gathered.append(copy)
            copy.image, self._since = -1, self.now if len(self._gathered) == 1 else self._since
            if len(self._gathered) == 1:
                self.at(self.now + LONGEST * self.lots.random(), partial(self._let_go, self._since))
        else:
            self._hand_to_one(copy)
            self._wanted = 1 if self.calm else self.lots.choice(GATHERED)
        if len(self._gathered) >= self._wanted:
            self._let_go(self._since)

    def _let_go(self, since: datetime) -> None:
        """All that were gathered are handed over, and each worker commits what it gets."""
        if since != self._since or not self._gathered:
            return
        gathered, self._gathered = self._gathered, []
        self._wanted = 1 if self.calm else self.lots.choice(GATHERED)
        for copy in gathered:
            self._hand_to_one(copy)
        for worker in self.house.workers:
            worker.to_commit, worker.in_hand = worker.to_commit + worker.in_hand, []
        self.later(0.0, self.work)

    def _hand_to_one(self, copy: HandedOver) -> None:
        there = self.house.at_work
        if not there:
            copy.image = -1
            self._try_again(copy)
            return
        worker = self.lots.choice(there)
        letter = worker.arrivals.arrive(copy.raw, copy.sent.sender, copy.sent.to or [ADDRESS])
        self.machine.tell("in", worker.worker, letter.source, letter.received)
        same = self.oracles.copies.setdefault(letter.source, [])
        same.append(copy)
        if same[0].stored:
            self.oracles.is_stored(copy)
        self.oracles.handed_over(copy, worker.image)
        worker.in_hand.append(copy)
        self._letters[id(copy)] = letter
        if len(worker.in_hand) == 1:
            longest = STALLED if not self.calm and self.lots.random() < LONG * 2 else 3.0
            self.later(longest, partial(self._commit_at, worker, worker.image))

    def _commit_at(self, worker: Worker, image: int) -> None:
        if worker.image == image and worker.up:
            worker.to_commit, worker.in_hand = worker.to_commit + worker.in_hand, []
            self.work()

    def _commit_some(self, worker: Worker) -> None:
        """Commit letters, as the server's committing thread does."""
        some, worker.to_commit = worker.to_commit, []
        if not some:
            return
        letters: Any = [self._letters.pop(id(copy)) for copy in some]
        self._maybe_doom()
        accepted = self._step(worker, lambda: worker.commit(letters))
        self.free_since, self._did = self.now, True
        for number, copy in enumerate(some):
            if accepted is None:
                copy.image = -1
                self._try_again(copy)
            elif not accepted[number]:
                self.machine.faults["letters put off"] += 1
                copy.refused = self.now
                worker.put_off.setdefault(letters[number].source, self.now)
                self._try_again(copy)
            else:
                self.oracles.accepted(copy)
                worker.put_off.pop(letters[number].source, None)
                if not self.calm and self.lots.random() < AGAIN:
                    self.machine.faults["letters handed over again"] += 1
                    self.later(600.0, partial(self._repeat, copy))

    def _repeat(self, copy: HandedOver) -> None:
        """Our mail server has not heard that a letter was accepted, and hands it over again, to any worker."""
        there = self.house.at_work
        if there:
            worker = self.lots.choice(there)
            letter = worker.arrivals.arrive(copy.raw, copy.sent.sender, copy.sent.to or [ADDRESS])
            self.oracles.copies.setdefault(letter.source, [copy])
            worker.again.append(letter)
            self.work()

    # Threads

    def work(self, some: list[HandedOver] | None = None) -> None:
        """Let all workers do what there is to do, until none finds more."""
        while self._side_by_side_all():
            pass
        if self._broken:
            raise self._broken
        if self.house.up:
            if not self._kept() and not self._ill:
                self.oracles.idle(self.free_since)
            self._plan()

    def _side_by_side_all(self) -> bool:
        """Let the threads of all workers run side by side; return whether there may be more to do."""
        self._did, self._ill, began = False, False, self.now
        bodies: list[tuple[Worker, Callable[[], object]]] = []
        for worker in self.house.workers:
            if worker.begins:
                bodies.append((worker, partial(self._start, worker)))
            elif worker.up and worker.ends:
                bodies.append((worker, partial(self._stop, worker)))
            elif worker.up:
                bodies.append((worker, partial(self._take_letters, worker)))
                bodies += [(worker, partial(self._until_idle, worker, step)) for step in (worker.decide, worker.watch)]
                bodies.append((worker, partial(self._until_idle, worker, worker.send, self.lots.randint(0, LOOKS))))
        if bodies:
            with _uncollected():
                self.house.threads.run([body for _, body in bodies], [worker for worker, _ in bodies])
        if self.now > began:  # what is due since then they have not all seen
            self.free_since = self.now
        self.oracles.checked["waited for another"] = self.house.court.waited
        for worker in self.house.workers:
            if worker.image and worker.process.dead:
                self._gone(worker)
            worker.unheard = False
        return self._did and not self._ill and not self._broken

    def _start(self, worker: Worker) -> None:
        if not self.calm and self.lots.random() < BEGINNING:
            self.machine.doom(self.lots.randint(1, STEPS))
        self._step(worker, worker.start)
        self._did = True

    def _stop(self, worker: Worker) -> None:
        worker.ends = False
        self._step(worker, worker.leave)
        self._did = True

    def _until_idle(self, worker: Worker, step: Callable[[], bool], looks: int = 0) -> None:
        """Let a thread do its steps until it finds nothing to do; then it looks so many times more, while the others go on."""
        self._maybe_doom()
        while True:
            if did := self._step(worker, step):
                self._did = True
                self._maybe_doom()
            elif did is False and looks:
                looks -= 1
                self.house.threads.give_way()
            else:
                return

    def _take_letters(self, worker: Worker) -> None:
        """Letters are committed, and others come meanwhile, which may be committed at once, or not."""
        self._commit_some(worker)
        again, worker.again = worker.again, []
        if again:
            self._step(worker, lambda: worker.commit(again))
        for _ in range(self.lots.randint(0, 2)):
            if not self._hand_over_another():
                break
            self.house.threads.give_way()
        if worker.up and worker.in_hand and self.lots.random() < HALF:
            worker.to_commit, worker.in_hand = worker.to_commit + worker.in_hand, []
            self._commit_some(worker)

    def _step(self, worker: Worker, step: Callable[[], T]) -> T | None:
        """One step of a worker; None if it died of it, or could not use the store."""
        try:
            done = step()
        except Crash:
            return None
        except Exception as error:
            if worker.process.dead:  # whatever it still says
                return None
            if not isinstance(error, StoreUnavailable):
                raise
            if not isinstance(error, RetryTransaction) and not (self.machine.full or worker.was_cut):
                raise
            self.machine.faults["begun anew" if isinstance(error, RetryTransaction) else "store out of reach"] += 1
            self._ill = True
            self.oracles.left_behind(worker.marks)
            if self._tries_again <= self.now:
                self._tries_again = self.now + (MINUTE if self.machine.full else SECOND)
                self.at(self._tries_again, self.work)
            return None
        if self._broken:
            raise self._broken
        return done

    def _looked_at(self, image: int) -> None:
        """A worker has committed something; the judge stops nothing of what is said about that."""
        if not self._broken:
            try:
                for name in self.oracles.look(image):
                    self.people.moved(name)
            except Exception as error:
                self._broken = error

    def _gone(self, worker: Worker) -> None:
        """Its process is gone; after a while the next begins."""
        worker.begins = worker.ends = False
        for copy in self.oracles.waiting:
            copy.image = -1 if copy.image == worker.image else copy.image
        for copy in [*worker.in_hand, *worker.to_commit]:
            copy.image = -1
            self._letters.pop(id(copy), None)
            self._try_again(copy)
        worker.in_hand, worker.to_commit, worker.again = [], [], []
        worker.end()
        self.later(1800.0 if self.lots.random() < BEGINNING else 60.0, partial(self._boot, worker))

    def _kept(self) -> bool:
        """Whether something keeps a worker from running what is due."""
        kept = self.machine.full or self.machine.wrong or any(
            each.in_hand or each.to_commit or any(self.now - since < COMES_BACK for since in each.put_off.values())
            for each in self.house.workers
        )
        if kept:
            self.free_since = self.now
        return bool(kept)

    def _come_to_rest(self) -> None:
        self.house.trouble = 0.0
        self._let_go(self._since)
        super()._come_to_rest()
        if missing := [each.worker for each in self.house.workers if not each.up]:
            raise Broken(f"{missing} are down at the end")
        self.machine.process = self.house.at_work[0].process
