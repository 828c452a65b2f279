"""`python -m tests.faults [--kills N] [--engine sqlite|postgresql] [--seed S]`: games in a house that has accidents.

Prints what happened and what it hit, and fails if anything is wrong afterwards.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.faults.checks import check
from tests.faults.house import built
from tests.faults.play import play
from tests.mail import dovecot
from tests.parent import ends_with_us
from tests.store import postgres

ROUND = 50
"""Kills during one game; then another begins."""
LONG, EACH = 1000, 10
"""A run of so many kills has at least so many of each kind."""
OWN_DISK = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=$0 tmpfs "$1" && shift && exec "$@"']
"""Runs a program that sees a small disk of its own in a folder; nobody else does, and it is gone with the program. Then come size,
folder and program.
"""
SIZES = {"sqlite": "48m", "postgresql": "160m"}


def main(given: argparse.Namespace) -> None:
    """Play, have accidents, check; all that was written stays where it says unless all is well."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    print(f"{given.engine}, seed {given.seed}, in {folder}", flush=True)
    if reason := dovecot.missing():
        print(f"tier missing: {reason}; no mailbox is killed")
    if not given.disk:
        print("tier missing: no disk of our own (be root, and allowed to mount); none is full")
    began, tally, left = time.monotonic(), Counter[tuple[str, str]](), given.kills
    kinds: set[tuple[str, str]] = set()
    for seed in range(given.seed, given.seed + -(-given.kills // ROUND)):
        where = folder / str(seed)
        where.mkdir()
        with built(where, seed, given.engine, given.disk) as house:
            play(house, min(left, ROUND))
            said = check(house)
        tally += house.tally
        kinds |= {(f"{victim.name} killed", kind) for victim in house.victims for kind in victim.kinds}
        left -= ROUND
        counts = ", ".join(f"{times} {what}" for what, times in sorted(house.writer.counts.items()))
        print(f"seed {seed}: {len(house.writer.taken)} letters ({counts}); {said}; {time.monotonic() - began:.0f} s", flush=True)
        shutil.rmtree(where)
    shutil.rmtree(folder)
    tell(tally)
    rare = [kind for kind in kinds if tally[kind] < EACH]
    assert given.kills < LONG or not rare, f"not {EACH} times: {rare}"


def tell(tally: Counter[tuple[str, str]]) -> None:
    """The table: what happened, and what it hit."""
    for (name, where), times in sorted(tally.items()):
        print(f"{times:5}  {name:32} {where}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--engine", choices=postgres.ENGINES, default="sqlite")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--disk", type=Path, help="a small disk that may be filled")
    given = parser.parse_args()
    size = SIZES[given.engine]
    may = not os.getuid() and subprocess.run([*OWN_DISK, size, "/mnt", "true"], capture_output=True, check=False).returncode == 0
    if may and not given.disk:
        disk = tempfile.mkdtemp(prefix="faults-disk-")
        again = [sys.executable, "-m", "tests.faults", "--kills", given.kills, "--engine", given.engine, "--seed", given.seed]
        command = [*OWN_DISK, size, disk, *map(str, again), "--disk", disk]
        ended = subprocess.run(command, preexec_fn=ends_with_us(signal.SIGTERM), check=False)
        os.rmdir(disk)
        sys.exit(ended.returncode)
    main(given)
