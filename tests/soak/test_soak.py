"""Half a minute of what `make soak` does for an hour: what becomes of letters; time and memory take longer to tell."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from tests.soak.__main__ import Sent, as_ordered
from tests.soak.playing import played
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
    """Each order repeated, or the board that all orders lead to; the oracle itself is no use if anything is good enough for it."""
    turn = next(played("1"))
    sent = Sent(0.0, ["A(Bud)-Ser", "F(Tri) stands"], turn.leads_to, "Austria")
    assert as_ordered(sent, "    > A(Bud)-Ser\n    > F(Tri) stands\n")
    assert not as_ordered(sent, "    > A(Bud)-Ser\n    > F(Tri)-Alb\n")
    units = "\n".join(map(str, turn.leads_to.units_of("Austria")))
    assert as_ordered(sent, f"Spring 1901 was run at once.\nAutumn 1901\n{units}")
    assert not as_ordered(sent, "Spring 1901 was run at once.\nAutumn 1901\nA(Bud) A(Vie) F(Tri)")
    assert not as_ordered(sent, f"Spring 1901 was run at once.\nSpring 1901 retreats\n{units}")


def test_games_go_on_for_years_and_through_every_kind_of_phase() -> None:
    turns = list(islice(played("1"), 20))
    assert turns[-1].leads_to.phase.year > 1903
    assert {turn.leads_to.phase.kind for turn in turns} == {"movement", "retreats", "adjustments"}
    assert all(turn.orders for turn in turns)
