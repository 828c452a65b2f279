"""Commands of the GM that a player asks for: pass them on to the GM if the player agrees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from judge.commands import KNOWN, Command
from judge.commands.authentication import ForwardToGM
from judge.commands.table import find_row
from judge.game import Notification
from judge.office.context import LetterContext
from judge.seat import GM

WAITS = timedelta(hours=48)


def remember_request(context: LetterContext, commands: Sequence[Command]) -> None:
    """Store the last command in a letter that only the GM may give."""
    seat = context.sits_in(context.game) if context.game else None
    if not seat or not any(reply.kind == "refused" and reply.facts.get("why") == "gm-only" for reply in context.replies):
        return
    if asked := [c.line for c in commands if (found := find_row(c.line, KNOWN)) and found[0].who == "gm"]:
        context.uow.work.seats.keep_line_for_gm(seat.game, seat.seat, " ".join(asked[-1].split()), context.at + WAITS)


def forward_request(context: LetterContext, command: ForwardToGM) -> None:
    """PASS ON: tell the GM what the player asked for."""
    seat = context.sits_in(context.game) if context.game else None
    line = context.uow.work.seats.take_line_for_gm(seat.game, seat.seat, context.at) if seat else ""
    game = context.uow.opened(seat.game) if seat and line else None
    if seat and game:
        facts = {"what": "passed", "by": str(seat.seat), "power": game.power_of(seat.seat), "line": line}
        context.uow.tell(game, Notification(GM, "news", facts))
    if line or "pass" in command.line.lower():
        context.say("passed-on", line=line)
    else:
        context.say("no-question", said=command.line)
