"""Why an order about bombs fails, or does less than it says. Rule numbers are the bomb sheet's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.board import Unit
from judge.rules.reasons import Reason


@dataclass(frozen=True, slots=True)
class Impassable(Reason):
    """The order leads to a space that a bomb has closed."""

    code: ClassVar[str] = "impassable"
    rule: ClassVar[str] = "3"
    told_by_sight: ClassVar[bool] = True
    space: str
    left: int
    """Movement phases after which it opens again, this one included; 0 for land, which never does."""


@dataclass(frozen=True, slots=True)
class Wasted(Reason):
    """The bomb is sent to a crater."""

    code: ClassVar[str] = "wasted"
    rule: ClassVar[str] = "3"
    told_by_sight: ClassVar[bool] = True
    space: str


@dataclass(frozen=True, slots=True)
class NoBomb(Reason):
    """The power has no bomb there to launch."""

    code: ClassVar[str] = "no-bomb"
    rule: ClassVar[str] = "5"
    told_by_sight: ClassVar[bool] = True
    space: str
    power: str
    """Whose bombs lie there; '' if none do."""
    number: int
    """How many are the power's own, all of them launched by earlier orders."""


@dataclass(frozen=True, slots=True)
class LostBomb(Reason):
    """The bomb was captured before it could be launched."""

    code: ClassVar[str] = "lost-bomb"
    rule: ClassVar[str] = "4, 7"
    told_by_sight: ClassVar[bool] = True
    space: str
    by: Unit


@dataclass(frozen=True, slots=True)
class Scant(Reason):
    """A move is to take more bombs than lie with the unit. It takes those that are there."""

    code: ClassVar[str] = "scant"
    rule: ClassVar[str] = "5"
    told_by_sight: ClassVar[bool] = True
    space: str
    number: int


@dataclass(frozen=True, slots=True)
class Spared(Reason):
    """A unit with a bomb is removed only when the power has no other left to remove."""

    code: ClassVar[str] = "spared"
    rule: ClassVar[str] = "6"
    told_by_sight: ClassVar[bool] = True
    space: str
    others: int
    """The power's other units, which carry nothing."""
