"""Orders written out in a style: the lines of `styles.toml` and `tongues.toml`, filled in as a person would.

A style writes each kind of order in several ways; a die chooses one way for a letter, and often keeps to it.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.letters.composing.meanings import BOARD, HERE, NATIONS, Order, Unit

STYLES: dict[str, dict[str, Any]] = tomllib.loads((HERE / "styles.toml").read_text("utf-8"))
TONGUES: dict[str, dict[str, Any]] = tomllib.loads((HERE / "tongues.toml").read_text("utf-8"))
COASTS = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
DAIDE = {"ENG": "ECH", "BOT": "GOB", "LYO": "GOL"}
SHORT_OF = {power: power[:3].upper() for power in NATIONS}
THREE = {"A": "AMY", "F": "FLT"}
WORDS = {"A": "Army", "F": "Fleet"}
TONGUE_STYLE = {"places": "tongue", "cases": ["keep", "keep", "keep", "lower"], "coast": ["/{c}", " ({c})"]}


class CannotBeSaid(Exception):
    """This style has no line for such an order."""


def style(name: str) -> Mapping[str, Any]:
    """How a style writes: a notation, English sentences, or a language."""
    return STYLES[name] if name in STYLES else {**TONGUES[name], **TONGUE_STYLE}


@dataclass
class Pen:
    """Writes orders in one style, with the habits of one person: one way of the place names, one case, one way of each order."""

    lots: random.Random
    name: str

    def __post_init__(self) -> None:
        self.style = style(self.name)
        self.case = self.lots.choice(self.style["cases"])
        self.before = self.lots.choice(self.style.get("before", [""]))
        self.coast = self.lots.choice(self.style["coast"])
        self.steady = self.lots.random() < 0.6
        self.places = self.style["places"]
        if self.places == "any":
            self.places = self.lots.choice(("code", "name", "name", "also", "each"))
        elif self.places == "tongue":
            self.places = self.lots.choice(("tongue", "tongue", "tongue", "code"))
        self.kept: dict[str, str] = {}

    def line(self, order: Order) -> str:
        """One order. Raises CannotBeSaid."""
        kind = order.way or order.kind
        ways = self.style.get(kind) or (self.style.get(order.kind) if not order.way else None)
        if not ways:
            raise CannotBeSaid(kind)
        chosen = self.lots.choice(ways)
        if self.steady:
            chosen = self.kept.setdefault(kind, chosen)
        text = (self.before + chosen).format(**self.words(order))
        return self.cased(text)

    def cased(self, text: str) -> str:
        """In the case in which this person writes."""
        return {"lower": text.lower, "upper": text.upper, "title": text.title}.get(self.case, lambda: text)()

    def words(self, order: Order) -> dict[str, str]:
        """What goes into the line."""
        unit, other = order.unit, order.other or order.unit
        own = other.power == unit.power
        return {
            "u": unit.letter, "U": self.unit_word(unit), "un": WORDS[unit.letter].lower(), "u3": self._three(unit),
            "art": {"A": "an army", "F": "a fleet"}[unit.letter].split()[0],
            "a": self.place(unit.at, unit.coast if order.kind != "build" else ""), "t": self.place(*f"{order.to}.".split(".")[:2]),
            "o": other.letter, "O": self.unit_word(other), "on": WORDS[other.letter].lower(), "o3": self._three(other),
            "f": self.place(other.at), "n": "" if own else f"{NATIONS[other.power]} ",
            "r": (" " if self.name == "daide" else " - ").join(self.place(sea) for sea in order.seas),
            "p": unit.power, "P": SHORT_OF[unit.power], "s": "my" if own else f"{other.power}'s", "q": other.power,
            "Q": SHORT_OF[other.power],
        }  # fmt: skip

    def unit_word(self, unit: Unit) -> str:
        """Army or fleet, in this style's language."""
        words: list[str] = self.style.get({"A": "army", "F": "fleet"}[unit.letter], [WORDS[unit.letter]])
        return self.lots.choice(words)

    @staticmethod
    def _three(unit: Unit) -> str:
        return f"{SHORT_OF[unit.power]} {THREE[unit.letter]}"

    def place(self, code: str, coast: str = "") -> str:
        """A space, as this style names it; with its coast."""
        if not code:
            return ""
        if coast and self.coast == "DAIDE":
            return f"({code.upper()} {coast.upper().replace('C', 'CS')})"
        name = self._named(code)
        if not coast:
            return name
        long = COASTS[coast]
        gap = "" if self.places in ("code", "upper", "lower", "short") and self.coast[0] != "(" else " "
        said = self.coast.format(c=coast, C=coast.upper(), coast=long, Coast=long.title())
        return f"{name}{said}" if said[0] in " ./-" else f"{name}{gap}{said}"

    def _named(self, code: str) -> str:
        full = BOARD[code]["name"]
        ways = {
            "code": code, "upper": code.upper(), "lower": code.lower(), "name": full, "daide": DAIDE.get(code, code.upper()),
            "short": BOARD[code].get("short", code) if self.lots.random() < 0.5 else code,
            "also": self.lots.choice([full, *BOARD[code].get("also", [])]),
        }  # fmt: skip
        way = self.lots.choice(("code", "name", "also")) if self.places == "each" else self.places
        if way == "tongue":
            names: Mapping[str, str] = TONGUES[self.name]["places"]
            return names.get(code, full if len(full) < 12 else code)
        return str(ways[way])
