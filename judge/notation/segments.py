"""The pieces of a line that the splitter finds: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Tree

from judge.notation.tokens import Token


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """A place as it was read: the codes it may mean (none if the word is unknown), and the position of the word."""

    codes: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OrderSegment:
    """A stretch of a line that is one order, or is not."""

    start: int
    end: int
    tree: Tree[Any] | None = None
    """The order that the grammar finds, or None."""
    broke: Token | None = None
    """The token at which reading stopped."""
    code: str = "not-read"
    """The complaint about that token."""
    stray: Token | None = None
    """The first of the unknown words after a complete order."""
    orderlike: bool = False
    """Whether it is worth a complaint: a unit or place with an operator, and not mostly other words."""
    aside: bool = False
    """Something in brackets after an order."""
    near: bool = False
    """Whether it may still contain an order: places and an operator among other words."""
    joined: Token | None = None
    """The place after a supported or convoyed unit that was read as its target, although no word says so."""
    comment: bool = False
    """Whether it stands after `//`, and is not an order."""
    led: bool = False
    """Whether words before the unit say what it does: `hold A Mar`."""
    plural: bool = False
    """Whether it names a kind of several units, which may be listed after it: `armies in Par and Mar`."""
    lone: bool = False
    """Whether it names the unit only by its kind: `my fleet retreats`."""
    named: str = ""
    """`power` if it is the name of a power, `place` if it is of places among other things."""
