"""Composed letters played through a judge, and the verdict on each. Nothing but the judge's answer is looked at.

A letter goes through a whole judge, from its bytes to the mail that is sent; or, in half the time, through a transaction that
decides it, whose answer is said, and which is then rolled back. `test_composing.py` compares the two.
"""

from __future__ import annotations

import atexit
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from judge.letters import Letter as ReceivedLetter
from judge.letters import Notice
from judge.office.intake.acceptance import accept_letter
from judge.office.unit_of_work import GameCache, UnitOfWork
from tests.letters.composing.clients import ADDRESS, mailed
from tests.letters.composing.letters import Letter, composed
from tests.letters.composing.meanings import BOARD, POSITIONS, RETREATS, TWO_COASTS
from tests.letters.laid import lay
from tests.letters.post_office import GM, PostOffice, body
from tests.letters.samples.measure import Answer, Sample, Verdict, judged, positions, read_off

GAME = "quillfeather"
WARNED = "trap_unreachable"
"""Such an order may stand, with a warning."""
SHARE = 250
"""Letters that a process is given at a time."""
_MOVE = re.compile(r"^(.\()(\w+)((?:\.\w\w)?\)(?:-| ret ))(\w+)\.\w\w$")
_ASKS = re.compile(r"^ \?  ", re.MULTILINE)
_VIA = re.compile(r"^A\((\w+)\)-(\w+) via convoy$")


class _Undone(Exception):
    """Rolls a transaction back."""


class Found(NamedTuple):
    """A letter, what stands of it and the verdict."""

    letter: Letter
    stands: tuple[str, ...]
    verdict: Verdict
    words: str
    noisy: bool
    """Whether the judge asks about something although exactly what was meant stands."""


class Desk:
    """A judge with a game in one phase, which is put back before each letter to how it was before any."""

    def __init__(self, folder: Path, phase: str) -> None:
        self.office = PostOffice(folder)
        self.office.game(GAME, deadline="DEADLINE every 3 days 21:00 Europe/London")
        if phase == RETREATS:
            before = POSITIONS["before_retreats"]
            lay(self.office, GAME, "Autumn 1901", {power: text.split() for power, text in before["units"].items()}, {})
            self._enter(before["orders"])
        else:
            ways = positions()
            for name in list(ways)[1 : list(ways).index(phase) + 1]:
                self._enter(ways[name])
        self._quoted = {to: body(message) for to, message in self.office.last.items()}
        self._time = self.office.hands.time
        self._file = sqlite3.connect(folder / "judge.db")
        self._kept = sqlite3.connect(":memory:")
        self._file.backup(self._kept)
        self._games = GameCache()
        self._number = 0
        """The letter in the store in whose place others are decided."""

    def close(self) -> None:
        """Give the store back."""
        self._file.close()
        self._kept.close()

    def play(self, letter: Letter) -> Found:
        """Send a letter to a game in which nobody has said anything yet."""
        self._kept.backup(self._file)
        self.office.hands.time = self._time
        address, raw = self._mailed(letter)
        sent = [message for message in self.office.raw(raw, address) if message["To"] == address]
        return found_in(letter, read_off(f"{sent[0]['Subject']}\n{body(sent[0])}" if sent else ""))

    def decide(self, letter: Letter) -> Found:
        """The same without storing the letter and sending the answer; the desk must not be used for `play`."""
        address, raw = self._mailed(letter)
        store, worker, at = self.office.parts.store, self.office.parts.office, self._time + timedelta(seconds=1)
        received = ReceivedLetter(raw, at, "decided", address, ADDRESS)
        if not self._number:
            self._number = store.take(received) or 0
            with store.work() as work:
                uow = UnitOfWork(worker.house, work, self._games, at)
                uow.open(GAME)
            uow.keep()
        notices = list[Notice]()
        with suppress(_Undone), store.work() as work:
            uow = UnitOfWork(worker.house, work, self._games, at, f"letter/{self._number}")
            accept_letter(uow, self._number, received)
            notices += [notice for notice in uow.notices if notice.to == address]
            raise _Undone
        said = [self.office.parts.sayer.say(notice) for notice in notices[:1]]
        return found_in(letter, read_off("\n".join(*said)))

    def _mailed(self, letter: Letter) -> tuple[str, bytes]:
        """Address and bytes of a letter."""
        address = f"{letter.power.lower()}@mail.example"
        headers = {"From": address, "To": ADDRESS, "Subject": "orders", "Message-ID": f"<{self.office.count}@player.example>"}
        return address, mailed(letter.client, letter.text, self._quoted[address], headers)


    def _enter(self, orders: dict[str, list[str]]) -> None:
        for power, lines in orders.items():
            self.office.orders(power, "\n".join(lines))
        self.office.letter(GM, "PROCESS")


def found_in(letter: Letter, answer: Answer) -> Found:
    """The verdict on a letter, from its answer. Coasts count only where there is a choice of them."""
    stands = tuple(_told(order) for order in answer.stands)
    warned = frozenset(_told(order) for order in answer.warned)
    meant = tuple(_told(order) for order in letter.stands)
    told = Answer(stands, warned, answer.words)
    sample = Sample(letter.phase, "typo" if letter.style == "typos" else letter.style, letter.power, letter.text, meant)
    verdict = judged(sample, told)
    if letter.style == WARNED and verdict == "asked":
        verdict = "right"
    noisy = verdict == "right" and not letter.trap and letter.style != "typos" and bool(_ASKS.search(answer.words))
    return Found(letter, answer.stands, verdict, answer.words, noisy)


def _told(order: str) -> str:
    """An order without what may be told or left out."""
    order = re.sub(r" (?:Austrian|English|French|German|Italian|Russian|Turkish)(?= [AF]\()", "", order)
    verb, _, other = order.partition(" S ")
    if other:
        return f"{verb} S " + re.sub(r"\.\w\w", "", other)
    moved = _MOVE.match(order)
    if moved and (moved[2], moved[4]) not in TWO_COASTS:
        order = "".join(moved.groups())
    carried = _VIA.match(order)
    if carried and carried[2] not in BOARD[carried[1]].get("army", ""):
        order = order.removesuffix(" via convoy")
    return order


@cache
def _desk(phase: str, whole: bool) -> Desk:
    """The judge of this process for a phase, for letters that are played as a whole or only decided; in memory where the system has
    a folder for that.
    """
    memory = Path("/dev/shm")
    folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
    desk = Desk(Path(folder.name) / "house", phase)
    atexit.register(folder.cleanup)
    atexit.register(desk.close)
    return desk


def played(letters: Iterable[Letter], least: int = 0, whole: bool = True) -> Iterator[Found]:
    """Every letter played, or if not `whole` only decided. The first `least` faults of each style and verdict are narrowed down."""

    def one(letter: Letter) -> Found:
        desk = _desk(letter.phase, whole)
        return desk.play(letter) if whole else desk.decide(letter)

    narrowed: Counter[tuple[str, str]] = Counter()
    for letter in letters:
        found = one(letter)
        key = (letter.style, found.verdict)
        if found.verdict != "right" and narrowed[key] < least:
            narrowed[key] += 1
            found = _smallest(found, one)
        yield found


def _smallest(found: Found, play: Callable[[Letter], Found]) -> Found:
    """The least of a letter that gets the same verdict."""
    for letter in found.letter.smaller():
        again = play(letter)
        if again.verdict == found.verdict:
            return _smallest(again, play)
    return found


def _share(part: tuple[list[tuple[str, int]], int, bool]) -> list[Found]:
    wanted, least, whole = part
    return list(played((composed(style, seed) for style, seed in wanted), least, whole))


def fuzzed(
    styles: Iterable[str], count: int, seed: int = 0, jobs: int = 1, least: int = 0, whole: bool = True, first: int = 0
) -> Iterator[Found]:
    """So many letters of each style, from number `first` on, played by so many processes; if not `whole`, only decided."""
    wanted = [(style, seed * 10**6 + number) for style in styles for number in range(first, first + count)]
    if jobs == 1:
        yield from played((composed(*each) for each in wanted), least, whole)
        return
    parts = [(wanted[at : at + SHARE], least, whole) for at in range(0, len(wanted), SHARE)]
    with ProcessPoolExecutor(jobs) as pool:
        yield from chain.from_iterable(pool.map(_share, parts))
