"""Statistics of the office: how long letters and phases took, and what failed."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

PutOff = Literal["deadline", "issue"]
LIMITS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds up to which times are counted together."""


@dataclass(slots=True)
class DurationHistogram:
    """How often something was done, how long it took in all, and how often it took less than each limit."""

    total: float = 0.0
    below: list[int] = field(default_factory=lambda: [0] * (len(LIMITS) + 1))

    def note(self, seconds: float) -> None:
        """Count one more."""
        self.total += seconds
        self.below[bisect_left(LIMITS, seconds)] += 1

    def buckets(self) -> list[tuple[str, int]]:
        """(limit, how many took no longer), ending with `+Inf`: all of them."""
        found, sofar = [], 0
        for limit, count in zip((*map(str, LIMITS), "+Inf"), self.below, strict=True):
            sofar += count
            found.append((limit, sofar))
        return found


@dataclass(slots=True)
class OfficeStatistics:
    """Of one process since its start. One thread writes, others may read."""

    letters: DurationHistogram = field(default_factory=DurationHistogram)
    phases: DurationHistogram = field(default_factory=DurationHistogram)
    """Transactions in which phases were run, letters to everybody queued."""
    decided: Counter[str] = field(default_factory=Counter)
    """state → number of letters with that result."""
    put_off: list[tuple[PutOff, str]] = field(default_factory=list)
    """What could not be dealt with when it was due: a game's `deadline`, a zine's `issue`; the last one last, a hundred at most."""

    def trouble(self, what: PutOff, name: str) -> None:
        """Note that something that was due could not be done."""
        self.put_off = [*self.put_off, (what, name)][-100:]
