"""The judge's threads side by side, as the simulation has them: one of them goes on at a time, for as many steps as are drawn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from itertools import zip_longest
from random import Random
from types import TracebackType
from typing import Any

SWITCH = 0.3
"""How often another thread goes on after a step."""


class Thread:
    """A thread that goes on when it is told to."""

    def __init__(self, body: Callable[[], None], of: Any = None) -> None:
        self.body, self.of, self.go, self.waits = body, of, threading.Semaphore(0), False
        self.raised: BaseException | None = None


class Threads:
    """Runs threads in turns. What a thread raises is raised when all have ended.

    `entered` is told, each time that a thread goes on, of which process it is.
    """

    def __init__(self, lots: Random, entered: Callable[[Any], None] = lambda of: None) -> None:
        self._lots, self._entered = lots, entered
        self._stuck = False
        self._alive: list[Thread] = []
        self._now: Thread | None = None
        self._over = threading.Semaphore(0)

    @property
    def at_work(self) -> bool:
        """Whether threads run side by side now."""
        return self._now is not None

    def run(self, bodies: Sequence[Callable[[], None]], of: Sequence[Any] = ()) -> None:
        """Run these side by side until all have ended. `of`: the process of each, if there are several."""
        threads = [Thread(body, whose) for body, whose in zip_longest(bodies, of)]
        self._alive = list(threads)
        for each in threads:
            threading.Thread(target=self._body, args=(each,), daemon=True).start()
        self._next()
        self._over.acquire()
        self._now = None
        assert not self._stuck, "all wait for one another"
        for each in threads:
            if each.raised:
                raise each.raised

    def step(self) -> None:
        """A thread has gone a step further: perhaps another one goes on."""
        if self._now and self._lots.random() < SWITCH:
            self.give_way()

    def give_way(self) -> None:
        """Let any thread go on that can."""
        me = self._now
        assert me
        self._next()
        me.go.acquire()
        self._entered(me.of)

    def wait(self, free: Callable[[], bool]) -> None:
        """Let others go on until something is free."""
        me = self._now
        while me and not free():
            me.waits = True
            self.give_way()
            me.waits = False

    def freed(self) -> None:
        """Something is free: whoever waited can go on."""
        for each in self._alive:
            each.waits = False

    def _next(self) -> None:
        """Choose who goes on."""
        able = [each for each in self._alive if not each.waits]
        if not able:  # they are left as they are
            self._stuck = True
            self._over.release()
            return
        self._now = self._lots.choice(able)
        self._now.go.release()

    def _body(self, me: Thread) -> None:
        me.go.acquire()
        self._entered(me.of)
        try:
            me.body()
        except BaseException as error:
            me.raised = error
        self._alive.remove(me)
        if self._alive:
            self._next()
        else:
            self._over.release()


class Turn:
    """Takes the place of the lock behind which the threads of a judge wait before they write."""

    def __init__(self, threads: Threads) -> None:
        self._threads, self._taken = threads, False

    def __enter__(self) -> None:
        self._threads.wait(lambda: not self._taken)
        assert not self._taken, "a thread waits for itself"
        self._taken = True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._taken = False
        self._threads.freed()
