"""Which commands there are besides those of every game."""

from __future__ import annotations

from judge.commands import GENERAL, OF_DICE, CommandSpec, rows_by_word, variant_command_row
from judge.rules.ruleset import Ruleset


def variant_command_rows(rules: Ruleset) -> tuple[CommandSpec, ...]:
    """The rows of the commands that not every game has."""
    own = (variant_command_row(own.word, own.who, own.example, own.takes != "line") for own in rules.commands)
    return (*(OF_DICE if rules.dice else ()), *own)


KNOWN = {**GENERAL, **rows_by_word(OF_DICE)}
"""The words of all commands but those of some game alone."""
