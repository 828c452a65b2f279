"""Folding: the game after an event. Nothing is checked here; an event has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from judge.board import Position
from judge.game.events import (
    BallotClosed,
    Began,
    Commanded,
    Created,
    DeadlinesChanged,
    Ended,
    Event,
    FinalSaid,
    Joined,
    Left,
    OrdersTaken,
    PhaseRun,
    PressSent,
    PressWithdrawn,
    Proposed,
    Resigned,
    ThrowStated,
    Voted,
)
from judge.game.state import Ballot, Game, Held, Seat, Standing


def fold(events: Iterable[Event]) -> Game:
    """The game that a whole list of events makes. Raises ValueError if the first is not its creation."""
    first, *rest = events
    if not isinstance(first, Created):
        raise ValueError(f"a game's first event is its creation, not {first}")
    game = create(first)
    for event in rest:
        game = apply(game, event)
    return game


def create(event: Created) -> Game:
    """A new game."""
    return Game(event.name, event.variant, event.version, event.settings, seal=event.seal, seq=1)


def apply(game: Game, event: Event) -> Game:
    """The game after an event of any kind but its creation. Raises KeyError for an unknown kind."""
    return replace(STEPS[type(event)](game, event), seq=game.seq + 1)


def centre_counts(position: Position) -> dict[str, int]:
    """power → centres it owns, in order of first mention."""
    counts: dict[str, int] = {}
    for owner in position.owners.values():
        counts[owner] = counts.get(owner, 0) + 1
    return counts


def _joined(game: Game, event: Joined) -> Game:
    return replace(game, seats=(*game.seats, Seat(event.seat, prefers=event.prefers, brings=event.brings)))


def _left(game: Game, event: Left) -> Game:
    return replace(game, seats=tuple(seat for seat in game.seats if seat.key != event.seat))


def _resigned(game: Game, event: Resigned) -> Game:
    seats = tuple(replace(seat, vacant=True) if seat.key == event.seat else seat for seat in game.seats)
    return replace(game, seats=seats, final=game.final - {game.power_of(event.seat)})


def _began(game: Game, event: Began) -> Game:
    seats = tuple(replace(seat, power=event.powers[seat.key]) for seat in game.seats)
    start = (event.year, centre_counts(event.position))
    return replace(game, stage="running", seats=seats, position=event.position, due=event.due, history=(start,))


def _deadlines(game: Game, event: DeadlinesChanged) -> Game:
    if event.spec is None:
        return replace(game, due=event.due)
    deadlines = {**game.settings.deadlines, event.kind: event.spec}
    return replace(game, settings=replace(game.settings, deadlines=deadlines), due=event.due)


def _orders(game: Game, event: OrdersTaken) -> Game:
    before = game.standing.get(event.power)
    standing = Standing(before.version + 1 if before else 1, event.orders)
    return replace(game, standing={**game.standing, event.power: standing})


def _final(game: Game, event: FinalSaid) -> Game:
    return replace(game, final=game.final | {event.power} if event.on else game.final - {event.power})


def _press(game: Game, event: PressSent) -> Game:
    number = max((held.number for held in game.press if held.seat == event.seat), default=0) + 1
    return replace(game, press=(*game.press, Held(game.seq, event.seat, number)))


def _withdrawn(game: Game, event: PressWithdrawn) -> Game:
    return replace(game, press=tuple(held for held in game.press if held.seq != event.item))


def _commanded(game: Game, event: Commanded) -> Game:
    return replace(game, position=replace(game.board_now, facts=event.facts))


def _throw(game: Game, event: ThrowStated) -> Game:
    throws = {**game.throws, event.subject: event.throw}
    return replace(game, throws=throws, stated={**game.stated, event.subject: event.reason})


def _phase(game: Game, event: PhaseRun) -> Game:
    history = game.history
    if event.counted:
        year = game.position.phase.year if game.position else event.position.phase.year
        history = (*history, (year, centre_counts(event.position)))
    return replace(
        game, position=event.position, standing={}, final=frozenset(), press=(), due=event.due, history=history, turn=game.seq,
        throws={**game.throws, **event.throws},
    )  # fmt: skip


def _proposed(game: Game, event: Proposed) -> Game:
    votes = {event.by: "yes"}
    return replace(game, ballot=Ballot(event.what, event.powers, event.by, event.signed, event.closes, votes))


def _voted(game: Game, event: Voted) -> Game:
    ballot = game.ballot
    return replace(game, ballot=replace(ballot, votes={**ballot.votes, event.power: event.vote}) if ballot else None)


def _closed(game: Game, event: BallotClosed) -> Game:
    return replace(game, ballot=None)


def _ended(game: Game, event: Ended) -> Game:
    return replace(game, stage="finished", ending=event.ending, winners=event.winners, seed=event.seed, due=None, ballot=None)


STEPS: dict[type[Event], Callable[[Game, Any], Game]] = {
    Joined: _joined,
    Left: _left,
    Resigned: _resigned,
    Began: _began,
    DeadlinesChanged: _deadlines,
    OrdersTaken: _orders,
    FinalSaid: _final,
    PressSent: _press,
    PressWithdrawn: _withdrawn,
    Commanded: _commanded,
    ThrowStated: _throw,
    PhaseRun: _phase,
    Proposed: _proposed,
    Voted: _voted,
    BallotClosed: _closed,
    Ended: _ended,
}
