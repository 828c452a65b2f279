"""The result of a command: events to append, facts for the answer, and letters to others. Facts only; templates word them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from functools import cached_property, partial
from typing import Any, NamedTuple

from judge.account import Piece
from judge.game.model.events import Event
from judge.game.model.game import GM_READER, Game, PlayerSeat
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.known_game import KnownGame, known_game, to_real_orders, to_visible_orders
from judge.notation import Order
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Role, Seat


class Reply(NamedTuple):
    """One part of the one answer: `kind` names the template, `facts` are JSON values for the asker's eyes."""

    kind: str
    facts: Mapping[str, Any]


OF_TURNS = frozenset({"report", "private", "corrected"})
"""Kinds of letters about a judged phase."""


class Group(Enum):
    """Several people in a game who are told the same thing."""

    ALL = "all"
    """All except standbys, and invited people who have not answered."""
    STANDBYS = "standbys"
    WITHOUT_POWER = "without power"
    """Of ALL, those who play no Power: who runs the game, and observers."""


class Notification(NamedTuple):
    """A letter to somebody besides the asker: to a seat or to a group. A letter to the GM goes to everybody who runs the game.
    `once` is its key, if the same letter must never be sent twice.
    """

    to: Seat | Group
    kind: str
    facts: Mapping[str, Any]
    once: str = ""
    but: Seat | None = None
    """A seat that gets no copy of a letter to a group."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """All that a command does. Without events it changes nothing, and its reply says why."""

    events: tuple[Event, ...] = ()
    replies: tuple[Reply, ...] = ()
    notices: tuple[Notification, ...] = ()
    turns: tuple[JudgedPhase, ...] = field(default=(), compare=False)
    """The phases that were judged, for the store; the number of each is that of its PhaseRun."""
    dry: Mapping[str, Any] | None = field(default=None, compare=False)
    """What the asker should see and agree to before the command is carried out."""
    account: tuple[tuple[Piece, ...], ...] = field(default=(), compare=False)
    """What the words of order lines were read as, for each line or part of one."""

    @property
    def turn(self) -> JudgedPhase | None:
        """The last of the judged phases."""
        return self.turns[-1] if self.turns else None

    def then(self, more: CommandResult) -> CommandResult:
        """Return this decision followed by another."""
        dry = more.dry if self.dry is None else self.dry
        return replace(together((self, more)), turns=(*self.turns, *more.turns), dry=dry)


@dataclass(frozen=True)
class CommandContext:
    """What every handler gets besides its command: the game as the asker knows it, and nothing more."""

    game: KnownGame
    by: Seat | None
    """The asker's seat; None for someone without one."""
    now: datetime
    """When our server took the letter."""
    ruleset: Ruleset
    to_real: Callable[[Iterable[Order]], tuple[Order, ...]]
    """Converts orders that were read on the asker's board into the referee's terms."""
    speaks: str = ""
    """The Power that the GM orders for in place of its player; '' for none."""

    @property
    def seat(self) -> Seat:
        """The asker's seat. Raises LookupError if the asker has none."""
        if self.by is None:
            raise LookupError(f"a seat in {self.game.name} is needed")
        return self.by

    @property
    def role(self) -> Role | None:
        """The role of the asker's seat; None if the asker has none."""
        return self.by.role if self.by else None

    @cached_property
    def power(self) -> str:
        """The asker's power, or ''."""
        return self.game.power_of(self.by)

    @cached_property
    def voice(self) -> str:
        """The Power that the asker orders for: their own, or the unplayed one that the GM orders for; '' for none."""
        if self.speaks:
            return self.speaks
        return self.ruleset.mastered[0].name if self.by == GM and self.ruleset.mastered else self.power

    def in_own_terms(self, orders: Iterable[Order]) -> tuple[CommandContext, tuple[Order, ...]]:
        """Return the context in the terms of the Power that the asker orders for, and what converts its orders."""
        return self, tuple(orders)


@dataclass(frozen=True, kw_only=True)
class TruthContext(CommandContext):
    """What handlers get that run a game, correct it, or count what no player may see: the game itself as well."""

    truth: Game
    secret: bytes
    """The game's secret seed; b'' if the command needs none."""
    past: Callable[[], Sequence[Event]]
    """Returns all events of the game so far."""

    def in_own_terms(self, orders: Iterable[Order]) -> tuple[CommandContext, tuple[Order, ...]]:
        """As `CommandContext.in_own_terms`; the GM knows more than the Power that the GM orders for."""
        if self.by != GM:
            return super().in_own_terms(orders)
        mine = replace(self, game=known_game(self.truth, self.ruleset, self.voice))
        return mine, to_visible_orders(self.truth, self.ruleset, self.voice, orders)

    def at(self, truth: Game, by: Seat | None = None) -> TruthContext:
        """Return the same context for another game, or for this game and another seat."""
        asker = self.by if by is None else by
        return replace(open_context(truth, asker, self.now, self.ruleset, self.secret, self.past), speaks=self.speaks)


def open_context(
    truth: Game, by: Seat | None, now: datetime, ruleset: Ruleset, secret: bytes = b"", past: Callable[[], Sequence[Event]] = tuple
) -> TruthContext:
    """Return what a handler is given for a seat's command. The GM knows everything, also when ordering for a Power that nobody
    plays.
    """
    reader = GM_READER if by == GM else truth.power_of(by)
    real = partial(to_real_orders, truth, ruleset, reader)
    known = known_game(truth, ruleset, reader, by)
    return TruthContext(known, by, now, ruleset, real, truth=truth, secret=secret, past=past)


def refused(why: str, **facts: Any) -> CommandResult:
    """Return a decision that changes nothing and says why."""
    return CommandResult(replies=(Reply("refused", {"why": why, **facts}),))


def accepted(kind: str, *events: Event, **facts: Any) -> CommandResult:
    """Return a decision with one reply."""
    return CommandResult(events, (Reply(kind, facts),))


def together(results: Iterable[CommandResult]) -> CommandResult:
    """Join the parts of one command into one decision. None of them may run a phase or ask for a yes."""
    found = tuple(results)
    return CommandResult(
        tuple(event for each in found for event in each.events),
        tuple(reply for each in found for reply in each.replies),
        tuple(notice for each in found for notice in each.notices),
        account=tuple(pieces for each in found for pieces in each.account),
    )


def reports_in_one(seats: Iterable[PlayerSeat], facts: Mapping[str, Any]) -> tuple[Notification, ...]:
    """Return one letter to each Power with what it alone may know and with the report, and the report to all who play none."""
    both = {**facts, "report": True}
    players = tuple(Notification(seat.key, "private", both) for seat in seats if not seat.vacant)
    return (*players, Notification(Group.WITHOUT_POWER, "report", facts))


def private_reports(seats: Iterable[PlayerSeat], ruleset: Ruleset, facts: Mapping[str, Any]) -> tuple[Notification, ...]:
    """Return a letter to each Power besides the report in games where readers see different things, even if it says nothing new."""
    return (
        tuple(Notification(seat.key, "private", facts) for seat in seats if not seat.vacant)
        if ruleset.rules.hides_information(ruleset)
        else ()
    )
