"""Trying a command on the games as they stand: would it do anything? If not, nobody needs to be asked who wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.commands import Command, CreateGame, Eject, ExtendDeadline, Join, Promote, Remark, Rollback, TakeOver, UseGame
from judge.commands.table import row_for_command
from judge.game import decide
from judge.game.model.game import is_gm
from judge.office.context import OFFICE_COMMANDS, LetterContext
from judge.office.handlers import names
from judge.office.handlers.joining import NAME
from judge.office.handlers.queries import STUDIES
from judge.office.known_commands import KNOWN
from judge.office.unit_of_work import game_key
from judge.office.unreadable_games import UnreadableGame


def would_change_anything(visit: LetterContext, command: Command) -> bool:
    """Whether a command would do anything; nothing is changed by it. What the office itself does is taken to do something, unless
    its row says that it only reads, or does nothing for a stranger. What is about a game that cannot be opened would do nothing.
    """
    row = row_for_command(command, KNOWN)
    if isinstance(command, Remark) or (row and (row.reads_only or (row.known_only and visit.person is None))):
        return False
    try:
        return _would_do(visit, command)
    except UnreadableGame:
        return False


def _would_do(visit: LetterContext, command: Command) -> bool:
    if isinstance(command, CreateGame | Join):
        return _would_enter(visit, command)
    if isinstance(
        command, ExtendDeadline | TakeOver | Eject | Promote
    ):  # whom they mean, or which game, is found out only when obeyed
        return isinstance(command, ExtendDeadline | TakeOver) or not _only_plays(visit)
    if _is_the_office_s(command):
        return True
    name = game_key(command.game) if isinstance(command, Rollback) and command.game else visit.game
    seat = visit.sits_in(name) if name else None
    game = visit.catch_up(name) if seat else None
    decision = visit.decide(command, game, seat.seat) if game and seat else None
    return decision is not None and bool(decision.events or decision.notices)


def turns(visit: LetterContext, command: Command) -> bool:
    """Whether what stands below a command may be about another game of the writer's than the letter's own."""
    named = game_key(str(getattr(command, "game", "")))
    return isinstance(command, UseGame) or (named != visit.game and visit.sits_in(named) is not None)


def acting(visit: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """The commands that would do something; and all that stand below one that turns to another game, which is not looked at yet."""
    turned = next((at for at, command in enumerate(commands) if turns(visit, command)), len(commands))
    return [*(command for command in commands[:turned] if would_change_anything(visit, command)), *commands[turned:]]


def _is_the_office_s(command: Command) -> bool:
    return isinstance(command, Remark) or type(command) in OFFICE_COMMANDS or type(command) in STUDIES


def _only_plays(visit: LetterContext) -> bool:
    """Whether somebody plays, and is no more than that in any game: a line before may turn to another than the letter's own."""
    return bool(visit.seats) and all(seat.seat.isdigit() for seat in visit.seats)


def preview_correction(visit: LetterContext, commands: Sequence[Command]) -> list[Mapping[str, Any]]:
    """What commands of a GM's would change that was published, for him to see before he says that they count."""
    found, name = list[Mapping[str, Any]](), visit.game
    for command in commands:
        if isinstance(command, UseGame | Rollback) and command.game:
            name = game_key(command.game)
        seat = visit.sits_in(name) if name and not _is_the_office_s(command) else None
        try:
            game = visit.catch_up(name) if seat and is_gm(seat.seat) else None
            decision = visit.decide(command, game, seat.seat) if game and seat else None
        except UnreadableGame:
            continue
        found += [decision.dry] if decision and decision.dry is not None else []
    return found


def _would_enter(visit: LetterContext, command: CreateGame | Join) -> bool:
    if isinstance(command, CreateGame):
        return bool(NAME.fullmatch(game_key(command.game))) and not visit.books.stage(command.game)
    if visit.person and command.name and not command.game:
        return True
    game = visit.books.open(game_key(command.game) or visit.game)
    if game is None:
        return False
    seat = visit.sits_in(game.name)
    if seat and command.name:
        return True
    if visit.person is None and names.name_problem(visit, names.requested_name(visit, command.name or visit.called), game):
        return False
    return bool(decide(game, command, seat.seat if seat else "", visit.books.now, visit.books.rules(game)).events)

