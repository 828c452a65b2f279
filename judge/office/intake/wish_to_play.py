"""Letters that ask for a seat in a sentence: read them as a JOIN, or say which games there are."""

from __future__ import annotations

from collections.abc import Sequence

from judge.board import normalize_name
from judge.commands import Command
from judge.commands.answers import Answer, parse_answer
from judge.commands.base import IncompleteCommand
from judge.commands.joining import Join
from judge.commands.orders import OrderLines
from judge.commands.suggestions import speaks_of_play, wishes_to_play
from judge.game.power_names import find_powers
from judge.office.context import LetterContext
from judge.office.suggestions import public_forming_games

MOST = 60
"""Most words of a letter that may be such a sentence, with its greeting and signature."""


def asks_for_seat(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """What a letter asks for, of which a wish to play in plain words is a JOIN, with the powers that it names; where it names no
    game that waits for players, or several, it is answered with those that do.

    It is read so from somebody who has no seat, and only if the letter asks for nothing else.
    """
    text = context.mail.text
    if context.seats or len(text.split()) > MOST or not all(_may_wish(context, each) for each in commands):
        return list(commands)
    known = {card.name: normalize_name(card.name).replace(" ", "") for card in public_forming_games(context)}
    words = normalize_name(text).split()
    runs = {"".join(words[at : at + length]) for at in range(len(words)) for length in (1, 2, 3)}
    named = [name for name, key in known.items() if key in runs]
    if not known or not (wishes_to_play(text) and (named or speaks_of_play(text))) or parse_answer(text) is Answer.NO:
        return list(commands)
    line = next(line.strip() for line in text.splitlines() if line.strip())
    game = context.uow.opened(named[0]) if len(named) == 1 else None
    if game is None:
        return [IncompleteCommand(line, "JOIN")]
    wishes = find_powers(text, context.uow.rules(game))
    name = next((each.name for each in commands if isinstance(each, Join) and each.name), "")
    said = next((each.power for each in commands if isinstance(each, Join) and each.power), "")
    return [Join(line, game.name, said or ", ".join(wishes), name)]


def _may_wish(context: LetterContext, command: Command) -> bool:
    """Whether a command is talk, or a JOIN of an unknown game."""
    if isinstance(command, Join):
        return not (command.game and context.uow.stage(command.game))
    return isinstance(command, OrderLines) or (isinstance(command, IncompleteCommand) and command.word == "JOIN")
