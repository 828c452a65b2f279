"""HANDOVER and RESIGN of a GM: whom a name means, and which second GM takes the game over."""

from __future__ import annotations

from dataclasses import replace

from judge.board import normalize_name
from judge.commands.joining import Resign
from judge.commands.succession import AcceptHandover, HandOver
from judge.game import Game
from judge.letters import ADDRESS
from judge.office import limits
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers import names
from judge.office.handlers.game_commands import carry_out, obey, would_act
from judge.office.upkeep.personal_data import second_gm
from judge.seat import GM
from judge.store import Person


def hand_over(context: LetterContext, at: SeatInGame, command: HandOver) -> None:
    """HANDOVER: look up whom the GM means, by name or address; somebody new is asked by a letter, like a guest."""
    if at.seat.seat != GM:
        obey(context, at, command)
        return
    command, person = _named(context, command, at.game)
    decision = context.decide(command, at.game, at.seat.seat)
    if person and decision.events:
        if not limits.may_invite(context, person):
            return
        limits.count_action(context, "guests", person)
    carry_out(context, at, command, decision, _person(context, person) if person and decision.events else None)


def would_hand_over(context: LetterContext, command: HandOver) -> bool:
    """Whether a HANDOVER would ask somebody. Changes nothing."""
    game = context.uow.opened(context.game) if context.game else None
    return would_act(context, _named(context, command, game)[0] if game else command)


def accept_handover(context: LetterContext, at: SeatInGame, command: AcceptHandover) -> None:
    """ACCEPT HANDOVER: somebody whom others named by an address alone is called as their letter says."""
    wanted = names.requested_name(context, context.called)
    if at.game.heir == at.seat.seat and names.name_problem(context, wanted, at.game) is None:
        names.register_person(context, context.called)
    obey(context, at, command)


def resign(context: LetterContext, at: SeatInGame, command: Resign) -> None:
    """RESIGN: the longest-serving second GM takes the GM's place."""
    obey(context, at, _with_heir(context, command, at.game.name))


def would_resign(context: LetterContext, command: Resign) -> bool:
    """Whether a RESIGN would do anything. Changes nothing."""
    return would_act(context, _with_heir(context, command, context.game) if context.game else command)


def _with_heir(context: LetterContext, command: Resign, game: str) -> Resign:
    return replace(command, heir=second_gm(context.uow.work, game))


def _named(context: LetterContext, command: HandOver, game: Game) -> tuple[HandOver, str]:
    """Return the command with the seat of whom it names, or the address of somebody who has no seat in the game."""
    wanted = command.whom.lower()
    rows = context.uow.work.seats.of_game(game.name)
    found = [row.seat for row in rows if wanted == row.address.lower() or normalize_name(command.whom) == normalize_name(row.name)]
    if len(found) == 1:
        return replace(command, seat=found[0]), ""
    if not ADDRESS.fullmatch(command.whom):
        return replace(command, whom=command.whom.replace("@", " at ")), ""
    return command, command.whom


def _person(context: LetterContext, address: str) -> Person:
    return context.uow.work.people.by_address(address) or context.uow.work.people.add(address, address.partition("@")[0])
