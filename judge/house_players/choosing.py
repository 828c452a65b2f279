"""The choice between places: mostly the best, sometimes one that is nearly as good, so that nobody can foresee it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")
STEP = 0.5
"""How often the next best is looked at when it is as good."""
STEEP = 5.0
"""How fast that falls: something a fifth worse is never taken."""


def pick(ranked: Sequence[tuple[float, T]], random: Random, bold: float = STEP) -> T:
    """Return one of these things, the best most often. `ranked` has each with its worth, best first, and is not empty."""
    at = 0
    while at + 1 < len(ranked):
        here, after = ranked[at][0], ranked[at + 1][0]
        less = (here - after) / here if here > 0 else 0.0
        if random.random() >= bold * max(0.0, 1.0 - STEEP * less):
            break
        at += 1
    return ranked[at][1]
