"""A line's pieces, as the splitter finds them: values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Tree

from judge.notation.tokens import Token


@dataclass(frozen=True, slots=True)
class PlaceToken:
    """A place as it was read: the codes it may mean (none: the word is unknown), and where the word stands."""

    codes: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class OrderSegment:
    """A stretch of a line that is one order, or none."""

    start: int
    end: int
    tree: Tree[Any] | None = None
    """The order that the grammar finds, or None."""
    broke: Token | None = None
    """The token that could not be read."""
    code: str = "not-read"
    """The complaint about that token."""
    stray: Token | None = None
    """The first of the unknown words behind a complete order."""
    orderlike: bool = False
    """Whether it is worth a complaint: a unit or place with an operator, and not mostly other words."""
    aside: bool = False
    """Something in brackets behind an order."""
    near: bool = False
    """Whether an order may be hidden in it all the same: places, and an operator, among other words."""
    joined: Token | None = None
    """The place behind a supported or convoyed unit that was read as where it goes, although nothing says so."""
    comment: bool = False
    """Whether it stands behind `//`, and is no order."""
    led: bool = False
    """Whether words before the unit say what it does: `hold A Mar`."""
    plural: bool = False
    """Whether it names a kind of several units, which may be listed behind: `armies in Par and Mar`."""
    lone: bool = False
    """Whether it names the unit by its kind only: `my fleet retreats`."""
    named: str = ""
    """`power` if it is the name of a power, `place` if it is of places among other things."""
