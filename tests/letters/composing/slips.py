"""Slips of the hand that leave one reading: a letter wrong in a name or an order word, blanks and points where none belong."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache, partial

from tests.letters.composing.meanings import BOARD
from tests.letters.composing.sentences import PHRASES
from tests.letters.composing.spelling import CannotBeSaid

ORDER_WORDS = frozenset((
    "army", "fleet", "moves", "move", "supports", "support", "convoys", "convoy", "holds", "hold", "retreats", "retreat", "disband",
    "build", "remove",
))  # fmt: skip


@cache
def names() -> frozenset[str]:
    """Every word that is, or is part of, a name of a space."""
    said = {code.lower() for code in BOARD}
    for place in BOARD.values():
        for name in (place["name"], place.get("short", ""), *place.get("also", ())):
            said |= set(re.findall(r"[a-z]+", name.lower()))
    return frozenset(said)


def near(one: str, two: str) -> bool:
    """Whether two words are one slip apart: a letter changed, left out, put in, or two letters exchanged."""
    if one == two:
        return True
    if len(one) > len(two):
        one, two = two, one
    if len(two) - len(one) > 1:
        return False
    at = next((at for at, letter in enumerate(one) if letter != two[at]), len(one))
    if len(one) == len(two):
        return one[at + 1 :] == two[at + 1 :] or (one[at : at + 2] == two[at : at + 2][::-1] and one[at + 2 :] == two[at + 2 :])
    return one[at:] == two[at + 1 :]


def slip(lots: random.Random, word: str) -> str:
    """A word with one slip in it that is near no other word of the game. Raises CannotBeSaid if ten tries find none."""
    for _ in range(10):
        at = lots.randrange(1, len(word) - 1)
        wrong = lots.choice((
            word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:],
            word[:at] + lots.choice("abcdefghijklmnoprstuvwy") + word[at + 1 :],
        ))  # fmt: skip
        others = (names() | ORDER_WORDS) - {word.lower()}
        if wrong != word and not any(near(wrong.lower(), other) for other in others):
            return wrong
    raise CannotBeSaid(word)


def slipped(lots: random.Random, line: str, style: str) -> str:
    """A line with a slip: of a letter (`typos`), or of blanks, points and cases (`slips`). Raises CannotBeSaid."""
    if style == "typos":
        words = [found for found in re.finditer(r"[A-Za-z]{5,}", line) if found[0].lower() in names() | ORDER_WORDS]
        if not words:
            raise CannotBeSaid(line)
        found = lots.choice(words)
        return line[: found.start()] + slip(lots, found[0]) + line[found.end() :]
    ways: tuple[Callable[[], str], ...] = (
        *(partial(each.format, line) for each in PHRASES["around"]),
        lambda: re.sub(r"(?<=\w) - (?=\w)", "- ", line),
        lambda: re.sub(r"(?<=\w) - (?=\w)", " -", line),
        lambda: "  " + line.replace(" ", "  "),
        line.swapcase,
        lambda: line.replace(" ", "\t"),
        lambda: line.replace(" ", "\u00a0"),
        lambda: re.sub(r"\b([AF])[ (](?=\w)", r"\1. ", line).replace(")", ""),
        lambda: re.sub(r"^([AF]) (?=[A-Z])", r"\1", line),
    )
    return lots.choice(ways)()
