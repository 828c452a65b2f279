"""The order grammar in Lark: its parser, its words, and its mistakes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from lark import Lark
from lark import Token as Fed
from lark.exceptions import LarkError
from lark.lexer import Lexer

from judge.notation.tokens import NUMBER, PLACE, POWER, STOP, WORD
from judge.notation.verbs import BACKED, ESCORTED, MARKS, REST, SHIPPED, UNSAID
from judge.notation.word_choices import spelled_out
from judge.notation.written_order import plain_verb

ROLES = frozenset({"unit", "of", "whose", "made", "route", "target", "via", "by", "load", *MARKS})
"""What an order in a grammar may consist of."""

SPELLED = ("kind_", "via_", "load_")
"""How those names in the grammar begin that stand for a kind of unit, a way of travelling, or something taken along."""


class _NoLexer(Lexer):
    """Replaces Lark's lexer, because we make the tokens ourselves."""

    def __init__(self, _conf: Any) -> None: ...

    def lex(self, _text: Any, _state: Any = None) -> Iterator[Fed]:
        return iter(())


@lru_cache(maxsize=32)
def order_parser(grammar: str) -> Lark:
    """Return the parser for a grammar's text. It is cached, because building it takes long and most games share one."""
    try:
        return Lark(grammar, start=["order", "ref", "remark"], parser="lalr", lexer=_NoLexer, maybe_placeholders=False, strict=True)
    except LarkError as wrong:
        raise ValueError(f"the order grammar does not load: {wrong}") from wrong


def wrong_rules(parser: Lark, forms: Collection[str]) -> Iterator[str]:
    """Return what the grammar allows but that has no meaning or no form."""
    for rule in parser.rules:
        origin, alias = rule.origin.name, rule.alias or ""
        if origin == "order" and plain_verb(alias) not in (*UNSAID, *BACKED, ESCORTED, SHIPPED, REST, *forms):
            yield f"order grammar: the order {alias or rule!s} has no form to be printed in"
        if origin == "order" and (strange := [s.name for s in rule.expansion if not s.is_term and s.name not in ROLES]):
            yield f"order grammar: an order has no {strange[0]!r}; it may have {', '.join(sorted(ROLES))}"
        if alias.startswith(SPELLED) and alias not in forms:
            yield f"order grammar: nothing says how {alias} is printed"


def terminals_of(parser: Lark, origin: str) -> set[str]:
    """Return the terminals of a rule."""
    return {symbol.name for rule in parser.rules if rule.origin.name == origin for symbol in rule.expansion}


@lru_cache(maxsize=32)
def phrases_of(parser: Lark) -> tuple[tuple[str, str], ...]:
    """Return (phrase, terminal) for every phrase of the grammar's literals, which may have choices in brackets: `"(go|move) to"`.
    Raises ValueError if a terminal has anything but literals.

    It is cached for the same reason as the parser.
    """
    return tuple(_phrases(parser))


def _phrases(parser: Lark) -> Iterator[tuple[str, str]]:
    for terminal in parser.terminals:
        if terminal.name in (PLACE, POWER, NUMBER, WORD, STOP):
            raise ValueError(f"order grammar: {terminal.name} is the lexer's own")
        for literal in _literals(terminal.pattern.to_regexp(), terminal.name):
            yield from ((phrase, terminal.name) for phrase in spelled_out(literal))


def _literals(pattern: str, name: str) -> Iterator[str]:
    body = pattern[3:-1] if pattern.startswith("(?:") and pattern.endswith(")") else pattern
    for escaped in re.split(r"(?<!\\)\|", body):
        literal = re.sub(r"\\(.)", r"\1", escaped)
        if re.sub(r"\\(.)", r"\1", re.escape(literal)) != literal or re.escape(literal) != escaped.replace("\\/", "/"):
            raise ValueError(f"order grammar: {name} is made of more than words and phrases: {escaped}")
        yield literal
