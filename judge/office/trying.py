"""Trying a command on the games as they stand: would it do anything? If not, nobody needs to be asked who wrote it."""

from __future__ import annotations

from judge.commands import Command, Create, Extend, Join, Maps, PassOn, SetPassword, StandBy, TakeOver, Timezone
from judge.game import decide
from judge.office.books import game_key
from judge.office.studying import STUDIES
from judge.office.visit import NAME, OFFICE_COMMANDS, Visit


def would_do(visit: Visit, command: Command) -> bool:
    """Whether a command would do anything; nothing is changed by it."""
    if isinstance(command, Create | Join):
        return _would_enter(visit, command)
    if isinstance(command, Extend | TakeOver):  # whom and which game they mean is found out only when they are obeyed
        return True
    if type(command) in OFFICE_COMMANDS or type(command) in STUDIES:
        return isinstance(command, CHANGING)
    seat = visit.sits_in(visit.game) if visit.game else None
    game = visit.catch_up(visit.game) if seat else None
    decision = visit.decide(command, game, seat.seat) if game and seat else None
    return decision is not None and bool(decision.events or decision.notices)


def _would_enter(visit: Visit, command: Create | Join) -> bool:
    game = visit.books.open(command.game)
    if isinstance(command, Create):
        return bool(NAME.fullmatch(game_key(command.game))) and game is None
    if game is None:
        return False
    seat = visit.sits_in(game.name)
    return bool(decide(game, command, seat.seat if seat else "", visit.books.now, visit.books.rules(game)).events)


CHANGING = (SetPassword, Maps, PassOn, StandBy, Timezone)
"""What the office itself does that changes something."""
