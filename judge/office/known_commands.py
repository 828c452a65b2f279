"""Which commands there are besides those of every game."""

from __future__ import annotations

from judge.commands import GENERAL, OF_DICE, CommandSpec, rows_by_word
from judge.game.variant_commands import own_command_rows
from judge.rules.ruleset import Ruleset


def variant_command_rows(rules: Ruleset) -> tuple[CommandSpec, ...]:
    """The rows of the commands that this game has and not every game."""
    return (*(OF_DICE if rules.dice else ()), *own_command_rows(rules))


KNOWN = {**GENERAL, **rows_by_word(OF_DICE)}
"""The words of all commands but those of some game alone."""
