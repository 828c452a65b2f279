"""Letters as they are written in the simulation: their bytes, what they mean, and what must come of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import format_datetime
from random import Random

from tests.letters.composing.letters import ALL, PLAIN, composed
from tests.letters.composing.meanings import NATIONS, Drawing, Order, Unit, reach, spaces
from tests.letters.composing.spelling import CannotBeSaid, Pen

STYLES = (*PLAIN, "bullets", "headings")
"""A line for each order, for here the meaning must be sure. How freer letters are read is measured by tests/letters/composing."""
FIRST = "Spring 1901"
"""The phase for which letters are composed in all these styles; later ones in the plain ones, order by order."""
POOL = 400
"""Letters that are composed for the first phase; the same meaning may be sent again in another game."""
ATTACKS = 0.7
"""How often a letter for a later phase has a supported attack, if one is possible: without, hardly anybody is driven out."""
JUDGE = "judge@pbm.example"
_COAST = re.compile(r"\.\w\w\b")
_OTHER = re.compile(rf"(?:(?:{'|'.join(NATIONS.values())}) )?[AF]\((\w+)\)")

Meaning = dict[str, str]
"""Where a unit stands → its order: `Par` → `A-Bur`, `Mar` → `A S Par-Bur`."""


@dataclass
class Sent:
    """A letter, whatever the network makes of it."""

    id: str
    sender: str
    text: str
    written: datetime
    answers: int
    """How many answers it is to bring in the end; -1 for one at most, -3 for three."""
    stranger: bool = False
    """Whether its sender is somebody whom nobody knows."""
    genuine: bool = True
    vouched: bool = True
    """Whether our mail server knows that it is genuine; it always knows what is forged."""
    came: dict[datetime, int] = field(default_factory=dict)
    """When each copy came that the judge has stored → how often a backup had been put back before it was."""
    headers: tuple[str, ...] = ()
    game: str = ""
    phase: str = ""
    power: str = ""
    orders: Meaning = field(default_factory=dict)
    final: bool = False
    """Whether it says FINAL."""
    unsure: bool = False
    """Whether it is written so freely that it may be asked about."""
    does: str = ""
    """What a GM asks for: `extend` or `process`."""
    to: tuple[str, ...] = ()
    """To whom it goes; to the judge's own address if that is left out."""
    word: str = ""
    """A word of press, which some are to read in one mail, and nobody else ever."""
    secret: bool = False
    """Whether it is for some only, and goes to them at once."""
    read_by: tuple[str, ...] = ()
    published: bool = False
    """Whether a report has come that must bring it."""
    lost: bool = False
    """Whether a backup from before it counted was put back since."""
    counted: bool = False
    """Whether it has been decided once."""

    def raw(self, at: datetime, number: int = 0) -> bytes:
        """Return its bytes as our mail server hands them over: received at `at`, under a number of its own if there is one."""
        as_ = f" id {number}" if number else ""
        verdict = "fail" if not self.genuine else "pass" if self.vouched else "none"
        return "\r\n".join([
            f"Authentication-Results: mx.pbm.example; dmarc={verdict} header.from={self.sender.partition('@')[2]}",
            f"Received: from out.example by mx.pbm.example with ESMTP{as_}; {format_datetime(at)}",
            f"From: {self.sender}", f"To: {', '.join(self.to or (JUDGE,))}", f"Date: {format_datetime(self.written)}",
            f"Message-ID: {self.id}", "Subject: letter", *self.headers,
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "",
            *self.text.split("\n"), "",
        ]).encode()  # fmt: skip


def meaning(orders: list[str]) -> Meaning:
    """Read orders as the composer and the judge print them, without coasts and the ways of convoys."""
    found = {}
    for order in orders:
        text = _COAST.sub("", order).replace(" via convoy", "")
        before, _, unit = text.partition(" ") if text.startswith(("build ", "remove ")) else ("", "", text)
        place, rest = unit[2 : unit.index(")")], unit[unit.index(")") + 1 :]
        if rest.startswith("-"):
            rest = f"-{rest.rpartition('-')[2]}"
        found[place] = f"{before} {unit[0]}" if before else unit[0] + _OTHER.sub(r"\1", rest)
    return found


class Writer:
    """Draws what players write."""

    def __init__(self, lots: Random) -> None:
        self._lots = lots
        self._pool: dict[str, list[tuple[str, Meaning]]] = {}

    def orders(self, phase: str, power: str, units: list[str]) -> tuple[str, Meaning]:
        """Return the text of a letter with orders, and what it means. `units`: everybody's, `France A(Par)`."""
        if phase == FIRST:
            return self._lots.choice(self._first()[power])
        return self._later(phase, power, units)

    def freely(self, power: str) -> tuple[str, str]:
        """Return the style and the text of a letter of a Power for the first phase, in any style that there is."""
        while True:
            letter = composed(self._lots.choice(ALL), f"simulation {self._lots.randrange(POOL)}")
            if (letter.phase, letter.power) == (FIRST, power):
                return letter.style, letter.text

    def said(self, orders: list[Order]) -> tuple[str, Meaning]:
        """Return the text of a letter with these orders, in a plain style, and what it means."""
        while True:
            pen = Pen(self._lots, self._lots.choice(PLAIN))
            try:
                return "\n".join(pen.line(order) for order in orders), meaning([order.canonical() for order in orders])
            except CannotBeSaid:
                continue

    def _first(self) -> dict[str, list[tuple[str, Meaning]]]:
        if not self._pool:
            for number in range(POOL):
                letter = composed(STYLES[number % len(STYLES)], f"simulation {number}")
                if letter.phase == FIRST and letter.join == "\n":
                    self._pool.setdefault(letter.power, []).append((letter.text, meaning(list(letter.stands))))
        return self._pool

    def _later(self, phase: str, power: str, units: list[str]) -> tuple[str, Meaning]:
        everybody: dict[str, list[Unit]] = {}
        for each in units:
            owner, _, unit = each.rpartition(" ")
            at, _, coast = unit[2:-1].partition(".")
            everybody.setdefault(owner, []).append(Unit(unit[0], at, coast, owner))
        drawing = Drawing(self._lots, phase, power, everybody)
        attack = self._attack(drawing) if self._lots.random() < ATTACKS else []
        drawn = [order for order in drawing.orders(self._lots.choice((1, 2, 9))) if order.unit not in attack]
        return self.said([*(drawing.given[unit] for unit in attack), *drawn])

    def _attack(self, drawing: Drawing) -> list[Unit]:
        """Have one unit attack another Power's, with another one's support, if any two can; return both."""
        mine, theirs = drawing.mine, {unit.at for unit in drawing.others}
        ways = [(one, to, two) for one in mine for to in reach(one) for two in mine
                if one != two and to.partition(".")[0] in theirs & spaces(two)]  # fmt: skip
        if not ways:
            return []
        one, to, two = self._lots.choice(ways)
        drawing.given[one] = Order("move", one, to)
        drawing.given[two] = Order("support_move", two, to.partition(".")[0], one)
        return [one, two]


def soon(lots: Random, longest: float) -> timedelta:
    """Return a span up to so many seconds, mostly a short one."""
    return timedelta(seconds=round(longest * lots.random() ** 3, 3))
