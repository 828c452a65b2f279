"""Many runs side by side: a night of a million letters is a run of each of 667 seeds.

`python -m tests.simulation --runs 667 --letters 1500 --jobs 2 --into night.jsonl` notes each run's end in a line of a file, and
leaves out what is noted there of the same code, so that it may be stopped, and goes on where it was.
"""

from __future__ import annotations

import gc
import hashlib
import json
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.simulation.runs import run

LOW = 10
"""How much these runs give way to whatever else the machine does (`nice`)."""
RUNS = 10
"""How many runs a process makes, before its memory is given back: all but the first find templates compiled and grammars read."""
LONGEST, BESIDES = 0.5, 60.0
"""Seconds of a processor that a run may take for each letter, some twenty times what it takes, and besides: another has no end."""

Noted = dict[str, Any]
"""What is noted of a run (`NOTED`); its faults and checks are counted by kind."""
NOTED = ("seed", "letters", "fault", "digest", "faults", "checked", "seconds", "days", "workers")
ROOT = Path(__file__).parents[2]
STORY = (
    "judge", "games", "grammar", "templates", "tests/letters/composing", "tests/rules/boards.py", "tests/rules/brute_force.py",
    "tests/simulation", "tests/store/older.sql", "tests/store/postgres.py",
)  # fmt: skip
"""The files, and folders of files, on which a run's story depends."""
BESIDE = ("planted", "test_")
"""How the names of files begin that lie there, and on which no story depends."""


def night(
    seeds: Iterable[int], letters: int, jobs: int, into: Path | None, tell: Callable[[str], None], workers: int = 0
) -> list[Noted]:
    """Run so many letters of each seed, so many runs at a time, and return what is noted of each, in the order of their ends.

    Each run's end is told in a line. `into`: a file of such notes, where those of this night are added; what it has of these seeds
    with as many letters and workers is not run again, if it held with the same code.
    """
    wanted, same = set(seeds), {"workers": workers, "code": code()}
    noted = [each for each in _noted(into) if each["seed"] in wanted and {**each, **same} == each]
    done = [each for each in noted if each["letters"] >= letters and not each["fault"]]
    left = sorted(wanted - {each["seed"] for each in done})
    for each in _ended(left, letters, jobs, workers):
        each |= same
        done.append(each)
        if into:
            with into.open("a") as file:
                print(json.dumps(each), file=file)
        rate, came_of_it = each["letters"] / each["seconds"], each["fault"] or "held"
        tell(f"seed {each['seed']}: {each['letters']} letters, {rate:.0f}/s; {came_of_it}; {len(done)} of {len(wanted)}")
    return done


def code() -> str:
    """Return what stands for the files on which the stories depend: another after any change of them, and the same on any day."""
    named = [ROOT / name for name in STORY]
    files = (each for some in named for each in (some.rglob("*") if some.is_dir() else [some]))
    found = hashlib.sha256()
    for each in sorted(each for each in files if each.is_file() and each.suffix != ".pyc" and not each.name.startswith(BESIDE)):
        found.update(f"{each.relative_to(ROOT).as_posix()} {each.stat().st_size}\n".encode() + each.read_bytes())
    return found.hexdigest()[:12]


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
        f"code {runs[0]['code']}: {letters:,} letters in {len(runs)} runs, {sum(each['days'] for each in runs):,} days; "
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
    found = []
    for line in into.read_text().splitlines():
        with suppress(json.JSONDecodeError):  # the last line, if the machine died meanwhile
            found.append(json.loads(line))
    return found


def _ended(seeds: list[int], letters: int, jobs: int, workers: int) -> Iterator[Noted]:
    """Yield the note of each run when it ends."""
    fresh = multiprocessing.get_context("spawn")
    with fresh.Pool(jobs, _begin, maxtasksperchild=RUNS) as pool:
        yield from pool.imap_unordered(partial(_one, letters=letters, workers=workers), seeds)
        pool.close()
        pool.join()  # each ends the server that it has begun


def _begin() -> None:
    """Prepare a process for runs. Ctrl-C is for its parent, which then ends it; it cleans up behind itself."""
    os.nice(LOW)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


class _Endless(BaseException):
    """No `except Exception` of the judge's ends it."""


def _one(seed: int, letters: int, workers: int) -> Noted:
    gc.enable()
    longest = letters * LONGEST + BESIDES
    try:
        with at_most(longest):
            found = run(seed, letters, workers=workers)._asdict()
    except _Endless:
        fault = f"it did not end in {longest:.0f} seconds of a processor"
        return {
            "seed": seed, "letters": letters, "fault": fault, "digest": "", "faults": {}, "checked": {}, "seconds": longest,
            "days": 0, "workers": workers,
        }  # fmt: skip
    return {what: found[what] for what in NOTED}


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise _Endless in what takes more seconds of a processor than these, in the main thread."""

    def stop(*_: object) -> None:
        raise _Endless

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
