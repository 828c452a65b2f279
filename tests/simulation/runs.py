"""Whole runs: a seed and a number of letters → what came of it; and the fewest letters that show a fault."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

from tests.simulation.house import quickly
from tests.simulation.simulation import Simulation

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


def run(seed: int, letters: int, calm: bool = False, tell: Callable[[str], None] = lambda line: None) -> Outcome:
    """Run the simulation in a folder in memory, where the system has one. What is raised in it is a fault, too."""
    memory, began, fault = Path("/dev/shm"), process_time(), ""
    with quickly(), tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        simulation = Simulation(Path(folder), seed, letters, calm)

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
        return Outcome(seed, simulation.people.written, fault, machine.digest(), machine.faults, checked, took, days)


def shortest(broken: Outcome) -> Outcome:
    """Return a run of the fewest letters that still shows a fault: the same seed, and nobody writes after that."""
    least, most = 0, broken
    while most.letters - least > 1:
        tried = run(broken.seed, (least + most.letters) // 2)
        if tried.fault:
            most = tried
        else:
            least = (least + most.letters) // 2
    return most
