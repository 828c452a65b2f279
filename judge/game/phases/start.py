"""Begin a game: who plays what, the board, and the first deadline."""

from __future__ import annotations

from datetime import datetime

from judge.game.decision import CommandResult
from judge.game.model.events import Began
from judge.game.model.game import Game
from judge.game.phases.past import with_past
from judge.game.players.power_assignment import assign_powers
from judge.game.starting_position import eve_of, first_position, opening_notifications, powers_to_play
from judge.rules.phases import begin_position as begun
from judge.rules.ruleset import Ruleset


def begin_game(game: Game, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Assign the powers and begin; everybody is told. All seats must be taken. `secret`: the game's seed."""
    names = powers_to_play(game, ruleset)
    powers = assign_powers(game.seats, names if len(names) == len(game.seats) else [each.name for each in ruleset.powers], secret)
    position = begun(first_position(game, ruleset, secret), ruleset)
    clock = game.settings.clock(position.phase.kind)
    due = clock.after(now) if clock else None
    letters = opening_notifications(game, powers, position, ruleset)
    if game.past_start:
        return CommandResult((), (), letters).then(with_past(game, powers, due, now, ruleset))
    event = Began(powers, position, due, eve_of(position, ruleset), now)
    return CommandResult((event,), (), letters)
