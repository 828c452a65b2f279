"""The simulated machine: its clock, its chance, and its accidents, all drawn from one seed; and a record of what happened on it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

START = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)


class Crash(BaseException):
    """The process dies here. No `except Exception` of the judge stops it, as none stops a SIGKILL."""


class Broken(AssertionError):
    """Something does not hold."""


class Process:
    """A process on the machine. `died` is called when it dies."""

    def __init__(self, died: Callable[[], None] = lambda: None) -> None:
        self.dead, self.died = False, died
        self.left = 0
        """Steps until it dies; 0 for never."""


class Machine:
    """Nothing happens on it by itself: time stands still until it is moved.

    `step` is called wherever a process can die: at each statement and commit, each word with the relay. A process that has died
    does nothing more: each further step raises, too.
    """

    def __init__(self, seed: int) -> None:
        self.lots = Random(f"simulation {seed}")
        self._chance = Random(f"chance {seed}")
        self.time = START
        self.wrong = timedelta()
        """By how much the clock is ahead of the true time."""
        self.process = Process()
        """The one that goes on now, where there are several."""
        self.full = False
        """Whether the disk takes nothing more."""
        self.faults: Counter[str] = Counter()
        self.between: Callable[[], None] = lambda: None
        """Called after each step: another thread may go on."""
        self._digest = hashlib.sha256()
        self.events = 0

    def now(self) -> datetime:
        """Return what the clock shows."""
        return self.time + self.wrong

    def elapsed(self) -> float:
        """Return the seconds that have really passed."""
        return (self.time - START).total_seconds()

    def chance(self, count: int) -> bytes:
        """Return so many bytes; what the judge draws changes nothing of what the simulation draws."""
        return self._chance.randbytes(count)

    def doom(self, steps: int) -> None:
        """Let the process die after so many steps."""
        self.process.left = steps

    def boot(self) -> None:
        """Let a new process begin."""
        self.process.dead, self.process.left = False, 0

    def step(self, where: str) -> None:
        """Go one step further. Raises Crash if the process dies here, or is dead."""
        process = self.process
        if process.dead:
            raise Crash(where)
        if process.left:
            process.left -= 1
            if not process.left:
                self.faults[f"crash at {where}"] += 1
                self.die(where)
                raise Crash(where)
        self.between()
        if process.dead:
            raise Crash(where)

    def die(self, where: str) -> None:
        """Let the process die."""
        self.process.dead, self.process.left = True, 0
        self.tell("crash", where)
        self.process.died()

    def tell(self, *what: object) -> None:
        """Note that something happened."""
        self.events += 1
        self._digest.update("\t".join([self.time.isoformat(), *map(str, what)]).encode() + b"\n")

    def digest(self) -> str:
        """Return what stands for all that has happened."""
        return self._digest.hexdigest()
