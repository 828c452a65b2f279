"""Events of a GM's rulings, and what each changes in the game: phases held, orders entered, throws and phases corrected, boards
set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from judge.board import Position
from judge.game.model.events import Event
from judge.game.model.game import CurrentOrders, FutureOrders, Game, OpenQuestion
from judge.game.model.gm_actions import GMOrders, Habit, HeldPhase, LateOrders, PastPhase
from judge.game.model.statements_deadline import statements_deadline
from judge.notation import Order
from judge.seat import Seat


@dataclass(frozen=True, slots=True)
class PhaseHeld(Event):
    """A phase was closed; its report waits for the GM, or until it is published automatically."""

    until: datetime | None = None
    at: datetime | None = None
    """When it was closed, or the GM said HOLD."""


@dataclass(frozen=True, slots=True)
class GMReminded(Event):
    """The game has waited for its GM for so many days: the GM was reminded, and from some day on everybody was told."""

    days: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ThrowsShown(Event):
    """The GM was shown coming throws: subject → throw. None of them is drawn again."""

    throws: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OrdersEntered(Event):
    """The GM entered orders for a power or accepted its late ones; this is the whole new set."""

    power: str
    phase: str
    orders: tuple[Order, ...]
    entered: tuple[Order, ...]
    """Those among them that the GM entered."""
    reason: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class OrdersLate(Event):
    """A mail with orders came after its phase was closed or processed, and was not used."""

    seat: Seat
    phase: str
    lines: tuple[str, ...]
    letter: str = ""
    """Fingerprint of its Message-ID."""


@dataclass(frozen=True, slots=True)
class ThrowReplaced(Event):
    """The GM replaced a throw that had been drawn and shown."""

    subject: str
    throw: int
    was: int
    reason: str


@dataclass(frozen=True, slots=True)
class Restored(Event):
    """The GM restored an earlier board, with everything that depends on it: before a phase, or by UNDO."""

    phase: str
    """The running phase after it."""
    reason: str
    position: Position
    standing: Mapping[str, CurrentOrders]
    reserve: Mapping[str, CurrentOrders]
    called: Mapping[str, Seat]
    missed: Mapping[str, int]
    history: tuple[tuple[int, Mapping[str, int]], ...]
    turn: int
    ran: datetime | None
    ran_phase: str
    ran_due: datetime | None
    late: tuple[str, ...]
    entered: tuple[GMOrders, ...]
    due: datetime | None
    at: datetime | None
    later: Mapping[str, tuple[FutureOrders, ...]] = field(default_factory=dict)
    waits: frozenset[str] = frozenset()
    struck: tuple[int, ...] = ()
    """Event numbers of all withdrawn phases."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """Phase → the highest revision number of a withdrawn report of it."""
    records: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    """Seat → the change to its player's record of phases due, late and missed."""
    throws: Mapping[str, int] = field(default_factory=dict)
    """Subject → the throw that counts again instead of the GM's."""
    undoes: bool = False
    stage: str = "running"
    ending: str = ""
    winners: tuple[str, ...] = ()
    happened: tuple[Mapping[str, Any], ...] | None = None
    """News for the next report, if it has changed."""
    by_hand: bool = False
    """Whether the GM has set the board, and no phase was taken back."""
    heard_by: tuple[str, ...] | None = None
    """The powers that alone hear of a correction; None if everybody does."""


@dataclass(frozen=True, slots=True)
class HabitSet(Event):
    """The GM said what the units that the GM orders for do without orders; None: they hold."""

    habit: Habit | None


@dataclass(frozen=True, slots=True)
class PresentKept(Event):
    """A correction was made of which only some powers hear: for all others the running phase has come as far as it had."""

    standing: Mapping[str, CurrentOrders]
    reserve: Mapping[str, CurrentOrders]
    called: Mapping[str, Seat]
    later: Mapping[str, tuple[FutureOrders, ...]]
    entered: tuple[GMOrders, ...]
    questions: Mapping[Seat, tuple[OpenQuestion, ...]]
    final: frozenset[str]
    waits: frozenset[str]
    late: tuple[str, ...]
    held: HeldPhase | None
    due: datetime | None
    early: datetime | None
    grace: datetime | None
    since: datetime | None
    ran: datetime | None
    ran_due: datetime | None
    reminded: tuple[int, ...]
    house_played: bool


@dataclass(frozen=True, slots=True)
class LessonSet(Event):
    """A lesson begins, perhaps again: this is its board. No order from before counts any more."""

    lesson: int
    missed_goals: int
    position: Position


@dataclass(frozen=True, slots=True)
class OpeningSet(Event):
    """The GM set the board that the game will begin with, perhaps with the phases before it, which were played elsewhere."""

    position: Position
    reason: str = ""
    start: Position | None = None
    """The board before the first of those phases."""
    past: tuple[PastPhase, ...] = ()


RESTORED = (
    "position", "standing", "reserve", "called", "missed", "history", "turn", "ran", "ran_phase", "ran_due", "late",
    "entered", "due", "later", "waits", "struck", "revisions", "stage", "ending", "winners",
)  # fmt: skip
"""The fields of a game that the event replaces."""


def _restored(game: Game, event: Restored) -> Game:
    stated = {subject: reason for subject, reason in game.stated.items() if subject not in event.throws}
    replaced = {subject: was for subject, was in game.replaced.items() if subject not in event.throws}
    return replace(
        game, **{name: getattr(event, name) for name in RESTORED}, since=event.at, reminded=(), grace=None, held=None,
        final=frozenset(), early=None, questions={}, throws={**game.throws, **event.throws}, stated=stated,
        replaced=replaced,
        undo=-1 if event.undoes else game.seq,
        happened=game.happened if event.happened is None else event.happened,
        ballot=None if event.stage == "finished" else game.ballot,
        statements_until=_statements_until(game, event), statements_closed=event.stage == "finished" and game.statements_closed,
    )  # fmt: skip


def _statements_until(game: Game, event: Restored) -> datetime | None:
    """Return until when statements are taken: a correction may end a game, or make it go on."""
    if event.stage != "finished" or game.settings.practice:
        return None
    return game.statements_until or (statements_deadline(game, event.at) if event.at and game.stage != "finished" else None)


def _habit(game: Game, event: HabitSet) -> Game:
    return replace(game, habit=event.habit)


def _present_kept(game: Game, event: PresentKept) -> Game:
    return replace(game, **{each.name: getattr(event, each.name) for each in fields(event)})


def _held(game: Game, event: PhaseHeld) -> Game:
    orders = game.held.orders if game.held else {power: standing.orders for power, standing in game.standing.items()}
    return replace(game, held=HeldPhase(event.until, orders, event.at), grace=None, early=None, gm_reminded=())


def _gm_reminded(game: Game, event: GMReminded) -> Game:
    return replace(game, gm_reminded=(*game.gm_reminded, *event.days))


def _shown(game: Game, event: ThrowsShown) -> Game:
    return replace(game, shown={**game.shown, **event.throws}, looked=tuple(dict.fromkeys((*game.looked, *event.throws))))


def _entered(game: Game, event: OrdersEntered) -> Game:
    before = game.standing.get(event.power)
    standing = CurrentOrders(before.version + 1 if before else 1, event.orders)
    entered = GMOrders(event.power, event.entered, event.reason, event.late)
    return replace(game, standing={**game.standing, event.power: standing}, entered=(*game.entered, entered))


def _late(game: Game, event: OrdersLate) -> Game:
    """Keep a late mail; those for other phases are forgotten."""
    kept = tuple(late for late in game.lates if late.phase == event.phase)
    return replace(game, lates=(*kept, LateOrders(event.seat, event.phase, event.lines, event.letter)))


def _replaced(game: Game, event: ThrowReplaced) -> Game:
    return replace(
        game, throws={**game.throws, event.subject: event.throw}, stated={**game.stated, event.subject: event.reason},
        replaced={**game.replaced, event.subject: event.was},
    )  # fmt: skip


def _opening(game: Game, event: OpeningSet) -> Game:
    return replace(game, opening=event.position, past=event.past, past_start=event.start)


def _lesson(game: Game, event: LessonSet) -> Game:
    game = replace(game, lesson=event.lesson, missed_goals=event.missed_goals)
    if game.stage == "forming":
        return replace(game, opening=event.position)
    return replace(
        game, position=event.position, standing={}, final=frozenset(), waits=frozenset(), later={}, questions={},
        house_played=False,
    )  # fmt: skip


RULINGS: dict[type[Event], Callable[[Game, Any], Game]] = {
    PhaseHeld: _held,
    GMReminded: _gm_reminded,
    ThrowsShown: _shown,
    OrdersEntered: _entered,
    OrdersLate: _late,
    ThrowReplaced: _replaced,
    Restored: _restored,
    PresentKept: _present_kept,
    HabitSet: _habit,
    OpeningSet: _opening,
    LessonSet: _lesson,
}
