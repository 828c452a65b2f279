"""Builds in free words: `Brest gets a fleet, Paris an army`, `two armies: one in Vienna, the other in Budapest`.

Only places where the writer may build and words for kinds of unit are looked at, where nothing else in a line may change an order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.board import PlaceNames, Position
from judge.notation.complaints import spelling_distance
from judge.notation.lexer import Vocabulary
from judge.notation.raw_words import fold_word
from judge.notation.readings import COURTESY as IDLE
from judge.notation.readings import TALK, IgnoredText, ParsedOrder, Reading
from judge.notation.segments import OrderSegment
from judge.notation.splitter import OrderSplitter
from judge.notation.tokens import (
    ALIKE,
    COURTESY,
    HEADING,
    HOLD,
    MOVE,
    PLACE,
    POWER,
    REQUEST,
    STOP,
    WORD,
    Token,
    is_kind,
    is_place,
    is_plural,
)

MOST = 60
"""The most words of a line that is read so."""
NEAR = 40
"""Characters between the ends of a build that is quoted with its kind and its place; else only the place is."""
_GRAVE = (HOLD, "_SUPPORT", "_CONVOY", "_REMOVE", "_DISBAND", "_WAIVE", "_NONE", "_LEFT", "_RETREAT", "_ELSE", "_EVERY")
"""Kinds of words of other orders than builds."""

_SENTENCE = re.compile(r"[^.!?;]+(?:[.!?;]+|$)")
_BRACKETED = re.compile(r"\([^()]*\)")

Said = list[tuple[OrderSegment, Reading]]
Read = Callable[[OrderSegment, Sequence[Reading]], Reading]


class _Build(NamedTuple):
    kind: Token
    place: Token


class WinterGist:
    """Reads a line in which builds were not all understood. `read` reads a piece after others."""

    def __init__(self, vocabulary: Vocabulary, pieces: OrderSplitter, read: Read, position: Position, power: str) -> None:
        self._vocabulary, self._pieces, self._read = vocabulary, pieces, read
        self._small = vocabulary.plain.small
        standing = {unit.space for unit in position.units}
        self._homes = frozenset(space for space in position.centres(power) if space not in standing)
        self._power = power
        self._units = pieces.openers - {PLACE, POWER}

    def read_again(self, said: Said, line: str, names: PlaceNames) -> Said:
        """Return the pieces of a line with their readings: builds, if every place and kind in it is part of one; else sentence by
        sentence.
        """
        found = self._read_all(said, line, names)
        sentences = list(_SENTENCE.finditer(line)) if found is said else []
        for sentence in sentences if len(sentences) > 1 else ():
            start, end = sentence.span()
            held = [n for n, (piece, _) in enumerate(found) if start <= piece.start < end]
            if not held or all(isinstance(found[n][1], ParsedOrder) for n in held) or found[held[-1]][0].end > end:
                continue
            inside = [found[n] for n in held]
            again = self._read_all(inside, f"{' ' * start}{sentence[0]}", names)
            found = [*found[: held[0]], *again, *found[held[-1] + 1 :]]
        return found

    def _read_all(self, said: Said, line: str, names: PlaceNames) -> Said:
        """Return the pieces of a text as builds, if that is all it says.

        What stands in brackets, or before a colon, and names no unit says nothing of them.
        """
        line = _BRACKETED.sub(lambda aside: self._unless_unit(aside[0], names), line)
        head, colon, rest = line.rpartition(":")
        line = (self._unless_unit(f"{head},", names) if colon else "") + rest
        tokens = self._vocabulary.lex(line.replace(":", ","), names)
        if not 0 < len(tokens) <= MOST or is_kind(tokens[0], MOVE) or not all(self._is_harmless(token, line) for token in tokens):
            return said
        builds = self._paired([token for token in tokens if self._counts(token, line)], line)
        read = [self._order(build) for build in builds]
        orders = [each[1].order for each in read if each]
        known = [reading.order for _, reading in said if isinstance(reading, ParsedOrder)]
        units = [order.unit.space for order in orders if order.unit]
        if not orders or not len(orders) == len(builds) == len(set(units)) or any(order not in orders for order in known):
            return said
        first = min(build.place.start for build in builds)
        left = [(piece, reading) for piece, reading in said if piece.start < first and not isinstance(reading, ParsedOrder)]
        idle = [(piece, self._said_beside(reading)) for piece, reading in left]
        return [*idle, *(each for each in read if each)]

    def _said_beside(self, reading: Reading) -> IgnoredText:
        """Words before builds: a courtesy if all are known to change nothing, else talk."""
        plain = all(self._is_plain(fold_word(word)) for word in re.findall(r"[^\W\d_]+", reading.text) if word != "I")
        return IgnoredText(reading.text, False, IDLE if plain else TALK, reading.line, reading.at)

    def _unless_unit(self, text: str, names: PlaceNames) -> str:
        """Return a text, without brackets, or blanks for it if it names no kind of unit and no home."""
        plain = text.replace("(", " ").replace(")", " ").replace(":", ",")
        tokens = self._vocabulary.lex(plain, names)
        named = any(self._is_unit(each, plain) or (is_place(each) and self._is_home(each)) for each in tokens)
        return plain if named else " " * len(text)

    def _is_harmless(self, token: Token, line: str) -> bool:
        """Whether a token may stand beside builds without changing them."""
        if token.kind == STOP:
            return bool(token.options[0][1] != "?")
        if is_place(token):
            return self._is_home(token)
        if token.kind == POWER:
            return (POWER, self._power) in token.options
        if token.kind == WORD:
            word = fold_word(line[token.start : token.end])
            idle = token.options[0][1] in (None, COURTESY, REQUEST, HEADING, ALIKE)
            known = token.options[0][1] is not None or self._is_plain(word) or not self._may_be_slip(token, line)
            plain = idle and known and not any(map(self._vocabulary.plain.may_matter, word.split()))
            return plain or word in self._small.said_of_more_places
        return not any(is_kind(token, kind) for kind in _GRAVE)

    def _is_plain(self, word: str) -> bool:
        return word in self._small.counts_builds or bool(self._vocabulary.plain.kind(word))

    def _may_be_slip(self, token: Token, line: str) -> bool:
        """Whether an unknown word may be a name, or a slip for a kind of unit: it is written with a capital, or nearly one."""
        said, before = line[token.start : token.end], line[: token.start].rstrip()
        begins = not before or before[-1] in ".!?;:\n"
        word = fold_word(said)
        kinds = (phrase for phrase in self._vocabulary.kinds if len(phrase) > len("fle"))
        near = any(sorted(word) == sorted(phrase) or spelling_distance(word, phrase) <= 1 for phrase in kinds)
        return near or (said[:1].isupper() and said != "I" and not begins)

    def _is_home(self, token: Token) -> bool:
        """Whether a token names a place, and only one, where something may be built."""
        return len([code for kind, codes in token.options if kind == PLACE for code in codes if code in self._homes]) == 1

    def _counts(self, token: Token, line: str) -> bool:
        return token.kind == STOP or is_place(token) or self._is_unit(token, line) or self._adds(token, line)

    def _is_unit(self, token: Token, line: str) -> bool:
        """Whether a token names a kind of unit; a small `a` is an article."""
        named = any(kind in self._units for kind, _ in token.options) and not is_place(token)
        return named and line[token.start : token.end] != "a"

    def _adds(self, token: Token, line: str) -> bool:
        return fold_word(line[token.start : token.end]) in self._small.said_of_more_places

    def _paired(self, tokens: Sequence[Token], line: str) -> list[_Build]:
        """Return what is built where; nothing if a kind or a place is left over."""
        said = [token for token in tokens if token.kind != STOP and not self._adds(token, line)]
        half = len(said) // 2
        places, kinds = said[:half], said[half:]
        if half > 1 and all(map(is_place, places)) and all(self._is_unit(each, line) for each in kinds):
            return list(map(_Build, kinds, places)) if len(kinds) == half else []  # `Munich and Kiel, army and fleet`
        if alternating := self._alternating(said, line):
            return alternating
        found, before = list[_Build](), list[Token]()
        for clause in _clauses(tokens):
            kinds = [token for token in clause if self._is_unit(token, line)]
            places = [token for token in clause if is_place(token)]
            words = {fold_word(word) for word in line[clause[0].start : clause[-1].end].split()}
            words |= {fold_word(line[token.start : token.end]) for token in clause}
            more = words & self._small.said_of_more_places
            if not places:
                before = kinds or before
                continue
            whole = [token for token in clause if token in kinds or token in places]
            if pairs := self._alternating(whole, line):
                found += pairs
                before = kinds[-1:]
            elif len(kinds) == 1 and (more - {"one"} or len(places) == 1 or is_plural(kinds[0])):
                found += [_Build(kinds[0], place) for place in places]
                before = kinds
            elif not kinds and len(before) == 1 and (more or is_plural(before[0])):
                found += [_Build(before[0], place) for place in places]
            else:
                return []
        return found

    def _alternating(self, said: Sequence[Token], line: str) -> list[_Build]:
        """Return pairs of a kind and a place that take turns: `army Paris, fleet Brest`, `Paris: army, Brest: fleet`."""
        units = [self._is_unit(token, line) for token in said]
        if len(said) % 2 or any(one == other for one, other in pairwise(units)):
            return []
        pairs = [(said[n], said[n + 1]) if units[0] else (said[n + 1], said[n]) for n in range(0, len(said), 2)]
        return [_Build(*pair) for pair in pairs]

    def _order(self, build: _Build) -> tuple[OrderSegment, ParsedOrder] | None:
        """Return a build as a piece with its reading, if it can be read."""
        start, end = min(build.kind.start, build.place.start), max(build.kind.end, build.place.end)
        if end - start > NEAR:
            start, end = build.place.start, build.place.end
        options = tuple(option for option in build.place.options if option[0] == PLACE)
        kind, place = build.kind._replace(start=start, end=start, depth=0), Token(options, start, end)
        pieces = self._pieces.split([kind, place])
        reading = self._read(pieces[0], ()) if len(pieces) == 1 else None
        return (pieces[0], reading) if isinstance(reading, ParsedOrder) and reading.order.verb == "build" else None


def _clauses(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    start = 0
    for at, token in enumerate(tokens):
        if token.kind == STOP:
            if at > start:
                yield tokens[start:at]
            start = at + 1
    if start < len(tokens):
        yield tokens[start:]
