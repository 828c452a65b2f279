"""What six house players of a level need for a phase of standard Diplomacy, over the first years of a game among themselves."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean

from tests.contest.play import judged, ordered
from tests.rules.boards import RULES

Row = tuple[str, str, str]
SIX = [power.name for power in RULES.powers][1:]
YEARS = 5
AIMS = (("steady", 0.05), ("keen", 1.5))
"""A level, and the seconds of one core that six of it may take."""


def rows() -> Iterator[Row]:
    """The mean and the worst movement phase of each level, of processor."""
    for level, aim in AIMS:
        took = phases(level, YEARS)
        yield (
            f"six of them, {level}: a movement phase of standard",
            f"{mean(took) * 1e3:.0f} ms",
            f"of processor, at most {max(took) * 1e3:.0f} ms of {len(took)} phases; aim ≤ {aim * 1e3:.0f} ms",
        )


def phases(level: str, years: int) -> Sequence[float]:
    """Seconds of processor that six take for each movement phase of so many years, the seventh being one of them too."""
    position = RULES.rules.opening_position(RULES, RULES.start, Random("opening").getrandbits(64))
    took = list[float]()
    while position.phase.year < RULES.start.phase.year + years:
        moving, began = position.phase.kind == "movement", time.process_time()
        orders = {power: ordered(level, position, RULES, power, "bench") for power in SIX}
        if moving:
            took.append(time.process_time() - began)
        orders |= {power.name: ordered(level, position, RULES, power.name, "bench") for power in RULES.powers[:1]}
        position = judged(position, orders, RULES, "bench").position
    return took


def main() -> None:
    """Print the rows."""
    for what, figure, beside in rows():
        print(f"{what:<52} {figure:>12}   {beside}")


if __name__ == "__main__":
    main()
