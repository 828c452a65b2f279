"""IMPORT … END: a game that was begun elsewhere moves in with its history; and what EXPORT may tell."""

from __future__ import annotations

from judge.commands.positions import ImportGame
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, refused
from judge.game.foreign.game import play_again, read_foreign_game
from judge.game.foreign.phase import NoForeignGame
from judge.game.gm.positions import unit_counts
from judge.game.model.gm_events import OpeningSet
from judge.game.position_text import PositionFault

MOST_SHOWN = 10
"""Lines that cannot be read, and phases that came out otherwise, which an answer names."""


def import_game(asked: TruthContext, command: ImportGame) -> CommandResult:
    """IMPORT: judge again what was played elsewhere. If any order cannot be read, nothing is used."""
    game, ruleset = asked.truth, asked.ruleset
    if game.stage != "forming":
        return refused("has-begun")
    if ruleset.dice or ruleset.open or ruleset.rules.hides_information(ruleset):
        return refused("import", fault="variant", word=ruleset.title, lines=[])
    try:
        found = play_again(read_foreign_game(command.text, ruleset), ruleset)
    except NoForeignGame:
        return refused("import", fault="nothing", word="", lines=[])
    except PositionFault as fault:
        return refused("import", fault="board", word=fault.word, lines=[["", fault.line]])
    if found.unread:
        lines = [[each.phase, each.line[:100]] for each in found.unread[:MOST_SHOWN]]
        return refused("import", fault="orders", word=str(len(found.unread)), lines=lines)
    facts = {
        "phase": found.position.phase.name, "first": found.start.phase.name, "phases": len(found.phases), "reason": "",
        "board": unit_counts(found.position), "differ": [phase for phase, _ in found.differences],
    }  # fmt: skip
    event = OpeningSet(found.position, "", found.start, found.phases)
    told = Notification(Group.ALL, "news", {"what": "opening", **facts})
    return CommandResult((event,), (Reply("imported", facts),), (told,))
