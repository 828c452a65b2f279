"""What only a GM can do, asked for by a player: passed on if the player says so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from judge.commands import Command
from judge.commands.authentication import ForwardToGM
from judge.commands.table import find_row
from judge.game import Notification
from judge.office.context import LetterContext
from judge.office.known_commands import KNOWN
from judge.seat import GM

WAITS = timedelta(hours=48)


def remember_request(visit: LetterContext, commands: Sequence[Command]) -> None:
    """Keep the last thing that a player asked for and only the GM can do."""
    seat = visit.sits_in(visit.game) if visit.game else None
    asked = [c.line for c in commands if (found := find_row(c.line, KNOWN)) and found[0].who == "gm"]
    refused = any(reply.kind == "refused" and reply.facts.get("why") == "gm-only" for reply in visit.replies)
    if seat and asked and refused:
        visit.books.work.seats.keep_line_for_gm(seat.game, seat.seat, " ".join(asked[-1].split()), visit.at + WAITS)


def forward_request(visit: LetterContext, command: ForwardToGM) -> None:
    """PASS ON: tell the GM what the player wanted."""
    seat = visit.sits_in(visit.game) if visit.game else None
    line = visit.books.work.seats.take_line_for_gm(seat.game, seat.seat, visit.at) if seat else ""
    game = visit.books.opened(seat.game) if seat and line else None
    if seat and game:
        facts = {"what": "passed", "by": str(seat.seat), "power": game.power_of(seat.seat), "line": line}
        visit.books.tell(game, Notification(GM, "news", facts))
    visit.say("passed-on", line=line, said=command.line)
