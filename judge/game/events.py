"""What can happen in a game, in the past tense. Events name seats and powers, never people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from judge.board import Position
from judge.game.deadlines import DeadlineSpec
from judge.game.state import Settings
from judge.orders import Order
from judge.rules.ruleset import Power


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""


@dataclass(frozen=True, slots=True)
class Created(Event):
    """A GM opened a game."""

    name: str
    variant: str
    version: str
    settings: Settings
    seal: str = ""
    """Fingerprint of the secret seed that its throws are drawn from; '' for a game without dice."""


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Someone took a seat."""

    seat: str
    prefers: tuple[str, ...] = ()
    brings: Power | None = None
    """The power that came with the player, in a game that takes its powers so."""


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player gave up a seat before the start, so that it is free again."""

    seat: str


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player gave up a seat in a running game; its units stand from now on."""

    seat: str


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game began: who plays what, the board, and the first deadline."""

    powers: Mapping[str, str]
    """seat → power."""
    position: Position
    due: datetime | None
    year: int
    """The year that stands over the centres owned at the start: one round before the first phase's."""


@dataclass(frozen=True, slots=True)
class DeadlinesChanged(Event):
    """The GM set the clock of a kind of phase ('' for all), or only the running phase's deadline (`spec` None)."""

    kind: str
    spec: DeadlineSpec | None
    due: datetime | None


@dataclass(frozen=True, slots=True)
class OrdersTaken(Event):
    """A power's standing orders were replaced; the whole set, as it stands from now on."""

    power: str
    phase: str
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class FinalSaid(Event):
    """A power said FINAL, or took it back."""

    power: str
    on: bool


@dataclass(frozen=True, slots=True)
class PressSent(Event):
    """Press for the next report. The words are kept elsewhere, under this event's number."""

    seat: str


@dataclass(frozen=True, slots=True)
class PressWithdrawn(Event):
    """Press was taken back before it was printed."""

    item: int
    """The number of the event that said it was sent."""


@dataclass(frozen=True, slots=True)
class Commanded(Event):
    """A command of the game's own was obeyed."""

    power: str
    """Who gave it; '' for the GM."""
    word: str
    text: str
    """What followed the word."""
    facts: Mapping[str, Any]
    """The position's facts as they are from now on."""


@dataclass(frozen=True, slots=True)
class ThrowStated(Event):
    """The GM stated a throw made at a table, before it was drawn; it holds as if it had been."""

    subject: str
    throw: int
    reason: str


@dataclass(frozen=True, slots=True)
class PhaseRun(Event):
    """A phase was judged. With the position before it and the rules' version, all that a replay needs."""

    phase: str
    orders: Mapping[str, tuple[Order, ...]]
    """power → its orders as they went to the referee."""
    silent: tuple[str, ...]
    """Powers that owed orders and sent none."""
    position: Position
    """What followed."""
    counted: bool
    due: datetime | None
    """The next phase's deadline."""
    throws: Mapping[str, int] = field(default_factory=dict)
    """subject → what was thrown for it in this phase."""


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """An end of the game was put to the vote; see `judge.game.state.Ballot`."""

    what: str
    powers: tuple[str, ...]
    by: str
    signed: bool
    closes: datetime


@dataclass(frozen=True, slots=True)
class Voted(Event):
    """A power voted `yes` or `no`, or changed its vote."""

    power: str
    vote: str


@dataclass(frozen=True, slots=True)
class BallotClosed(Event):
    """The vote is over."""

    passed: bool


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over: `won` or `draw`, and by whom."""

    ending: str
    winners: tuple[str, ...]
    seed: str = ""
    """The secret that the throws were drawn from, which is none any more; '' for a game without dice."""
