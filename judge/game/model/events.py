"""What can happen in a game, in the past tense. Events name seats and powers, never people. Those of seats are in `seating`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from judge.board import Position
from judge.game.clock.deadline_spec import DeadlineSpec
from judge.game.model.game import GameSettings, OpenQuestion
from judge.notation import Order
from judge.seat import Seat


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""


@dataclass(frozen=True, slots=True)
class Created(Event):
    """A GM opened a game."""

    name: str
    variant: str
    version: str
    settings: GameSettings
    seal: str = ""
    """Fingerprint of the secret seed that its throws are drawn from; '' for a game without dice."""


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game began: who plays what, the board, and the first deadline."""

    powers: Mapping[Seat, str]
    position: Position
    due: datetime | None
    year: int
    """The year that stands over the centres owned at the start: one round before the first phase's."""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeadlinesChanged(Event):
    """The GM set the clock of a kind of phase ('' for all), or only the running phase's deadline (`spec` None)."""

    kind: str
    spec: DeadlineSpec | None
    due: datetime | None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OrdersTaken(Event):
    """A power's standing orders were replaced; the whole set, as it stands from now on. `spare`: see `CurrentOrders`."""

    power: str
    phase: str
    orders: tuple[Order, ...]
    spare: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class FinalSaid(Event):
    """A power said FINAL, or took it back."""

    power: str
    on: bool


@dataclass(frozen=True, slots=True)
class ClosesEarly(Event):
    """All that is due is in, and the phase is run at `until`, before its deadline; or something is wanting again (None)."""

    until: datetime | None


@dataclass(frozen=True, slots=True)
class PressSent(Event):
    """Press for the next report. The words are kept elsewhere, under this event's number."""

    seat: Seat
    headline: bool = False
    """Whether it is printed above the orders; only for the GM's press."""
    signed: bool = True


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
    at: datetime | None = None
    """When it was run."""
    stood_in: tuple[str, ...] = ()
    """Powers among the silent whose standby's orders were used."""
    revision: int = 1
    """The number of its report: one more than of the last that no longer stands."""
    reprints: tuple[int, ...] | None = None
    """Numbers of the press that is printed again, if it corrects a phase that was run before (what waits, waits on);
    else None.
    """
    tells: tuple[Mapping[str, Any], ...] = ()
    """News in its report, `what` each: `open`, `failed` and `void` votes, `vacant` seats, `takeover`,
    orders `kept` by the GM."""


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """An end of the game was put to the vote; see `judge.game.model.game.Ballot`."""

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
    """The game is over: `won`, `draw` or `terminated`, and by whom."""

    ending: str
    winners: tuple[str, ...]
    seed: str = ""
    """The seed that the throws were drawn from, now public; '' for a game without dice."""


@dataclass(frozen=True, slots=True)
class SettingsChanged(Event):
    """The GM changed settings; all of them, as they are from now on."""

    settings: GameSettings


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """Those who had orders to send still were reminded, so many seconds before the deadline, or it was too late for that."""

    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GraceGiven(Event):
    """The deadline passed, and the phase waits for powers that are late."""

    late: tuple[str, ...]
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The GM stopped the game's clock; it goes on by itself at last at `until`."""

    until: datetime | None


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The game's clock goes on."""

    due: datetime | None
    at: datetime | None


@dataclass(frozen=True, slots=True)
class AbsenceNoted(Event):
    """A player will be away from the first to the last day (ISO dates). `counts`: whether this moves deadlines."""

    seat: Seat
    first: str
    last: str
    counts: bool


@dataclass(frozen=True, slots=True)
class AbsencesDropped(Event):
    """A player will not be away after all: absences that end on this day (ISO) or later are forgotten."""

    seat: Seat
    day: str


@dataclass(frozen=True, slots=True)
class OrdersReserved(Event):
    """The standing orders of a power's standby were replaced; the whole set."""

    power: str
    phase: str
    orders: tuple[Order, ...]
    spare: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class OrdersKept(Event):
    """What a power, or a standby by seat key, orders for a later phase: all lines (`judge.game.model.game.FutureOrders`).

    Empty if they are forgotten or the phase has begun.
    """

    power: str
    phase: str = ""
    lines: tuple[str, ...] = ()
    reason: str = ""
    """The GM's reason, if the GM entered some of them."""
    in_advance: bool = False


@dataclass(frozen=True, slots=True)
class QuestionsOpen(Event):
    """What a seat has been asked about its orders and has not answered; the whole list, as it is from now on."""

    seat: Seat
    questions: tuple[OpenQuestion, ...]


@dataclass(frozen=True, slots=True)
class Doomed(Event):
    """The clock is stopped, and the game is over at `until` unless it goes on before."""

    until: datetime | None
    reason: str
