"""A deadline's work: send the standing orders to the referee, count, and set the next deadline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce

from judge.board import Position
from judge.game.apply import apply
from judge.game.events import Ended, Event, PhaseRun
from judge.game.record import record_of, write_record
from judge.game.state import Game
from judge.game.throwing import opened, thrower
from judge.rules import Due, adjudicate, due
from judge.rules.outcome import Outcome
from judge.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Turn:
    """A judged phase with what its report says beside the outcome. The store keeps it under the number of its PhaseRun."""

    game: str
    variant: str
    outcome: Outcome
    silent: tuple[str, ...] = ()
    """Powers that owed orders and sent none."""
    due: datetime | None = None
    """The next phase's deadline."""
    zone: str = "UTC"
    history: tuple[tuple[int, Mapping[str, int]], ...] = ()
    press: tuple[int, ...] = ()
    """Event numbers of the press it prints."""
    number: str = ""
    anonymous: bool = False
    ending: str = ""
    run: datetime | None = None
    """When it was judged."""
    revision: int = 1
    seal: str = ""
    """Fingerprint of the seed of the game's throws; '' for a game without dice."""
    stated: tuple[str, ...] = ()
    """Subjects thrown for in this phase whose throws the GM had stated."""
    record: str = ""
    """The record of all throws (`judge.game.record`) if the game is over by this phase."""


def run_phase(game: Game, now: datetime, ruleset: Ruleset, secret: bytes = b"") -> tuple[tuple[Event, ...], Turn]:
    """Judge the running phase with the orders that stand; the game may be over by it.

    `secret`: the seed that throws are drawn from. Raises ValueError if the game has dice and there is none.
    """
    position = game.board_now
    orders = {power: standing.orders for power, standing in game.standing.items() if standing.orders}
    outcome = adjudicate(position, orders, ruleset, thrower(game, ruleset, secret))
    owed = due(position, ruleset)
    owing = [power.name for power in ruleset.powers if owed.get(power.name, Due()) != Due()]
    silent = tuple(power for power in owing if power not in orders)
    upcoming = None if outcome.winners else next_deadline(game, outcome.position, now)
    event = PhaseRun(
        position.phase.name, orders, silent, outcome.position, outcome.counted, upcoming, dict(outcome.throws)
    )
    ended = (Ended("won", outcome.winners, opened(game, secret)),) if outcome.winners else ()
    return (event, *ended), _turn(game, (event, *ended), outcome, silent, now)


def may_run_early(game: Game, ruleset: Ruleset) -> bool:
    """Whether everyone who owes something in this phase has said FINAL."""
    owing = owing_powers(game, ruleset)
    return bool(owing) and all(power in game.final for power in owing)


def owing_powers(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """Powers with a player from whom something is due now, in the game's order."""
    owed = due(game.board_now, ruleset)
    vacant = {seat.power for seat in game.seats if seat.vacant}
    return tuple(power.name for power in ruleset.powers if power.name in owed and power.name not in vacant)


def next_deadline(game: Game, position: Position, now: datetime) -> datetime | None:
    """When the phase of a position is due, by the game's clock for its kind."""
    clock = game.settings.clock(position.phase.kind)
    return clock.after(now) if clock else None


def _turn(game: Game, events: Sequence[Event], outcome: Outcome, silent: tuple[str, ...], now: datetime) -> Turn:
    after = reduce(apply, events, game)
    return Turn(
        game=game.name,
        variant=game.variant,
        outcome=outcome,
        silent=silent,
        due=after.due,
        zone=after.zone,
        history=after.history,
        press=tuple(held.seq for held in game.press),
        number=game.settings.number,
        anonymous=game.settings.anonymous,
        ending=after.ending,
        run=now,
        seal=game.seal,
        stated=tuple(subject for subject in outcome.throws if subject in game.stated),
        record=write_record(record_of(after)) if after.seed else "",
    )
