"""Runs the simulation: `python -m tests.simulation --seed 1 --letters 10000`.

Prints how far it is, and at the end what went wrong on the simulated machine and what was checked. If something does not hold,
it ends with 1 and prints the seed and the fewest letters that show it, then those that still do if people and letters are left out.
`--planted NAME`, or `all`: with a fault planted into the judge, in the run that is known to show it, else in some with few letters
from the seed on.
`--runs N`: so many runs, of one seed after another, `--jobs` at a time; a line for each, and their sums at the end. `--into FILE`
notes there what has ended, and what is noted there is not run again.
`--workers N`: so many workers on one PostgreSQL, each run another story than without.
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
from functools import partial
from pathlib import Path

from tests.simulation import planted_ways, planted_workers  # noqa: F401
from tests.simulation.night import night, told
from tests.simulation.planted import PLANTED
from tests.simulation.runs import Outcome, fewest, run, shortest
from tests.store.postgres import missing

SEEDS = 3
"""With how many seeds a planted fault is looked for."""


def main() -> int:
    """Run it, and print what came of it."""
    wanted = _asked()
    gc.enable()
    named = [*PLANTED] if wanted.planted == "all" else [wanted.planted] if wanted.planted else []
    shared = wanted.workers or any(PLANTED[name].workers for name in named)
    if shared and (reason := missing()):
        print(f"tier missing: {reason}; no store is tried that several workers share")
        return 1
    if wanted.runs > 1:
        seeds = range(wanted.seed, wanted.seed + wanted.runs)
        try:
            ended = night(seeds, wanted.letters, wanted.jobs, wanted.into, partial(print, flush=True), wanted.workers)
        except KeyboardInterrupt:
            print(f"stopped; what has ended is noted in {wanted.into}" if wanted.into else "stopped")
            return 1
        print("\n".join(told(ended)))
        return int(any(each["fault"] for each in ended))
    if wanted.planted:
        return _find(named, wanted.seed, wanted.letters)
    without = frozenset(filter(None, wanted.without.split(",")))
    found = run(wanted.seed, wanted.letters, wanted.calm, partial(print, flush=True), without, wanted.workers)
    print("\n".join(found.lines()))
    if found.fault and not wanted.calm and not without:
        _told(least := shortest(found))
        _told(fewest(least))
    return bool(found.fault)


def _asked() -> argparse.Namespace:
    asked = argparse.ArgumentParser(
        "python -m tests.simulation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--letters", type=_some, default=2000)
    asked.add_argument("--calm", action="store_true", help="nothing goes wrong")
    asked.add_argument("--planted", choices=[*PLANTED, "all"], help="a fault that is to be found")
    asked.add_argument("--without", default="", help="Message-IDs, senders and domains whose letters are left out, with commas")
    asked.add_argument("--runs", type=_some, default=1, help="how many seeds, from the first on")
    asked.add_argument("--jobs", type=_some, default=1, help="how many runs at a time")
    asked.add_argument("--into", type=Path, help="a file that notes which runs have ended")
    asked.add_argument("--workers", type=int, default=0, help="how many share one PostgreSQL; 0: one judge on SQLite")
    wanted = asked.parse_args()
    if wanted.workers < 0:
        asked.error("--workers: none, or some")
    if (wanted.into or wanted.jobs > 1) and wanted.runs == 1:
        asked.error("--into and --jobs are for several --runs")
    if wanted.runs > 1 and (wanted.planted or wanted.calm or wanted.without):
        asked.error("--planted, --calm and --without are for one run")
    if wanted.into and not wanted.into.parent.is_dir():
        asked.error(f"--into: there is no folder {wanted.into.parent}")
    return wanted


def _some(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return int(text)


def _told(least: Outcome) -> None:
    left_out = f" --without '{','.join(sorted(least.without))}'" if least.without else ""
    shared = f" --workers {least.workers}" if least.workers else ""
    repeated = f"python -m tests.simulation --seed {least.seed} --letters {least.letters}{shared}{left_out}"
    print(f"the fewest letters ({len(least.writers)}): {repeated}: {least.fault}", flush=True)


def _find(names: list[str], seed: int, letters: int) -> int:
    """Look for each of these faults, in its own run first, then with few letters; return how many were not found by their check."""
    missed = 0
    for name in names:
        with PLANTED[name].plant():
            workers = PLANTED[name].workers
            tries = [PLANTED[name].shown, *((seed + more, count) for count in (letters // 4, letters) for more in range(SEEDS))]
            found = next((each for each in (run(*each, workers=workers) for each in tries) if each.fault), None)
        right = found is not None and re.search(PLANTED[name].told, found.fault)
        missed += not right
        said = f"seed {found.seed}, within {found.letters} letters: {found.fault}" if found else f"{len(tries)} runs held"
        print(f"{name}: {'found' if right else 'NOT FOUND'}; {said}", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
