"""Order lines to orders and back: one object per game, made of the base grammar and the game's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from lark import Lark, Token
from lark.exceptions import LarkError
from lark.lexer import Lexer

from judge.board import Board, Names, Position
from judge.orders.complaints import Complaint, doubts
from judge.orders.complete import CARRIED, MARKS, UNSAID, Completer
from judge.orders.forms import FORMS, Form, compile_form, write_order
from judge.orders.lexer import NUMBER, PLACE, POWER, STOP, WORD, Vocabulary, doubted, vocabulary
from judge.orders.lexer import Token as Word
from judge.orders.order import Order, Ref
from judge.orders.pieces import Piece, Pieces

MAX_LINE = 200
"""Characters in an order line; a longer one is not read."""
SHORT, KNOWN = 48, 1000
"""Up to so many characters, and so many of the lines that were taken apart last are known again: a letter is tried before it
counts, and people send all of their orders anew to change one.
"""
HINTS = 16
"""Misread orders of a letter for which it is looked what could have been meant; of the others only that they were not read."""

ROLES = frozenset({"unit", "of", "route", "target", "via", "by", "load", *MARKS})
"""What an order in a grammar may consist of."""

SPELLED = ("kind_", "via_", "load_")
"""How the grammar's names begin that stand for a kind of unit, a way of travelling, or what is taken along."""


class Understood(NamedTuple):
    """An order that was read. `filled` says what was completed and should be said, `coast`, or how it was said (MARKS)."""

    text: str
    order: Order
    filled: tuple[str, ...] = ()
    goal: str = ""
    """The word that was written for where it goes."""


class Misread(NamedTuple):
    """Text that looks like an order and is none, or not this writer's."""

    text: str
    complaint: Complaint


class Ignored(NamedTuple):
    """Text that does not look like an order. `near`: an order may be hidden in it all the same."""

    text: str
    near: bool = False


Reading = Understood | Misread | Ignored


def between(readings: Sequence[Reading]) -> tuple[Ignored, ...]:
    """What was ignored in a letter of orders where one may have been meant: between them, or in words that speak of places."""
    orders = [at for at, reading in enumerate(readings) if not isinstance(reading, Ignored)]
    first, last = (orders[0], orders[-1]) if orders else (len(readings), 0)
    ignored = [(at, reading) for at, reading in enumerate(readings) if orders and isinstance(reading, Ignored)]
    return tuple(reading for at, reading in ignored if reading.near or first < at < last)


Apart = tuple[Sequence[Piece], Sequence[tuple[int, int, Word]]]
"""The pieces of a line, and where it is in doubt."""


class _NoLexer(Lexer):
    """Stands where Lark wants a lexer: tokens are fed by hand."""

    def __init__(self, _conf: Any) -> None: ...

    def lex(self, _text: Any, _state: Any = None) -> Iterator[Token]:
        return iter(())


@dataclass(frozen=True)
class Notation:
    """Reads what people write and prints the one house form. Made once per game folder; nothing in it changes what it says."""

    vocabulary: Vocabulary
    pieces: Pieces
    completer: Completer
    forms: Mapping[str, Form]
    adjectives: Mapping[str, str]

    @classmethod
    def of(
        cls,
        grammar: str,
        extension: str = "",
        forms: Mapping[str, str] | None = None,
        powers: Mapping[str, Sequence[str]] | None = None,
    ) -> Notation:
        """Build a game's notation.

        `grammar` and `extension` are Lark texts (grammar/orders.lark and the game folder's orders.lark). `forms` adds to
        `FORMS`: verb → form, `kind_x` → letter, `via_x` and `load_x` → word. `powers`: power → (adjective, further names …).
        Raises ValueError if the grammar is wrong or ambiguous (an LALR conflict), or a verb has no form.
        """
        parser = _parser(f"{grammar}\n{extension}")
        printed = {**FORMS, **(forms or {})}
        spelled = {name: form for name, form in printed.items() if name.startswith(SPELLED)}
        verbs = {name: compile_form(form) for name, form in printed.items() if name not in spelled}
        for wrong in _wrong_rules(parser, printed):
            raise ValueError(wrong)
        words = _power_words(powers or {})
        pieces = Pieces(parser)
        coasts, doubts = (_terminals(parser, rule) for rule in ("coast", "doubt"))
        table = vocabulary(_phrases(parser), words, parser.ignore_tokens, pieces.openers - {PLACE}, coasts, doubts)
        pieces.check(table.phrases)
        return cls(table, pieces, Completer(spelled), verbs, _adjectives(powers or {}))

    def with_powers(self, powers: Mapping[str, Sequence[str]]) -> Notation:
        """The same notation for other powers: power → (adjective, further names …)."""
        table = self.vocabulary.with_powers(_power_words(powers))
        return replace(self, vocabulary=table, adjectives=_adjectives(powers))

    def read_all(
        self, lines: Iterable[str], board: Board, position: Position, power: str, strict: bool = True
    ) -> list[Reading]:
        """Everything that lines say. Once so many were misread, it is not looked any more what could have been meant."""
        found: list[Reading] = []
        misread = 0
        for line in lines:
            said = self.read(line, board, position, power, strict, misread < HINTS)
            misread += sum(isinstance(reading, Misread) for reading in said)
            found += said
        return found

    def read(
        self, line: str, board: Board, position: Position, power: str, strict: bool = True, hints: bool = True
    ) -> tuple[Reading, ...]:
        """Everything a line says, in its order. Never raises; the time is linear in the line.

        Not strict, as for case files: units of other powers and units that are not there may be ordered, and a coast
        that is needed may be missing. The kind of phase in `position` says what a verb means (`A(Gal)-Boh`). Without
        `hints` it is not looked what could have been meant by a word.
        """
        cut = line[:MAX_LINE]
        pieces, doubts = self._known(cut, board.names) if len(cut) <= SHORT else self._apart(cut, board.names)
        read, carried = list[Reading](), ""
        for piece in pieces:
            said = self._reading(piece, cut, board, position, power, strict, hints, carried)
            carried = said.order.verb if isinstance(said, Understood) and said.order.verb in CARRIED else carried
            read.append(_in_doubt(said, piece, doubts, cut))
        if len(line) > MAX_LINE and any(not isinstance(reading, Ignored) for reading in read):
            return (Misread(line, Complaint("too-long")),)
        if len(line) > MAX_LINE:
            return (Ignored(line),)
        return tuple(read) or ((Ignored(line),) if line.strip() else ())

    def write(self, order: Order) -> str:
        """The one house form. Raises KeyError for a verb that is none of this game's."""
        return write_order(order, self.forms[order.verb], self.adjectives)

    def read_unit(self, text: str, board: Board) -> Ref:
        """A unit alone, as case files name it (`A(49)`, `F StP/sc`, `army Moscow`). Raises ValueError."""
        tree = self.pieces.unit(self.vocabulary.lex(text[:MAX_LINE], board.names))
        if tree is None:
            raise ValueError(f"{text!r} is no unit")
        return self.completer.lone_unit(tree, text, board)

    def named(self, text: str, board: Board) -> tuple[frozenset[str], frozenset[str]]:
        """The spaces that a text names, and the kinds of unit (`A`): what a question is about."""
        tokens = [token for line in text.split("\n") for token in self.vocabulary.lex(line[:MAX_LINE], board.names)]
        found = [option for token in tokens for option in token.options]
        kinds = {letter for name, letter in self.completer.spelled.items() if name.startswith("kind_")}
        words = {kind: self.vocabulary.phrases.get(kind.lower(), ()) for kind in kinds}
        said = {terminal for terminal, _ in found if terminal in self.vocabulary.openers}
        spaces = frozenset(code for terminal, codes in found if terminal == PLACE for code in codes)
        return spaces, frozenset(kind for kind in kinds if said.intersection(words[kind]))

    @cached_property
    def _known(self) -> Callable[[str, Names], Apart]:
        return lru_cache(KNOWN)(self._apart)

    def _apart(self, line: str, names: Names) -> Apart:
        tokens = self.vocabulary.lex(line, names)
        return self.pieces.split(tokens), doubted(tokens)

    def _reading(
        self, piece: Piece, line: str, board: Board, position: Position, power: str, strict: bool, hints: bool, carried: str
    ) -> Reading:
        text = _bracketed(line, piece.start, piece.end)
        if piece.aside:
            return Misread(text, Complaint("aside", text))
        if piece.tree is None:
            return Misread(text, self._unread(piece, line)) if piece.orderlike else Ignored(text, piece.near)
        filled = self.completer.order(piece.tree, line, board, position, power, strict, hints, carried)
        if filled is None:
            return Ignored(text)
        if isinstance(filled, Complaint):
            return Misread(text, filled) if piece.orderlike else Ignored(text)
        complaint = doubts(filled.order, position, power) if strict else None
        if complaint is None and piece.stray is not None:
            word = line[piece.stray.start : piece.end]
            complaint = Complaint("unclear", word, (filled.order,))
        return Misread(text, complaint) if complaint else Understood(text, filled.order, filled.notes, filled.goal)

    def _unread(self, piece: Piece, line: str) -> Complaint:
        if piece.broke is None:
            return Complaint("not-read", line[piece.start : piece.end])
        return Complaint(piece.code, line[piece.broke.start : piece.broke.end])


def _in_doubt(reading: Reading, piece: Piece, doubts: Sequence[tuple[int, int, Word]], line: str) -> Reading:
    """The reading, or a question instead of an order that stands in one sentence with `if`, `or`, `not` and the like."""
    if not isinstance(reading, Understood):
        return reading
    for start, end, word in doubts:
        if start <= piece.start < end:
            return Misread(reading.text, Complaint("unclear", line[word.start : word.end], (reading.order,)))
    return reading


def _bracketed(line: str, start: int, end: int) -> str:
    """A stretch of a line with the brackets and quotes right around it."""
    while start > 0 and line[start - 1] in '([{"“':
        start -= 1
    while end < len(line) and line[end] in ')]}"”':
        end += 1
    return line[start:end]


def _parser(grammar: str) -> Lark:
    try:
        return Lark(grammar, start=["order", "ref", "doubt"], parser="lalr", lexer=_NoLexer, maybe_placeholders=False, strict=True)
    except LarkError as wrong:
        raise ValueError(f"the order grammar does not load: {wrong}") from wrong


def faults(grammar: str, extension: str, forms: Mapping[str, str]) -> Iterator[str]:
    """Everything that keeps a game's order words from loading, as far as one mistake does not hide another.

    Its arguments are those of `Notation.of`, the forms without mistakes of their own.
    """
    try:
        parser = _parser(f"{grammar}\n{extension}")
    except ValueError as wrong:
        yield str(wrong)
        return
    found = list(_wrong_rules(parser, {**FORMS, **forms}))
    yield from found
    if not found:
        try:
            Notation.of(grammar, extension, forms)
        except ValueError as wrong:
            yield str(wrong)


def _wrong_rules(parser: Lark, forms: Collection[str]) -> Iterator[str]:
    """What the grammar can make that has no meaning or no form."""
    for rule in parser.rules:
        origin, alias = rule.origin.name, rule.alias or ""
        if origin == "order" and alias not in (*UNSAID, *forms):
            yield f"order grammar: the order {alias or rule!s} has no form to be printed in"
        if origin == "order" and (strange := [s.name for s in rule.expansion if not s.is_term and s.name not in ROLES]):
            yield f"order grammar: an order has no {strange[0]!r}; it may have {', '.join(sorted(ROLES))}"
        if alias.startswith(SPELLED) and alias not in forms:
            yield f"order grammar: nothing says how {alias} is printed"


def _terminals(parser: Lark, origin: str) -> set[str]:
    return {symbol.name for rule in parser.rules if rule.origin.name == origin for symbol in rule.expansion}


def _phrases(parser: Lark) -> Iterator[tuple[str, str]]:
    """(phrase, terminal) for every literal of the grammar. Raises ValueError where a terminal is more than literals."""
    for terminal in parser.terminals:
        if terminal.name in (PLACE, POWER, NUMBER, WORD, STOP):
            raise ValueError(f"order grammar: {terminal.name} is the lexer's own")
        for literal in _literals(terminal.pattern.to_regexp(), terminal.name):
            yield literal, terminal.name


def _literals(pattern: str, name: str) -> Iterator[str]:
    body = pattern[3:-1] if pattern.startswith("(?:") and pattern.endswith(")") else pattern
    for escaped in re.split(r"(?<!\\)\|", body):
        literal = re.sub(r"\\(.)", r"\1", escaped)
        if re.sub(r"\\(.)", r"\1", re.escape(literal)) != literal or re.escape(literal) != escaped.replace("\\/", "/"):
            raise ValueError(f"order grammar: {name} is made of more than words and phrases: {escaped}")
        yield literal


def _adjectives(powers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {power: names[0] for power, names in powers.items() if names and names[0]}


def _power_words(powers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {word: power for power, names in powers.items() for word in (power, *names) if word}
