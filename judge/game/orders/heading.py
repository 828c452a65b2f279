"""What a heading of orders says: `ORDERS FOR Spring 1901 France` names a phase, and whose orders follow."""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.board import normalize_name
from judge.rules.ruleset import Ruleset

_EMPTY = frozenset({"orders", "order", "for", "of", "the", "my", "from", "and"})
SHORTEST = 3
"""Letters of a short form that names a power in a heading."""


class Heading(NamedTuple):
    """The phase, '' if none is named; and the powers."""

    phase: str = ""
    powers: tuple[str, ...] = ()


def parse_heading(text: str, ruleset: Ruleset) -> Heading:
    """A heading taken apart. What is no power, and begins with no phase, is a phase as written: nobody knows it."""
    if not re.search(r"\w", text):
        return Heading(text)
    powers, rest = list[str](), f" {normalize_name(text)} "
    for power in ruleset.powers:
        for name in sorted(filter(None, (power.name, power.adjective, power.short, *power.also)), key=len, reverse=True):
            said = f" {normalize_name(name)} "
            if len(name) >= SHORTEST and said in rest:
                powers.append(power.name)
                rest = rest.replace(said, " ")
    if not powers and ruleset.calendar.read(text):
        return Heading(text)
    words = [word for word in rest.split() if word not in _EMPTY]
    named = next((" ".join(words[:end]) for end in range(len(words), 0, -1) if ruleset.calendar.read(" ".join(words[:end]))), "")
    return Heading(named or (text if words else ""), tuple(dict.fromkeys(powers)))
