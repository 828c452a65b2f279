"""One game as a value: its seats, the board, and the current orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from judge.board import Position
from judge.game.clock.deadline_spec import DeadlineSpec
from judge.game.model.game_settings import GameSettings
from judge.game.model.gm_actions import GMOrders, Habit, HeldPhase, LateOrders, PastPhase
from judge.notation import Order
from judge.rules.variant import Power
from judge.seat import Seat

PUBLIC, GM_READER = "", "gm"
"""Readers of a game or a report that are not powers: everybody, and the GM. Any other reader is a power's name.
A seat is something else (`judge.seat`).
"""


class Application(NamedTuple):
    """What somebody who asked to join would like, until the GM answers."""

    prefers: tuple[str, ...] = ()
    brings: Power | None = None


class Absence(NamedTuple):
    """A time that a player is away: first and last day, as ISO dates in the game's zone."""

    seat: Seat
    first: str
    last: str
    counts: bool
    """Whether it moves deadlines."""


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """What a game knows of a player's seat. It does not know the person."""

    key: Seat
    power: str = ""
    """Its power; '' before the game has begun."""
    prefers: tuple[str, ...] = ()
    """Powers it asked for, best first."""
    promised: str = ""
    """The power that the GM invited its player to play."""
    brings: Power | None = None
    """The power that its player defined, in games that allow it."""
    vacant: bool = False
    """True once its player has resigned."""
    house: str = ""
    """The level of the house player that holds a vacant seat (`judge.house_players`); '' for none."""


@dataclass(frozen=True, slots=True)
class CurrentOrders:
    """A power's current orders."""

    version: int
    orders: tuple[Order, ...]
    spare: tuple[Order, ...] = ()
    """Alternatives to impossible adjustments, best first."""


class PendingPress(NamedTuple):
    """Press that waits for the next report. Its text is stored elsewhere, under its event's number."""

    seq: int
    seat: Seat
    number: int
    """Its number among its writer's own press, by which it is withdrawn."""
    headline: bool = False
    signed: bool = True


class FutureOrders(NamedTuple):
    """A power's orders for a later phase."""

    phase: str
    lines: tuple[str, ...]
    """The lines in the house form and the player's own terms, to be read again when the phase begins."""
    in_advance: bool = False
    """Whether they are retreats or adjustments given with the moves: best first, used as far as they are then possible."""


class OpenQuestion(NamedTuple):
    """An unanswered question to a player about an order line."""

    at: datetime
    """When our server received the line."""
    orders: tuple[str, ...]
    """The possible meanings: orders in the house form and the player's own terms, as shown to the player."""
    place: int = 0
    """Its place among what the answer asked about, from 1; 0 if it was not among that."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A proposed end of the game that is being voted on."""

    what: str
    """`draw`; `concede` to one power; `gm`, that somebody be the GM; `claim`, that a second GM be it unless the GM answers; or
    `line`, that a line count as if the GM had written it.
    """
    powers: tuple[str, ...]
    """Who would share or win; empty for all who survive."""
    by: str
    """The power that proposes it; '' for the GM, or the game's own rule."""
    signed: bool
    """Whether the others may know who proposed it."""
    closes: datetime
    votes: Mapping[str, str] = field(default_factory=dict)
    """Power → `yes` or `no`; nobody else may see a vote."""
    text: str = ""
    """The seat of who would be the GM, or the line; '' for a draw or a concession."""


@dataclass(frozen=True, slots=True)
class PublicGame:
    """What everybody may know of a game. A field belongs here only if it reveals nothing private to any reader."""

    name: str
    variant: str
    """The folder of its variant."""
    version: str
    """Fingerprint of that folder's rules when the game began."""
    settings: GameSettings = field(default_factory=GameSettings)
    stage: str = "forming"
    """`forming`, `running` or `finished`."""
    seats: tuple[PlayerSeat, ...] = ()
    """The players' seats, in order of joining; the GM's is not among them."""
    early: datetime | None = None
    """When the running phase will be run before its deadline because all orders are in; None while some are missing."""
    due: datetime | None = None
    """The running phase's deadline (aware); None if it has none."""
    ending: str = ""
    """`won`, `draw` or `terminated` once finished."""
    winners: tuple[str, ...] = ()
    statements_until: datetime | None = None
    """Until when a game that is over takes end-of-game statements for the end issue; None if it has no such date."""
    statements_closed: bool = False
    """Whether that date has come, and the end issue was made."""
    seal: str = ""
    """Fingerprint of the seed of its throws; '' for a game without dice."""
    luck: tuple[str, ...] = ()
    """What players added to the seed before the start: `England tulip`, by power; everybody is told at the start."""
    late: tuple[str, ...] = ()
    """Powers without orders at the deadline, while the phase waits for them and until it is processed."""
    grace: datetime | None = None
    """Until when the phase waits for late orders."""
    paused: datetime | None = None
    """When the pause ends by itself; None if the game is not paused."""
    ran: datetime | None = None
    """When the last phase was processed."""
    ran_phase: str = ""
    ran_due: datetime | None = None
    """Its deadline, or the end of its grace period; None if it was processed before that."""
    doomed: bool = False
    """Whether the game ends when the pause does."""
    begins: datetime | None = None
    """When the forming game begins by itself; None if no date is set."""
    begins_short: bool = False
    """Whether it then begins with fewer players than powers, too."""
    lesson: int = 0
    """The number of the lesson that is taught now, if this is a lesson game; else 0."""
    missed_goals: int = 0
    """How often the goal of this lesson was missed."""
    seq: int = 0
    """The number of events it is built from, which is the number of the next one."""

    def seat(self, key: Seat | None) -> PlayerSeat | None:
        """What the game knows of a player's seat; None for any other seat."""
        return next((seat for seat in self.seats if seat.key == key), None)

    def power_of(self, key: Seat | None) -> str:
        """The power of a seat, '' for the GM, for outsiders and before the start."""
        seat = self.seat(key)
        return seat.power if seat else PUBLIC

    def seat_of(self, power: str) -> PlayerSeat | None:
        """The seat that plays a power, or None."""
        return next((seat for seat in self.seats if seat.power == power), None)

    def taken(self) -> tuple[PlayerSeat, ...]:
        """The seats that someone sits in."""
        return tuple(seat for seat in self.seats if not seat.vacant)


class OnBoard:
    """Methods that the game and a reader's view of it share."""

    __slots__ = ()
    name: str
    settings: GameSettings
    position: Position | None
    later: Mapping[str, tuple[FutureOrders, ...]]

    def kept(self, power: str, phase: str, in_advance: bool = False) -> tuple[str, ...]:
        """The lines kept for a later phase of a power, or of a standby (by the text of the seat)."""
        found = (each.lines for each in self.later.get(power, ()) if (each.phase, each.in_advance) == (phase, in_advance))
        return next(found, ())

    @property
    def zone(self) -> str:
        """The time zone in which this game's times are printed: that of the running phase's clock, or of the last one."""
        clock = self.settings.clock(self.position.phase.kind if self.position else "movement")
        return (clock or self.settings.deadlines.get("") or DeadlineSpec()).zone

    @property
    def board_now(self) -> Position:
        """The position of a game that has begun. Raises ValueError before the start."""
        if self.position is None:
            raise ValueError(f"{self.name} has not begun")
        return self.position


@dataclass(frozen=True, slots=True)
class Game(PublicGame, OnBoard):
    """The whole game, built from its events. Only code that runs, changes or corrects the game may have it.

    A reader gets a `KnownGame` instead. It holds only what `known_game` lets that reader know.
    """

    position: Position | None = None
    """The board; None while the game is forming."""
    standing: Mapping[str, CurrentOrders] = field(default_factory=dict)
    """Power → its orders for the running phase; powers without orders are not in it."""
    final: frozenset[str] = frozenset()
    """Powers that have said FINAL in this phase."""
    waits: frozenset[str] = frozenset()
    """Powers that have said NOT FINAL in this phase, which is then not run early."""
    press: tuple[PendingPress, ...] = ()
    """The press that waits for the next report."""
    history: tuple[tuple[int, Mapping[str, int]], ...] = ()
    """(year, power → centres) at the start and at every count."""
    turn: int = -1
    """Event number of the last processed phase; -1 before the first."""
    seed: str = ""
    """The seed of the throws, once the game is over."""
    words: Mapping[Seat, str] = field(default_factory=dict)
    """Player's seat → the word that they add to the seed; their own secret until the start."""
    throws: Mapping[str, int] = field(default_factory=dict)
    """Subject → its throw, if it is known; no phase or correction changes one."""
    stated: Mapping[str, str] = field(default_factory=dict)
    """subject → the reason that the GM gave for stating its throw."""
    draw_wishes: frozenset[str] = frozenset()
    """Powers that would agree to a draw of all survivors; forgotten when centres are counted."""
    ballot: Ballot | None = None
    """The proposal that is being voted on."""
    since: datetime | None = None
    """When the running phase's deadline was set; reminders due before that are not sent."""
    before_pause: datetime | None = None
    """The deadline of the running phase when its clock was stopped; RESUME sets none that is earlier."""
    reminded: tuple[int, ...] = ()
    """Which of `GameSettings.reminders` were sent for this deadline."""
    absences: tuple[Absence, ...] = ()
    missed: Mapping[str, int] = field(default_factory=dict)
    """power → phases of movement in a row for which its player sent nothing."""
    standbys: Mapping[Seat, str] = field(default_factory=dict)
    """Seat of a standby → the power offered to them, or ''. In order of joining."""
    observers: tuple[Seat, ...] = ()
    """Seats of the observers."""
    invited: Mapping[Seat, str] = field(default_factory=dict)
    """Seat of an invited person who has not answered → the promised power, or ''."""
    called: Mapping[str, Seat] = field(default_factory=dict)
    """Power → the standby whose orders are used if its player misses orders again."""
    reserve: Mapping[str, CurrentOrders] = field(default_factory=dict)
    """Power → the orders of the standby called for it."""
    later: Mapping[str, tuple[FutureOrders, ...]] = field(default_factory=dict)
    """Power, or the text of a standby's seat → its orders for later phases, in no order."""
    questions: Mapping[Seat, tuple[OpenQuestion, ...]] = field(default_factory=dict)
    """seat → what it has been asked about its orders in this phase and has not answered."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Facts of the opening position added by the variant's commands before the start; {} before that."""
    opening: Position | None = None
    """The board that the GM set for the start; None for the usual one."""
    past: tuple[PastPhase, ...] = ()
    """Phases that were played elsewhere before that board."""
    past_start: Position | None = None
    """The board before the first of them."""
    held: HeldPhase | None = None
    """The running phase, if it is closed and its report waits for the GM."""
    habit: Habit | None = None
    """What the units that the GM orders for do without orders; None: they hold."""
    entered: tuple[GMOrders, ...] = ()
    """Orders that the GM entered for this phase."""
    shown: Mapping[str, int] = field(default_factory=dict)
    """Subject → its throw, if the GM was shown it before it was made."""
    looked: tuple[str, ...] = ()
    """Those of them that no report has mentioned yet."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """Subject → the drawn throw that the GM replaced."""
    lates: tuple[LateOrders, ...] = ()
    """Mails with orders that came too late for the phase that was last closed or processed."""
    struck: tuple[int, ...] = ()
    """Event numbers of withdrawn phases."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """Phase → the highest revision number of a withdrawn report of it."""
    house_played: bool = False
    """Whether house players have given their orders for the running phase."""
    undo: int = -1
    """Event number of the correction that UNDO would reverse; -1 for none."""
    applicants: Mapping[Seat, Application] = field(default_factory=dict)
    """Seat of somebody who asked to join and whom the GM has not admitted yet → what they would like."""
    heir: Seat | None = None
    """The seat of who was asked to be the GM and has not answered."""
    full: datetime | None = None
    """Since when all seats of a forming game are taken."""
    gm_reminded: tuple[int, ...] = ()
    """After how many days' waiting for the GM reminders were sent."""
    happened: tuple[Mapping[str, Any], ...] = ()
    """News for the next report: votes that closed, seats that changed hands (`judge.game.model.apply`)."""


_NAMES = tuple(each.name for each in fields(Game))
_values = attrgetter(*_NAMES)


def changed(game: Game, **changes: Any) -> Game:
    """Return a game with other values in some fields: as `dataclasses.replace`, in less time. Every letter of orders needs it."""
    return Game(**dict(zip(_NAMES, _values(game), strict=True)) | changes)
