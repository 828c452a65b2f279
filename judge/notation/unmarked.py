"""Orders without a mark between them, `lon nth edi nwg`, separated if only one way gives each unit an order that it can follow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.board import space_of
from judge.notation.order import Order
from judge.notation.possible import Possible
from judge.notation.readings import IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.remarks import token_value
from judge.notation.segments import OrderSegment
from judge.notation.splitter import OrderSplitter
from judge.notation.tokens import COURTESY, PLACE, STOP, WORD, Token, is_kind, is_place

LONGEST, TRIES = 8, 60
"""The most words of one such order, and the most stretches that are tried in one line."""

Read = Callable[[OrderSegment, Sequence[Reading]], Reading]
Said = list[tuple[OrderSegment, Reading]]


class _Found(NamedTuple):
    piece: OrderSegment
    reading: ParsedOrder
    end: int


def may_be_several(piece: OrderSegment, reading: Reading) -> bool:
    """Whether a piece that was not read as an order names places."""
    return isinstance(reading, UnreadableText) or (isinstance(reading, IgnoredText) and piece.named == "place")


class UnmarkedOrders:
    """Separates stretches of one line. `read` reads a piece after others; `possible` knows what the writer's units can do."""

    def __init__(self, pieces: OrderSplitter, read: Read, possible: Possible) -> None:
        self._pieces, self._read, self._possible = pieces, read, possible
        self._tries = TRIES

    def parted(self, said: Said, tokens: Sequence[Token]) -> Said:
        """Return pieces with their readings. A stretch between marks that is not all orders is read again, if there is only one
        way.
        """
        found = list(said)
        for stretch in _stretches(tokens):
            start, end = stretch[0].start, stretch[-1].end
            held = [n for n, (piece, _) in enumerate(found) if start <= piece.start < end]
            if not held or all(isinstance(found[n][1], ParsedOrder) for n in held):
                continue
            ways: list[list[_Found]] = []
            for way in self._ways(stretch, 0, ()):
                ways.append(way)
                if len(ways) > 1:
                    break
            if len(ways) == 1:
                found[held[0] : held[-1] + 1] = [(each.piece, each.reading) for each in ways[0]]
        return found

    def _ways(self, tokens: Sequence[Token], at: int, before: tuple[_Found, ...]) -> Iterator[list[_Found]]:
        if at == len(tokens):
            if _agree([each.reading.order for each in before]):
                yield list(before)
            return
        known = {each.reading.order.unit.space for each in before if each.reading.order.unit}
        for end in range(at + 2, min(len(tokens), at + LONGEST) + 1):
            if end < len(tokens) and not self._begins(tokens, end):
                continue
            found = self._order(tokens[at:end], end, [each.reading for each in before])
            if found and found.reading.order.unit and found.reading.order.unit.space not in known:
                yield from self._ways(tokens, end, (*before, found))

    def _begins(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a unit of the writer's is named here."""
        named = at + 1 if self._opens(tokens[at]) and at + 1 < len(tokens) else at
        return not self._possible.own.isdisjoint(_spaces(tokens[named]))

    def _opens(self, token: Token) -> bool:
        return any(is_kind(token, kind) for kind in self._pieces.openers - {PLACE})

    def _order(self, tokens: Sequence[Token], end: int, before: Sequence[Reading]) -> _Found | None:
        """Return the order that tokens are as a whole, if they are one that can be followed."""
        self._tries -= 1
        if self._tries < 0 or not self._begins(tokens, 0):
            return None
        if len(tokens) > 2 and is_place(tokens[0]) and self._opens(tokens[1]) and is_place(tokens[2]):  # `trieste fleet albania`
            first = tokens[1]._replace(start=tokens[0].start)
            tokens = (first, tokens[0]._replace(end=tokens[1].end), *tokens[2:])
        found = self._pieces.split(tokens)
        if len(found) != 1 or found[0].tree is None or found[0].stray is not None:
            return None
        piece = replace(found[0], start=min(each.start for each in tokens), end=tokens[-1].end)
        reading = self._read(piece, before)
        return _Found(piece, reading, end) if isinstance(reading, ParsedOrder) and self._possible.fits(reading.order) else None


def _stretches(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Return the tokens between marks that are only places, units and verbs, without courtesies around them."""
    start = 0
    for at in range(len(tokens) + 1):
        if at < len(tokens) and tokens[at].kind != STOP:
            continue
        first, last = start, at
        while first < last and token_value(tokens[first]) == COURTESY:
            first += 1
        while first < last and token_value(tokens[last - 1]) == COURTESY:
            last -= 1
        stretch, start = tokens[first:last], at + 1
        if len(stretch) > 2 and sum(map(is_place, stretch)) > 1 and not any(_is_strange(each) for each in stretch):
            yield stretch


def _agree(orders: Sequence[Order]) -> bool:
    """Whether supported units are supported in what they are ordered to do."""
    given = {order.unit.space: order for order in orders if order.unit}
    helped = [(given[order.of.space], order) for order in orders if order.of and order.of.space in given]
    return all((own.target if own.verb == "move" else "") == order.target for own, order in helped)


def _is_strange(token: Token) -> bool:
    return token.kind == WORD or token.depth > 0


def _spaces(token: Token) -> Collection[str]:
    return {space_of(code) for kind, codes in token.options if kind == PLACE for code in codes}
