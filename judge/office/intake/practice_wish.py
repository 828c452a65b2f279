"""What is meant by PRACTICE in a subject with the power or the level in the text, and by plain words in a practice game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.commands import Command
from judge.commands.parse import Said
from judge.commands.practice import Practise, level_named, power_named
from judge.commands.said_in_practice import said_in_practice
from judge.game.power_names import find_power, find_powers
from judge.office.context import LetterContext
from judge.office.handlers.game_titles import find_variant


def wish_completed(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """Return the commands of a subject, with what a PRACTICE in it leaves open filled in from the letter's text."""
    return [_completed(context, each) if isinstance(each, Practise) else each for each in commands]


def said_there(context: LetterContext) -> Said | None:
    """Return how lines in plain words are read in the practice game that a letter is about; None if it is about another game."""
    seat = context.sits_in(context.game) if context.game else None
    game = context.uow.opened(seat.game) if seat else None
    if not game or not game.settings.practice or game.stage != "running":
        return None
    lesson = bool(game.lesson)
    return lambda line, first: said_in_practice(line, first, lesson)


def _completed(context: LetterContext, command: Practise) -> Practise:
    house, text = context.uow.house, context.mail.text
    folder = find_variant(command.variant, house.variants) if command.variant else house.usual
    level = command.level or level_named(text)[0]
    if command.power or not folder or house.rules(folder).open:
        return replace(command, level=level)
    rules = house.rules(folder)
    named = find_power(power_named(text)[0], rules) or ", ".join(find_powers(text, rules)[:1])
    return replace(command, level=level, power=named)
