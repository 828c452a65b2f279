"""One game as a value: its settings, its seats, the board, and the orders that stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from judge.board import Position
from judge.game.clock.deadline_spec import DeadlineSpec
from judge.game.model.gm_actions import GMOrders, HeldPhase, LateOrders
from judge.notation import Order
from judge.rules.variant import Power
from judge.seat import Seat

PUBLIC, GM_READER = "", "gm"
"""Two of the readers of a game or a report: everybody, and the GM. Any other reader is a power, by its name.
A seat is something else (`judge.seat`)."""


POLICIES = ("stand", "standby", "abandon", "disorder")
"""What a power's silence may come to.

    stand     nothing but that its units stand
    standby   somebody of the standby list is called, whose orders are used if the player is silent again
    abandon   after some phases of silence the seat is vacant and offered to the standbys
    disorder  after some phases of silence the seat is vacant and stays so: civil disorder
"""
RHYTHMS = ("separate", "quick", "together")
"""The postal calendars.

    separate  every phase has its own deadline by the game's clock
    quick     retreats and adjustments have one too, but a short one
    together  retreats and adjustments are run with the movement before them, on what was ordered in advance
"""


class Absence(NamedTuple):
    """A time that a player is away: first and last day, as ISO dates in the game's zone."""

    seat: Seat
    first: str
    last: str
    counts: bool
    """Whether it moves deadlines."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What the GM chose."""

    deadlines: Mapping[str, DeadlineSpec] = field(default_factory=dict)
    """kind of phase (`movement`, …) → its clock; '' is the clock of all other phases."""
    house_rules: Mapping[str, str] = field(default_factory=dict)
    """Switches that differ from the variant's defaults."""
    number: str = ""
    """Boardman or Miller number, if the game has one."""
    anonymous: bool = False
    """Whether reports leave out the players' names."""
    blind: bool = False
    """Whether each power sees only what is near its own (`judge.rules.blind_play`)."""
    listed: bool = True
    """Whether LIST shows the game to everybody while it forms; else only who knows its name can join."""
    observers: bool = True
    """Whether anybody may look on."""
    observer_press: str = "none"
    """What press observers may have printed: `none`, `signed`, or `any`."""
    draws: str = "survivors"
    """Who can share a draw that is voted on: `survivors`, all of them and nobody else, or `named`, those proposed."""
    press: tuple[str, ...] = ("signed", "anonymous")
    """What press there may be: `signed`, `anonymous`, `black` (under any dateline), none of these for no press at all;
    with `copies` the GM has a copy of what players write to each other."""
    vacant_votes: str = "out"
    """What a power without a player does in a vote: `out`, it neither votes nor shares; `yes`, it agrees and shares."""
    grace: Mapping[str, int] = field(default_factory=dict)
    """kind of phase ('' for all) → seconds for which a phase waits for the late after its deadline."""
    closed: bool = True
    """Whether orders that were in by the deadline may no longer be changed while the phase waits for the late."""
    reminders: tuple[int, ...] = (48 * 3600, 12 * 3600)
    """Seconds before a deadline at which those are reminded who have orders to send still."""
    absences: int = 1
    """How many absences of one player move a deadline, in one year of the world's."""
    silence: str = "stand"
    """What happens to a power without orders, besides its units holding: one of POLICIES."""
    patience: int = 2
    """After how many phases of movement without orders in a row a seat is given up by `abandon` and `disorder`."""
    rhythm: str = "separate"
    """When retreats and adjustments are due: one of RHYTHMS."""
    quick: int = 3
    """Days that retreats and adjustments have in the `quick` rhythm."""
    preview: int | None = None
    """Whether the GM sees every report before it is sent: None if not, else seconds after which it is sent all the same, 0 for
    never."""

    def clock(self, kind: str) -> DeadlineSpec | None:
        """The clock for a kind of phase; None if the GM set none, and phases wait for FINAL or PROCESS."""
        usual = self.deadlines.get("") or self.deadlines.get("movement")
        found = self.deadlines.get(kind) or (usual if kind != "movement" and self.rhythm == "quick" else self.deadlines.get(""))
        short = kind != "movement" and self.rhythm == "quick" and kind not in self.deadlines
        return found.quickened(self.quick) if found and short else found

    def waits(self, kind: str) -> int:
        """Seconds of grace after a deadline of this kind."""
        return self.grace.get(kind, self.grace.get("", 0))


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A player's seat, and what the game knows of it. Who sits in it is not the game's business."""

    key: Seat
    power: str = ""
    """Its power once the game has begun."""
    prefers: tuple[str, ...] = ()
    """Powers it asked for, best first."""
    promised: str = ""
    """The power that the GM invited its player to play."""
    brings: Power | None = None
    """The power that came with its player, in a game that takes its powers so."""
    vacant: bool = False
    """True once its player has resigned."""


@dataclass(frozen=True, slots=True)
class CurrentOrders:
    """The orders of one power that count now."""

    version: int
    orders: tuple[Order, ...]
    spare: tuple[Order, ...] = ()
    """Of adjustments: the alternatives to an impossible one, the best first."""


class PendingPress(NamedTuple):
    """Press that waits for the next report. Its words are kept elsewhere, under the number of its event."""

    seq: int
    seat: Seat
    number: int
    """Its number among its writer's own, by which it is taken back."""
    headline: bool = False
    signed: bool = True


class FutureOrders(NamedTuple):
    """What a power has ordered for a later phase."""

    phase: str
    lines: tuple[str, ...]
    """In the house form and in the player's own terms, read again when the phase begins."""
    in_advance: bool = False
    """Whether they are retreats or adjustments given with the moves: the best first, used as far as they are possible then."""


class OpenQuestion(NamedTuple):
    """A question to a player about one of their lines, not answered yet."""

    at: datetime
    """When our server had the line."""
    orders: tuple[str, ...]
    """The possible meanings: orders in the house form and in the player's own terms, as the player was told them."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """An end of the game that is put to the vote."""

    what: str
    """`draw`, or `concede` to one power."""
    powers: tuple[str, ...]
    """Who would share or win; empty for all who survive."""
    by: str
    """The power that proposes it."""
    signed: bool
    """Whether the others may know that."""
    closes: datetime
    votes: Mapping[str, str] = field(default_factory=dict)
    """power → `yes` or `no`; nobody else's to see."""


@dataclass(frozen=True, slots=True)
class PublicGame:
    """What everybody may know of a game. A field stands here only if no reader may learn anything from it that is another's."""

    name: str
    variant: str
    """The folder it is played by."""
    version: str
    """Fingerprint of that folder's rules when the game began."""
    settings: GameSettings = GameSettings()
    stage: str = "forming"
    """`forming`, `running` or `finished`."""
    seats: tuple[PlayerSeat, ...] = ()
    """The players' seats, in order of joining; the GM's is not among them."""
    early: datetime | None = None
    """When the running phase is run before its deadline, as all that is due in it is in; None while something is wanting."""
    due: datetime | None = None
    """The running phase's deadline (aware); None if it has none."""
    ending: str = ""
    """`won`, `draw` or `terminated` once finished."""
    winners: tuple[str, ...] = ()
    seal: str = ""
    """Fingerprint of the seed of its throws; '' for a game without dice."""
    late: tuple[str, ...] = ()
    """Powers that had sent nothing by the deadline, while the phase waits for them, and until it is run."""
    grace: datetime | None = None
    """Until when it waits for them."""
    paused: datetime | None = None
    """When the pause ends by itself; None if the game is not paused."""
    ran: datetime | None = None
    """When the last phase was run."""
    ran_phase: str = ""
    ran_due: datetime | None = None
    """Its deadline, or until when it waited; None if it was run before that."""
    doomed: bool = False
    """Whether the game, whose clock is stopped, is over when the pause is."""
    seq: int = 0
    """How many events it is folded from, which is the number of the next one."""

    def seat(self, key: Seat | None) -> PlayerSeat | None:
        """What the game knows of a player's seat; None for any other."""
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
    """What a game on its board answers, whether it is the game itself or what a reader knows of it."""

    __slots__ = ()
    name: str
    settings: GameSettings
    position: Position | None
    later: Mapping[str, tuple[FutureOrders, ...]]

    def kept(self, power: str, phase: str, in_advance: bool = False) -> tuple[str, ...]:
        """The lines that are kept for a later phase of a power, or under the text of a standby's seat."""
        found = (each.lines for each in self.later.get(power, ()) if (each.phase, each.in_advance) == (phase, in_advance))
        return next(found, ())

    @property
    def zone(self) -> str:
        """The time zone that this game's times are printed in: that of the running phase's clock."""
        clock = self.settings.clock(self.position.phase.kind if self.position else "movement")
        return clock.zone if clock else "UTC"

    @property
    def board_now(self) -> Position:
        """The position of a game that has begun. Raises ValueError before the start."""
        if self.position is None:
            raise ValueError(f"{self.name} has not begun")
        return self.position


@dataclass(frozen=True, slots=True)
class Game(PublicGame, OnBoard):
    """Everything a game is, folded from its events: the truth, which only what runs a game, changes it or puts it right may have.

    A reader gets a `KnownGame` instead. It holds only what `known_game` lets that reader know.
    """

    position: Position | None = None
    """The board; None while the game is forming."""
    standing: Mapping[str, CurrentOrders] = field(default_factory=dict)
    """power → its orders for the running phase; a power that has sent none is not in it."""
    final: frozenset[str] = frozenset()
    """Powers that have said FINAL in this phase."""
    waits: frozenset[str] = frozenset()
    """Powers that have said NOT FINAL in it: it is not run early."""
    press: tuple[PendingPress, ...] = ()
    """The press that waits for the next report."""
    history: tuple[tuple[int, Mapping[str, int]], ...] = ()
    """(year, power → centres) at the start and at every count."""
    turn: int = -1
    """Event number of the phase that was run last; -1 before the first."""
    seed: str = ""
    """That seed, once the game is over."""
    throws: Mapping[str, int] = field(default_factory=dict)
    """subject → its throw, of those that are known; no phase and no correction changes one."""
    stated: Mapping[str, str] = field(default_factory=dict)
    """subject → the reason that the GM gave for stating its throw."""
    ballot: Ballot | None = None
    """The proposal that is being voted on."""
    since: datetime | None = None
    """When the running phase's deadline was set; reminders that would have come before it are not sent."""
    reminded: tuple[int, ...] = ()
    """Of `Settings.reminders`, those that were sent for this deadline."""
    absences: tuple[Absence, ...] = ()
    missed: Mapping[str, int] = field(default_factory=dict)
    """power → phases of movement in a row for which its player sent nothing."""
    standbys: Mapping[Seat, str] = field(default_factory=dict)
    """Seat of a standby → the power that is offered to that person, or ''. In the order of their coming."""
    observers: tuple[Seat, ...] = ()
    """Seats of those who look on."""
    invited: Mapping[Seat, str] = field(default_factory=dict)
    """Seat of somebody invited who has not answered → the power that was promised, or ''."""
    called: Mapping[str, Seat] = field(default_factory=dict)
    """power → the standby whose orders are used if its player is silent again."""
    reserve: Mapping[str, CurrentOrders] = field(default_factory=dict)
    """power → the orders of the standby who was called for it."""
    later: Mapping[str, tuple[FutureOrders, ...]] = field(default_factory=dict)
    """power → its orders for later phases; a standby's are under the text of that person's seat. In no order."""
    questions: Mapping[Seat, tuple[OpenQuestion, ...]] = field(default_factory=dict)
    """seat → what it has been asked about its orders in this phase and has not answered."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Facts of the opening position that the game's own commands have added while it formed; {} before that."""
    held: HeldPhase | None = None
    """The running phase, if its time is over and its report waits for the GM."""
    entered: tuple[GMOrders, ...] = ()
    """Orders that the GM entered for this phase."""
    shown: Mapping[str, int] = field(default_factory=dict)
    """subject → its throw, of those that the GM was shown before they were thrown for."""
    looked: tuple[str, ...] = ()
    """Subjects among them that no report has told of."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """subject → the throw that had been drawn, where the GM put another in its place."""
    lates: tuple[LateOrders, ...] = ()
    """Letters of orders that came too late for the phase that was closed or run last."""
    struck: tuple[int, ...] = ()
    """Event numbers of phases that were run and no longer stand."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """phase → the highest number that a report of it was sent under and that no longer stands."""
    undo: int = -1
    """Event number of the correction that UNDO takes back; -1 for none."""
    happened: tuple[Mapping[str, Any], ...] = ()
    """News for the next report: votes that closed, seats that changed hands (`judge.game.model.apply`)."""
