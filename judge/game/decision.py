"""What a command came to: events to append, facts to answer with, and whom else to tell. Facts only; templates say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from judge.game.events import Event
from judge.game.state import Game
from judge.game.turn import Turn, run_phase
from judge.rules.ruleset import Ruleset


class Reply(NamedTuple):
    """One part of the one answer: `kind` names the template, `facts` are JSON values for the asker's eyes."""

    kind: str
    facts: Mapping[str, Any]


OF_TURNS = frozenset({"report", "private"})
"""Letters that tell of a judged phase."""


class Tell(NamedTuple):
    """A letter to someone besides the asker: `to` is a seat key, or '*' for everyone in the game."""

    to: str
    kind: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Decision:
    """All that a command does. One without events changes nothing, and its reply says why."""

    events: tuple[Event, ...] = ()
    replies: tuple[Reply, ...] = ()
    notices: tuple[Tell, ...] = ()
    turn: Turn | None = field(default=None, compare=False)
    """The phase that was judged on the way, for the store; its number is that of its PhaseRun."""


class Asked(NamedTuple):
    """What every handler is given beside its command."""

    game: Game
    by: str
    """Seat key, `gm`, or '' for someone without a seat."""
    now: datetime
    """When our server took the letter."""
    ruleset: Ruleset
    secret: bytes
    """The game's secret seed; b'' if the question needs none."""

    @property
    def power(self) -> str:
        """The asker's power, or ''."""
        return self.game.power_of(self.by)


def refuse(why: str, **facts: Any) -> Decision:
    """A decision that changes nothing and answers why."""
    return Decision(replies=(Reply("refused", {"why": why, **facts}),))


def accept(kind: str, *events: Event, **facts: Any) -> Decision:
    """A decision with one reply."""
    return Decision(events, (Reply(kind, facts),))


def run(game: Game, now: datetime, ruleset: Ruleset, secret: bytes) -> Decision:
    """Run the phase that is due: its events, the judged phase, and a report to everyone.

    Raises ValueError if the game has dice and its seed is not given.
    """
    events, turn = run_phase(game, now, ruleset, secret)
    facts = {"turn": game.seq, "phase": turn.outcome.before.phase.name}
    return Decision(events, notices=(Tell("*", "report", facts), *private(game, ruleset, facts)), turn=turn)


def private(game: Game, ruleset: Ruleset, facts: Mapping[str, Any]) -> tuple[Tell, ...]:
    """Where readers see different things, a letter to each power beside the report, whether or not it has anything to learn."""
    seats = [seat for seat in game.seats if not seat.vacant] if ruleset.table.veiled(ruleset) else []
    return tuple(Tell(seat.key, "private", facts) for seat in seats)
