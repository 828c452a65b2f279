"""What time brings to a game by itself: here and nowhere else it is said when a game wakes next, and what it does then."""

from __future__ import annotations

from datetime import datetime

from judge.game.decision import Decision, run
from judge.game.state import Game
from judge.rules.ruleset import Ruleset


def wakes(game: Game) -> datetime | None:
    """When something happens to the game by itself: its running phase's deadline; None if nothing will."""
    return game.due if game.stage == "running" else None


def wake(game: Game, at: datetime, now: datetime, ruleset: Ruleset, secret: bytes = b"") -> Decision | None:
    """The next thing that was to happen at `at` or before, carried out `now`; None if nothing was.

    `secret`: the game's seed, if it has dice. Raises ValueError if it has and there is none.
    """
    if game.stage != "running" or game.due is None or game.due > at:
        return None
    return run(game, now, ruleset, secret)
