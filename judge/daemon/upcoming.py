"""The games in which something happens next, for the operator: their deadlines, and what happens before."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from judge.game.model.game import Game
from judge.game.model.serialization import read_game
from judge.game.phases.scheduled import next_scheduled
from judge.store import GameListing
from judge.store.transaction import Transaction


class UpcomingGame(NamedTuple):
    """A game, its deadline, and what happens in it next, which is often something else."""

    name: str
    phase: str
    zone: str
    """The game's time zone."""
    deadline: datetime | None
    """None while it has none, for example because it is paused."""
    act: str
    """What happens next: a kind of `judge.game.phases.scheduled.ScheduledAct`, or `again` if it could not be done at its time."""
    at: datetime
    """When that is."""


def list_upcoming(work: Transaction, most: int) -> list[UpcomingGame]:
    """List the games in which something happens next, at most `most`, in the order of time."""
    return [_upcoming(work, card, card.next_due) for card in work.games.first_due(most) if card.next_due]


def _upcoming(work: Transaction, card: GameListing, at: datetime) -> UpcomingGame:
    game = _game(work, card.name)
    if game is None:
        return UpcomingGame(card.name, card.phase, "UTC", None, "again", at)
    act = next_scheduled(game)
    kind = act.kind if act and act.at >= at else "again"
    return UpcomingGame(card.name, card.phase, game.zone, game.due, kind, at)


def _game(work: Transaction, name: str) -> Game | None:
    """Return a game; None if it cannot be opened."""
    stored = work.games.get(name)
    try:
        return stored and read_game(stored.head)
    except Exception:  # unreadable data of any kind
        return None
