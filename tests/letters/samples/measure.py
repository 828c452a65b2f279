"""Sample letters, played by mail, and what becomes of them. Nothing here asks the judge's own reader what a letter means.

What a letter means was written down by people (`collected.yaml`, `composed.yaml`). What the judge makes of it is read off
its answer, as a player reads it.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import yaml

from tests.letters.post_office import GM, PostOffice, body, headline

HERE = Path(__file__).parent
FILES = (
    "collected.yaml",
    "composed.yaml",
    "written.yaml",
    "second_hand.yaml",
    "third_hand.yaml",
    "fourth_hand.yaml",
    "fifth_hand.yaml",
    "sixth_hand.yaml",
    "eighth_hand.yaml",
    "ninth_hand.yaml",
    "tenth_hand.yaml",
    "eleventh_hand.yaml",
    "twelfth_hand.yaml",
    "thirteenth_hand.yaml",
    "fourteenth_hand.yaml",
    "fifteenth_hand.yaml",
    "sixteenth_hand.yaml",
    "seventeenth_hand.yaml",
    "eighteenth_hand.yaml",
    "nineteenth_hand.yaml",
    "twentieth_hand.yaml",
    "twenty_first_hand.yaml",
    "twenty_second_hand.yaml",
    "twenty_third_hand.yaml",
    "twenty_fourth_hand.yaml",
    "twenty_fifth_hand.yaml",
    "tongues.yaml",
)
TRAPS = frozenset(("danger", "trail", "neg", "mix", "ambig", "cond"))
"""The styles of letters that invite to be misread."""

Verdict = Literal["right", "asked", "lost", "misread"]
"""What became of a letter.

    right    exactly the orders stand that were meant
    asked    less stands, or something with a warning, and the answer says so
    lost     less stands, and nothing says so
    misread  something stands without a warning that was not meant
"""
VERDICTS: tuple[Verdict, ...] = ("right", "asked", "lost", "misread")

_STANDING = re.compile(r"^STANDING ORDERS for .*\n((?: {4}(?:> | {6}).*\n)+)", re.MULTILINE)
_NATION = re.compile(r"\b(?:Austrian|English|French|German|Italian|Russian|Turkish) (?=[AF]\()")
_SAYS = re.compile(
    r"^ \?  |^NEEDS YOU|needs? you|for talk, not for orders|find an order or a command|not understood|left out|not taken"
    r"|^Kept for ",
    re.MULTILINE,
)
_DENIES = "only quoted text"
"""Said of a letter that has words it is false, and tells nobody what became of them."""


class Sample(NamedTuple):
    """A letter and what must stand once it was read."""

    phase: str
    style: str
    power: str
    text: str
    stands: tuple[str, ...]
    others: tuple[tuple[str, ...], ...] = ()
    """Other orders that are as right."""

    @property
    def trap(self) -> bool:
        """Whether it invites to be misread."""
        return self.style in TRAPS


class Answer(NamedTuple):
    """What an answer says to whoever reads it."""

    stands: tuple[str, ...]
    warned: frozenset[str]
    """The orders that stand with a warning."""
    words: str

    @property
    def says_so(self) -> bool:
        """Whether it says that something was not taken."""
        flat = " ".join(self.words.split())
        return bool(_SAYS.search(self.words)) and _DENIES not in flat and "All of it was read." not in flat


class Found(NamedTuple):
    """A letter, its answer and the verdict."""

    sample: Sample
    answer: Answer
    verdict: Verdict


def samples() -> list[Sample]:
    """Every letter, phase by phase."""
    found = [
        Sample(phase, row["style"], row["power"], row["text"], tuple(row["stands"]), tuple(map(tuple, row.get("or", ()))))
        for file in FILES
        for phase, rows in yaml.safe_load((HERE / file).read_text("utf-8")).items()
        for row in rows
    ]
    order = list(positions())
    return sorted(found, key=lambda sample: order.index(sample.phase))


def positions() -> dict[str, dict[str, list[str]]]:
    """Phase → Power → the orders that lead there from the phase before."""
    read: dict[str, dict[str, list[str]]] = yaml.safe_load((HERE / "positions.yaml").read_text("utf-8"))
    return read


class Table:
    """A game that is taken from position to position, and stands there again before each letter."""

    def __init__(self, folder: Path) -> None:
        self.office = PostOffice(folder)
        self.office.game(deadline="DEADLINE every 3 days 21:00 Europe/London")
        self._file = sqlite3.connect(folder / "judge.db")
        self._kept = sqlite3.connect(":memory:")
        self._keep()
        self.phase = next(iter(positions()))

    def close(self) -> None:
        """Give the store back."""
        self._file.close()
        self._kept.close()

    def go_to(self, phase: str) -> None:
        """Play as far as a phase. Raises AssertionError if the game does not come there."""
        ways = positions()
        names = list(ways)
        for name in names[names.index(self.phase) + 1 : names.index(phase) + 1]:
            self._again()
            for power, orders in ways[name].items():
                answer = read_off(body(self.office.orders(power.lower(), "\n".join(orders))[0]))
                assert sorted(_bare(answer.stands)) == sorted(orders), (name, power, answer.words)
            sent = self.office.letter(GM, "PROCESS")
            assert any(f", {name}: " in headline(message) for message in sent), [headline(message) for message in sent]
            self.phase = name
            self._keep()

    def play(self, sample: Sample, text: str) -> Found:
        """Send a letter as its player, with this text, to a game in which nobody has said anything yet."""
        self.go_to(sample.phase)
        self._again()
        address = f"{sample.power.lower()}@mail.example"
        sent = [message for message in self.office.letter(address, text) if message["To"] == address]
        words = [f"{message['Subject']}\n{body(message)}" for message in sent]
        answer = read_off(words[0] if words else "")
        return Found(sample, answer, judged(sample, answer))

    def _keep(self) -> None:
        self._file.backup(self._kept)
        self._time = self.office.hands.time

    def _again(self) -> None:
        self._kept.backup(self._file)
        self.office.hands.time = self._time


def read_off(words: str) -> Answer:
    """The orders that an answer says stand."""
    stands: list[str] = []
    warned: set[str] = set()
    listed = _STANDING.search(words)
    for entry in re.split(r"^ {4}> ", listed[1], flags=re.MULTILINE)[1:] if listed else ():
        order, _, warning = " ".join(entry.split()).partition(" ! ")
        stands.append(order)
        if warning and not warning.startswith("legal."):
            warned.add(order)
    return Answer(tuple(stands), frozenset(warned), words)


def judged(sample: Sample, answer: Answer) -> Verdict:
    """What became of a letter."""
    for other in sample.others:
        if judged(sample._replace(stands=other, others=()), answer) == "right":
            return "right"
    meant, standing = Counter(_bare(sample.stands)), Counter(_bare(answer.stands))
    more = standing - meant
    less = meant - standing
    if any(order not in _bare(tuple(answer.warned)) for order in more):
        return "misread"
    if not more and (not less or (sample.style == "typo" and all(_offers(answer, order) for order in less))):
        return "right"
    return "asked" if more or answer.says_so else "lost"


def _bare(orders: tuple[str, ...]) -> list[str]:
    """Orders without the nationality before a unit, which may be printed or not."""
    return [_NATION.sub("", order) for order in orders]


def _offers(answer: Answer, order: str) -> bool:
    return f"> {order}" in _NATION.sub("", answer.words)


def bare(text: str) -> str:
    """A letter as it is."""
    return text


def above_a_quotation(text: str) -> str:
    """A letter above what it answers, as Gmail sends it: the judge's words, orders among them, and the line above them."""
    quoted = "=== write above this line ===\n\nSTANDING ORDERS\n    > A(Mun)-Bur\n    > F(Bre)-ENG\n\nCLEAR\nFINAL"
    lines = "\n".join(f"> {line}".rstrip() for line in quoted.split("\n"))
    return f"{text}\n\nOn Mon, Mar 1, 2027 at 12:00 PM Diplomacy Judge <judge@pbm.example> wrote:\n\n{lines}\n"


WAYS: dict[str, Callable[[str], str]] = {"bare": bare, "above a quotation": above_a_quotation}


def measured(folder: Path, way: Callable[[str], str], only: str = "") -> Iterator[Found]:
    """Every letter played, of one style or of all. `folder` is for the house, and empty."""
    table = Table(folder)
    try:
        for sample in samples():
            if only in ("", sample.style):
                yield table.play(sample, way(sample.text))
    finally:
        table.close()


def counted(found: list[Found]) -> dict[str, Counter[Verdict]]:
    """Style → how many letters got which verdict."""
    counts: dict[str, Counter[Verdict]] = {}
    for each in found:
        counts.setdefault(each.sample.style, Counter())[each.verdict] += 1
    return counts


def totals(found: list[Found], trap: bool) -> Counter[Verdict]:
    """The verdicts of all ordinary letters, or of all traps."""
    return Counter(each.verdict for each in found if each.sample.trap == trap)
