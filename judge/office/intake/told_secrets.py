"""What a GM is about to tell players in words of the GM's own that not all of them may know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.commands import BY_TYPE, Command
from judge.commands.base import VariantCommand
from judge.commands.deadlines import ChangeSetting
from judge.commands.gm_review import OrderForPower
from judge.commands.help_and_lists import UseGame
from judge.commands.positions import ImportGame, SetPosition
from judge.game.model.game import Game
from judge.office.context import LetterContext
from judge.office.unit_of_work import game_key
from judge.office.unreadable_games import UnreadableGame
from judge.rules.ruleset import Ruleset

NOT_FOR_PLAYERS = (OrderForPower, SetPosition, ImportGame)
"""Commands whose `text` only the judge reads; their reasons are for players."""


def told_secrets(context: LetterContext, commands: Sequence[Command]) -> list[str]:
    """Return the secret words in a GM's press, reasons and headlines, each once; [] for others, and where nothing is hidden."""
    found, name = list[str](), context.game
    for command in commands:
        name = game_key(command.game) if isinstance(command, UseGame) and command.game else name
        said, row = " ".join(_told(command)), BY_TYPE.get(type(command))
        seat = context.sits_in(name) if said and name and row and row.about == "game" and not row.reads_only else None
        try:
            game = context.uow.opened(name) if seat and seat.seat.is_gm else None
        except UnreadableGame:
            continue
        if game and game.stage == "running":
            rules = context.uow.rules(game)
            said = _without_operands(said, game, rules) if isinstance(command, VariantCommand) else said
            found += _secret(said, game, rules)
    return list(dict.fromkeys(found))


def _told(command: Command) -> Iterator[str]:
    yield str(getattr(command, "reason", ""))
    if not isinstance(command, NOT_FOR_PLAYERS):
        yield str(getattr(command, "text", ""))
    if isinstance(command, ChangeSetting) and command.word == "COMMENT":
        yield command.value


def _without_operands(said: str, game: Game, ruleset: Ruleset) -> str:
    """What follows a variant's own command without a Power and a secret word at its beginning: these only say what it is about."""
    words = said.split()
    if words and words[0].lower() in {power.name.lower() for power in ruleset.powers}:
        words = words[1:]
    return " ".join(words[1:] if words and _secret(words[0], game, ruleset) else words)


def _secret(said: str, game: Game, ruleset: Ruleset) -> list[str]:
    """Return the secret words in a text, in whatever case they are written there."""
    words = ruleset.rules.secret_words(ruleset, game.board_now) if ruleset.rules.hides_information(ruleset) else ()
    return sorted(word for word in words if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said, re.IGNORECASE))
