"""A judge that is killed again and again while a game goes on by mail; `checks` says what must hold of it then."""

from __future__ import annotations

import os
import random
import signal
import smtplib
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from tests.benchmarks.letters import POWERS, TO_AND_FRO
from tests.faults.paused import PLACES
from tests.faults.relay import Relay
from tests.letters.post_office import GM
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
KINDS = {
    "inside a transaction": ("starting", "storing", "deciding", "marking"),
    "between commit and acknowledgement": ("acknowledging",),
    "during sending": ("sending",),
}
AIMS = {"storing": 0.3, "deciding": 0.3, "acknowledging": 0.3, "marking": 1.2, "sending": 1.2, "anywhere": 0.6}
"""What a kill waits for, a place or nothing, after as many seconds at most from the judge's start: answers go out after a while."""
AIMED = (*AIMS, "acknowledging", "sending")
"""Kills take turns; those places that have a kind to themselves are aimed at twice."""
MORE, LONGEST = 0.03, 3.0
"""Seconds for which a kill, at most, waits more at its place; and after which it comes in any case."""
OPENING, YEAR = 9, 2 * len(POWERS)
"""Letters until a game runs, and in each year of it."""
PATIENCE = 120.0
"""Seconds for which nothing needs to go forward: tests may run beside it."""


def letters() -> Iterator[tuple[str, str]]:
    """(sender, text): a game from its first letter on, year after year. START goes where the GM is told to reply to."""
    yield GM, "CREATE killed"
    for power in POWERS:
        yield f"{power.lower()}@mail.example", f"JOIN killed PREFER {power}"
    yield GM, "START"
    for season in count():
        for power in POWERS:
            yield f"{power.lower()}@mail.example", "\n".join([*TO_AND_FRO[power][season % 2], "FINAL"])


class Killed:
    """The judge as a process, its killer, and a mail server that sends each letter until it is taken."""

    def __init__(self, folder: Path, relay: Relay, seed: int) -> None:
        self.folder, self.relay, self.random = folder, relay, random.Random(seed)
        self.places, self.config, self.store = folder / "places", folder / "judge.yaml", f"sqlite:///{folder}/judge.db"
        self.port = free_port()
        self.config.write_text(
            f"store: {self.store}\nsmtp: {{port: {self.port}}}\nrelay: {{host: 127.0.0.1, port: {relay.port}, tls: none}}\n"
            "maps: false\ntrust_from: true\nletters_an_hour: 1000000\n"
        )
        self.places.write_bytes(bytes(len(PLACES)))
        self.sent: list[tuple[str, str]] = []
        self.broken = self.kills = 0
        self.hits: Counter[str] = Counter()
        self._letters = letters()
        self._waiting = next(self._letters)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """What starts judges, while the block runs: however it ends, they end with it, for its input is closed then."""
        command = [sys.executable, "-m", "tests.faults.paused", str(self.places), "run", "--config", str(self.config)]
        with (self.folder / "log").open("ab") as log:
            self._starter = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, cwd=ROOT, text=True, start_new_session=True
            )
        try:
            yield
        finally:
            with suppress(OSError):
                self._starter.communicate(timeout=PATIENCE)

    def start(self) -> int:
        """Start the judge; returns its process group."""
        assert self._starter.stdin is not None
        self._starter.stdin.write("\n")
        self._starter.stdin.flush()
        return self._heard()

    def end(self, group: int, how: signal.Signals) -> int:
        """End the judge, wherever it is; returns how it ended."""
        os.killpg(group, how)
        return self._heard()

    def play(self, kills: int, each: int) -> None:
        """Letters, and kills among them, until there were enough, and enough of each kind; then the year to its end."""
        pace = (OPENING + YEAR) // kills  # few kills are spread over the year
        while self.kills < kills or min(self.hits[kind] for kind in KINDS) < each:
            assert self.kills < 3 * kills, told(self)
            group = self.start()
            self._patiently(self._send, pace)
            killer = threading.Thread(target=self._kill, args=(group, AIMED[self.kills % len(AIMED)]))
            killer.start()
            while killer.is_alive():
                self._send()
            killer.join()
        group = self.start()
        self._patiently(self._send)  # the letter in hand first: it may be there already, and nobody said so
        whole = -((OPENING - max(len(self.sent), OPENING + YEAR)) // len(POWERS)) * len(POWERS)  # the phase to its end
        self._patiently(self._send, OPENING + whole - len(self.sent))
        self._patiently(lambda: self.look("select count(*) from letters where state = 'received'") == [(0,)])
        self._patiently(lambda: self.look("select count(*) from notices where state = 'queued'") == [(0,)])
        assert self.end(group, signal.SIGTERM) == 0

    def look(self, query: str) -> list[Any]:
        """Rows of its store."""
        return rows(self.store, query)

    def _kill(self, group: int, aim: str) -> None:
        """SIGKILL to the whole group; where it was is read once it is dead, and counted."""
        until = time.monotonic() + LONGEST
        time.sleep(self.random.random() * AIMS[aim])
        while aim in PLACES and not self._there()[aim] and time.monotonic() < until:
            time.sleep(0.0005)
        if aim in PLACES:
            time.sleep(self.random.random() * MORE)
        assert self.end(group, signal.SIGKILL) == -signal.SIGKILL
        self.kills += 1
        there = self._there()
        found = [kind for kind, places in KINDS.items() if any(there[place] for place in places)]
        self.hits.update(found or ["elsewhere"])
        self.hits.update(place for place in PLACES if there[place])

    def _there(self) -> dict[str, int]:
        return dict(zip(PLACES, self.places.read_bytes(), strict=True))

    def _send(self) -> bool:
        """One try with the letter that waits, as a mail server does it; True if it was taken."""
        sender, words = self._waiting
        to = self._reply_address() if words == "START" else "judge@localhost"
        if not to or not self._handed_over(sender, to, words.replace("\n", "\r\n")):
            time.sleep(0.01)
            return False
        self.sent.append(self._waiting)
        self._waiting = next(self._letters)
        return True

    def _handed_over(self, sender: str, to: str, body: str) -> bool:
        """Whether somebody was there, and said 250."""
        raw = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{len(self.sent)}@mail.example>\r\n\r\n{body}\r\n".encode()
        try:
            line = smtplib.SMTP("127.0.0.1", self.port, "mail.example", timeout=PATIENCE)
        except OSError:  # the judge is not there yet
            return False
        try:
            with line:
                line.sendmail(sender, [to], raw)
        except OSError:  # it was killed meanwhile
            self.broken += 1
            return False
        return True

    def _reply_address(self) -> str:
        """Where the GM's first letter asks for replies; '' before it has come."""
        return next((str(each["Reply-To"]) for each in self.relay.letters if each["To"] == GM and "+" in each["Reply-To"]), "")

    def _heard(self) -> int:
        assert self._starter.stdout is not None
        return int(self._starter.stdout.readline())

    def _patiently(self, holds: Callable[[], bool], times: int = 1) -> None:
        until = time.monotonic() + PATIENCE
        for _ in range(times):
            while not holds():
                assert time.monotonic() < until, "it did not come to pass"
                time.sleep(0.01)


def rows(store: str, query: str) -> list[Any]:
    """What a store says."""
    engine = create_engine(store)
    with engine.connect() as connection:
        found = list(connection.execute(text(query)))
    engine.dispose()
    return found


def told(judge: Killed) -> str:
    """Where the kills hit; one may have hit two threads, and so two kinds of place."""
    where = ", ".join(f"{judge.hits[name]} {name}" for name in (*KINDS, "elsewhere"))
    which = ", ".join(f"{judge.hits[place]} {place}" for place in KINDS["inside a transaction"])
    years = (len(judge.sent) - OPENING) // YEAR
    return f"{judge.kills} kills during {len(judge.sent)} letters, {years} game years: {where} (transactions: {which})"


@contextmanager
def played(kills: int, each: int, folder: Path, seed: int) -> Iterator[Killed]:
    """A judge that was killed so often, at least `each` times at each kind of place, and then left to finish."""
    relay = Relay()
    judge = Killed(folder, relay, seed)
    try:
        with judge.watched():
            judge.play(kills, each)
    finally:
        relay.close()
    yield judge
