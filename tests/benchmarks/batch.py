"""How many cases `judge adjudicate --batch` judges a second, from text to text: the 500 hard phases, over and over."""

from __future__ import annotations

import gzip
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

CASES = Path(__file__).parent / "phases.jsonl.gz"
TIMES = 8
"""How often the 500 are judged."""


def judged(file: Path, jobs: int) -> tuple[float, float]:
    """Seconds that a batch takes in so many processes, the start included, and seconds that they compute."""
    command = [sys.executable, "-m", "judge", "adjudicate", "--batch", "--jobs", str(jobs), str(file)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, computed


def rows(where: Path) -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    text = gzip.decompress(CASES.read_bytes()) * TIMES
    file, cases = where / "cases.jsonl", text.count(b"\n")
    where.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)
    for jobs in sorted({1, os.cpu_count() or 1}):
        seconds, computed = judged(file, jobs)
        beside = f"{computed / cases * 1000:.1f} ms of CPU each" + " (aim ≥ 5000 /s)" * (jobs > 1)
        yield f"cases judged by --batch --jobs {jobs}, reading and words", f"{cases / seconds:.0f} /s", beside
    shutil.rmtree(where, ignore_errors=True)
