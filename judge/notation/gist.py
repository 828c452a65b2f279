"""Sentences in free words, read by their gist: words that are known to change nothing are left out, and what is left is read again.

Only where a sentence has no word that may question an order, and where what is left is nothing but orders that can be followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge.notation.clause_places import ClausePlaces
from judge.notation.plain_words import AIDS, BESIDE, GOES, RESTS, PlainWords
from judge.notation.possible import Possible
from judge.notation.raw_words import fold_word
from judge.notation.readings import NAME, TALK, IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.segments import OrderSegment
from judge.notation.shared_orders import share_orders
from judge.notation.small_words import SmallWords, speaks_of
from judge.notation.splitter import OrderSplitter
from judge.notation.tokens import MOVE, PLACE, POWER, STOP, WORD, Token, is_kind, is_place
from judge.notation.verbs import ESCORTED, HOLDS

UNREAD = ("not-read", "no-verb", "no-place", "unclear", "aside", "whose", "which-of-all")
"""Complaints about a text that may be read by its gist."""
_HELPERS = ("_BACKED", "_BESIDE")
"""Terminals before a unit that helps."""
_SENTENCE = re.compile(r"[.;!?](?:\s|$)")

Said = list[tuple[OrderSegment, Reading]]
Read = Callable[[OrderSegment, Sequence[Reading]], Reading]


class _Clause(NamedTuple):
    """Where a clause stands in its line, and the orders that it gives. `named`: it names a place; `says`: it orders nothing, but
    has a word for what a unit does.
    """

    start: int
    end: int
    orders: list[tuple[OrderSegment, ParsedOrder]]
    named: bool
    says: bool


def is_unread(piece: OrderSegment, reading: Reading, words: SmallWords) -> bool:
    """Whether a piece may hold an order that was not understood."""
    if isinstance(reading, UnreadableText):
        return reading.complaint.code in UNREAD
    if not isinstance(reading, IgnoredText) or reading.kind not in (TALK, NAME):
        return False
    return reading.near or piece.named == "place" or speaks_of(reading.text, words.all_units)


def may_be_read(piece: OrderSegment, reading: Reading, words: SmallWords) -> bool:
    """Whether a piece may be read by its places; that is more than a guess at a word: `sent` for `send`."""
    guessed = isinstance(reading, UnreadableText) and reading.complaint.code == "misspelt"
    return guessed or is_unread(piece, reading, words)


class GistReader:
    """Reads sentences of one line again. `read` reads a piece after others; `possible` knows what the writer's units can do."""

    def __init__(self, words: PlainWords, pieces: OrderSplitter, read: Read, possible: Possible, text: str) -> None:
        self._words, self._pieces, self._read, self._possible, self._text = words, pieces, read, possible, text
        self._units, self._small = pieces.openers - {PLACE, POWER}, words.small

    def read_again(self, said: Said, tokens: Sequence[Token], above: Sequence[Reading]) -> Said:
        """Return the pieces of a line; one that was not understood is replaced if every clause in it that names a place orders."""
        orders = self._clause_orders(tokens, above)
        known = [reading.order for _, reading in said if isinstance(reading, ParsedOrder)]
        found, given = Said(), {order.unit for order in known}
        for piece, reading in said:
            inside = [each for each in orders if each.start < piece.end and piece.start < each.end]
            told = {each[1].order: each for clause in inside for each in clause.orders}
            new = [each for order, each in told.items() if each not in found and order not in known]
            named = all(clause.orders for clause in inside if clause.named)
            read = bool(inside) and named and may_be_read(piece, reading, self._small)
            clear = read and given.isdisjoint(order.order.unit for _, order in new)
            if clear and any(clause.orders for clause in inside):
                found += sorted([*new, *self._talk(piece, inside)], key=lambda each: each[0].start)
            else:
                found.append((piece, reading))
        return found

    def _talk(self, piece: OrderSegment, inside: Sequence[_Clause]) -> Iterator[tuple[OrderSegment, IgnoredText]]:
        """Return what else a piece says that is replaced by the orders in it: `quest'ultima attacca`."""
        for clause in inside:
            if clause.says and piece.start <= clause.start and clause.end <= piece.end:
                text = self._text[clause.start : clause.end]
                yield OrderSegment(clause.start, clause.end), IgnoredText(text, line=self._text, at=clause.start)

    def _clause_orders(self, tokens: Sequence[Token], above: Sequence[Reading]) -> list[_Clause]:
        """Return the clauses of a line that asks nothing, with the orders that they give by the places that they name."""
        found = list[_Clause]()
        head, colon, _ = self._text[: tokens[0].start if tokens else 0].rpartition(":")
        if colon and self._words.tells_of_others([fold_word(word) for word in head.replace("'s", "").split()]):
            return []  # `Variation: Paris goes to Burgundy`
        for sentence in _sentences(tokens):
            before: Sequence[Token] = ()
            begun = len(found)
            in_turn = speaks_of(_SENTENCE.split(self._text[sentence[0].start :], 1)[0], self._small.each_in_turn)
            doubt = False
            for clause in self._clauses(sentence):
                goes_on = bool(before) and self._goes_on(clause, bool(found[-1].orders))
                anew = (token for token in clause if self._word(token) not in self._small.unit_before)
                whole = [*before, *anew] if goes_on else clause
                places = ClausePlaces(whole, self._words, self._text, self._possible, in_turn)
                told = _told(above, found)
                read = (self._orders(left, told) for left in places.readings())
                orders = [_with_journey(*each) for each in next(filter(None, read), ())]
                if goes_on and orders:
                    found[-1] = found[-1]._replace(orders=orders)
                scene = not orders and bool(before) and places.is_scene()
                doubt = doubt or (not orders and not scene and (places.casts_doubt() or self._heads(clause)))
                says = not orders and any(map(self._says, clause))
                found.append(_Clause(clause[0].start, clause[-1].end, orders, any(map(is_place, clause)) and not scene, says))
                before = clause if orders or sum(map(is_place, clause)) == 1 else ()
            if doubt:  # `Paris strides to Burgundy, I hear`
                found[begun:] = [each._replace(orders=[]) for each in found[begun:]]
        return found

    def _goes_on(self, clause: Sequence[Token], ordered: bool) -> bool:
        """Whether a clause goes on with the one before: with its unit, if that has not been `ordered` (`First Army (Munich): to
        Tyrolia`, `As for the Kiel fleet, it sails …`), or with who helps it (`…, supported by its sister in Brest`).
        """
        if ordered:
            return any(is_kind(clause[0], kind) for kind in _HELPERS)
        return not self._small.unit_before.isdisjoint(map(self._word, clause[:2])) or is_kind(clause[0], MOVE)

    def _heads(self, clause: Sequence[Token]) -> bool:
        """Whether a clause stands before a colon and has words that nobody knows: `Le Monde: Paris goes to Burgundy`."""
        unknown = (each for each in clause if each.options[0] == (WORD, None))
        known = all(self._words.kind(fold_word(self._text[each.start : each.end])) for each in unknown)
        return not known and self._text[clause[-1].end :].lstrip().startswith(":")

    def _orders(self, tokens: Sequence[Token], before: Sequence[Reading]) -> list[tuple[OrderSegment, ParsedOrder]]:
        """Return the orders that tokens are; none if they are not all orders that can be followed."""
        found: list[tuple[OrderSegment, ParsedOrder]] = []
        for piece in share_orders(self._pieces.split(tokens), tokens):
            lone = piece.lone and not (piece.plural and piece.tree is not None and piece.tree.data == HOLDS)  # `both armies hold`
            if piece.tree is None or piece.stray is not None or piece.aside or lone:
                return []
            reading = self._read(piece, [*before, *(said for _, said in found)])
            if not isinstance(reading, ParsedOrder) or not self._possible.fits(reading.order):
                return []
            found.append((piece, reading))
        units = [reading.order.unit for _, reading in found]
        return found if len(set(units)) == len(units) else []

    def _clauses(self, sentence: Sequence[Token]) -> Iterator[Sequence[Token]]:
        """Return what stands between marks, and words that part clauses, parted before an `and` behind which another unit does
        something.
        """
        start = 0
        for at, token in enumerate(sentence):
            if token.kind == STOP:
                if at > start:
                    yield sentence[start:at]
                start = at + 1
                continue
            between = self._text[sentence[at - 1].end : token.start] if at > start else ""
            apart = ":" in between or speaks_of(between, self._small.parts_clauses)
            listed = token.listed and at > start and self._begins(sentence[at:]) and any(map(self._says, sentence[start:at]))
            if apart or listed:
                yield sentence[start:at]
                start = at
        if start < len(sentence):
            yield sentence[start:]

    def _begins(self, tokens: Sequence[Token]) -> bool:
        """Whether a unit comes first, and then, before a mark or another `and`, what it does: `and the men at Smyrna march …`."""
        while tokens and tokens[0].kind == WORD and self._words.is_also(self._word(tokens[0]), BESIDE):
            tokens = tokens[1:]
        if not tokens:
            return False
        ends = (n for n in range(1, len(tokens)) if tokens[n].kind == STOP or tokens[n].listed)
        named = is_place(tokens[0]) or any(kind in self._units for kind, _ in tokens[0].options)
        return named and any(map(self._says, tokens[1 : next(ends, len(tokens))]))

    def _says(self, token: Token) -> bool:
        """Whether a token may say what a unit does."""
        word = self._word(token)
        if token.kind == WORD and (self._words.is_done(word) or self._words.kind(word) in (GOES, RESTS, AIDS)):
            return True
        return any(kind.startswith("_") and kind not in self._units for kind, _ in token.options)

    def _word(self, token: Token) -> str:
        return fold_word(self._text[token.start : token.end])


def _told(above: Sequence[Reading], clauses: Sequence[_Clause]) -> list[Reading]:
    """What stands before a clause, to which it may refer; nothing of it from before a clause that was not understood."""
    unread = next((n for n in range(len(clauses), 0, -1) if clauses[n - 1].named and not clauses[n - 1].orders), 0)
    return [*(() if unread else above), *(reading for each in clauses[unread:] for _, reading in each.orders)]


def _with_journey(piece: OrderSegment, reading: ParsedOrder) -> tuple[OrderSegment, ParsedOrder]:
    """A convoy that is told of in free words is an order for the army, too."""
    ships = reading.order.verb == "convoy" and reading.order.of is not None
    return piece, reading._replace(filled=(*reading.filled, ESCORTED)) if ships else reading


def _sentences(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Return the sentences of a line that are no questions."""
    start = 0
    for at, token in enumerate(tokens):
        if token.kind == STOP and token.options[0][1] != ",":
            if at > start and token.options[0][1] != "?":
                yield tokens[start:at]
            start = at + 1
    if start < len(tokens):
        yield tokens[start:]
