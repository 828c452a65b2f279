"""`python -m tests.soak [--minutes 60] [--rate 5.5] [--engine sqlite|postgresql] [--seed S]`: a public judge for an hour.

A daemon of its own process, with the settings that a judge comes with, takes ten forged, automatic and hostile letters for every
honest one, and hands its own letters to a mail server that notes when they come. Every honest letter must be answered with the
orders that stand in it (so that nothing forged has changed where units are, whose seats are, or which phase it is), no machine
may be answered, the median of honest letters stays within twice that of the same house with no other letters, measured first, and
memory at the end within 20 % of what it was after the warm-up. Prints these figures; ends with status 1 where one is not kept.
"""

from __future__ import annotations

import argparse
import re
import smtplib
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import select

from judge.board import Position
from judge.seat import GM as GM_SEAT
from judge.store.tables import people, seats
from tests.benchmarks.house import PATIENCE, House, houses
from tests.benchmarks.letters import connect
from tests.mail.servers import listening
from tests.soak.junk import JUDGE, SERVER, Junk, Seat, handed_over, junk
from tests.soak.playing import Turn, played
from tests.store import postgres

GAMES = 21
"""The last of them is for hostile letters, the others are honest players'."""
ROUND = 7 * (GAMES - 1)
OTHERS = 10
"""Letters that are not honest for each one that is."""
SLOWER, LARGER = 2.0, 1.2
"""What is allowed of the median and of memory."""
SAMPLES = 12
"""Looks at memory, five seconds apart, whose median counts."""
EACH = 5.0
RUSH = 10.0
"""Honest letters a second while nothing is measured."""
DRAIN = 300.0
"""Seconds for which the last answers are waited for."""


class Came(NamedTuple):
    """A letter of the judge's, as it reached its reader's mail server."""

    at: float
    to: str
    text: str


class Reader:
    """The mail server of everybody whom the judge writes to: notes what comes."""

    def __init__(self) -> None:
        self.answers: dict[str, Came] = {}
        """Message-ID of a letter → the first letter of the judge's that answers it."""
        self.to: Counter[str] = Counter()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        letter = message_from_bytes(envelope.content, policy=policy.default)
        body = letter.get_body(("plain",))  # type: ignore[attr-defined]
        came = Came(time.monotonic(), envelope.rcpt_tos[0], str(body.get_content()) if body else "")
        self.to[came.to] += 1
        if answers := str(letter["In-Reply-To"] or ""):
            self.answers.setdefault(answers, came)
        return "250 OK"


class Sent(NamedTuple):
    """An honest letter."""

    at: float
    orders: Sequence[str]
    """In the house form."""
    leads_to: Position
    """The board that its answer is about if its FINAL was the last."""
    power: str


class Honest:
    """Players' letters: what house players order in each seat in turn, and FINAL, so that phases run."""

    def __init__(self, sitting: Sequence[Seat], port: int) -> None:
        self._sitting, self._port, self._numbers = sitting, port, count()
        self._letters = self._in_turn()
        self.sent: dict[str, Sent] = {}
        """Message-ID → the letter."""

    def write(self, number: int, rate: float) -> list[str]:
        """Send so many letters at a pace; returns their Message-IDs."""
        start, keys = time.monotonic(), []
        for each in range(number):
            time.sleep(max(0.0, start + each / rate - time.monotonic()))
            keys.append(self._send(next(self._numbers)))
        return keys

    def _in_turn(self) -> Iterator[tuple[Seat, Turn]]:
        """Each seat that is waited for in its game's phase, phase after phase; a game of its own for each."""
        games = {seat.game: played(seat.game) for seat in self._sitting}
        while True:
            turns: dict[str, Turn | None] = {}
            for seat in self._sitting:
                if seat.game not in turns:
                    turns[seat.game] = next(games[seat.game], None)
                turn = turns[seat.game]
                if turn is not None and seat.power in turn.orders:
                    yield seat, turn

    def _send(self, number: int) -> str:
        (seat, turn), key = next(self._letters), f"<{number}@players.example>"
        orders = turn.orders[seat.power]
        fresh = number % 5 == 0  # not a reply; our mail server vouches for its sender
        head = handed_over("" if number % 5 == 1 else "pass", seat.address.partition("@")[2])
        head += f"From: {seat.address}\r\nTo: {JUDGE if fresh else seat.reply_to}\r\nSubject: [{seat.game}] orders\r\n"
        text = re.sub(r"\((\S+?)\)", r" \1", "\r\n".join([*orders, "FINAL"]))
        raw = f"{head}Message-ID: {key}\r\n\r\n{text}\r\n".encode()
        self.sent[key] = Sent(time.monotonic(), orders, turn.leads_to, seat.power)
        while not _handed(self._port, seat.address, JUDGE if fresh else seat.reply_to, raw):
            time.sleep(1)  # as a mail server does
        return key


def _handed(port: int, sender: str, to: str, raw: bytes) -> bool:
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as line:
            line.sendmail(sender, [to], raw)
    except (OSError, smtplib.SMTPException):
        return False
    return True


class Nuisance(threading.Thread):
    """Sends what is not honest, at a pace, until told to stop."""

    def __init__(self, letters: Iterator[Junk], port: int, rate: float) -> None:
        super().__init__(daemon=True)
        self._letters, self._port, self._rate = letters, port, rate
        self._over = threading.Event()
        self.sent: list[tuple[str, str, str]] = []
        """Kind, Message-ID and author of each."""
        self.refused = 0

    def run(self) -> None:
        start = time.monotonic()
        for number, each in enumerate(self._letters):
            if self._over.wait(max(0.0, start + number / self._rate - time.monotonic())):
                return
            self.sent.append((each.kind, each.key, each.author))
            if number % 50 == 49:
                self._broken(each)
            elif not _handed(self._port, each.sender, each.to, each.raw):
                self.refused += 1

    def _broken(self, letter: Junk) -> None:
        """Half a letter, and then nothing."""
        with suppress(OSError, smtplib.SMTPException):
            line = connect(self._port)
            line.ehlo()
            line.mail(letter.sender)
            line.rcpt(letter.to)
            line.putcmd("DATA")
            line.getreply()
            line.send(letter.raw[: len(letter.raw) // 2])
            line.close()

    def stop(self) -> None:
        """Send no more."""
        self._over.set()
        self.join()


class Memory(threading.Thread):
    """Looks every few seconds at how much of the daemon is in memory (Linux, VmRSS)."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._status = Path(f"/proc/{process}/status")
        self.megabytes: list[float] = []

    def run(self) -> None:
        while found := self._look():
            self.megabytes.append(found)
            time.sleep(EACH)

    def _look(self) -> float:
        with suppress(OSError):
            if found := re.search(r"VmRSS:\s+(\d+) kB", self._status.read_text()):
                return int(found[1]) / 1024
        return 0.0

    def now(self) -> float:
        """Megabytes: the median of the last minute."""
        return statistics.median(self.megabytes[-SAMPLES:])


class Figures:
    """What is printed, and whether all of it is as it must be."""

    def __init__(self) -> None:
        self.kept = True

    def tell(self, what: str, holds: bool = True) -> None:
        """Print a line; say so where it does not hold."""
        self.kept &= holds
        print(f"  {what}{'' if holds else '   <-- NOT KEPT'}", flush=True)


def as_ordered(sent: Sent, text: str) -> bool:
    """Whether an answer repeats every order; or, where its FINAL was the last, is about the board to which all orders lead."""
    flat = " ".join([*text.split(), ""])
    if "was run at once" not in flat:
        return all(f"> {order} " in flat for order in sent.orders)
    board = sent.leads_to
    stand = [str(unit) for unit in board.units_of(sent.power)] if board.phase.kind == "movement" else []
    return all(each in flat for each in (board.phase.name, *stand))


def median(keys: Sequence[str], honest: Honest, reader: Reader) -> float:
    """Seconds from handing a letter over until its answer has reached the reader's server, of those that were answered."""
    waits = [reader.answers[key].at - honest.sent[key].at for key in keys if key in reader.answers]
    return statistics.median(waits) if waits else float("inf")


def settle(honest: Honest, reader: Reader) -> None:
    """Wait until every honest letter has an answer, not for ever."""
    until = time.monotonic() + DRAIN
    while any(key not in reader.answers for key in honest.sent) and time.monotonic() < until:
        time.sleep(0.1)


def sitting(house: House) -> list[Seat]:
    """Everybody who plays, all of one Power and then all of the next."""
    with house.engine.connect() as db:
        wanted = select(seats.c.game, seats.c.seat, seats.c.nonce, people.c.address).join_from(seats, people)
        rows = db.execute(wanted.where(seats.c.seat != GM_SEAT)).all()
    return [
        Seat(row.game, str(row.seat), row.address.partition("@")[0].rpartition(".")[2].title(), row.address,
             f"judge+{row.game}.{row.seat}.{house.tokens.of_seat(row.game, row.seat, row.nonce)}@localhost")
        for row in sorted(rows, key=lambda row: (row.seat, row.game))
    ]  # fmt: skip


@contextmanager
def open_house(house: House) -> Iterator[tuple[int, Reader]]:
    """The judge at work, with the limits that it comes with, and who reads its letters."""
    reader = Reader()
    with listening(reader) as relay:
        house.manners = (
            f"verified: {{authserv: {SERVER}}}\nrelay: {{host: 127.0.0.1, port: {relay}, tls: none}}\n"
            "maps: false\noperator: operator@operators.example\n"
        )
        with house.running() as [port]:
            yield port, reader


class Course(NamedTuple):
    """Honest letters of a run, and the daemon's memory in megabytes."""

    idle: list[str]
    """Message-IDs of those that came alone, before anything else."""
    among: list[str]
    afterwards: list[str]
    """Alone again."""
    warm: float
    """Memory after the warm-up."""
    end: float
    most: float


def soak(house: House, given: argparse.Namespace) -> bool:
    """Measure the idle house, then soak it; print the figures. True if all are kept."""
    house.grow(GAMES)
    everybody, told = sitting(house), Figures()
    players = [each for each in everybody if each.game != house.games[-1]]
    target = [each for each in everybody if each.game == house.games[-1]]
    with open_house(house) as (port, reader):
        honest = Honest(players, port)
        nuisance = Nuisance(junk(players, target, Random(given.seed)), port, given.rate * OTHERS / (OTHERS + 1))
        course = run(house, honest, nuisance, reader, given)
        told.tell("the daemon ran to the end", house.daemons[0].poll() is None)
    judged(told, honest, nuisance, reader, house)
    idle, among, afterwards = (median(keys, honest, reader) for keys in (course.idle, course.among, course.afterwards))
    slower, larger = among / idle, course.end / course.warm
    told.tell(
        f"median of {len(course.idle)} honest letters in an idle house: {idle * 1000:.0f} ms; of {len(course.among)} among others: "
        f"{among * 1000:.0f} ms, {slower:.2f} x (at most {SLOWER:g}); alone again: {afterwards * 1000:.0f} ms",
        slower <= SLOWER or not given.strict,
    )
    told.tell(
        f"memory: {course.warm:.0f} MB after the warm-up, {course.end:.0f} MB at the end, {larger - 1:+.0%} (at most "
        f"+{LARGER - 1:.0%}; largest seen {course.most:.0f} MB)",
        larger <= LARGER or not given.strict,
    )
    return told.kept


def run(house: House, honest: Honest, nuisance: Nuisance, reader: Reader, given: argparse.Namespace) -> Course:
    """A round of honest letters so that every game is known, some alone, an hour among others, a round, and some alone again."""

    def write(number: float, pace: float) -> list[str]:
        keys = honest.write(max(10, round(number)), pace)
        settle(honest, reader)
        return keys

    rate, memory, warm = given.rate / (OTHERS + 1), Memory(house.daemons[0].pid), given.minutes / 6
    write(ROUND, RUSH)
    idle = write(given.idle * 60 * rate, rate)
    memory.start()
    nuisance.start()
    among = honest.write(round(warm * 60 * rate), rate)
    first = memory.now()
    among += honest.write(round((given.minutes - warm) * 60 * rate), rate)
    last, most = memory.now(), max(memory.megabytes)
    nuisance.stop()
    settle(honest, reader)
    write(ROUND, RUSH)
    return Course(idle, among, write(given.idle * 60 * rate, rate), first, last, most)


def judged(told: Figures, honest: Honest, nuisance: Nuisance, reader: Reader, house: House) -> None:
    """Tell what became of the letters."""
    kinds = Counter(kind for kind, _, _ in nuisance.sent)
    each = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    told.tell(f"letters: {len(honest.sent)} honest, {len(nuisance.sent)} others ({each}; {nuisance.refused} refused at the door)")
    silent = [key for key in honest.sent if key not in reader.answers]
    told.tell(f"honest letters answered: {len(honest.sent) - len(silent)} of {len(honest.sent)} {silent[:3] or ''}", not silent)
    answers = {key: reader.answers[key].text for key in honest.sent if key in reader.answers}
    wrong = [key for key, text in answers.items() if not as_ordered(honest.sent[key], text)]
    told.tell(f"answers without the orders that were sent: {len(wrong)} {[answers[key] for key in wrong[:1]] or ''}", not wrong)
    machines = {key for kind, key, _ in nuisance.sent if kind == "automatic"}
    authors = {author for kind, _, author in nuisance.sent if kind == "automatic" and not author.endswith("@players.example")}
    answered = [*(machines & set(reader.answers)), *(authors & set(reader.to))]
    told.tell(f"automatic letters answered: {len(answered)} {answered[:3] or ''}", not answered)
    forged = {key for kind, key, _ in nuisance.sent if kind == "forged"} & set(reader.answers)
    told.tell(f"forged letters that brought their supposed writer a question, or their writer an answer: {len(forged)}")
    log = (house.folder / "log0").read_text()
    told.tell(f"errors in the daemon's log: {log.count('Traceback')}", "Traceback" not in log)


def main() -> int:
    """Soak as told on the command line; 1 if a figure is not kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of letters of all kinds")
    parser.add_argument("--idle", type=float, default=2.0, help="minutes of honest letters alone, before and after")
    parser.add_argument("--rate", type=float, default=5.5, help="letters a second in all; one of eleven is honest")
    parser.add_argument("--engine", choices=postgres.ENGINES, default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lenient", dest="strict", action="store_false", help="print time and memory, but judge letters alone")
    given = parser.parse_args()
    print(f"soak on {given.engine}: {given.minutes:g} min, {given.rate:g} letters/s, seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, houses(given.engine, Path(folder)) as house_of:
        return 0 if soak(house_of(), given) else 1


if __name__ == "__main__":
    sys.exit(main())
