"""LUCK: what players add to the seed of the dice, so that whoever made the seed could not know any throw."""

from __future__ import annotations

import re

from judge.commands.dice import AddLuck
from judge.game.decision import CommandContext, CommandResult, accepted, refused
from judge.game.model.events import LuckAdded

WORD = re.compile(r"[A-Za-z0-9-]{1,40}")
"""Letters that no mail program writes in another way."""


def add_luck(asked: CommandContext, command: AddLuck) -> CommandResult:
    """LUCK: add a word to the seed, or put another in its place. Its row lets it through before the start only."""
    game = asked.game
    if not asked.ruleset.dice:
        return refused("no-dice")
    if not game.seat(asked.by):
        return refused("luck-whose")
    if not WORD.fullmatch(command.word):
        return refused("luck-word", word=command.word)
    return accepted("luck", LuckAdded(asked.seat, command.word), word=command.word, before=game.words.get(asked.seat, ""))
