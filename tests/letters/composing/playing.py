"""Composed letters played through a whole judge, and the verdict on each. Nothing but the judge's answer is looked at."""

from __future__ import annotations

import atexit
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

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

    def close(self) -> None:
        """Give the store back."""
        self._file.close()
        self._kept.close()

    def play(self, letter: Letter) -> Found:
        """Send a letter to a game in which nobody has said anything yet."""
        self._kept.backup(self._file)
        self.office.hands.time = self._time
        address = f"{letter.power.lower()}@mail.example"
        headers = {"From": address, "To": ADDRESS, "Subject": "orders", "Message-ID": f"<{self.office.count}@player.example>"}
        raw = mailed(letter.client, letter.text, self._quoted[address], headers)
        sent = [message for message in self.office.raw(raw, address) if message["To"] == address]
        return found_in(letter, read_off(f"{sent[0]['Subject']}\n{body(sent[0])}" if sent else ""))

    def smallest(self, found: Found) -> Found:
        """The least of a letter that gets the same verdict."""
        for letter in found.letter.smaller():
            again = self.play(letter)
            if again.verdict == found.verdict:
                return self.smallest(again)
        return found

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
def _desk(phase: str) -> Desk:
    """The judge of this process for a phase, in memory where the system has a folder for that."""
    memory = Path("/dev/shm")
    folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
    desk = Desk(Path(folder.name) / "house", phase)
    atexit.register(folder.cleanup)
    atexit.register(desk.close)
    return desk


def played(letters: Iterable[Letter], least: int = 0) -> Iterator[Found]:
    """Every letter played. The first `least` faults of each style and verdict are narrowed down."""
    narrowed: Counter[tuple[str, str]] = Counter()
    for letter in letters:
        found = _desk(letter.phase).play(letter)
        key = (letter.style, found.verdict)
        if found.verdict != "right" and narrowed[key] < least:
            narrowed[key] += 1
            found = _desk(letter.phase).smallest(found)
        yield found


def _share(part: tuple[list[tuple[str, int]], int]) -> list[Found]:
    wanted, least = part
    return list(played((composed(style, seed) for style, seed in wanted), least))


def fuzzed(styles: Iterable[str], count: int, seed: int = 0, jobs: int = 1, least: int = 0) -> Iterator[Found]:
    """So many letters of each style, played by so many processes."""
    wanted = [(style, seed * 10**6 + number) for style in styles for number in range(count)]
    if jobs == 1:
        yield from played((composed(*each) for each in wanted), least)
        return
    parts = [(wanted[at : at + SHARE], least) for at in range(0, len(wanted), SHARE)]
    with ProcessPoolExecutor(jobs) as pool:
        yield from chain.from_iterable(pool.map(_share, parts))
