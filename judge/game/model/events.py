"""Events of a game. They name seats and powers, never people. Events about seats are in `seat_events`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from judge.board import Position
from judge.game.clock.deadline_spec import DeadlineSpec
from judge.game.model.game import OpenQuestion
from judge.game.model.game_settings import GameSettings
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
    """The year under which the centres at the start are listed: one round before the first phase's."""
    at: datetime | None = None
    vacant: Mapping[Seat, str] = field(default_factory=dict)
    """Seat → power, of the powers for which there was no player."""


@dataclass(frozen=True, slots=True)
class DeadlinesChanged(Event):
    """The GM set the clock of a kind of phase ('' for all), or only the running phase's deadline (`spec` is None)."""

    kind: str
    spec: DeadlineSpec | None
    due: datetime | None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OrdersTaken(Event):
    """A power's current orders were replaced by this whole set. `spare`: see `CurrentOrders`."""

    power: str
    phase: str
    orders: tuple[Order, ...]
    spare: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class FinalSaid(Event):
    """A power said FINAL, or withdrew it."""

    power: str
    on: bool


@dataclass(frozen=True, slots=True)
class ClosesEarly(Event):
    """All orders are in, so the phase will be run at `until`, before its deadline; None if some are missing again."""

    until: datetime | None


@dataclass(frozen=True, slots=True)
class PressSent(Event):
    """Press for the next report was sent. Its text is stored elsewhere, under this event's number."""

    seat: Seat
    headline: bool = False
    """Whether it is printed above the orders; only for the GM's press."""
    signed: bool = True


@dataclass(frozen=True, slots=True)
class PressWithdrawn(Event):
    """Press was withdrawn before it was printed."""

    item: int
    """The event number of the press."""


@dataclass(frozen=True, slots=True)
class Commanded(Event):
    """A variant's own command was carried out."""

    power: str
    """Who gave it; '' for the GM."""
    word: str
    text: str
    """What followed the word."""
    facts: Mapping[str, Any]
    """The position's facts after it."""


@dataclass(frozen=True, slots=True)
class LuckAdded(Event):
    """A player added a word to the seed of the throws, or put another in its place, before the start."""

    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class ThrowStated(Event):
    """The GM stated a throw made at a table before it was drawn; it counts as if drawn."""

    subject: str
    throw: int
    reason: str


@dataclass(frozen=True, slots=True)
class PhaseRun(Event):
    """A phase was processed. With the position before it and the rules' version, this is all that a replay needs."""

    phase: str
    orders: Mapping[str, tuple[Order, ...]]
    """Power → the orders that the referee adjudicated."""
    silent: tuple[str, ...]
    """Powers that owed orders and sent none."""
    position: Position
    """The position after the phase."""
    counted: bool
    due: datetime | None
    """The next phase's deadline."""
    throws: Mapping[str, int] = field(default_factory=dict)
    """Subject → its throw in this phase."""
    at: datetime | None = None
    """When it was processed."""
    stood_in: tuple[str, ...] = ()
    """Powers without orders whose standby's orders were used."""
    revision: int = 1
    """The number of its report: one more than the last withdrawn one."""
    reprints: tuple[int, ...] | None = None
    """Event numbers of the press that is printed again, if it corrects a processed phase (waiting press goes on waiting); else
    None.
    """
    tells: tuple[Mapping[str, Any], ...] = ()
    """News in its report, `what` each: `open`, `failed` and `void` votes, `vacant` seats, `takeover`,
    orders `kept` by the GM."""
    elsewhere: bool = False
    """Whether it was played elsewhere before the game began here, so that it counts for nobody's record."""


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """A draw or concession was put to the vote; see `judge.game.model.game.Ballot`."""

    what: str
    powers: tuple[str, ...]
    by: str
    signed: bool
    closes: datetime
    text: str = ""


@dataclass(frozen=True, slots=True)
class Voted(Event):
    """A power voted `yes` or `no`, or changed its vote."""

    power: str
    vote: str


@dataclass(frozen=True, slots=True)
class DrawWished(Event):
    """A power would agree to a draw of all survivors, or no longer would."""

    power: str
    on: bool


@dataclass(frozen=True, slots=True)
class EndUndone(Event):
    """The GM took back a draw that the GM had declared: the game goes on."""

    due: datetime | None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class BallotClosed(Event):
    """The vote is over."""

    passed: bool
    quiet: bool = False
    """Whether the next report says nothing of a proposal that failed."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game ended: `won`, `draw` or `terminated`, and by whom."""

    ending: str
    winners: tuple[str, ...]
    seed: str = ""
    """The seed of the throws, now public; '' for a game without dice."""
    declared: bool = False
    """Whether the GM declared it."""
    statements_until: datetime | None = None
    """Until when end-of-game statements are taken for the end issue; None if none are asked for."""


@dataclass(frozen=True, slots=True)
class StatementsUntil(Event):
    """The GM set another date until which end-of-game statements are taken; an end issue follows even if there was one."""

    until: datetime


@dataclass(frozen=True, slots=True)
class StatementsClosed(Event):
    """The date for statements has come, and the end issue was made."""


@dataclass(frozen=True, slots=True)
class SettingsChanged(Event):
    """The GM changed settings; this is the whole new set."""

    settings: GameSettings


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """Players with outstanding orders were reminded this many seconds before the deadline, or it was too late for that reminder. In
    lessons the pupil was, so long before silence ends them.
    """

    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GraceGiven(Event):
    """The deadline passed, and the phase waits for late powers."""

    late: tuple[str, ...]
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The GM stopped the game's clock; it restarts automatically at `until`."""

    until: datetime | None


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The game's clock was restarted."""

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
    """A player cancelled absences: those that end on this day (ISO) or later."""

    seat: Seat
    day: str


@dataclass(frozen=True, slots=True)
class OrdersReserved(Event):
    """The orders of a power's standby were replaced by this whole set."""

    power: str
    phase: str
    orders: tuple[Order, ...]
    spare: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class OrdersKept(Event):
    """The lines that a power, or a standby by seat key, has for a later phase: all of them (`judge.game.model.game.FutureOrders`).

    Empty if they were deleted or the phase has begun.
    """

    power: str
    phase: str = ""
    lines: tuple[str, ...] = ()
    reason: str = ""
    """The GM's reason, if the GM entered some of them."""
    in_advance: bool = False


@dataclass(frozen=True, slots=True)
class QuestionsOpen(Event):
    """The open questions to a seat about its orders; the whole new list."""

    seat: Seat
    questions: tuple[OpenQuestion, ...]


@dataclass(frozen=True, slots=True)
class StartSet(Event):
    """The forming game is to begin at `begins`, with fewer players, too, if `short`; None: on no date."""

    begins: datetime | None
    short: bool = False
    at: datetime | None = None
    """When that was set."""


@dataclass(frozen=True, slots=True)
class Doomed(Event):
    """The clock was stopped; the game ends at `until` unless it is resumed before."""

    until: datetime | None
    reason: str
