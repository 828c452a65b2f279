"""Commands that the game decides (`judge.game.decide`): carry out what it decided, and answer."""

from __future__ import annotations

from judge.commands import Command
from judge.commands.orders import OrderLines
from judge.commands.press import Headline, Press
from judge.game import CommandResult, Reply
from judge.game.model.read_back import NotReadBack
from judge.game.model.seat_events import GMChanged, Left, Resigned, SeatGivenUp, StandbyLeft
from judge.office.context import LetterContext, SeatInGame
from judge.office.lines import quoted
from judge.office.redaction import redact_text
from judge.office.unit_of_work import game_key
from judge.office.unreadable_games import LONGEST
from judge.store import Person


def obey(context: LetterContext, at: SeatInGame, command: Command) -> None:
    """Let the game decide on a command, and carry the decision out."""
    carry_out(context, at, command, context.decide(command, at.game, at.seat.seat))


def obey_orders(context: LetterContext, at: SeatInGame, command: OrderLines) -> None:
    """Carry out lines that may be orders. If they turn out to be talk, nothing is said about them."""
    decision = context.decide(command, at.game, at.seat.seat)
    for pieces in decision.account:
        context.account.take(*pieces)
    if not says_nothing(decision.replies) or _leaves_out(decision.replies):
        carry_out(context, at, command, decision)


def carry_out(
    context: LetterContext, at: SeatInGame, command: Command, decision: CommandResult, other: Person | None = None
) -> bool:
    """Do what a game decided, and answer it. `other`: whom it is done for, if that is not the writer.

    Returns:
        Whether it was done. It was not if it could not be read back from the store, which is said.
    """
    press = command if isinstance(command, Press | Headline) else None
    try:
        context.uow.carry_out(at.game, decision, other or context.person, press, at.seat.seat)
    except NotReadBack as error:
        _say_undone(context, at.game.name, command, error)
        return False
    context.replies += decision.replies
    if any(isinstance(event, Left | Resigned | StandbyLeft | SeatGivenUp) for event in decision.events):
        context.stand_up(at.seat)
    if any(isinstance(event, GMChanged) for event in decision.events):
        context.look_up_seats()
        if context.sits_in(at.game.name) is None:
            context.game = ""
    return True


def would_act(context: LetterContext, command: Command) -> bool:
    """Whether the game that a command is about would do anything. Changes nothing."""
    name = game_key(getattr(command, "game", "")) or context.game
    seat = context.sits_in(name) if name else None
    game = context.catch_up(name) if seat else None
    decision = context.decide(command, game, seat.seat) if game and seat else None
    return decision is not None and bool(decision.events or decision.notices)


def says_nothing(replies: tuple[Reply, ...]) -> bool:
    """Whether order lines turned out to be talk: no order, and nothing to complain about."""
    return all(
        reply.kind == "orders" and not any(reply.facts.get(part) for part in ("taken", "ahead", "problems", "dropped"))
        for reply in replies
    )


def _leaves_out(replies: tuple[Reply, ...]) -> bool:
    """Whether order lines that contain only comments have orders among these."""
    return any(reply.kind == "orders" and reply.facts["left"] for reply in replies)


def _say_undone(context: LetterContext, game: str, command: Command, error: NotReadBack) -> None:
    """Say that nothing of a command was done, and tell the operator why."""
    lines = command.lines if isinstance(command, OrderLines) else (command.line,)
    context.say("unkept", **quoted(lines))
    uow = context.uow
    if uow.house.operator:
        facts = {"what": "unkept", "game": game, "why": redact_text(str(error)[:LONGEST], uow.house.address)}
        uow.note(f"alert/unkept/{game}/{context.at.date()}", uow.house.operator, "alert", facts)
