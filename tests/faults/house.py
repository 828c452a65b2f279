"""A house that is visited by accidents: the judge's workers and all the servers around them, in one folder."""

from __future__ import annotations

import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from tests.faults.parties import PATIENCE, Forked, Party, relay_server, warm, worker
from tests.faults.paused import Hands
from tests.faults.places import Places
from tests.faults.proxy import Proxy
from tests.faults.relay import Kept
from tests.faults.writing import Writer
from tests.mail import dovecot
from tests.ports import free_port
from tests.store import postgres

IN_TRANSACTION = ("starting", "storing", "deciding", "marking")
OF_WORKER = {
    "inside a transaction": IN_TRANSACTION,
    "between commit and acknowledgement": ("acknowledging", "moving"),
    "during sending": ("sending",),
}
OF_RELAY = {"in the middle of DATA": ("taking",), "after DATA, before 250": ("kept",)}
OF_MAILBOX = {
    "while it took a letter": ("delivering",),
    "while letters were fetched": ("fetching",),
    "before they were moved": ("moving",),
}
AIMS = {"storing": 0.3, "deciding": 0.3, "acknowledging": 0.3, "marking": 0.6, "sending": 0.6, "": 0.6}


@dataclass(frozen=True)
class Victim:
    """Whoever may be killed, and how one knows where it was."""

    name: str
    party: Party
    eyes: Sequence[Places]
    kinds: Mapping[str, Sequence[str]]
    """What is told of a kill → the places that make it so."""
    aims: Mapping[str, float]
    """Places that a kill waits for ('' for none) → the most seconds that pass before it begins to wait."""
    dies_alone: bool = True
    """What is told of where it was it tells itself; so it still stands there once it is dead."""

    def there(self, place: str) -> bool:
        """Whether anybody is at a place."""
        return any(each[place] for each in self.eyes)

    def hit(self) -> list[str]:
        """What a kill at this instant hits; it may be two things at once."""
        return [kind for kind, places in self.kinds.items() if any(self.there(place) for place in places)] or ["elsewhere"]


@dataclass
class House:
    """Everything that runs, and what is known of it."""

    folder: Path
    random: random.Random
    store: str
    disk: Path | None
    """A small disk of the store's own, if there can be one."""
    server: postgres.Server | None = None
    """That keeps the store, if one does."""
    workers: list[Forked] = field(default_factory=list)
    hands: list[Hands] = field(default_factory=list)
    lines: dict[str, Proxy] = field(default_factory=dict)
    doors: list[int] = field(default_factory=list)
    """The workers' ports, on lines that can be cut."""
    victims: list[Victim] = field(default_factory=list)
    eyes: list[Places] = field(default_factory=list)
    """Where everybody is."""
    kept: Kept = field(init=False)
    writer: Writer = field(init=False)
    hand: Executor = field(init=False)
    """Whose thread lets accidents happen."""
    tally: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(what happened, where it hit) → how often."""

    def __post_init__(self) -> None:
        self.kept = Kept(self.folder / "relay")
        self._engine = create_engine(self.store, pool_pre_ping=True)
        self._read: dict[int, str] = {}

    def look(self, query: str) -> list[Any]:
        """Rows of its store. Raises DBAPIError while it is away."""
        with self._engine.connect() as connection:
            return list(connection.execute(text(query)))

    def says(self, query: str, *rows: Any) -> bool:
        """Whether the store can be asked, and says so."""
        try:
            return self.look(query) == list(rows)
        except DBAPIError:
            return False

    def missing(self, where: str = "1 = 1") -> set[str]:
        """Letters acknowledged so far that are not in the store, or are not so. Raises DBAPIError while it is away."""
        return {each.key for each in self.writer.taken} - set(self.keys(where))

    def keys(self, where: str) -> list[str]:
        """The Message-IDs of letters in its store; each letter is read once. Raises DBAPIError while it is away."""
        numbers = [number for (number,) in self.look(f"select id from letters where {where}")]
        if new := ",".join(str(number) for number in numbers if number not in self._read):
            self._read |= {number: key_of(raw) for number, raw in self.look(f"select id, raw from letters where id in ({new})")}
        return [self._read[number] for number in numbers]

    def settled(self) -> bool:
        """Every letter acknowledged so far has been decided, as far as can be seen."""
        try:
            return not self.missing("state <> 'received'")
        except DBAPIError:
            return False

    def spend_room(self) -> None:
        """Bring it about that what comes next needs room on the store's disk."""
        if self.server:
            self.server.spend_log()
        else:
            patiently(lambda: bool(self.look("PRAGMA wal_checkpoint(TRUNCATE)")), "what was written is in its place")

    def revive(self) -> None:
        """Start workers that have ended by themselves, as systemd would."""
        for each in self.workers:
            if each.revive():
                self.tally["worker could not start", "and was started again"] += 1

    def close(self) -> None:
        """Let go of the store."""
        self._engine.dispose()


def key_of(raw: bytes) -> str:
    """A letter's Message-ID."""
    return str(message_from_bytes(raw)["Message-ID"])


def patiently(holds: Callable[[], bool], what: str) -> None:
    """Wait until it holds. What raises DBAPIError, since the store is away, does not hold yet."""
    until, why = time.monotonic() + PATIENCE, ""
    while True:
        try:
            if holds():
                return
        except DBAPIError as error:
            why = f": {error}"
        assert time.monotonic() < until, f"it did not come to pass: {what}{why}"
        time.sleep(0.01)


@contextmanager
def built(folder: Path, seed: int, engine: str = "sqlite", disk: Path | None = None) -> Iterator[House]:
    """A house whose servers all run; they are gone when the block is left. Two workers share a PostgreSQL."""
    warm()
    with ExitStack() as left:
        hand = left.enter_context(ThreadPoolExecutor(1))  # one for all, and the last to go: what a thread starts may end with it
        if engine == "sqlite":
            where = Path(left.enter_context(tempfile.TemporaryDirectory(dir=disk or folder)))
            house, workers = House(folder, random.Random(seed), f"sqlite:///{where}/judge.db", disk and where), 1
        else:
            house, workers = _on_postgres(folder, seed, disk, left), 2
        house.hand = hand
        left.callback(house.close)
        _add_relay(house, left)
        mailbox = _add_mailbox(house, left)
        house.doors = [_add_worker(house, left, number, mailbox) for number in range(workers)]
        own = _places(house, folder / "writer")
        house.writer = Writer(house.doors, mailbox.lmtp if mailbox else 0, house.kept, own, house.settled, seed)
        for each in (victim.party for victim in house.victims):
            if isinstance(each, Forked):
                each.start()
        yield house


def _on_postgres(folder: Path, seed: int, disk: Path | None, left: ExitStack) -> House:
    """Its server waits for the disk at each commit, as one does that people trust."""
    server = left.enter_context(postgres.running(durable=True, disk=disk))
    house = House(folder, random.Random(seed), server.database(), disk, server)
    house.victims.append(Victim("database", server, house.eyes, OF_WORKER, AIMS, dies_alone=False))
    return house


def _add_relay(house: House, left: ExitStack) -> None:
    folder, port = house.folder / "relay", free_port()
    server = relay_server(folder, port)
    left.callback(server.end, signal.SIGKILL)
    house.lines["letters out"] = _line(left, port)
    _places(house, folder)
    house.victims.append(Victim("relay", server, house.eyes, OF_RELAY, {"taking": 0.6, "kept": 0.6, "": 0.3}))


def _add_mailbox(house: House, left: ExitStack) -> dovecot.Dovecot | None:
    if dovecot.missing():
        return None
    server = left.enter_context(dovecot.running())
    house.lines["the mailbox"] = _line(left, server.port)
    aims = {"fetching": 0.2, "moving": 0.2, "delivering": 0.2, "": 0.2}
    house.victims.append(Victim("mailbox", server, house.eyes, OF_MAILBOX, aims, dies_alone=False))
    return server


def _add_worker(house: House, left: ExitStack, number: int, mailbox: dovecot.Dovecot | None) -> int:
    """Returns the port at which it takes letters, on a line that can be cut."""
    folder, port = house.folder / f"worker{number}", free_port()
    eyes, config = _places(house, folder), folder / "judge.yaml"
    config.write_text(
        f"store: {house.store}\nkey: {house.folder}/key\nmaps: false\ntrust_from: true\n"
        "letters_an_hour: 1000000\nstrangers_an_hour: 1000000\n"
        f"smtp: {{port: {port}}}\nrelay: {{host: 127.0.0.1, port: {house.lines['letters out'].port}, tls: none}}\n"
        + (_imap(house, house.lines["the mailbox"].port) if mailbox else "")
    )
    judge = worker(folder, config)
    left.callback(judge.end, signal.SIGKILL)
    house.workers.append(judge)
    house.hands.append(Hands(folder / "clock"))
    house.victims.append(Victim("worker", judge, [eyes], OF_WORKER, {**AIMS, **({"moving": 0.3} if mailbox else {})}))
    line = _line(left, port)
    house.lines["letters in" if not number else f"letters in to worker {number}"] = line
    return line.port


def _places(house: House, folder: Path) -> Places:
    folder.mkdir(exist_ok=True)
    house.eyes.append(Places(folder / "places"))
    return house.eyes[-1]


def _imap(house: House, port: int) -> str:
    secret = house.folder / "secret"
    secret.touch(0o600)
    secret.write_text("secret\n")
    return f"imap: {{host: 127.0.0.1, port: {port}, tls: false, user: judge, password_file: {secret}, every: 0.2}}\n"


def _line(left: ExitStack, port: int) -> Proxy:
    made = Proxy(port)
    left.callback(made.close)
    return made
