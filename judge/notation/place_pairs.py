"""Orders that are two places and a comma: `London, North Sea. Edinburgh, Norwegian Sea.`"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.notation.possible import Possible
from judge.notation.readings import IgnoredText, ParsedOrder, Reading
from judge.notation.segments import OrderSegment
from judge.notation.splitter import OrderSplitter
from judge.notation.tokens import MOVE, PLACE, STOP, Token, is_place

Said = list[tuple[OrderSegment, Reading]]
Read = Callable[[OrderSegment, Sequence[Reading]], Reading]
FEW = 2
"""The fewest such pairs in a line that are read as orders; one alone may be anything."""


def with_pairs(said: Said, tokens: Sequence[Token], pieces: OrderSplitter, read: Read, possible: Possible) -> Said:
    """Return the pieces of a line with their readings: moves, if each sentence with a place is a unit's place and a goal."""
    orders: Said = []
    for sentence in _sentences(tokens):
        named = [token for token in sentence if is_place(token)]
        if not named:
            continue
        marks = [token for token in sentence if token.kind == STOP]
        if len(named) != len(marks) + 1 or len(sentence) != len(named) + len(marks) or len(named) != FEW:
            return said
        unit, goal = ([option for option in token.options if option[0] == PLACE] for token in named)
        start, end = named[0].start, named[1].end
        dash = Token(((MOVE, None),), marks[0].start, marks[0].end)
        place = named[1]._replace(options=tuple(goal))
        piece = pieces.split([Token(tuple(unit), start, named[0].end), dash, place])
        reading = read(piece[0], ()) if len(piece) == 1 else None
        if not isinstance(reading, ParsedOrder) or not possible.fits(reading.order) or piece[0].end != end:
            return said
        orders.append((piece[0], reading))
    if len(orders) < FEW:
        return said
    first, last = orders[0][0].start, orders[-1][0].end
    rest = [each for each in said if isinstance(each[1], IgnoredText) and not first <= each[0].start < last]
    return sorted([*orders, *rest], key=lambda each: each[0].start)


def _sentences(tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == STOP and token.options[0][1] != ",":
            found.append([])
        else:
            found[-1].append(token)
    return [each for each in found if each]
