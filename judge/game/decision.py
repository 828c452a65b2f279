"""What a command came to: events to append, facts to answer with, and whom else to tell. Facts only; templates say them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

from judge.game.model.events import Event
from judge.game.model.game import Game, PlayerSeat
from judge.game.phases.adjudicate import JudgedPhase
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Role, Seat


class Reply(NamedTuple):
    """One part of the one answer: `kind` names the template, `facts` are JSON values for the asker's eyes."""

    kind: str
    facts: Mapping[str, Any]


OF_TURNS = frozenset({"report", "private", "corrected"})
"""Letters that tell of a judged phase."""


class Group(Enum):
    """Several people in a game who are told the same."""

    ALL = "all"
    """All but those who stand by, and guests who have not answered."""
    STANDBYS = "standbys"


class Notification(NamedTuple):
    """A letter to someone besides the asker: to a seat or to a group; what is for the GM's goes to everybody who runs the game.

    `once`: what makes it unmistakable, if the same letter must never be sent twice.
    """

    to: Seat | Group
    kind: str
    facts: Mapping[str, Any]
    once: str = ""
    but: Seat | None = None
    """A seat that is left out of everyone."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """All that a command does. One without events changes nothing, and its reply says why."""

    events: tuple[Event, ...] = ()
    replies: tuple[Reply, ...] = ()
    notices: tuple[Notification, ...] = ()
    turns: tuple[JudgedPhase, ...] = field(default=(), compare=False)
    """The phases that were judged on the way, for the store; each one's number is that of its PhaseRun."""
    dry: Mapping[str, Any] | None = field(default=None, compare=False)
    """What whoever asked for it should see, and say yes to, before it is carried out."""

    @property
    def turn(self) -> JudgedPhase | None:
        """The last of them."""
        return self.turns[-1] if self.turns else None

    def then(self, more: CommandResult) -> CommandResult:
        """This decision and what it leads to."""
        return CommandResult(
            (*self.events, *more.events), (*self.replies, *more.replies), (*self.notices, *more.notices), (*self.turns, *more.turns)
        )


class CommandContext(NamedTuple):
    """What every handler is given beside its command."""

    game: Game
    by: Seat | None
    """The asker's seat; None for someone without one."""
    now: datetime
    """When our server took the letter."""
    ruleset: Ruleset
    secret: bytes
    """The game's secret seed; b'' if the question needs none."""
    speaks: str = ""
    """The power that the GM orders for in its player's place; '' for none."""
    past: Callable[[], Sequence[Event]] = tuple
    """What gives all that happened in the game so far."""

    @property
    def seat(self) -> Seat:
        """The asker's seat. Raises LookupError for someone without one."""
        if self.by is None:
            raise LookupError(f"a seat in {self.game.name} is needed")
        return self.by

    @property
    def role(self) -> Role | None:
        """What the asker's seat is for; None for someone without one."""
        return self.by.role if self.by else None

    @property
    def power(self) -> str:
        """The asker's power, or ''."""
        return self.game.power_of(self.by)

    @property
    def voice(self) -> str:
        """The power whose orders the asker gives: his own, or the GM's that nobody plays; '' for none."""
        if self.speaks:
            return self.speaks
        return self.ruleset.mastered[0].name if self.by == GM and self.ruleset.mastered else self.power


def refused(why: str, **facts: Any) -> CommandResult:
    """A decision that changes nothing and answers why."""
    return CommandResult(replies=(Reply("refused", {"why": why, **facts}),))


def accepted(kind: str, *events: Event, **facts: Any) -> CommandResult:
    """A decision with one reply."""
    return CommandResult(events, (Reply(kind, facts),))


def private_reports(seats: Iterable[PlayerSeat], ruleset: Ruleset, facts: Mapping[str, Any]) -> tuple[Notification, ...]:
    """Where readers see different things, a letter to each power beside the report, whether or not it has anything to learn."""
    return (
        tuple(Notification(seat.key, "private", facts) for seat in seats if not seat.vacant)
        if ruleset.rules.hides_information(ruleset)
        else ()
    )
