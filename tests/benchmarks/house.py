"""A house of many games for `make load`: a store on SQLite or on a PostgreSQL of its own, and the judges that serve it.

Everything is real but the players: `judge run` as processes of their own, letters over SMTP, answers into Maildirs. Maps are off:
they cost the sender, and nobody who decides.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from email.message import EmailMessage
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Table, bindparam, create_engine, func, insert, select, update

from judge.config import Config
from judge.daemon.wiring import build_application, load_token_key
from judge.house_players import decide_orders
from judge.letters import Letter
from judge.seat import GM as GM_SEAT
from judge.store import ReplyTokens
from judge.store.reply_tokens import hash_token
from judge.store.tables import events, games, notices, people, positions, seats, secrets
from judge.store.tables import letters as post
from tests.benchmarks.letters import IN_PLACE, POWERS, connect
from tests.ports import free_port
from tests.rules.boards import RULES
from tests.store import postgres

ADDRESS, GM, FIRST = "judge@localhost", "gm@players.example", "load"
PATIENCE = 600.0
"""Seconds after which waiting for anything is given up."""
SEEDS = 6
"""How often an opening is drawn."""


@cache
def openings(power: str) -> Sequence[str]:
    """Different letters that a power may write at the start of standard Diplomacy: what house players order, and that all stand."""
    drawn = [decide_orders(RULES.start, RULES, power, "steady", str(n)) for n in range(SEEDS)]
    return list(dict.fromkeys(["\n".join(map(RULES.notation.write, orders)) for orders in drawn] + ["\n".join(IN_PLACE[power])]))


class Order(NamedTuple):
    """A letter to be sent: its Message-ID, its writer, the seat's reply address, and the whole of it."""

    key: str
    sender: str
    to: str
    raw: bytes


class House:
    """A store of many games that stand at the same phase, and the judges that serve it, of which there may be several."""

    def __init__(self, folder: Path, url: str, server: postgres.Server | None = None) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder, self.url, self._server = folder.absolute(), url, server
        self.settings = Config(address=ADDRESS, store=url, key=folder / "judge.key", trust_from=True, maps=False, smtp=None)
        self.tokens = ReplyTokens(load_token_key(self.settings))
        self._begin()
        self.engine: Engine = create_engine(url)
        self.games = [FIRST]
        self.daemons: list[subprocess.Popen[bytes]] = []
        self.manners = "trust_from: true\nletters_an_hour: 1000000\nstrangers_an_hour: 1000000\nmaps: false\n"
        """The settings that are not about places, as they stand in the file."""
        self._numbers = count()

    def _begin(self) -> None:
        """One game with seven players, begun without a daemon."""
        parts, numbers = build_application(self.settings), count()

        def come(sender: str, text: str, to: str = ADDRESS) -> None:
            number = next(numbers)
            raw = f"From: {sender}\r\nMessage-ID: <b{number}@x>\r\n\r\n{text}\r\n".encode()
            parts.store.take(Letter(raw, parts.clock.now(), f"begin:{number}", sender, to))
            while parts.office.receive_next(parts.clock.now()):
                pass

        come(GM, f"CREATE {FIRST}\nDEADLINE every 300 days 21:00")
        for power in POWERS:
            come(f"{power.lower()}@players.example", f"JOIN {FIRST} PREFER {power}")
        with parts.store.look() as work:
            gm = work.seats.get(FIRST, GM_SEAT)
        assert gm
        come(GM, "START", f"judge+{FIRST}.gm.{self.tokens.of_seat(FIRST, GM_SEAT, gm.nonce)}@localhost")
        with parts.store.look() as work:
            assert work.games.count_by_stage() == {"running": 1}
        parts.store.close()

    def grow(self, number: int) -> None:
        """Copies of the first game, each with players of its own, until there are so many."""
        with self.engine.begin() as db:
            first = {table: _rows(db, table) for table in (people, games, events, positions, seats, secrets)}
            most = db.execute(select(func.max(people.c.id))).scalar_one()
            own = {row["person_id"]: n for n, row in enumerate(first[seats], 1)}
            new: dict[Table, list[dict[str, Any]]] = {table: [] for table in first}
            for n in range(len(self.games), number):
                name = f"{FIRST}{n}"
                ids = {old: most + place for old, place in own.items()}
                most += len(own)
                for table, rows in first.items():
                    new[table] += [self._copied(row, name, n, ids) for row in rows if table is not people or row["id"] in ids]
                self.games.append(name)
            for table, rows in new.items():
                if rows:
                    db.execute(insert(table), rows)

    def _copied(self, row: Mapping[str, Any], name: str, number: int, ids: Mapping[int, int]) -> dict[str, Any]:
        new = dict(row)
        if "game" in row:
            new["game"] = name
        if "person_id" in row:
            new |= {"person_id": ids[row["person_id"]], "nonce": f"{row['nonce'][:40]}{number}"}
            new["mark"] = hash_token(self.tokens.of_seat(name, row["seat"], new["nonce"]))
        if "id" in row:
            new |= {"id": ids[row["id"]], "key": f"{number}.{row['key']}", "address": f"{number}.{row['address']}"}
        if "head" in row:
            new |= {"name": name, "head": {**row["head"], "name": name}}
        return new

    def due(self, at: datetime) -> None:
        """Every game's phase is due at this instant. A judge that has looked at a game before does not see it."""
        with self.engine.begin() as db:
            rows = db.execute(select(games.c.name, games.c.head)).all()
            changes = [{"of": name, "new": {**head, "due": at.isoformat(), "reminded": head["settings"].get("reminders", [])}}
                       for name, head in rows]  # fmt: skip
            db.execute(update(games).where(games.c.name == bindparam("of")).values(head=bindparam("new"), next_due=at), changes)

    def orders(self, some: Sequence[str], number: int) -> list[Order]:
        """So many letters, from the next seat of each game after the other; when all have written, they write something else."""
        with self.engine.connect() as db:
            wanted = select(seats.c.game, seats.c.seat, seats.c.nonce, people.c.address).join_from(seats, people)
            rows = db.execute(wanted.where(seats.c.seat != GM_SEAT)).all()
        known = set(some)
        sitting = sorted((row for row in rows if row.game in known), key=lambda row: (row.seat, row.game))
        return [self._order(sitting, next(self._numbers)) for _ in range(number)]

    def _order(self, sitting: Sequence[Any], number: int) -> Order:
        row = sitting[number % len(sitting)]
        power = row.address.partition("@")[0].rpartition(".")[2].title()
        to = f"judge+{row.game}.{row.seat}.{self.tokens.of_seat(row.game, row.seat, row.nonce)}@localhost"
        letter, key = EmailMessage(), f"<{number}.{row.game}@players.example>"
        letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = row.address, to, "orders", key
        letter.set_content(openings(power)[number // len(sitting) % len(openings(power))])
        return Order(key, row.address, to, letter.as_bytes().replace(b"\n", b"\r\n"))

    @contextmanager
    def running(self, workers: int = 1) -> Iterator[list[int]]:
        """The judges at work; yields the ports that they take letters at."""
        ports = [free_port() for _ in range(workers)]
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
            f"smtp: {{port: {port}}}\n{self.manners}"
        )
        with (self.folder / f"log{number}").open("w") as log:
            return subprocess.Popen([sys.executable, "-m", "judge", "run", "--config", str(config)], stdout=log, stderr=log)

    def spent(self) -> float:
        """Seconds that the judges have computed so far, whatever else the machine did (Linux; elsewhere 0)."""
        return sum(_computed(daemon.pid) for daemon in self.daemons)

    def served(self) -> float:
        """Seconds that the database's server has computed for them, in processes of its own."""
        if self._server is None or self._server.process is None:
            return 0.0
        first = self._server.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return sum(_computed(int(pid)) for pid in children) + _computed(first, ended=True)

    def received(self) -> int:
        """Letters that wait to be decided."""
        return int(self.ask(select(func.count()).select_from(post).where(post.c.state == "received")))

    def queued(self) -> int:
        """Notices that wait to be sent."""
        return int(self.ask(select(func.count()).select_from(notices).where(notices.c.state == "queued")))

    def reports(self) -> int:
        """Reports that were ever queued."""
        return int(self.ask(select(func.count()).select_from(notices).where(notices.c.kind == "report")))

    def ask(self, statement: Any) -> Any:
        """One value out of the store."""
        with self.engine.connect() as db:
            return db.execute(statement).scalar_one()

    def close(self) -> None:
        """Let go of the store."""
        self.engine.dispose()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def houses(engine: str, folder: Path) -> Iterator[Callable[[], House]]:
    """What makes houses, each with an empty store on SQLite or on a PostgreSQL that loses nothing it has committed."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running(durable=True)) if engine == "postgresql" else None
        numbers = count()

        def make() -> House:
            where = folder / f"{engine}{next(numbers)}"
            url = server.database(empty=True) if server else f"sqlite:///{where.absolute()}/judge.db"
            house = House(where, url, server)
            stack.callback(house.close)
            return house

        yield make


def until(holds: Callable[[], bool], pause: float = 0.01, patience: float = PATIENCE) -> None:
    """Wait for something, not for ever."""
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            raise SystemExit(f"it did not come to pass within {patience:.0f} s")
        time.sleep(pause)


def _rows(db: Connection, table: Table) -> list[dict[str, Any]]:
    named = table.c.get("game") if "game" in table.c else table.c.name if table is games else None
    wanted = select(table) if named is None else select(table).where(named == FIRST)
    return [dict(row) for row in db.execute(wanted).mappings()]


def _computed(process: int, ended: bool = False) -> float:
    """Seconds of a process (proc(5)), and, if asked for, of its children that have ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")
    return 0.0
