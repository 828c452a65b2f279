"""What time brings to a game by itself: here and nowhere else it is said when a game wakes next, and what it does then."""

from __future__ import annotations

from datetime import datetime

from judge.game import voting
from judge.game.decision import Decision, run
from judge.game.state import Game
from judge.rules.ruleset import Ruleset


def wakes(game: Game) -> datetime | None:
    """When something happens to the game by itself: its running phase's deadline, or a vote closes; None if nothing will."""
    if game.stage != "running":
        return None
    return min((when for when in (game.due, game.ballot and game.ballot.closes) if when), default=None)


def wake(game: Game, at: datetime, now: datetime, ruleset: Ruleset, secret: bytes = b"") -> Decision | None:
    """The next thing that was to happen at `at` or before, carried out `now`; None if nothing was.

    `secret`: the game's seed, if it has dice. Raises ValueError if it has and there is none.
    """
    first = wakes(game)
    if first is None or first > at:
        return None
    if game.ballot and game.ballot.closes == first:  # before a phase due at the same time, which is not run if the game ends
        return voting.close(game, game.ballot, ruleset, secret)
    return run(game, now, ruleset, secret)
