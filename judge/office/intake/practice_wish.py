"""A letter with PRACTICE in its subject, and the power or the level in its text: "as France, steady ones"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.commands import Command
from judge.commands.practice import Practise, level_named, power_named
from judge.game.power_names import find_power, find_powers
from judge.office.context import LetterContext
from judge.office.handlers.game_titles import find_variant


def wish_completed(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """Return the commands of a subject, with what a PRACTICE in it leaves open filled in from the letter's text."""
    return [_completed(context, each) if isinstance(each, Practise) else each for each in commands]


def _completed(context: LetterContext, command: Practise) -> Practise:
    house, text = context.uow.house, context.mail.text
    folder = find_variant(command.variant, house.variants) if command.variant else house.usual
    level = command.level or level_named(text)[0]
    if command.power or not folder or house.rules(folder).open:
        return replace(command, level=level)
    rules = house.rules(folder)
    named = find_power(power_named(text)[0], rules) or ", ".join(find_powers(text, rules)[:1])
    return replace(command, level=level, power=named)
