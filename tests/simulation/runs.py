"""Whole runs: a seed and a number of letters → what came of it; and the fewest letters that show a fault."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from time import process_time
from typing import NamedTuple

from tests.simulation.house import quickly
from tests.simulation.manners import manner_of
from tests.simulation.memory import little_remembered
from tests.simulation.several import Several
from tests.simulation.simulation import Simulation
from tests.simulation.workers import taking_few

TRIES = 40
"""Runs in which letters are left out, to find those that a fault needs."""
EVERY = 1000
"""Letters after which somebody who waits is told how far it is."""


class Outcome(NamedTuple):
    """What came of a run."""

    seed: int
    letters: int
    fault: str
    """What does not hold; '' if all does."""
    digest: str
    """Stands for all that happened."""
    faults: Counter[str]
    checked: Counter[str]
    seconds: float
    """Of a processor."""
    days: int
    """That passed in the simulation."""
    writers: tuple[tuple[str, str], ...] = ()
    """(Message-ID, sender) of each letter."""
    without: frozenset[str] = frozenset()
    """What was left out: Message-IDs, senders and their domains."""
    workers: int = 0
    """How many shared one PostgreSQL; 0 for one judge on SQLite."""

    def lines(self) -> list[str]:
        """For people."""
        wrong = sum(self.faults.values())
        return [
            f"{self.letters} letters in {self.days} days; {self.seconds:.0f} s of one processor, "
            f"{self.letters / self.seconds:.0f} letters/s",
            f"{wrong} faults: {', '.join(f'{name} {count}' for name, count in sorted(self.faults.items()) if count)}",
            f"checked: {', '.join(f'{name} {count}' for name, count in sorted(self.checked.items()))}",
            f"digest {self.digest}",
            f"BROKEN, seed {self.seed}: {self.fault}" if self.fault else "all of it held",
        ]


def run(
    seed: int, letters: int, calm: bool = False, tell: Callable[[str], None] = lambda line: None,
    without: frozenset[str] = frozenset(), workers: int = 0,
) -> Outcome:  # fmt: skip
    """Run the simulation in a folder in memory, where the system has one. What is raised in it is a fault, too.

    `without`: the Message-IDs, senders and domains whose letters are left out. `workers`: how many share one PostgreSQL; 0 for one
    judge on SQLite.
    """
    memory, began, fault = Path("/dev/shm"), process_time(), ""
    lasting = manner_of(seed, workers).lasting
    remembers = taking_few() if workers else little_remembered() if lasting else nullcontext()
    with quickly(), remembers, tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        simulation = (Several if workers else Simulation)(Path(folder), seed, letters, calm, without, workers)

        def progress(written: int) -> None:
            if written % EVERY == 0:
                tell(f"{written} letters, {written / (process_time() - began):.0f}/s, {simulation.now:%-d %B %Y}")

        simulation.people.tell = progress
        try:
            simulation.run()
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        finally:
            simulation.close()
        machine, checked = simulation.machine, simulation.oracles.checked
        days = int(machine.elapsed() // 86400)
        took = process_time() - began
        writers = tuple((sent.id, sent.sender) for sent in simulation.oracles.sent)
        return Outcome(
            seed, simulation.people.written, fault, machine.digest(), machine.faults, checked, took, days, writers, without,
            workers,
        )


def shortest(broken: Outcome) -> Outcome:
    """Return a run of the fewest letters that still shows a fault: the same seed, and nobody writes after that."""
    least, most = 0, broken
    while most.letters - least > 1:
        tried = run(broken.seed, (least + most.letters) // 2, workers=broken.workers)
        if tried.fault:
            most = tried
        else:
            least = (least + most.letters) // 2
    return most


def fewest(broken: Outcome, tries: int = TRIES) -> Outcome:
    """Return a run that shows a fault of the same kind with as few people and letters as so many tries find out: without whole
    houses first, then without people, then without letters, in ever smaller portions.
    """
    houses = sorted({sender.partition("@")[2] for _, sender in broken.writers})
    found, tries = _without(broken, [{each} for each in houses], tries)
    for which in (1, 0):  # people, then letters
        size = len({each[which] for each in found.writers}) // 2
        while size and tries:
            names = sorted({each[which] for each in found.writers})
            found, tries = _without(found, [set(names[at : at + size]) for at in range(0, len(names), size)], tries)
            size //= 2
    return found


def _without(found: Outcome, portions: list[set[str]], tries: int) -> tuple[Outcome, int]:
    """Leave out one portion after another, where the fault stays; return the run of least, and how many tries are left."""
    for portion in portions:
        if not tries:
            break
        tries -= 1
        tried = run(found.seed, found.letters, without=found.without | portion, workers=found.workers)
        if _kind(tried.fault) == _kind(found.fault):
            found = tried
    return found, tries


def _kind(fault: str) -> str:
    """What a fault says, without names, numbers and dates."""
    return " ".join(word for word in fault.partition("{")[0].split() if word.isalpha())
