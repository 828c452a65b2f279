"""The account of a letter: pieces that cover all of its words, each marked with what it was read as."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal, NamedTuple

Kind = Literal["order", "command", "answer", "comment", "courtesy", "name", "signature", "quotation", "skipped", "unread"]
"""What a piece of a letter is.

    order      an order, also one that is asked about or refused, with the words that put it in question
    command    a command, and the lines below that belong to it
    answer     an answer to a question of ours
    comment    marked as a comment or a draft: no order for now
    courtesy   a greeting, a signature, a heading, words that change nothing
    name       what may be a name: a courtesy at either end of a letter, unread between orders
    signature  a courtesy, too, unless it turns out to name several places of the board
    quotation  somebody else's words
    skipped    not read, which the answer says in a way of its own
    unread     not understood: nobody has taken it
"""
_SAID = ("order", "command", "answer")
PARTLY = 60
"""The most parts of one line that are looked for. Words beyond them stay unread."""


class Piece(NamedTuple):
    """Some words of a letter as they were written, and their kind."""

    kind: Kind
    text: str


def joined(pieces: Iterable[Piece]) -> str:
    """Return the text of some pieces."""
    return "".join(piece.text for piece in pieces)


class Account:
    """A letter being accounted for: each stage takes the words that it has read, and what nobody takes stays unread. So no word is
    lost.
    """

    def __init__(self, pieces: Iterable[Piece]) -> None:
        """`pieces`: the letter, in which the writer's own words are unread."""
        self._lines: list[list[Piece]] = []
        self._whole: defaultdict[str, deque[int]] = defaultdict(deque)
        """The text of a line → the numbers of its lines from which nothing has been taken."""
        for piece in pieces:
            for text in piece.text.splitlines(keepends=True) if piece.kind in ("unread", "signature") else [piece.text]:
                if piece.kind == "unread" and text.strip():
                    self._whole[text.strip()].append(len(self._lines))
                self._lines.append([piece._replace(text=text)])
        self._partly = PARTLY

    def take(self, *pieces: Piece) -> None:
        """Take the first unread line, or part of a line, with the text of `pieces`, and mark it as they are; blanks around it do
        not matter.
        """
        said = joined(pieces)
        if numbers := self._whole.get(said):
            self._put(numbers.popleft(), 0, said, pieces)
        elif said and self._partly:
            self._partly -= 1
            parts = ((number, at) for number, line in enumerate(self._lines) for at, piece in enumerate(line) if _has(piece, said))
            if found := next(parts, None):
                whole = self._whole.get(joined(self._lines[found[0]]).strip(), ())
                if found[0] in whole:
                    self._whole[joined(self._lines[found[0]]).strip()].remove(found[0])
                self._put(*found, said, pieces)

    def sort(self, kind: Kind, belongs: Callable[[str], bool]) -> None:
        """Give another kind to the unread lines that belong to it."""
        for text in [text for text, numbers in self._whole.items() if numbers and belongs(text)]:
            for number in self._whole.pop(text):
                self._lines[number] = [self._lines[number][0]._replace(kind=kind)]

    def unsign(self, tells: Callable[[str], bool]) -> None:
        """Make the lines of a signature unread again if they name several places of the board."""
        for line in self._lines:
            line[:] = [Piece("unread", each.text) if each.kind == "signature" and tells(each.text) else each for each in line]

    def pieces(self) -> tuple[Piece, ...]:
        """Return the letter in pieces."""
        return tuple(piece for line in self._settled() for piece in line)

    def unread(self) -> list[str]:
        """Return each text that was not understood, once, as it was written."""
        found = [text for line in self._settled() for text in _unread(line)]
        return list(dict.fromkeys(found))

    def _put(self, number: int, at: int, said: str, pieces: Iterable[Piece]) -> None:
        line = self._lines[number]
        before, _, after = line[at].text.partition(said)
        parts = (Piece("unread", before), *pieces, Piece("unread", after))
        line[at : at + 1] = _without_marks(piece for piece in parts if piece.text)

    def _settled(self) -> Iterator[list[Piece]]:
        """Return the lines, with each possible name settled as a courtesy or as unread, by where it stands."""
        said = [number for number, line in enumerate(self._lines) if any(piece.kind in _SAID for piece in line)]
        for number, line in enumerate(self._lines):
            name: Kind = "unread" if said and said[0] <= number <= said[-1] else "courtesy"
            meant: Mapping[Kind, Kind] = {"name": name, "signature": "courtesy"}
            yield [piece._replace(kind=meant.get(piece.kind, piece.kind)) for piece in line]


def _has(piece: Piece, said: str) -> bool:
    return piece.kind == "unread" and said in piece.text


def _without_marks(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Join pieces of a line that hold no word to the piece before or after them."""
    before: Piece | None = None
    for piece in pieces:
        worded = any(map(str.isalnum, piece.text))
        if before and worded and any(map(str.isalnum, before.text)):
            yield before
            before = piece
        elif before:
            before = Piece(piece.kind if worded else before.kind, before.text + piece.text)
        else:
            before = piece
    if before:
        yield before


def _unread(line: Iterable[Piece]) -> Iterator[str]:
    """Return the unread words of a line. Punctuation around them is left out if other words of the line were read."""
    parts = [(kind, joined(group)) for kind, group in groupby(line, lambda piece: piece.kind)]
    for kind, text in parts:
        if kind == "unread" and any(map(str.isalnum, text)):
            yield text.strip() if len(parts) == 1 else text.strip(" \t\n,;:.")
