"""Begin a game: who plays what, the board, and the first deadline."""

from __future__ import annotations

from datetime import datetime

from judge.game.decision import CommandResult
from judge.game.model.events import Began
from judge.game.model.game import Game
from judge.game.players.power_assignment import assign_powers
from judge.game.starting_position import first_position, opening_notifications
from judge.rules.phases import begin_position as begun
from judge.rules.ruleset import Ruleset


def begin_game(game: Game, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Assign the powers and begin; everybody is told. All seats must be taken. `secret`: the game's seed."""
    powers = assign_powers(game.seats, [power.name for power in ruleset.powers], secret)
    clock = game.settings.clock(ruleset.start.phase.kind)
    due = clock.after(now) if clock else None
    position = begun(first_position(game, ruleset, secret), ruleset)
    event = Began(powers, position, due, ruleset.calendar.eve, now)
    return CommandResult((event,), (), opening_notifications(game, powers, position, ruleset))
