"""Try a command on the games as they are: would it change anything? If not, nobody needs to be asked who wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.commands import BY_TYPE, KNOWN, Command, Remark
from judge.commands.gm import CreateGame
from judge.commands.help_and_lists import UseGame
from judge.commands.standbys import TakeOver
from judge.commands.table import row_for_command
from judge.office.context import LetterContext
from judge.office.dispatch import HANDLERS
from judge.office.unit_of_work import game_key
from judge.office.unreadable_games import UnreadableGame


def would_change_anything(context: LetterContext, command: Command) -> bool:
    """Whether a command would do anything; nothing is changed by it. What the office itself does is taken to do something, unless
    its row says that it only reads, or does nothing for a stranger. What is about a game that cannot be opened would do nothing.
    """
    row = row_for_command(command, KNOWN)
    if isinstance(command, Remark) or (row and (row.reads_only or (row.known_only and context.person is None))):
        return False
    try:
        return HANDLERS[type(command)].would_act(context, command)
    except UnreadableGame:
        return False


def turns(context: LetterContext, command: Command) -> bool:
    """Whether the commands after this one may be about another game of the writer's than the letter's own."""
    named = game_key(str(getattr(command, "game", "")))
    return named != context.game and (isinstance(command, UseGame) or context.sits_in(named) is not None)


def acting(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """Return the commands that would change something, and all that follow one that changes to another game, which is not loaded
    yet.
    """
    turned, found = next((at for at, command in enumerate(commands) if turns(context, command)), len(commands)), list[Command]()
    for command in commands[:turned]:
        freed = found and isinstance(command, TakeOver)  # a line above it may make a seat vacant
        found += [command] if freed or would_change_anything(context, command) else []
    return [*found, *commands[turned:]]


def preview_correction(context: LetterContext, commands: Sequence[Command]) -> list[Mapping[str, Any]]:
    """Return a preview of what a GM's correction would change in published results, to be shown before it is confirmed."""
    found, name = list[Mapping[str, Any]](), context.game
    for command in commands:
        if isinstance(command, CreateGame):
            name = ""  # what is below it is about the new game
        elif context.sits_in(named := game_key(str(getattr(command, "game", "")))):
            name = named
        row = BY_TYPE.get(type(command))
        seat = context.sits_in(name) if name and row and row.about == "game" and not row.reads_only else None
        try:
            game = context.catch_up(name) if seat and seat.seat.is_gm else None
            decision = context.decide(command, game, seat.seat) if game and seat else None
        except UnreadableGame:
            continue
        found += [decision.dry] if decision and decision.dry is not None else []
    return found
