"""Fifty kills, and other accidents among them, while game years go by; `make faults` has a thousand."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.faults.checks import ROOT
from tests.store import postgres


@pytest.mark.slow
@pytest.mark.parametrize("engine", postgres.ENGINES)
def test_fifty_kills(engine: str) -> None:
    """Workers, relay, mailbox and database are killed in the middle of everything they do: as if nobody had touched them."""
    if engine == "postgresql" and (reason := postgres.missing()):
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    command = [sys.executable, "-m", "tests.faults", "--kills", "50", "--engine", engine, "--seed", "1"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-10000:] + ended.stderr[-10000:]
    assert "none lost, no effect doubled" in ended.stdout
    assert all(f"{who} killed" in ended.stdout for who in ("worker", "relay")), ended.stdout
