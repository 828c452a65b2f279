"""`python -m tests.faults [KILLS [SEED]]`: prints where kills hit a judge at work, and fails if anything is wrong afterwards."""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.checks import check
from tests.faults.killing import played, told

KILLS, EACH = 200, 10
"""How many kills, and how many of each kind at the least."""


def main(kills: int, seed: int) -> None:
    """Play, kill, check; store and log stay where it says unless all is well."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    print(f"seed {seed}, in {folder}")
    began = time.monotonic()
    with played(kills, EACH, folder, seed) as judge:
        print(f"{told(judge)}; {time.monotonic() - began:.0f} s")
        print(f"{judge.broken} times the sender lost its connection and tried again; {check(judge)}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    main(*given, *[KILLS, random.randrange(10**6)][len(given) :])
