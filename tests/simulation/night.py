"""Many runs side by side: a night of a million letters is a run of each of 667 seeds.

`python -m tests.simulation --runs 667 --letters 1500 --jobs 2 --into night.jsonl` notes each run's end in a line of a file, and
leaves out what is noted there, so that it may be stopped, and goes on where it was.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any

from tests.simulation.runs import run

LOW = 10
"""How much these runs give way to whatever else the machine does (`nice`)."""

Noted = dict[str, Any]
"""What is noted of a run (`NOTED`); its faults and checks are counted by kind."""
NOTED = ("seed", "letters", "fault", "digest", "faults", "checked", "seconds", "days", "workers")


def night(
    seeds: Iterable[int], letters: int, jobs: int, into: Path | None, tell: Callable[[str], None], workers: int = 0
) -> list[Noted]:
    """Run so many letters of each seed, so many runs at a time, and return what is noted of each, in the order of their ends.

    Each run's end is told in a line. `into`: a file of such notes, where those of this night are added; what it has of these seeds
    with as many letters and workers is not run again, if it held.
    """
    wanted = set(seeds)
    noted = [each for each in _noted(into) if each["seed"] in wanted and each.get("workers", 0) == workers]
    done = [each for each in noted if each["letters"] >= letters and not each["fault"]]
    left = sorted(wanted - {each["seed"] for each in done})
    for each in _ended(left, letters, jobs, workers):
        done.append(each)
        if into:
            with into.open("a") as file:
                print(json.dumps(each), file=file)
        rate, came_of_it = each["letters"] / each["seconds"], each["fault"] or "held"
        tell(f"seed {each['seed']}: {each['letters']} letters, {rate:.0f}/s; {came_of_it}; {len(done)} of {len(wanted)}")
    return done


def told(runs: list[Noted]) -> list[str]:
    """What came of a night, for people: sums, and a line for each run that did not hold."""
    if not runs:
        return ["nothing was run"]
    letters, seconds = sum(each["letters"] for each in runs), sum(each["seconds"] for each in runs)
    faults, checked = Counter[str](), Counter[str]()
    for each in runs:
        faults.update(each["faults"])
        checked.update(each["checked"])
    broken = [each for each in runs if each["fault"]]
    return [
        f"{letters:,} letters in {len(runs)} runs, {sum(each['days'] for each in runs):,} days; "
        f"{seconds / 3600:.1f} hours of a processor, {letters / seconds:.0f} letters/s",
        f"{sum(faults.values()):,} faults: {_counted(faults)}",
        f"checked: {_counted(checked)}",
        *(f"BROKEN, seed {each['seed']}, {each['letters']} letters: {each['fault']}" for each in broken),
        f"{len(broken)} of {len(runs)} runs did not hold" if broken else "all of it held",
    ]


def _counted(some: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(some.items()) if count)


def _noted(into: Path | None) -> list[Noted]:
    if not into or not into.exists():
        return []
    return [json.loads(line) for line in into.read_text().splitlines()]


def _ended(seeds: list[int], letters: int, jobs: int, workers: int) -> Iterator[Noted]:
    """Yield what came of each run, as they end. Each has a process of its own: its memory is given back."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, fresh, partial(os.nice, LOW), max_tasks_per_child=1) as pool:
        for ended in as_completed(pool.submit(_one, seed, letters, workers) for seed in seeds):
            yield ended.result()


def _one(seed: int, letters: int, workers: int) -> Noted:
    gc.enable()
    found = run(seed, letters, workers=workers)._asdict()
    return {what: found[what] for what in NOTED}
