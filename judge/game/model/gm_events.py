"""Events of a game master's rulings, and what each makes of the game: phases held, orders entered, throws and phases corrected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from judge.board import Position
from judge.game.model.events import Event
from judge.game.model.game import CurrentOrders, FutureOrders, Game
from judge.game.model.gm_actions import GMOrders, HeldPhase, LateOrders
from judge.notation import Order
from judge.seat import Seat


@dataclass(frozen=True, slots=True)
class PhaseHeld(Event):
    """A phase's time is over, and its report waits for the GM, or until an hour at which it is published by itself."""

    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class ThrowsShown(Event):
    """The GM was shown what will be thrown: subject → throw. None of it is drawn again."""

    throws: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OrdersEntered(Event):
    """The GM entered orders for a power, or let late ones of its player count; the whole set, as it stands from now on."""

    power: str
    phase: str
    orders: tuple[Order, ...]
    entered: tuple[Order, ...]
    """Those among them that the GM entered."""
    reason: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class OrdersLate(Event):
    """A letter of orders came after its phase was closed or run, and was not used."""

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
    """The GM took the board, and what hangs on it, to where it stood once: before a phase was run, or by UNDO before that."""

    phase: str
    """The phase that runs from now on."""
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
    """Numbers of all judged phases that no longer stand."""
    revisions: Mapping[str, int] = field(default_factory=dict)
    """phase → the highest number that a report of it was sent under and that no longer stands."""
    records: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    """seat → what its player's record of phases due, late and silent is changed by."""
    throws: Mapping[str, int] = field(default_factory=dict)
    """subject → the throw that stands again instead of one that the GM had put in its place."""
    undoes: bool = False
    stage: str = "running"
    ending: str = ""
    winners: tuple[str, ...] = ()
    happened: tuple[Mapping[str, Any], ...] | None = None
    """News for the next report, if it has changed."""


RESTORED = (
    "position", "standing", "reserve", "called", "missed", "history", "turn", "ran", "ran_phase", "ran_due", "late",
    "entered", "due", "later", "waits", "struck", "revisions", "stage", "ending", "winners",
)  # fmt: skip
"""What of a game is as the event says."""


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
    )  # fmt: skip


def _held(game: Game, event: PhaseHeld) -> Game:
    orders = game.held.orders if game.held else {power: standing.orders for power, standing in game.standing.items()}
    return replace(game, held=HeldPhase(event.until, orders), grace=None, early=None)


def _shown(game: Game, event: ThrowsShown) -> Game:
    return replace(game, shown={**game.shown, **event.throws}, looked=tuple(dict.fromkeys((*game.looked, *event.throws))))


def _entered(game: Game, event: OrdersEntered) -> Game:
    before = game.standing.get(event.power)
    standing = CurrentOrders(before.version + 1 if before else 1, event.orders)
    entered = GMOrders(event.power, event.entered, event.reason, event.late)
    return replace(game, standing={**game.standing, event.power: standing}, entered=(*game.entered, entered))


def _late(game: Game, event: OrdersLate) -> Game:
    """Letters for earlier phases are forgotten when one for another phase comes."""
    kept = tuple(late for late in game.lates if late.phase == event.phase)
    return replace(game, lates=(*kept, LateOrders(event.seat, event.phase, event.lines, event.letter)))


def _replaced(game: Game, event: ThrowReplaced) -> Game:
    return replace(
        game, throws={**game.throws, event.subject: event.throw}, stated={**game.stated, event.subject: event.reason},
        replaced={**game.replaced, event.subject: event.was},
    )  # fmt: skip


RULINGS: dict[type[Event], Callable[[Game, Any], Game]] = {
    PhaseHeld: _held,
    ThrowsShown: _shown,
    OrdersEntered: _entered,
    OrdersLate: _late,
    ThrowReplaced: _replaced,
    Restored: _restored,
}
