"""`make load`: a rush before a deadline, the deadline itself, and what a letter costs among one game or ten thousand.

Everything is real but the players: `judge run` as processes of their own, letters over SMTP, a store on this disk, answers into
Maildirs. The players and whoever watches share the machine with the judge; its load stands beside the figures. Maps are off:
they cost the sender, and nobody who decides.
"""

from __future__ import annotations

import argparse
import os
import shutil
import smtplib
import statistics
import subprocess
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NamedTuple

from letters import POWERS, TO_AND_FRO, connect, free_port
from sqlalchemy import Engine, Table, bindparam, create_engine, func, insert, select, update

from judge.clock import SystemClock
from judge.config import Settings
from judge.letters import Letter
from judge.store import Tokens
from judge.store.tables import events, games, notices, people, positions, seats, secrets
from judge.store.tables import letters as post
from judge.store.tokens import mark
from judge.wiring import key_of, wire

ADDRESS, GM, FIRST = "judge@localhost", "gm@players.example", "load"
CLIENTS = 4
"""Connections that players' mail servers keep open."""
FLAT = (1, 100, 10_000)
EACH = 300
"""Letters for each figure of what one costs."""
PARTS = ("rush", "deadline", "flat")
PATIENCE = 600.0
"""Seconds after which waiting for anything is given up."""


class Order(NamedTuple):
    """A letter to be sent: its Message-ID, its writer, the seat's reply address, and the whole of it."""

    key: str
    sender: str
    to: str
    raw: bytes


class House:
    """A store of many games that stand at the same phase, and the judges that serve it."""

    def __init__(self, folder: Path, url: str, workers: int) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder, self.url, self.workers = folder, url or f"sqlite:///{folder.absolute()}/judge.db", workers
        self.settings = Settings(address=ADDRESS, store=self.url, key=folder / "judge.key", trust_from=True, maps=False, smtp=None)
        self.tokens = Tokens(key_of(self.settings))
        self._begin()
        self.engine: Engine = create_engine(self.url)
        self.games = [FIRST]
        self.count = 0

    def _begin(self) -> None:
        """One game with seven players, begun without a daemon."""
        parts, count = wire(self.settings), 0

        def come(sender: str, text: str, to: str = ADDRESS) -> None:
            nonlocal count
            count += 1
            now = parts.clock.now()
            raw = f"From: {sender}\r\nMessage-ID: <b{count}@x>\r\n\r\n{text}\r\n".encode()
            parts.store.take(Letter(raw, now, f"begin:{count}", sender, to))
            while parts.office.receive_next(parts.clock.now()):
                pass

        come(GM, f"CREATE {FIRST}\nDEADLINE every 300 days 21:00")
        for power in POWERS:
            come(f"{power.lower()}@players.example", f"JOIN {FIRST} PREFER {power}")
        with parts.store.look() as work:
            gm = work.seat(FIRST, "gm")
        assert gm
        come(GM, "START", f"judge+{FIRST}.gm.{self.tokens.of_seat(FIRST, 'gm', gm.nonce)}@localhost")
        with parts.store.look() as work:
            assert [card.card["stage"] for card in work.games()] == ["running"]
        parts.store.close()

    def grow(self, number: int) -> None:
        """Copies of the first game, each with players of its own, until there are so many."""
        with self.engine.begin() as db:
            first = {table: self._rows(db, table) for table in (people, games, events, positions, seats, secrets)}
            most = db.execute(select(func.max(people.c.id))).scalar_one()
            own = {row["person_id"]: n for n, row in enumerate(first[seats], 1)}
            for n in range(len(self.games), number):
                name = f"{FIRST}{n}"
                ids = {old: most + place for old, place in own.items()}
                most += len(own)
                for table, rows in first.items():
                    if new := [self._copied(row, name, n, ids) for row in rows if table is not people or row["id"] in ids]:
                        db.execute(insert(table), new)
                self.games.append(name)

    def _rows(self, db: Any, table: Table) -> list[dict[str, Any]]:
        named = table.c.get("game") if "game" in table.c else table.c.name if table is games else None
        wanted = select(table) if named is None else select(table).where(named == FIRST)
        return [dict(row) for row in db.execute(wanted).mappings()]

    def _copied(self, row: Mapping[str, Any], name: str, number: int, ids: Mapping[int, int]) -> dict[str, Any]:
        new = dict(row)
        if "game" in row:
            new["game"] = name
        if "person_id" in row:
            new |= {"person_id": ids[row["person_id"]], "nonce": f"{row['nonce'][:40]}{number}"}
            new["mark"] = mark(self.tokens.of_seat(name, row["seat"], new["nonce"]))
        if "id" in row:
            new |= {"id": ids[row["id"]], "key": f"{number}.{row['key']}", "address": f"{number}.{row['address']}"}
        if "head" in row:
            new |= {"name": name, "head": {**row["head"], "name": name}}
        return new

    def due(self, at: datetime) -> None:
        """Every game's phase is due at this instant (no judge may be running)."""
        with self.engine.begin() as db:
            rows = db.execute(select(games.c.name, games.c.head)).all()
            changes = [{"of": name, "new": {**head, "due": at.isoformat(), "reminded": head["settings"].get("reminders", [])}}
                       for name, head in rows]  # fmt: skip
            db.execute(update(games).where(games.c.name == bindparam("of")).values(head=bindparam("new"), next_due=at), changes)

    def orders(self, some: Sequence[str], number: int) -> list[Order]:
        """So many letters, from one seat of each game after the other."""
        with self.engine.connect() as db:
            wanted = select(seats.c.game, seats.c.seat, seats.c.nonce, people.c.address).join_from(seats, people)
            rows = db.execute(wanted.where(seats.c.seat != "gm")).all()
        known = set(some)
        sitting = sorted((row for row in rows if row.game in known), key=lambda row: (row.seat, row.game))
        return [self._order(sitting[n % len(sitting)]) for n in range(number)]

    def _order(self, row: Any) -> Order:
        self.count += 1
        power = row.address.partition("@")[0].rpartition(".")[2].title()
        to = f"judge+{row.game}.{row.seat}.{self.tokens.of_seat(row.game, row.seat, row.nonce)}@localhost"
        letter, key = EmailMessage(), f"<{self.count}.{row.game}@players.example>"
        letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = row.address, to, "orders", key
        letter.set_content("\n".join(TO_AND_FRO[power][0]))
        return Order(key, row.address, to, letter.as_bytes().replace(b"\n", b"\r\n"))

    @contextmanager
    def running(self) -> Iterator[list[int]]:
        """The judges at work; yields the ports that they take letters at."""
        ports = [free_port() for _ in range(self.workers)]
        self.daemons = [self._start(n, port) for n, port in enumerate(ports)]
        try:
            for port in ports:
                connect(port, PATIENCE).quit()
            yield ports
        finally:
            for daemon in self.daemons:
                daemon.terminate()
            for daemon in self.daemons:
                daemon.wait(timeout=60)

    def _start(self, number: int, port: int) -> subprocess.Popen[bytes]:
        config = self.folder / f"judge{number}.yaml"
        config.write_text(
            f"address: {ADDRESS}\nstore: {self.url}\nkey: {self.folder}/judge.key\nmaildir: {self.folder}/mail\n"
            f"smtp: {{port: {port}}}\ntrust_from: true\nletters_an_hour: 1000000\nmaps: false\n"
        )
        with (self.folder / f"log{number}").open("w") as log:
            return subprocess.Popen([sys.executable, "-m", "judge.cli", "run", "--config", str(config)], stdout=log, stderr=log)

    def spent(self) -> float:
        """Seconds that the judges have computed so far, whatever else the machine did (Linux; elsewhere 0)."""
        ticks = 0
        for daemon in self.daemons:
            with suppress(OSError):
                ticks += sum(map(int, Path(f"/proc/{daemon.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def queued(self) -> int:
        """Notices that wait to be sent."""
        return int(self.ask(select(func.count()).select_from(notices).where(notices.c.state == "queued")))

    def ask(self, statement: Any) -> Any:
        """One value out of the store."""
        with self.engine.connect() as db:
            return db.execute(statement).scalar_one()


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
            while not self._stop.wait(0.004):
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
    """Letters a second that the judge said 250 to, durably."""
    decided: float
    """Letters a second that it decided, from the first letter to the last answer queued."""
    p50: float
    """Seconds from handing a letter over to its answer queued."""
    p99: float
    sent: float
    """Seconds from the last answer queued to the last answer in a Maildir."""
    computed: float
    """Seconds of computing by the judge for a letter and its answer."""


def rush(house: House, ports: Sequence[int], orders: Sequence[Order], rate: float = 0) -> Rush:
    """Send letters over several connections: so many a second, or as fast as they are taken."""
    spent = house.spent()
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
        until(lambda: house.ask(select(func.count()).select_from(post).where(post.c.state == "received")) == 0)
        time.sleep(0.05)
    last = time.perf_counter()
    until(lambda: house.queued() == 0)
    sent, spent = time.perf_counter() - last, (house.spent() - spent) / len(orders)
    with house.engine.connect() as db:
        answers = dict(db.execute(select(notices.c.answers, notices.c.id).where(notices.c.answers.in_(list(began)))).all())
    if len(answers) != len(orders):
        raise SystemExit(f"{len(orders)} letters had {len(answers)} answers; see {house.folder}/log0")
    ends = {key: eye.when(notice) for key, notice in answers.items()}
    waits = sorted(ends[key] - began[key] for key in began)
    cut = statistics.quantiles(waits, n=100)
    return Rush(len(orders) / taken, len(orders) / (max(ends.values()) - start), cut[49], cut[98], sent, spent)


def _client(port: int, orders: Sequence[Order], first: int, began: dict[str, float], start: float, rate: float) -> None:
    line = connect(port, PATIENCE)
    for n in range(first, len(orders), CLIENTS):
        if rate:
            time.sleep(max(0.0, start + n / rate - time.perf_counter()))
        began[orders[n].key] = max(start + n / rate, start) if rate else time.perf_counter()
        line.sendmail(orders[n].sender, [orders[n].to], orders[n].raw)
    with suppress(smtplib.SMTPException, OSError):
        line.quit()


def _now() -> datetime:
    return SystemClock().now()


def deadline(house: House, lead: float) -> Iterator[str]:
    """From a deadline of all games to the last report queued, and to the last one in a Maildir."""
    at = _now() + timedelta(seconds=lead)
    house.due(at)
    reports = select(func.count()).select_from(notices).where(notices.c.kind == "report")
    before, wanted = house.ask(reports), len(house.games) * (len(POWERS) + 1)
    with house.running():
        if _now() >= at:
            raise SystemExit("the judge took longer to start than the deadline was away; give it more --lead")
        time.sleep((at - _now()).total_seconds())
        began = house.spent()
        until(lambda: house.ask(reports) - before >= wanted, 0.1)
        queued, spent = (_now() - at).total_seconds(), house.spent() - began
        yield f"{wanted} reports queued after {queued:.1f} s (aim 30), {spent:.1f} s of it computing by the judge"
        left = house.queued()
        until(lambda: house.queued() == 0, 0.1)
        took = (_now() - at).total_seconds()
        yield f"all in Maildirs after {took:.1f} s ({left / max(took - queued, 0.1):.0f}/s)"


def cost(house: House, number: int) -> tuple[float, float]:
    """Of letters one after the other, each to the next of so many games: median seconds from handing one over to its answer
    queued, and seconds of the judge's own computing for one, its answer sent.
    """
    house.grow(number)
    waits, spent = [], 0.0
    with house.running() as [port, *_]:
        line = connect(port, PATIENCE)
        step, spent = max(1, number // EACH), house.spent()
        for order in house.orders(house.games[:number:step], EACH):
            before = house.ask(select(func.max(notices.c.id))) or 0
            until(lambda: house.queued() == 0, 0.002)
            start = time.perf_counter()
            line.sendmail(order.sender, [order.to], order.raw)
            until(lambda: (house.ask(select(func.max(notices.c.id))) or 0) > before, 0.0002)  # noqa: B023
            waits.append(time.perf_counter() - start)
        line.quit()
        spent = house.spent() - spent
    return statistics.median(waits), spent / EACH


def until(holds: Callable[[], bool], pause: float = 0.01) -> None:
    """Wait for something, not for ever."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(f"it did not come to pass within {PATIENCE:.0f} s")
        time.sleep(pause)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games that are due at once")
    parser.add_argument("--letters", type=int, default=2000, help="letters of the rush, and again at a steady rate")
    parser.add_argument("--rate", type=float, default=25, help="letters a second at that rate")
    parser.add_argument("--most", type=int, default=FLAT[-1], help="games at the most, for the cost of a letter among them")
    parser.add_argument("--lead", type=float, default=30, help="seconds that the judge has to start before the deadline")
    parser.add_argument("--workers", type=int, default=1, help="judges on the store; SQLite serves one")
    parser.add_argument("--store", default="", help="SQLAlchemy URL of an empty store; an SQLite file if not said")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is measured")
    parser.add_argument("--folder", type=Path, default=Path("var/load"))
    args = parser.parse_args(arguments)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; {args.workers} worker(s) on {args.store or 'SQLite'}")
    house = House(args.folder, args.store, args.workers)
    if "rush" in args.parts or "deadline" in args.parts:
        house.grow(args.games)
    if "rush" in args.parts:
        _rushes(house, args)
    if "deadline" in args.parts:
        for line in deadline(house, args.lead):
            print(f"deadline of {args.games} games: {line}", flush=True)
    if "flat" in args.parts:
        _costs(house if args.store else House(args.folder, "", 1), args.most)
    print(f"load {os.getloadavg()[0]:.1f} afterwards, players and watchers included")
    shutil.rmtree(args.folder, ignore_errors=True)
    return 0


def _rushes(house: House, args: argparse.Namespace) -> None:
    hour = args.games * len(POWERS)
    print(f"{args.games} games: {hour} letters, 90 % in the last hour, are {0.9 * hour / 3600:.2f} letters/s", flush=True)
    with house.running() as ports:
        told("as fast as they are taken", rush(house, ports, house.orders(house.games, args.letters)))
        steady = house.orders(house.games, int(min(args.letters, 40 * args.rate)))
        told(f"at {args.rate:g} letters/s", rush(house, ports, steady, args.rate))


def _costs(house: House, most: int) -> None:
    costs: dict[int, tuple[float, float]] = {}
    for number in (each for each in FLAT if each <= most):
        costs[number] = wait, spent = cost(house, number)
        first, least = costs[FLAT[0]]
        print(
            f"a letter among {number:>6} games: {wait * 1000:6.1f} ms, {wait / first:.2f} x (aim 1.2); "
            f"computing {spent * 1000:.1f} ms, {spent / (least or 1):.2f} x",
            flush=True,
        )


def told(how: str, found: Rush) -> None:
    """A line about a rush."""
    print(
        f"letters {how}: {found.taken:.0f}/s taken, {found.decided:.0f}/s decided; "
        f"answer queued after p50 {found.p50 * 1000:.0f} ms, p99 {found.p99 * 1000:.0f} ms; "
        f"the last was sent {found.sent:.1f} s later; computing {found.computed * 1000:.1f} ms a letter",
        flush=True,
    )


if __name__ == "__main__":
    raise SystemExit(main())
