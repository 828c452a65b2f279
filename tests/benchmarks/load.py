"""`make load`: a rush before a deadline, the deadline itself, and what a letter costs among one game or ten thousand.

On SQLite with one worker, on PostgreSQL with one and with four. The players, whoever watches, and the database's server share the
machine with the judges; its load stands beside the figures, and so does what was computed, which hangs on it much less.
"""

from __future__ import annotations

import argparse
import os
import shutil
import smtplib
import statistics
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select

from judge.clock import SystemClock
from judge.store.tables import notices
from tests.benchmarks.house import PATIENCE, House, Order, houses, until
from tests.benchmarks.letters import POWERS, connect
from tests.store import postgres

CLIENTS = 8
"""Connections that players' mail servers keep open; as many as `make bench` has."""
FLAT = (1, 100, 10_000)
EACH = 200
"""Letters for each figure of what one costs."""
WARM = 50
"""Letters for each worker before anything is measured: one that has just started reads the games' rules first."""
PARTS = ("rush", "deadline", "flat")
ALL: Mapping[str, Sequence[int]] = {"sqlite": (1,), "postgresql": (1, 4)}
"""Engines, and with how many workers each is measured."""
LEAD = timedelta(seconds=5)
"""From setting a deadline of all games to its passing."""
SENDING = 5.0
"""Seconds for which is watched how fast reports are sent."""


class Eye:
    """Watches which notice is the last one queued, and when."""

    def __init__(self, house: House) -> None:
        self._house, self._stop = house, threading.Event()
        self.seen: list[tuple[float, int]] = []
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Eye:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        with self._house.engine.connect() as db:
            while not self._stop.wait(0.01):
                last = db.execute(select(func.max(notices.c.id))).scalar_one() or 0
                db.rollback()
                if not self.seen or last != self.seen[-1][1]:
                    self.seen.append((time.perf_counter(), last))

    def when(self, notice: int) -> float:
        """When a notice was first seen."""
        return self.seen[bisect_left(self.seen, notice, key=lambda each: each[1])][0]


class Rush(NamedTuple):
    """What became of letters that were sent."""

    taken: float
    """Letters a second that the judges said 250 to, durably."""
    decided: float
    """Letters a second that they decided, from the first letter to the last answer queued."""
    p50: float
    """Seconds from handing a letter over to its answer queued."""
    p99: float
    computed: float
    """Seconds of computing by the judges for a letter, until the last was decided."""
    served: float
    """Of computing by PostgreSQL's own processes."""


def rush(house: House, ports: Sequence[int], orders: Sequence[Order], rate: float = 0) -> Rush:
    """Send letters over several connections: so many a second, or as fast as they are taken."""
    spent, served = house.spent(), house.served()
    with Eye(house) as eye:
        began: dict[str, float] = {}
        start = time.perf_counter()
        clients = [
            threading.Thread(target=_client, args=(ports[n % len(ports)], orders, n, began, start, rate)) for n in range(CLIENTS)
        ]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        taken = time.perf_counter() - start
        until(lambda: house.received() == 0, 0.02)
        spent, served = house.spent() - spent, house.served() - served
        time.sleep(0.05)
    with house.engine.connect() as db:
        answers = dict(db.execute(select(notices.c.answers, notices.c.id).where(notices.c.answers.in_(list(began)))).all())
    if len(answers) != len(orders):
        raise SystemExit(f"{len(orders)} letters had {len(answers)} answers; see {house.folder}/log0")
    ends = {key: eye.when(notice) for key, notice in answers.items()}
    cut = statistics.quantiles(sorted(ends[key] - began[key] for key in began), n=100)
    many = len(orders)
    return Rush(many / taken, many / (max(ends.values()) - start), cut[49], cut[98], spent / many, served / many)


def _client(port: int, orders: Sequence[Order], first: int, began: dict[str, float], start: float, rate: float) -> None:
    line = connect(port, PATIENCE)
    for n in range(first, len(orders), CLIENTS):
        if rate:
            time.sleep(max(0.0, start + n / rate - time.perf_counter()))
        began[orders[n].key] = max(start + n / rate, start) if rate else time.perf_counter()
        line.sendmail(orders[n].sender, [orders[n].to], orders[n].raw)
    with suppress(smtplib.SMTPException, OSError):
        line.quit()


def rushes(house: House, workers: int, args: argparse.Namespace) -> float:
    """Letters as fast as they come, and at a steady rate; prints them, and returns how many a second were decided at most."""
    with house.running(workers) as ports:
        rush(house, ports, house.orders(house.games, WARM * workers))
        until(lambda: house.queued() == 0, 0.1)
        found = rush(house, ports, house.orders(house.games, args.letters))
        _tell("letters as fast as they are taken", found)
        if workers == args.most_workers:
            until(lambda: house.queued() == 0, 0.1)
            _tell(f"letters at {args.rate:g}/s", rush(house, ports, house.orders(house.games, args.letters // 2), args.rate))
        until(lambda: house.queued() == 0, 0.1)
    return found.decided


def _tell(how: str, found: Rush) -> None:
    server = f" and {found.served * 1000:.1f} ms by PostgreSQL" if found.served else ""
    print(
        f"  {how}: {found.taken:.0f}/s taken, {found.decided:.0f}/s decided; answer queued after p50 {found.p50 * 1000:.0f} ms, "
        f"p99 {found.p99 * 1000:.0f} ms; computing {found.computed * 1000:.1f} ms a letter{server}",
        flush=True,
    )


def deadline(house: House, workers: int) -> float:
    """From a deadline of all games to the last report queued: prints it, and returns the seconds."""
    before, wanted = house.reports(), len(house.games) * (len(POWERS) + 1)
    with house.running(workers):
        at = SystemClock().now() + LEAD
        house.due(at)
        time.sleep(max(0.0, (at - SystemClock().now()).total_seconds()))
        spent, served = house.spent(), house.served()
        until(lambda: house.reports() - before >= wanted, 0.1)
        took = (SystemClock().now() - at).total_seconds()
        each = (house.spent() - spent) / len(house.games) * 1000
        server = f" and {(house.served() - served) / len(house.games) * 1000:.1f} ms by PostgreSQL" if served else ""
        print(f"  {len(house.games)} games due at once: {wanted} reports queued after {took:.1f} s; "
              f"computing {each:.1f} ms a game{server}", flush=True)  # fmt: skip
        left, since = house.queued(), time.perf_counter()
        time.sleep(SENDING)
        print(f"  then sent: {(left - house.queued()) / (time.perf_counter() - since):.0f} reports/s", flush=True)
    return took


def cost(house: House, number: int) -> tuple[float, float]:
    """Of letters one after the other, each to the next of so many games: median seconds from handing one over to its answer
    queued, and seconds of the judge's own computing for one, its answer sent.
    """
    house.grow(number)
    waits = []
    with house.running() as [port]:
        line = connect(port, PATIENCE)
        step, spent = max(1, number // EACH), house.spent()
        for order in house.orders(house.games[:number:step], EACH):
            before = _last(house)
            start = time.perf_counter()
            line.sendmail(order.sender, [order.to], order.raw)
            until(lambda: _last(house) > before, 0.0005)  # noqa: B023
            waits.append(time.perf_counter() - start)
            until(lambda: house.queued() == 0, 0.005)
        line.quit()
        spent = house.spent() - spent
    return statistics.median(waits), spent / EACH


def _last(house: House) -> int:
    return house.ask(select(func.max(notices.c.id))) or 0


def costs(house: House, most: int) -> tuple[float, float]:
    """What a letter costs among more and more games: prints it, and returns the last beside the first, waiting and computing."""
    found: list[tuple[float, float]] = []
    for number in (each for each in FLAT if each <= most):
        wait, spent = cost(house, number)
        found.append((wait, spent))
        print(f"  a letter among {number:>6} games: answer queued after {wait * 1000:.1f} ms, "
              f"computing {spent * 1000:.1f} ms", flush=True)  # fmt: skip
    return found[-1][0] / found[0][0], found[-1][1] / (found[0][1] or 1)


def measured(engine: str, workers: Sequence[int], args: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """One engine: prints figures as they come, and yields (what, figure, aim) for the table at the end."""
    args.most_workers = max(workers)
    rates: dict[int, float] = {}
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[engine]
    with houses(engine, args.folder) as house_of:
        house = house_of()
        house.grow(args.games)
        for number in workers:
            print(f"{name}, {number} worker(s), {args.games} games", flush=True)
            if "rush" in args.parts:
                rates[number] = rushes(house, number, args)
                yield f"orders letters a second, {number} on {name}", f"{rates[number]:.0f}", _aim(engine, number)
            if "deadline" in args.parts and number == args.most_workers:
                took = deadline(house, number)
                yield f"{args.games} games due at once, {number} on {name}", f"{took:.1f} s", "30 s at most"
        if len(rates) > 1:
            gain = rates[max(rates)] / rates[min(rates)]
            yield f"{max(rates)} workers beside {min(rates)}, {os.cpu_count()} cores", f"{gain:.2f} x", "1.25 x at least"
        if "flat" in args.parts and (engine == "sqlite" or args.engine):
            print(f"{name}, 1 worker, letters one by one", flush=True)
            wait, spent = costs(house_of(), args.most)
            yield (
                f"a letter among {args.most:,} games beside one, {name}",
                f"{wait:.2f} x",
                f"1.2 x at most; computing {spent:.2f} x",
            )


def _aim(engine: str, workers: int) -> str:
    return "150 at least" if (engine, workers) == ("sqlite", 1) else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures as they come, and then those that there is an aim for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=ALL, help="one of them only, then with all parts")
    parser.add_argument("--workers", type=int, nargs="+", help="judges on the store; SQLite serves one")
    parser.add_argument("--games", type=int, default=500, help="games that are due at once")
    parser.add_argument("--letters", type=int, default=1000, help="letters of the rush; half as many at a steady rate")
    parser.add_argument("--rate", type=float, default=25, help="letters a second at that rate")
    parser.add_argument("--most", type=int, default=FLAT[-1], help="games at the most, for the cost of a letter among them")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is measured")
    parser.add_argument("--folder", type=Path, default=Path("var/load"))
    args = parser.parse_args(arguments)
    engines = {args.engine: args.workers or ALL[args.engine]} if args.engine else ALL
    if "postgresql" in engines and (why := postgres.missing()):
        print(why)
        engines = {name: workers for name, workers in engines.items() if name != "postgresql"}
    hour = args.games * len(POWERS)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before. {args.games} games have {hour} letters, 90 % of them in "
          f"the last hour: {0.9 * hour / 3600:.2f} a second; {args.rate:g} a second are the last hour of "
          f"{args.rate * 3600 / 0.9 / len(POWERS):,.0f} games", flush=True)  # fmt: skip
    table = [row for engine, workers in engines.items() for row in measured(engine, workers, args)]
    print(f"load {os.getloadavg()[0]:.1f} afterwards, players and watchers included\n")
    for what, figure, aim in table:
        print(f"{what:<56} {figure:>9}   {aim}")
    shutil.rmtree(args.folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
