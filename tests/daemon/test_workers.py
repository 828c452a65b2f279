"""Two daemons on one PostgreSQL: games by real letters, one of the two killed in the middle, and nothing is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import smtplib
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, func, select, update

from judge.cli.replay import replay_game
from judge.clock import SystemClock
from judge.store import ReplyTokens
from judge.store.tables import games, letters, notices
from tests.benchmarks.letters import IN_PLACE, POWERS, TO_AND_FRO
from tests.letters.post_office import ADDRESS, SEED, PostOffice
from tests.parent import ends_with_us
from tests.ports import free_port
from tests.waiting import LONGEST, until

NAMES = ("anaheim", "basel", "corfu")


class Workers:
    """Two daemons, players whose mail servers repeat themselves until a letter is taken, and a look into the store."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.office = PostOffice(folder, store=url)
        self.office.hands.time = SystemClock().now() - timedelta(minutes=5)
        for name in NAMES:
            self.office.game(name, "DEADLINE every 300 days 21:00")
        self.store = self.office.parts.store
        self.ports = [free_port(), free_port()]
        self.random, self.sent = random.Random(7), dict[str, str]()

    @contextmanager
    def running(self, number: int) -> Iterator[subprocess.Popen[bytes]]:
        """One of them."""
        config = self.folder / f"judge{number}.yaml"
        config.write_text(
            f"address: {ADDRESS}\nstore: {self.url}\nkey: {self.folder}/judge.key\nmaildir: {self.folder}/mail\nmaps: false\n"
            f"smtp: {{port: {self.ports[number]}}}\ntrust_from: true\nletters_an_hour: 1000000\nstrangers_an_hour: 1000000\n"
        )
        command = [sys.executable, "-m", "judge", "run", "--config", str(config)]
        with (self.folder / f"log{number}").open("ab") as log:
            alone: dict[str, Any] = {"start_new_session": True, "preexec_fn": ends_with_us(signal.SIGTERM)}
            worker = subprocess.Popen(command, stdout=log, stderr=log, **alone)
        try:
            until(lambda: _line(self.ports[number]), (self.folder / f"log{number}").read_text, pause=0.2)
            yield worker
        finally:
            worker.terminate()
            worker.wait(timeout=LONGEST)

    def seat(self, game: str, power: str) -> tuple[str, str]:
        """A player's own address, and the one that he writes to."""
        with self.store.look() as work:
            found = next(row for row in work.seats.of_game(game) if row.address.startswith(power.lower()))
        token = ReplyTokens(SEED.encode()).of_seat(game, found.seat, found.nonce)
        return found.address, ADDRESS.replace("@", f"+{game}.{found.seat}.{token}@")

    def post(self, key: str, sender: str, to: str, text: str) -> None:
        """Send a letter to either of them until one has taken it."""
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = sender, to, "orders", key
        letter.set_content(text)
        self.sent[key] = sender

        def taken() -> bool:
            try:
                with smtplib.SMTP("127.0.0.1", self.random.choice(self.ports), timeout=10) as line:
                    line.sendmail(sender, [to], letter.as_bytes())
            except (OSError, smtplib.SMTPException):
                return False
            return True

        until(taken)

    def season(self, season: int, last: str) -> list[threading.Thread]:
        """Everybody sends orders and at once others, which hold; two at a time."""
        players = [(game, power) for game in NAMES for power in POWERS]
        self.random.shuffle(players)

        def write(some: list[tuple[str, str]]) -> None:
            for game, power in some:
                sender, to = self.seat(game, power)
                for number, orders in enumerate((IN_PLACE[power], [*TO_AND_FRO[power][season], last])):
                    self.post(f"<{game}.{power}.{season}.{number}@x.example>", sender, to, "\n".join(orders))

        threads = [threading.Thread(target=write, args=(players[half::2],)) for half in range(2)]
        for thread in threads:
            thread.start()
        return threads

    def phases(self) -> list[list[str]]:
        """The phases that were run, game by game."""
        with self.store.look() as work:
            return [[row.phase for row in work.games.positions(name)] for name in NAMES]

    def due_now(self) -> None:
        """Every game's deadline is this moment."""
        now = SystemClock().now()
        with self.store._engine.begin() as db:
            rows = db.execute(select(games.c.name, games.c.head)).all()
            new = [{"of": name, "new": {**head, "due": now.isoformat()}} for name, head in rows]
            db.execute(update(games).where(games.c.name == bindparam("of")).values(head=bindparam("new"), next_due=now), new)

    def decided(self) -> int:
        """How many letters of the players' are done."""
        with self.store._engine.connect() as db:
            done = select(func.count()).where(letters.c.source.like("smtp:%"), letters.c.state == "done")
            return int(db.execute(done).scalar_one())

    def idle(self) -> bool:
        """Whether everything is decided and sent."""
        with self.store._engine.connect() as db:
            waiting = [db.execute(select(func.count()).where(table.c.state == state)).scalar_one()
                       for table, state in ((letters, "received"), (notices, "queued"))]  # fmt: skip
        return not any(waiting)

    def answers(self) -> dict[str, set[str]]:
        """Message-ID of a letter → those of its answers."""
        found = defaultdict(set)
        for file in (self.folder / "mail").glob("*/new/*"):
            letter = message_from_bytes(file.read_bytes())
            if letter["In-Reply-To"]:
                found[str(letter["In-Reply-To"])].add(str(letter["Message-ID"]))
        return found


def _line(port: int) -> bool:
    try:
        smtplib.SMTP("127.0.0.1", port, timeout=5).close()
    except OSError:
        return False
    return True


def test_two_workers_play_and_one_is_killed(tmp_path: Path, postgres_url: str) -> None:
    """A spring that ends when all are ready, an autumn that ends at its deadline, a worker killed among the letters."""
    house = Workers(tmp_path, postgres_url)
    with house.running(0), ExitStack() as stack:
        second = stack.enter_context(house.running(1))
        threads = house.season(0, "FINAL")
        until(lambda: house.decided() > 10, pause=0.2)
        os.killpg(second.pid, signal.SIGKILL)
        second.wait(LONGEST)
        until(lambda: not any(thread.is_alive() for thread in threads))
        until(lambda: all(house.phases()), pause=0.2)
        with house.running(1):
            for thread in house.season(1, ""):
                thread.join()
            until(house.idle, pause=0.2)
            house.due_now()
            until(lambda: all(len(phases) >= 2 for phases in house.phases()), pause=0.2)
            until(house.idle, pause=0.2)
    assert house.phases() == [["Spring 1901", "Autumn 1901"]] * len(NAMES)
    with house.store.look() as work:
        boards = [[row.body["outcome"] for row in work.games.positions(name)] for name in NAMES]
    assert boards[0] == boards[1] == boards[2]
    assert "Austria A(Ser)" in boards[0][1]["before"]["units"], "the orders that were sent last are the ones that count"
    assert {key: len(house.answers()[key]) for key in house.sent} == dict.fromkeys(house.sent, 1)
    replayed = [line for name in NAMES for line in replay_game(house.office.parts, name)[0][:-1]]  # the last: of deadlines we set
    assert len(replayed) == 2 * len(NAMES)
    assert all(line.endswith(": identical") for line in replayed), replayed
    house.store.close()
