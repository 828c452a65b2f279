"""How soon `judge run` works: from starting the process to its port, and to the answer to its first letter."""

from __future__ import annotations

import compileall
import shutil
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select

import judge
from judge.store.tables import notices
from tests.benchmarks.house import House, until
from tests.benchmarks.letters import connect

MANY, STARTS = 10_000, 3
"""Games in the full store, and how often each is started."""


class Start(NamedTuple):
    """Seconds from starting the process."""

    port: float
    """Until it takes letters."""
    answered: float
    """Until the answer to a letter sent at once was queued."""
    computed: float
    """Of computing until then, whatever else the machine had to do."""


def start(house: House) -> Start:
    """Start a judge, and send it a letter about the newest game."""
    [order], last = house.orders(house.games[-1:], 1), select(func.max(notices.c.id))
    before, began = house.ask(last), time.perf_counter()
    with house.running() as [port]:
        there = time.perf_counter() - began
        line = connect(port)
        line.sendmail(order.sender, [order.to], order.raw)
        until(lambda: house.ask(last) > before, 0.001)
        answered, computed = time.perf_counter() - began, house.spent()
        line.quit()
    return Start(there, answered, computed)


def rows(where: Path) -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside. Python's files are compiled first, as by an installer."""
    compileall.compile_dir(Path(judge.__path__[0]), quiet=1)
    house = House(where, f"sqlite:///{where.absolute()}/judge.db")
    for number in (1, MANY):
        house.grow(number)
        found = Start(*map(statistics.median, zip(*(start(house) for _ in range(STARTS)), strict=True)))
        beside = f"its port after {found.port:.2f} s; {found.computed:.2f} s of CPU (aim ≤ 1 s)"
        yield f"start → first letter answered, games: {number:,}", f"{found.answered:.2f} s", beside
    house.close()
    shutil.rmtree(where, ignore_errors=True)
