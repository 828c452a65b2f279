"""Half a minute of what `make soak` does for an hour: what becomes of letters; time and memory take longer to tell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.__main__ import as_ordered
from tests.store import postgres


@pytest.mark.slow
@pytest.mark.parametrize("engine", postgres.ENGINES)
def test_honest_letters_are_decided_among_ten_times_as_many_others(engine: str) -> None:
    if engine == "postgresql" and (reason := postgres.missing()):
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    options = ["--minutes", "0.5", "--idle", "0.1", "--rate", "11", "--lenient", "--engine", engine]
    command = [sys.executable, "-m", "tests.soak", *options]
    ended = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-10000:] + ended.stderr[-10000:]


def test_what_counts_as_an_answer() -> None:
    """Each order repeated, or the units where they were sent; the oracle itself is no use if anything is good enough for it."""
    assert as_ordered(("A Bud-Ser", "F StP-BOT"), "A(Bud)-Ser\nF(StP.sc)-BOT")
    assert not as_ordered(("A Bud-Ser", "F StP-BOT"), "A(Bud)-Ser\nF(StP.sc) H")
    assert as_ordered(("A Bud-Ser",), "Spring 1901 was run at once.\nNo order yet for A(Ser)")
    assert not as_ordered(("A Bud-Ser",), "Spring 1901 was run at once.\nNo order yet for A(Bud)")
