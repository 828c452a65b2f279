"""What counts once in a letter: a question, a password, a new game. So no letter has an endless answer, or stops the house."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.commands import Command, Confirm, Create, Password, Remark, Resend, Sample, SetPassword, UseGame
from judge.commands.table import row_of
from judge.office.books import game_key
from judge.office.rows import KNOWN

MOST = 12
"""Questions that one letter has answered."""


class Once(NamedTuple):
    """What a letter asks for, everything once, and what is left out that its writer should be told of."""

    commands: list[Command]
    games: list[str]
    """Games that are not opened."""
    questions: list[str]
    """The lines of questions that are not answered."""


def once(commands: Sequence[Command]) -> Once:
    """A letter's commands without repetitions. Of questions and passwords the last counts, of games the first: with another CREATE
    everything goes that stands below it, for that was about the new game.
    """
    kept, games = _one_game(commands)
    keys = _keys(kept)
    last = {key: at for at, key in enumerate(keys)}
    single = [at for at, key in enumerate(keys) if key is None or last[key] == at]
    asked = [at for at in single if is_question(kept[at])]
    beyond = set(asked[MOST:])
    return Once([kept[at] for at in single if at not in beyond], games, [kept[at].line for at in asked[MOST:]])


def is_question(command: Command) -> bool:
    """Whether a command is answered, and does nothing else."""
    if isinstance(command, UseGame | Password | Confirm):
        return False
    row = row_of(command, KNOWN)
    return isinstance(command, Sample | Resend) or (row is not None and row.reads_only)


def _one_game(commands: Sequence[Command]) -> tuple[list[Command], list[str]]:
    first = next((game_key(command.game) for command in commands if isinstance(command, Create)), "")
    kept, games, begun, skipping = list[Command](), list[str](), False, False
    for command in commands:
        if isinstance(command, UseGame):
            skipping = False
        if isinstance(command, Create):
            skipping = begun and game_key(command.game) != first
            games += [command.game] if skipping else []
            kept += [] if begun else [command]
            begun = True
        elif not skipping:
            kept.append(command)
    return kept, list(dict.fromkeys(games))


def _keys(commands: Sequence[Command]) -> list[Hashable]:
    """What each command says, the same for those that say the same about the same game; None for those that count each time."""
    found, about = list[Hashable](), ""
    for command in commands:
        if isinstance(command, UseGame):
            about = game_key(command.game)
        if isinstance(command, SetPassword):
            found.append(SetPassword)
        elif isinstance(command, Remark):
            found.append(command)
        else:
            found.append((about, replace(command, line="")) if is_question(command) else None)
    return found
