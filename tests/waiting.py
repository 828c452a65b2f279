"""Waiting for what other threads and processes do: no longer than it takes, and as long as a slow and busy machine may need."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

LONGEST = 120.0
"""Seconds after which something must be wrong. Where all is well nobody waits for them to pass."""


def until(holds: Callable[[], Any], why: Callable[[], object] = str, pause: float = 0.01) -> Any:
    """The first true thing that `holds` says, asked every `pause` seconds. `why`: what to tell if it never does."""
    end = time.monotonic() + LONGEST
    while not (found := holds()):
        if time.monotonic() > end:
            pytest.fail(f"it did not come to pass within {LONGEST:.0f} seconds. {why()}")
        time.sleep(pause)
    return found
