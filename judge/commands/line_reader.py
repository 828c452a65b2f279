"""Read the lines of a letter one after the other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge.notation.keyboards import normalize_order_line

_END = re.compile(r"\W*end\s*(?:of\s+)?(?:press|broadcast|comment|position)?\W*", re.IGNORECASE)
"""A line that ends a block; also as njudge and DPjudge write it."""


def normalize_line(line: str) -> str:
    """Normalise a line for finding commands: plain dashes, quotes, bullets and blanks, nothing invisible."""
    return line if line.isascii() else normalize_order_line(unicodedata.normalize("NFC", line))[0]


class Here(NamedTuple):
    """What only the game that a letter is about can tell of its lines."""

    names: Callable[[str], bool] = lambda text: False
    """Whether a text names other Powers of the game, or its GM, and no place."""
    orders: Callable[[str], bool] = lambda line: False
    """Whether a line would be taken as an order to a unit of the writer's own."""


NOWHERE = Here()
"""No game is known."""


class LineReader:
    """A letter's lines, and how far they have been read. `is_command`: whether a line begins with a command's words."""

    def __init__(
        self, lines: Sequence[str], is_command: Callable[[str], bool] = lambda line: False, here: Here = NOWHERE
    ) -> None:
        self._lines, self.is_command, self.here = lines, is_command, here
        self.at = self.aside = 0
        """How many lines have been taken; how many of them belong to blocks."""

    def __bool__(self) -> bool:
        return self.at < len(self._lines)

    def peek(self) -> str:
        """Return the next line, '' at the end."""
        return self._lines[self.at] if self else ""

    def above(self) -> str:
        """Return the line above the one that was taken last, '' at the beginning."""
        return self._lines[self.at - 2] if self.at > 1 else ""

    def rest(self) -> Sequence[str]:
        """Return the lines that are left."""
        return self._lines[self.at :]

    def take(self) -> str:
        """Take the next line. Raises IndexError at the end."""
        self.at += 1
        return self._lines[self.at - 1]

    def block(self) -> str:
        """Take the lines up to END, or to the letter's end. They do not count towards the limit on lines."""
        start = self.at
        while self and not _END.fullmatch(self.take()):
            pass
        self.aside += self.at - start
        ended = self.at > start and _END.fullmatch(self._lines[self.at - 1])
        return "\n".join(self._lines[start : self.at - 1 if ended else self.at])

    @property
    def read(self) -> int:
        """Return how many lines have been read, without those of blocks."""
        return self.at - self.aside

    @property
    def left(self) -> int:
        """Return how many lines are left."""
        return len(self._lines) - self.at

    def at_command(self) -> bool:
        """Whether the next line begins with a command's words."""
        return self.is_command(self.peek())
