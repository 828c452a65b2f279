"""What a game's folder says in data: board, start, calendar, powers, house rules and notation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from judge.board import Board, Calendar, Position, Unit

if TYPE_CHECKING:  # carried, called only to quote an order: the referee must load without the parser
    from judge.notation.condition_syntax import ConditionParser
    from judge.notation.reader import Notation

NUMBER = re.compile(r"[0-9]{1,6}")
YES_NO = ("yes", "no", "true", "false", "on", "off")


@dataclass(frozen=True)
class Power:
    """One power of a game: its name, what it is called in `German A(Mun)`, its short form and its colour."""

    name: str
    adjective: str = ""
    short: str = ""
    """Three letters, for tables."""
    colour: str = ""
    also: tuple[str, ...] = ()
    """Other names people write."""


LEAST = 2
"""Players that a game must have whose powers come with them."""


def power_aliases(powers: Sequence[Power]) -> dict[str, tuple[str, ...]]:
    """power → its adjective and whatever else it may be called, for the notation."""
    return {power.name: (power.adjective, power.short, *power.also) for power in powers}


@dataclass(frozen=True, eq=False)
class Variant:
    """Board, start, calendar, switches and notation of one game: all that its rules are told of it.

    It is equal to itself only, so that what follows from it can be kept.
    """

    key: str
    """The folder's name."""
    title: str
    """What people call it (`Regular Diplomacy`)."""
    names: tuple[str, ...]
    """What CREATE accepts."""
    powers: tuple[Power, ...]
    board: Board
    start: Position
    calendar: Calendar
    notation: Notation
    conditions: ConditionParser
    house_rules: Mapping[str, str] = field(default_factory=dict)
    """Every switch with its value, as text (`paradox: szykman`, `centres_to_win: 18`)."""
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """switch → the values it may take; one that is not named takes a number, or yes and no, as its default does."""
    version: str = ""
    """Fingerprint of the folder's rules, kept with each game."""
    dice: bool = False
    """Whether anything in this game is thrown for."""
    by_mail: bool = True
    """Whether it can be played by letters; else only its cases are judged."""
    mastered: tuple[Power, ...] = ()
    """The power that nobody plays, whose units the GM orders, if the game has one: it owns and owes nothing, and never wins."""
    open: bool = False
    """Whether its powers come with the players, any number of them; `powers` are then those that have come."""
    each: tuple[Unit, ...] = ()
    """What every power that comes with a player starts with; of nobody here."""

    @property
    def seats(self) -> int:
        """How many play it; 0 for any number."""
        return 0 if self.open else len(self.powers)

    def power(self, name: str) -> Power:
        """The power of this name. Raises KeyError."""
        for power in self.powers:
            if power.name == name:
                return power
        raise KeyError(name)

    def values_of(self, rule: str) -> tuple[str, ...]:
        """What a switch may be; () for one that takes a whole number."""
        return tuple(self.choices.get(rule, YES_NO if self.house_rules[rule] in YES_NO else ()))

    def flag(self, rule: str) -> bool:
        """Whether a yes/no switch is on."""
        return self.house_rules.get(rule, "no").lower() in ("yes", "true", "on")
