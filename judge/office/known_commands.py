"""Which commands there are besides those of every game."""

from __future__ import annotations

from judge.commands import GENERAL, OF_DICE, CommandSpec, own_row, words_of
from judge.rules.ruleset import Ruleset


def rows_of(rules: Ruleset) -> tuple[CommandSpec, ...]:
    """The rows of the commands that not every game has."""
    own = (own_row(own.word, own.who, own.example, own.takes != "line") for own in rules.commands)
    return (*(OF_DICE if rules.dice else ()), *own)


KNOWN = {**GENERAL, **words_of(OF_DICE)}
"""The words of all commands but those of some game alone."""
