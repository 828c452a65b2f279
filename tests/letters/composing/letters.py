"""Letters composed from meanings: `composed(style, seed)` is the same letter each time.

A letter is pieces, each with the orders it means, so that a fault can be narrowed down to the piece that is misread.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tests.letters.composing.clients import CLIENTS
from tests.letters.composing.meanings import (
    HERE,
    MOVEMENT,
    NATIONS,
    PHASES,
    RETREATS,
    WINTER,
    Order,
    drawn,
    reach,
    too_far,
    units,
)
from tests.letters.composing.sentences import PHRASES, SENTENCES, bulleted, heading
from tests.letters.composing.slips import slipped
from tests.letters.composing.spelling import STYLES, TONGUES, CannotBeSaid, Pen

PLAIN = ("njudge", "zine", "datc", "plain", "jdip", "playdip")
"""The styles in which letters are written that are about something else: headings, traps, mail programs."""
TRAPS: dict[str, dict[str, list[str]]] = tomllib.loads((HERE / "traps.toml").read_text("utf-8"))
PEOPLE = {
    "Austria": "Franz", "England": "Gwen", "France": "Claire", "Germany": "Hans", "Italy": "Elena", "Russia": "Igor",
    "Turkey": "Mehmet",
}  # fmt: skip
ORDINARY = (*STYLES, *TONGUES, "sentences", "headings", "bullets", "mixed", "talk", "slips", "typos")
MAILS = tuple(f"mail_{name}" for name in CLIENTS)
TRICKY = tuple(f"trap_{name}" for name in TRAPS)
ALL = (*ORDINARY, *MAILS, *TRICKY)
"""Every style that letters are composed in."""


class Piece(NamedTuple):
    """Some words of a letter, and the orders that stand because of them."""

    text: str
    stands: tuple[str, ...] = ()


class Letter(NamedTuple):
    """A letter and what it means."""

    phase: str
    power: str
    style: str
    pieces: tuple[Piece, ...]
    join: str = "\n"
    client: str = ""
    """The mail program that sends it, above the judge's own letter; '' for the bare text."""

    @property
    def text(self) -> str:
        """Its own words."""
        if self.join == "LIST":
            return "[" + ", ".join(f"'{piece.text}'" for piece in self.pieces) + "]"
        if self.join == "DAIDE":
            return " ".join(f"( {piece.text} )" for piece in self.pieces)
        return self.join.join(piece.text for piece in self.pieces)

    @property
    def stands(self) -> tuple[str, ...]:
        """What must stand when it was read."""
        return tuple(order for piece in self.pieces for order in piece.stands)

    @property
    def trap(self) -> bool:
        """Whether it invites to be misread."""
        return self.style in TRICKY

    def smaller(self) -> Iterator[Letter]:
        """The same letter with less in it, most reduced first."""
        if self.client:
            yield self._replace(client="")
        if len(self.pieces) > 1:
            for piece in self.pieces:
                yield self._replace(pieces=(piece,))
            for at in range(len(self.pieces)):
                yield self._replace(pieces=self.pieces[:at] + self.pieces[at + 1 :])


def composed(style: str, seed: int | str) -> Letter:
    """One letter of a style, by seed."""
    lots = random.Random(f"{style} {seed}")
    while True:
        phase, power = _where(lots, style)
        try:
            return _composed(lots, style, phase, power)
        except CannotBeSaid:
            continue


def _where(lots: random.Random, style: str) -> tuple[str, str]:
    phases = MOVEMENT if style.startswith("trap_") else PHASES
    phase = lots.choices(phases, [1 if each in (WINTER, RETREATS) else 2 for each in phases])[0]
    return phase, lots.choice(sorted(units(phase)))


def _composed(lots: random.Random, style: str, phase: str, power: str) -> Letter:
    if style.startswith("trap_"):
        return _trap(lots, style, phase, power)
    if style.startswith("mail_"):
        letter = _talk(lots, _ordinary(lots, PLAIN, style, phase, power), 0.5)
        return letter._replace(client=style.removeprefix("mail_"))
    special: dict[str, Callable[[], Letter]] = {
        "sentences": lambda: _sentences(lots, phase, power),
        "headings": lambda: _headed(lots, phase, power),
        "bullets": lambda: _bulleted(lots, phase, power),
        "mixed": lambda: _mixed(lots, phase, power),
        "talk": lambda: _talk(lots, _ordinary(lots, PLAIN, style, phase, power), 1),
        "slips": lambda: _slips(lots, phase, power, "slips"),
        "typos": lambda: _slips(lots, phase, power, "typos"),
    }
    if style in special:
        return special[style]()
    letter = _ordinary(lots, [style], style, phase, power)
    return _greeted(lots, letter, TONGUES[style]) if style in TONGUES and lots.random() < 0.3 else letter


def _lines(lots: random.Random, pen: Pen, phase: str, power: str) -> list[Piece]:
    orders = drawn(lots, phase, power)
    if not orders:
        raise CannotBeSaid("nothing")
    return [Piece(pen.line(order), (order.canonical(),)) for order in orders]


def _ordinary(lots: random.Random, pens: Sequence[str], style: str, phase: str, power: str) -> Letter:
    pen = Pen(lots, lots.choice(pens))
    join = lots.choice(pen.style.get("join", ["\n", "\n", "\n", ", ", "; "]))
    return Letter(phase, power, style, tuple(_lines(lots, pen, phase, power)), join)


def _sentences(lots: random.Random, phase: str, power: str) -> Letter:
    pen = Pen(lots, lots.choice(PLAIN))
    text, stands = lots.choice(SENTENCES)(pen, phase, power)
    return Letter(phase, power, "sentences", (Piece(text, stands),))


def _headed(lots: random.Random, phase: str, power: str) -> Letter:
    pen = Pen(lots, lots.choice(PLAIN))
    pen.before = ""
    above = Piece(heading(pen, phase, power) + lots.choice(("", "", "\n")))
    return Letter(phase, power, "headings", (above, *_lines(lots, pen, phase, power)))


def _bulleted(lots: random.Random, phase: str, power: str) -> Letter:
    pen = Pen(lots, lots.choice(PLAIN))
    pen.before = ""
    lines = _lines(lots, pen, phase, power)
    texts = bulleted(pen, [piece.text for piece in lines])
    pieces = tuple(Piece(text, piece.stands) for text, piece in zip(texts, lines, strict=True))
    return Letter(phase, power, "bullets", pieces)


def _mixed(lots: random.Random, phase: str, power: str) -> Letter:
    pens = [Pen(lots, lots.choice([name for name in (*STYLES, *TONGUES) if name not in ("daide", "table")])) for _ in range(3)]
    orders = drawn(lots, phase, power)
    if len(orders) < 2:
        raise CannotBeSaid("one")
    return Letter(phase, power, "mixed", tuple(Piece(lots.choice(pens).line(order), (order.canonical(),)) for order in orders))


def _talk(lots: random.Random, letter: Letter, share: float) -> Letter:
    if lots.random() > share:
        return letter
    pieces = letter.pieces if letter.join == "\n" else (Piece(letter.text, letter.stands),)
    gap = lots.choice(("\n", ""))
    who = {"who": PEOPLE[letter.power], "power": letter.power}
    hello = (Piece(lots.choice(PHRASES["hello"]) + gap),) if lots.random() < 0.8 else ()
    bye = (Piece(gap + lots.choice(PHRASES["bye"]).format(**who)),) if lots.random() < 0.8 or not hello else ()
    return letter._replace(pieces=(*hello, *pieces, *bye), join="\n")


def _greeted(lots: random.Random, letter: Letter, words: dict[str, list[str]]) -> Letter:
    above, below = Piece(lots.choice(words["hello"]) + "\n"), Piece("\n" + lots.choice(words["bye"]))
    return letter._replace(pieces=(above, Piece(letter.text, letter.stands), below), join="\n")


def _slips(lots: random.Random, phase: str, power: str, style: str) -> Letter:
    pen = Pen(lots, lots.choice(("datc", "playdip", "plain") if style == "typos" else ("zine", "njudge", "datc")))
    lines = _lines(lots, pen, phase, power)
    at = lots.randrange(len(lines))
    lines[at] = Piece(slipped(lots, lines[at].text, style), lines[at].stands)
    return Letter(phase, power, style, tuple(lines))


def _trap(lots: random.Random, style: str, phase: str, power: str) -> Letter:
    trap = TRAPS[style.removeprefix("trap_")]
    line = lots.choice(trap["lines"])
    pen = Pen(lots, lots.choice(PLAIN))
    pen.before, pen.case = "", pen.case if pen.case != "title" else "keep"
    some = units(phase)[power]
    unit = lots.choice(some)
    goals = reach(unit)
    one, two = (Order("move", unit, goal) for goal in (lots.sample(goals * 2, 2)))
    if one == two or lots.random() < 0.1:
        two = Order("hold", unit)
    other = lots.choice([name for name in NATIONS if name != power])
    foreign = lots.choice(units(phase)[other])
    text = line.format(
        x=pen.line(one), y=pen.line(two), other=other, z=pen.line(Order("move", foreign, lots.choice(reach(foreign)))),
        w=pen.line(Order("move", unit, lots.choice(too_far(unit)))),
    )  # fmt: skip
    meant = (two.canonical(),) if trap.get("meant") else ()
    rest = [Order("hold", each) for each in some if each != unit][: lots.choice((0, 0, 1, 2))]
    plain = [Piece(f"{order.unit.letter} {pen.place(order.unit.at)} H", (order.canonical(),)) for order in rest]
    pieces = [*plain, Piece(text, meant)] if lots.random() < 0.5 else [Piece(text, meant), *plain]
    return Letter(phase, power, style, tuple(pieces))
