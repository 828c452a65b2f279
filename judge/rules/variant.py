"""What a game's folder says as data: board, start, calendar, Powers, house rules and notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from judge.board import Board, Calendar, Position, Unit
from judge.rules.house_rules import HouseRule
from judge.rules.lessons import Course
from judge.rules.passages import ORDINARY, Passage, Victory

if TYPE_CHECKING:  # carried, called only to quote an order: the referee must load without the parser
    from judge.notation.condition_syntax import ConditionParser
    from judge.notation.reader import Notation



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
    returns: bool = False
    """Whether its units, which nobody orders, come back where they began, once centres are counted."""


Value = TypeVar("Value", bool, int, str)
LEAST = 2
"""The fewest players of a game whose Powers come with the players."""


def power_aliases(powers: Sequence[Power]) -> dict[str, tuple[str, ...]]:
    """power → its adjective and anything else it may be called, for the notation."""
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
    house_rules: Mapping[str, HouseRule] = field(default_factory=dict)
    """Every switch with its value. Rules read them by `flag`, `number` and `word`."""
    version: str = ""
    """Fingerprint of the folder's rules, kept with each game."""
    dice: bool = False
    """Whether the game has dice."""
    by_mail: bool = True
    """Whether it can be played by mail; if not, only its cases are adjudicated."""
    mastered: tuple[Power, ...] = ()
    """The Power that nobody plays and whose units the GM orders, if the game has one: it owns and owes nothing, and never wins."""
    standing: tuple[Power, ...] = ()
    """Powers for which nobody orders: their units stand, are disbanded when they are dislodged, and take no centre."""
    unplayed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Number of players, as the house rule `players` has it → the powers that nobody plays then."""
    roster: tuple[str, ...] = ()
    """The names of the powers that are played or stand, in the folder's order."""
    passages: tuple[Passage, ...] = ()
    """Links that are open on conditions."""
    victory: Victory = ORDINARY
    open: bool = False
    """Whether its Powers come with the players, any number of them; `powers` are then those that have come."""
    each: tuple[Unit, ...] = ()
    """What every power that comes with a player starts with; of nobody here."""
    course: Course | None = None
    """Its lesson game; None if it has none."""

    @property
    def seats(self) -> int:
        """Return the number of players; 0 for any number."""
        return 0 if self.open else len(self.powers)

    def power(self, name: str) -> Power:
        """The power of this name. Raises KeyError."""
        for power in self.powers:
            if power.name == name:
                return power
        raise KeyError(name)

    @property
    def on_the_board(self) -> tuple[Power, ...]:
        """The powers that everybody sees: those that are played, and those that stand."""
        return (*self.powers, *self.standing)

    def stands(self, power: str) -> bool:
        """Whether nobody orders for a power, so that its units stand."""
        return any(each.name == power for each in self.standing)

    def flag(self, rule: str) -> bool:
        """Whether a yes-or-no switch is on. A switch that the game does not have is off."""
        return self._value(rule, False)

    def number(self, rule: str, otherwise: int = 0) -> int:
        """The number that a switch is set to; `otherwise` if the game does not have it."""
        return self._value(rule, otherwise)

    def word(self, rule: str) -> str:
        """The word that a switch is set to; '' if the game does not have it."""
        return self._value(rule, "")

    def _value(self, rule: str, otherwise: Value) -> Value:
        value = self.house_rules[rule].value if rule in self.house_rules else otherwise
        kind = type(otherwise)
        if not isinstance(value, kind) or isinstance(value, bool) is not isinstance(otherwise, bool):  # a bool is an int, too
            raise TypeError(f"house rule {rule!r} is {value!r}, a {type(value).__name__}, not a {kind.__name__}")
        return value
