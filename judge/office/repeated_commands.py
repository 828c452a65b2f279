"""What counts once in a letter: a question, a password, a new game, a phase; and how often all else does.

So no letter has an endless answer, stops the house, or brings others more letters than a person would write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from judge.commands import KNOWN, Command, Remark, VariantCommand
from judge.commands.authentication import SetPassword
from judge.commands.deadlines import ChangeSetting
from judge.commands.gm import CreateGame
from judge.commands.help_and_lists import UseGame
from judge.commands.spec import ANY_NUMBER
from judge.commands.table import row_for_command
from judge.office.unit_of_work import game_key

MOST = 12
"""Questions that one letter has answered."""
MOST_IN_ALL = 60
"""How often one letter does commands of one kind, over all games and settings (`Row.most` for each of them)."""


class CommandsOnce(NamedTuple):
    """A letter's commands, each once, and the ones left out that its writer should hear of."""

    commands: list[Command]
    games: list[str]
    """Games that are not opened."""
    questions: list[str]
    """The lines of questions that are not answered."""


def without_repeats(commands: Sequence[Command]) -> CommandsOnce:
    """A letter's commands without repetitions. Of questions and passwords the last counts, of games the first: with another CREATE
    everything goes that stands below it, for that was about the new game.
    """
    kept, games = _one_game(commands)
    keys = _keys(kept)
    last = {key: at for at, key in enumerate(keys)}
    single = [at for at, key in enumerate(keys) if key is None or last[key] == at]
    asked = [at for at in single if is_question(kept[at])]
    beyond = set(asked[MOST:])
    return CommandsOnce([kept[at] for at in single if at not in beyond], games, [kept[at].line for at in asked[MOST:]])


class Often:
    """How often a letter has done what changes something and is told to others, and what it has not done because of that."""

    def __init__(self) -> None:
        self._done: Counter[Hashable] = Counter()
        self._left: dict[tuple[str, int], list[str]] = {}

    def allows(self, command: Command, game: str) -> bool:
        """Whether a command about a game may be done again; count it."""
        row = row_for_command(command, KNOWN)
        if row is None or row.reads_only or row.most == ANY_NUMBER:
            return True
        about = command.word if isinstance(command, ChangeSetting | VariantCommand) else ""
        kind = (type(command), about if isinstance(command, VariantCommand) else "")
        one = (*kind, about.upper(), game_key(getattr(command, "game", "")) or game)
        if self._done[one] < row.most and self._done[kind] < MOST_IN_ALL:
            self._done.update([one, kind])
            return True
        in_all = self._done[one] < row.most
        name = row.word if in_all else " ".join(dict.fromkeys([*row.word.split(), *about.split()]))
        self._left.setdefault((name, MOST_IN_ALL if in_all else row.most), []).append(command.line)
        return False

    def left(self) -> list[dict[str, Any]]:
        """What was not done, by kind: its word, how often it was done, how many more lines there were, and the first of them."""
        return [{"word": word, "most": most, "more": len(lines), "line": lines[0]} for (word, most), lines in self._left.items()]


def is_question(command: Command) -> bool:
    """Whether a command is answered, and does nothing else."""
    row = row_for_command(command, KNOWN)
    return row is not None and row.is_question


def _one_game(commands: Sequence[Command]) -> tuple[list[Command], list[str]]:
    first = next((game_key(command.game) for command in commands if isinstance(command, CreateGame)), "")
    kept, games, begun, skipping = list[Command](), list[str](), False, False
    for command in commands:
        if isinstance(command, UseGame):
            skipping = False
        if isinstance(command, CreateGame):
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
