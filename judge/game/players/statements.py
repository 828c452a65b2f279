"""End-of-game statements: until when they are taken, what comes after that, and how the GM moves the date."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.commands.press import Press
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, accepted, refused
from judge.game.model.events import Ended, PressSent, StatementsClosed, StatementsUntil
from judge.game.model.game import Game, PendingPress
from judge.game.model.known_game import KnownGame
from judge.game.model.statements_deadline import statements_deadline
from judge.seat import GM


def state(asked: CommandContext, command: Press, signature: str, number: int) -> CommandResult:
    """STATEMENT, once the game is over: sent to everybody at once, signed, and kept for print under the writer's `number`.

    What comes after the end issue goes to everybody, too; its writer is told that it is late.
    """
    if command.to or command.but or not command.signed or asked.game.settings.practice:
        return refused("is-over")
    told = {"text": command.text, "from": asked.power, "gm": asked.by == GM, "copy": [], "all": True, "statement": True}
    reply = Reply("statement", {"text": command.text, "number": number, "signature": signature, **_statement_dates(asked.game)})
    letter = Notification(Group.ALL, "press", {**told, "late": asked.game.statements_closed}, but=asked.by)
    return CommandResult((PressSent(asked.seat),), (reply,), (letter,))


def with_call(game: Game, result: CommandResult, now: datetime) -> CommandResult:
    """Return a decision which, if it ends the game, says until when statements are taken. A practice game asks for none."""
    if game.settings.practice or not any(isinstance(event, Ended) for event in result.events):
        return result
    until = statements_deadline(game, now)
    events = tuple(replace(event, statements_until=until) if isinstance(event, Ended) else event for event in result.events)
    return replace(result, events=events)


def close_statements(game: Game) -> CommandResult:
    """Close the statements on their date. Everybody gets the end issue, unless nobody has written one."""
    issue = (Notification(Group.ALL, "end-issue", {}),) if kept_statements(game) else ()
    return CommandResult((StatementsClosed(),), (), issue)


def kept_statements(game: Game) -> list[PendingPress]:
    """Return the statements of a game that is over, in order of arrival; [] of a game that is not."""
    return [held for held in game.press if held.signed and not held.headline and game.stage == "finished"]


def move_date(asked: CommandContext, read: Callable[[], datetime | None], asks: str = "") -> CommandResult:
    """DEADLINE or EXTEND, once the game is over: another date for statements.

    Args:
        asked: the game and who asks.
        read: returns the date; None if the command has none. May raise UnclearTime.
        asks: what a player who is not the GM has asked for, with EXTEND.
    """
    game, example = asked.game, "DEADLINE 26 March 21:00"
    if game.settings.practice or (asked.by != GM and not game.settings.moderated):
        return refused("is-over")
    try:
        until = read()
    except UnclearTime as unclear:
        return refused("deadline", unclear=unclear.why, word=unclear.word, near=list(unclear.near), example=example)
    if until is None or until <= asked.now:
        return refused("statements-when", example=example, **_statement_dates(game))
    facts = {**_statement_dates(game), "until": until.isoformat()}
    if asked.by != GM:
        wish = {**facts, "spec": asks, "power": asked.power}
        letter = Notification(GM, "news", {"what": "statements-wish", **wish})
        return CommandResult((), (Reply("statements-asked", wish),), (letter,))
    return replace(
        accepted("statements-until", StatementsUntil(until), **facts),
        notices=(Notification(Group.ALL, "news", {"what": "statements-until", **facts}),),
    )


def _statement_dates(game: KnownGame) -> dict[str, Any]:
    """The facts of a game's statements: until when they are taken ('' for no date), in which zone, and whether that is past."""
    until = game.statements_until
    return {"until": until.isoformat() if until else "", "zone": game.zone, "late": game.statements_closed}
