"""Killed fifteen times while a game year goes by; `make faults` does so two hundred times."""

from __future__ import annotations

from pathlib import Path

from tests.faults.checks import check
from tests.faults.killing import KINDS, played


def test_killed_fifteen_times(tmp_path: Path) -> None:
    """Inside transactions, between commit and acknowledgement, during sending: as if nobody had touched it."""
    with played(15, 1, tmp_path, seed=1) as judge:
        check(judge)
        assert set(KINDS) <= set(judge.hits)
