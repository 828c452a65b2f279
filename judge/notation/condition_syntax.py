"""Conditional orders, from text to values: `IF A(Bur) dislodged THEN A(Mar)-Bur ELSE A(Mar) stands`.

Tests and orders are kept as text here; the rest of the syntax is in grammar/conditions.lark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import LarkError

LONGEST = 600
"""The most characters of a statement; a longer one is not read."""
DEEPEST = 6
"""The deepest nesting of brackets."""
_IF = r"\bif\b(?!\s+(?:that\s+is\s+)?(?:not\s+|at\s+all\s+)?possible\b)"
"""Not `if not possible`, which begins an alternative, or `if possible`, to which one may belong."""
_OPENS = re.compile(rf"\W*{_IF}", re.IGNORECASE)
_GOES_ON = re.compile(r"\W*(?:else|otherwise)\b", re.IGNORECASE)
_ENDS = re.compile(r"\W*(?:end ?if|fi)\b\W*", re.IGNORECASE)
_THEN = re.compile(r"\bthen\b", re.IGNORECASE)


class Condition(NamedTuple):
    """A test, or several put together: `how` is `test`, `and`, `or` or `not`."""

    how: str
    text: str = ""
    parts: tuple[Condition, ...] = ()

    def tests(self) -> tuple[str, ...]:
        """Return the texts of all its tests, in order."""
        return (self.text,) if self.how == "test" else tuple(text for part in self.parts for text in part.tests())

    def holds(self, ask: Callable[[str], bool]) -> bool:
        """Whether it holds. `ask` says whether a test holds."""
        if self.how == "test":
            return ask(self.text)
        if self.how == "not":
            return not self.parts[0].holds(ask)
        told = [part.holds(ask) for part in self.parts]
        return all(told) if self.how == "and" else any(told)

    def written(self, inner: bool = False) -> str:
        """Return the condition as text, with as few brackets as needed."""
        if self.how == "test":
            return self.text
        if self.how == "not":
            return f"NOT {self.parts[0].written(inner=True)}"
        text = f" {self.how.upper()} ".join(part.written(inner=True) for part in self.parts)
        return f"({text})" if inner else text


class ConditionBranch(NamedTuple):
    """Orders, as text, and the condition under which they are given; None for the last ELSE."""

    condition: Condition | None
    orders: tuple[str, ...]


def format_statement(branches: Sequence[ConditionBranch]) -> str:
    """Return a statement on one line, which reads back as the same."""
    parts = []
    for branch in branches:
        orders = "; ".join(branch.orders)
        parts.append(f"IF {branch.condition.written()} THEN {orders}" if branch.condition else orders)
    return " ELSE ".join(parts)


@dataclass(frozen=True)
class ConditionParser:
    """Reads statements. Made once and not changed."""

    grammar: str

    def read(self, text: str) -> tuple[ConditionBranch, ...]:
        """Return the branches of a statement, in order. Raises ValueError with the word at which reading stopped."""
        if len(text) > LONGEST or text.count("(") > 40 or _depth(text) > DEEPEST:
            raise ValueError(text[:20])
        try:
            tree = _parser(self.grammar).parse(text)
        except LarkError as wrong:
            at = getattr(wrong, "pos_in_stream", None)
            raise ValueError(text[at : at + 20] if isinstance(at, int) and at >= 0 else text[-20:]) from None
        return tuple(_branch(child) for child in tree.children if isinstance(child, Tree))


def group_statements(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Lines put together: (text, whether it is a statement with IF); other lines are left as they are.

    A statement goes from its IF to ENDIF; if none follows, to the end of its line and of the ELSE lines below it.
    """
    found: list[tuple[str, bool]] = []
    ends = [bool(_ENDS.search(line)) for line in lines]
    opens = [bool(_OPENS.match(line)) for line in lines]
    at = 0
    while at < len(lines):
        end = _end(lines, at, opens, ends) if opens[at] else at
        found.append((_joined(lines[at:end]), True) if end > at else (lines[at], False))
        at = max(end, at + 1)
    return found


def _end(lines: Sequence[str], at: int, opens: Sequence[bool], ends: Sequence[bool]) -> int:
    """Return the line after a statement that begins here: after its ENDIF, if one comes before the next IF."""
    end = at
    while end < len(lines) and not ends[end] and (end == at or not opens[end]):
        end += 1
    if end < len(lines) and ends[end]:
        return end + 1
    end = at + 1
    while end < len(lines) and _GOES_ON.match(lines[end]):
        end += 1
    return end


def _joined(lines: Sequence[str]) -> str:
    """Join a statement's lines: add THEN where a line with IF ends without it, and a mark between orders."""
    text = ""
    for line in (line.strip() for line in lines):
        heads = re.search(_IF, line, re.IGNORECASE) and not _THEN.search(line)
        line = f"{line.rstrip(' :')} THEN" if heads else line.rstrip(" ;,.")
        glued = not text or text.lower().endswith(("then", "else")) or _GOES_ON.match(line) or _ENDS.match(line)
        text += line if not text else f" {line}" if glued else f"; {line}"
    return re.sub(r"THEN\s+THEN", "THEN", text, flags=re.IGNORECASE)


def _depth(text: str) -> int:
    depth = most = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        most = max(most, depth)
    return most


@cache
def _parser(grammar: str) -> Lark:
    return Lark(grammar, start="statement", parser="lalr", maybe_placeholders=False)


def _branch(tree: Tree[Token]) -> ConditionBranch:
    if tree.data == "orders":
        return ConditionBranch(None, _orders(tree))
    condition, orders = tree.children
    assert isinstance(condition, Tree)
    assert isinstance(orders, Tree)
    return ConditionBranch(_condition(condition), _orders(orders))


def _orders(tree: Tree[Token]) -> tuple[str, ...]:
    return tuple(text for child in tree.children if (text := str(child).strip(" .,")))


def _condition(tree: Tree[Token]) -> Condition:
    if tree.data == "asks":
        return Condition("test", " ".join(str(tree.children[0]).split()).strip(" .,"))
    how = {"no": "not", "all": "and", "any": "or"}[str(tree.data)]
    return Condition(how, parts=tuple(_condition(child) for child in tree.children if isinstance(child, Tree)))
