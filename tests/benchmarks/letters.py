"""How fast letters are: bytes in over a kept SMTP connection → answer in the Maildir, or queued, by the real daemon on this disk.

Beside them the floors of the same run: parsing the letter's MIME alone, one durable SQLite commit alone, and one durable file.
"""

from __future__ import annotations

import email
import os
import shutil
import smtplib
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from email.message import EmailMessage
from pathlib import Path

from judge.store import ReplyTokens
from tests.ports import free_port

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
TO_AND_FRO = {
    "Austria": (("A Bud-Ser", "A Vie-Gal", "F Tri-Alb"), ("A Ser-Bud", "A Gal-Vie", "F Alb-Tri")),
    "England": (("A Lvp-Wal", "F Edi-NTH", "F Lon-ENG"), ("A Wal-Lvp", "F NTH-Edi", "F ENG-Lon")),
    "France": (("A Par-Bur", "A Mar-Spa", "F Bre-MAO"), ("A Bur-Par", "A Spa-Mar", "F MAO-Bre")),
    "Germany": (("A Ber-Pru", "A Mun-Ruh", "F Kie-HEL"), ("A Pru-Ber", "A Ruh-Mun", "F HEL-Kie")),
    "Italy": (("A Ven-Apu", "A Rom-Tus", "F Nap-TYS"), ("A Apu-Ven", "A Tus-Rom", "F TYS-Nap")),
    "Russia": (("A Mos-Lvn", "A War-Ukr", "F Sev-Arm", "F StP-BOT"), ("A Lvn-Mos", "A Ukr-War", "F Arm-Sev", "F BOT-StP")),
    "Turkey": (("A Con-Bul", "A Smy-Syr", "F Ank-BLA"), ("A Bul-Con", "A Syr-Smy", "F BLA-Ank")),
}
"""Orders that never meet, out in the spring and home in the autumn."""
IN_PLACE = {power: tuple(f"{order.partition('-')[0]} H" for order in some) for power, (some, _) in TO_AND_FRO.items()}
"""The first of them given up again: letter by letter, what stands is another."""
LETTERS, TURNS, CROWD = 300, 12, 2000
GM = "gm@zine.example"


class Post:
    """A daemon, a kept connection to it, and a look into its store."""

    def __init__(self, folder: Path, config: str = "", run_by: Sequence[str] = ()) -> None:
        self.folder, self.config, self.run_by = folder, config, run_by
        self.store = folder / "judge.db"
        self.letter_count = 0

    @contextmanager
    def running(self) -> Iterator[Post]:
        """The daemon while it runs."""
        port = free_port()
        self.folder.mkdir(parents=True, exist_ok=True)
        config = self.folder / "judge.yaml"
        config.write_text(
            f"address: judge@localhost\nstore: sqlite:///{self.store}\nmaildir: {self.folder}/mail\nsmtp: {{port: {port}}}\n"
            "trust_from: true\nletters_an_hour: 1000000\nstrangers_an_hour: 1000000\n" + self.config
        )
        command = [*self.run_by, sys.executable, "-m", "judge", "run", "--config", str(config)]
        with (self.folder / "log").open("w") as log:
            daemon = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            self.port, self.line, self.process = port, connect(port), daemon.pid
            self.look = sqlite3.connect(self.store, isolation_level=None)
            yield self
            self.line.close()
            self.look.close()
        finally:
            daemon.terminate()
            daemon.wait(timeout=20)

    def notices(self) -> int:
        """How many notices were ever queued."""
        found: int = self.look.execute("SELECT coalesce(max(id), 0) FROM notices").fetchone()[0]
        return found

    def check(self) -> None:
        """Raise SystemExit if the judge could not decide some letter: its mails about that are no answer to be measured."""
        if self.look.execute("SELECT 1 FROM letters WHERE state = 'shunted' LIMIT 1").fetchone():
            raise SystemExit(f"a letter was shunted; see {self.folder}/log")

    def cpu(self) -> float:
        """Seconds that the daemon has computed so far (proc(5)), whatever else the machine had to do."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waits(self) -> bool:
        """Whether a notice is not sent yet."""
        return self.look.execute("SELECT 1 FROM notices WHERE state = 'queued' LIMIT 1").fetchone() is not None

    def send(
        self, sender: str, text: str, subject: str = "orders", to: str = "judge@localhost", more: int = 1, out: bool = False
    ) -> float:
        """Send a letter; the seconds until `more` notices are committed because of it, or `out`. First the outbox runs empty."""
        self.letter_count += 1
        raw = _letter(sender, text, subject, f"{self.letter_count}@player.example")
        while self.waits():
            time.sleep(0.001)
        before = self.notices()
        start = time.perf_counter()
        self.line.sendmail(sender, [to], raw)
        while self.notices() < before + more or (out and self.waits()):
            if time.perf_counter() - start > 20:
                raise SystemExit(f"no answer to {subject!r}; see {self.folder}/log")
            time.sleep(0.0001)
        return time.perf_counter() - start

    def begin(self) -> None:
        """One game with seven players, begun."""
        self.send(GM, "CREATE bench\nDEADLINE every 300 days 21:00", "new game")
        for power in POWERS:
            self.send(f"{power.lower()}@players.example", f"JOIN bench PREFER {power}", "join", more=2)
        self.send(GM, "START", "start", f"judge+bench.{self.tokens()['Gm']}@localhost", more=9)

    def crowd(self, number: int) -> None:
        """The same game over and over, as if `number` had been begun (the daemon must not be running)."""
        with closing(sqlite3.connect(self.store)) as db, db:
            people = db.execute("SELECT max(id) FROM people").fetchone()[0]
            for n in range(1, number):
                for table in ("people", "games", "events", "positions", "seats", "secrets"):
                    new = {key: f"'bench{n:04}'" for key in ("game", "name") if table != "people"}
                    new |= {"nonce": f"nonce || '{n}'", "mark": f"mark || '{n}'", "person_id": f"person_id + {n * people}"}
                    new |= {"id": f"id + {n * people}", "key": f"'{n}.' || key", "address": f"'{n}.' || address"}
                    new |= {"head": f"json_set(head, '$.name', 'bench{n:04}')"}
                    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
                    chosen = ", ".join(new.get(column, column) for column in columns)
                    first = {"people": f"id <= {people}", "games": "name = 'bench'"}.get(table, "game = 'bench'")
                    db.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table} WHERE {first}")
            db.execute("DELETE FROM store_facts WHERE name = 'key'")  # so that the next daemon gives the copied seats marks

    def tokens(self, game: str = "bench") -> dict[str, str]:
        """Power → the seat and token that a reply of its player carries."""
        tokens = ReplyTokens((self.folder / "judge.key").read_bytes().strip())
        with closing(sqlite3.connect(self.store)) as db:
            query = "SELECT seat, nonce, address FROM seats JOIN people ON people.id = person_id WHERE game = ?"
            rows = db.execute(query, [game]).fetchall()
        return {_who(address): f"{seat}.{tokens.of_seat(game, seat, nonce)}" for seat, nonce, address in rows}


def _who(address: str) -> str:
    """The power that a player's address begins with; copies of games have a number before it."""
    return address.partition("@")[0].rpartition(".")[2].title()


def _letter(sender: str, text: str, subject: str, key: str) -> bytes:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = sender, "judge@localhost", subject, f"<{key}>"
    letter["Date"] = "Fri, 05 Mar 2027 12:00:00 +0000"
    letter.set_content(text)
    return letter.as_bytes().replace(b"\n", b"\r\n")


def connect(port: int, patience: float = 30) -> smtplib.SMTP:
    until = time.monotonic() + patience
    while True:
        try:
            return smtplib.SMTP("127.0.0.1", port, timeout=patience)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def orders_letters(post: Post, games: int, out: bool = False) -> float:
    """Median milliseconds of an orders letter, each to the next of so many games; until its answer is `out`, or queued."""
    copies = [f"{n}." if n else "" for n in range(min(games, LETTERS))]  # before their players' addresses
    names = ["bench" + (f"{n:04}" if n else "") for n in range(len(copies))]
    to = [f"judge+{name}.{post.tokens(name)['Russia']}@localhost" for name in names]
    times = []
    for n in range(LETTERS):
        one, some = n % len(copies), (TO_AND_FRO["Russia"][0], IN_PLACE["Russia"])[n // len(copies) % 2]
        times.append(post.send(f"{copies[one]}russia@players.example", "\n".join(some), "orders", to[one], out=out))
    post.check()
    return statistics.median(times) * 1000


def turns(post: Post, out: bool = False) -> tuple[float, float]:
    """A movement turn, GM's PROCESS in → eight reports and an answer queued, or `out`: milliseconds passed and computed."""
    times, spent, master = [], [], f"judge+bench.{post.tokens()['Gm']}@localhost"
    for n in range(TURNS):
        for power in POWERS:
            post.send(f"{power.lower()}@players.example", "GAME bench\n" + "\n".join(TO_AND_FRO[power][n % 2]))
        while post.waits():
            time.sleep(0.001)
        before = post.cpu()
        times.append(post.send(GM, "PROCESS", "process", master, more=9, out=out))
        spent.append(post.cpu() - before)
    post.check()
    return statistics.median(times) * 1000, statistics.mean(spent) * 1000


def parse_floor() -> float:
    """Median milliseconds of MIME parsing one orders letter, and nothing else."""
    raw = _letter("russia@players.example", "\n".join(TO_AND_FRO["Russia"][0]), "orders", "1@player.example")
    times = []
    for _ in range(500):
        start = time.perf_counter()
        email.message_from_bytes(raw).get_payload(decode=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def commit_floor(folder: Path) -> float:
    """Median milliseconds of one durable commit of a letter's bytes: SQLite in WAL mode, synchronous=FULL, same disk."""
    folder.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(folder / "floor.db", isolation_level=None)
    db.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE floor (id INTEGER PRIMARY KEY, raw BLOB);")
    raw = b"x" * 600
    times = []
    for _ in range(500):
        start = time.perf_counter()
        db.execute("INSERT INTO floor (raw) VALUES (?)", (raw,))
        times.append(time.perf_counter() - start)
    db.close()
    return statistics.median(times) * 1000


def file_floor(folder: Path) -> float:
    """Median milliseconds of one durable file of a mail's size in a folder."""
    raw, times = b"x" * 6000, []
    for number in range(100):
        start = time.perf_counter()
        for path, flags in ((folder / f"{number}.mail", os.O_CREAT | os.O_WRONLY), (folder, os.O_RDONLY)):
            handle = os.open(path, flags)
            if path != folder:
                os.write(handle, raw)
            os.fsync(handle)
            os.close(handle)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def delivered_rows(where: Path, floors: float, file: float) -> Iterator[tuple[str, str, str]]:
    """Until the mails are where their readers fetch them."""
    post = Post(where / "delivered", "maps: false\n")
    with post.running():
        post.begin()
        before = post.cpu()
        one = orders_letters(post, 1, out=True)
        beside = f"{(post.cpu() - before) / LETTERS * 1000:.1f} ms of CPU (aim ≤ 4); {one / (floors + file):.1f} × floors"
        yield "orders letter → answer in the Maildir, one game", f"{one:.1f} ms", f"{beside} (aim ≤ 5 ms)"
        turn, spent = turns(post, out=True)
        beside = f"{spent:.0f} ms of CPU; {turn / (floors + 9 * file):.1f} × floors (aim ≤ 16 ms)"
        yield "movement turn → nine mails in Maildirs, no maps", f"{turn:.1f} ms", beside
    pictured = Post(where / "pictured", "maps: true\n")
    with pictured.running():
        pictured.begin()
        turn, spent = turns(pictured, out=True)
        yield "the same with maps", f"{turn:.0f} ms", f"{spent:.0f} ms of CPU, and what a process for pictures takes (aim ≤ 150 ms)"


def rows(where: Path) -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    shutil.rmtree(where, ignore_errors=True)
    parse, commit = parse_floor(), commit_floor(where)
    file, floors = file_floor(where), parse + 2 * commit  # a letter is committed twice: as it came, and with what it did
    yield "floor: MIME parse alone", f"{parse:.2f} ms", ""
    yield "floor: one durable commit alone", f"{commit:.2f} ms", ""
    yield "floor: one durable file alone", f"{file:.2f} ms", ""
    yield from delivered_rows(where, floors, file)
    post = Post(where / "judge")
    with post.running():
        post.begin()
        one = orders_letters(post, 1)
        yield "orders letter → answer queued, one game", f"{one:.1f} ms", f"{one / floors:.1f} × floors (aim ≤ 6 ms)"
    post.crowd(CROWD)
    with post.running():
        many = orders_letters(post, CROWD)
        yield f"the same with {CROWD} games, each letter to another", f"{many:.1f} ms", f"{many / one:.2f} × one game (aim ≤ 1)"
        again = orders_letters(post, 1)
        yield f"the same with {CROWD} games, all letters to one", f"{again:.1f} ms", f"{again / one:.2f} × one game (aim ≤ 1)"
        turn, _ = turns(post)
        yield "movement turn → 8 reports and an answer queued", f"{turn:.1f} ms", f"{turn / floors:.1f} × floors (aim ≤ 12 ms)"
    shutil.rmtree(where, ignore_errors=True)
