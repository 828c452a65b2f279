"""Core: one game's life. In go a game, a command and the time; out comes a CommandResult: events, replies, and letters to write.

    decide(game, command, by, now, ruleset)  what a command does: events to append, what to answer, whom else to tell
    apply_event(game, event)                 the game after an event; replay_events folds all of them from the first
    adjudicate_phase(game, now, ruleset)     a deadline's work: adjudicate, count, set the next deadline
    view_game(game, ruleset, reader)         what one power, or the public, may see of it
"""

from judge.game.decide import decide
from judge.game.decision import CommandResult, Notification, Reply
from judge.game.model.apply import apply_event, replay_events
from judge.game.model.game import PUBLIC, CurrentOrders, Game
from judge.game.model.game_settings import GameSettings
from judge.game.phases.adjudicate import adjudicate_phase
from judge.game.visibility import GameView, PhaseView, view_game, view_phase

__all__ = [
    "PUBLIC",
    "CommandResult",
    "CurrentOrders",
    "Game",
    "GameSettings",
    "GameView",
    "Notification",
    "PhaseView",
    "Reply",
    "adjudicate_phase",
    "apply_event",
    "decide",
    "replay_events",
    "view_game",
    "view_phase",
]
