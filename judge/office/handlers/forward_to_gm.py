"""What only a GM can do, asked for by a player: passed on if the player says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from judge.commands import Command, ForwardToGM, OrderLines
from judge.commands.table import find_row
from judge.game import Notification
from judge.game.model.game import GM
from judge.office.known_commands import KNOWN

if TYPE_CHECKING:
    from judge.office.context import LetterContext

WAITS = timedelta(hours=48)


def remember_request(visit: LetterContext, commands: Sequence[Command]) -> None:
    """Keep the last thing that a player asked for and only the GM can do."""
    seat = visit.sits_in(visit.game) if visit.game else None
    asked = [c.line for c in commands if (found := find_row(c.line, KNOWN)) and found[0].who == GM]
    refused = any(reply.kind == "refused" and reply.facts.get("why") == "gm-only" for reply in visit.replies)
    if seat and asked and refused:
        visit.books.work.seats.keep_line_for_gm(seat.game, seat.seat, " ".join(asked[-1].split()), visit.at + WAITS)


def orders_first(visit: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """What a letter asks for; a bare yes is about orders while a question about them is open, with the lines below it."""
    seat = visit.sits_in(visit.game) if visit.game else None
    game = visit.books.opened(seat.game) if seat else None
    if not seat or not game or not game.questions.get(seat.seat):
        return list(commands)
    found = list[Command]()
    for each in commands:
        above = found[-1] if found else None
        if isinstance(each, ForwardToGM) and "pass" not in each.line.lower():
            found.append(OrderLines(each.line, (each.line,)))
        elif isinstance(each, OrderLines) and isinstance(above, OrderLines) and not each.asked and not each.phase:
            found[-1] = replace(above, lines=(*above.lines, *each.lines))
        else:
            found.append(each)
    return found


def forward_request(visit: LetterContext, command: ForwardToGM) -> None:
    """PASS ON: tell the GM what the player wanted."""
    seat = visit.sits_in(visit.game) if visit.game else None
    line = visit.books.work.seats.take_line_for_gm(seat.game, seat.seat, visit.at) if seat else ""
    game = visit.books.opened(seat.game) if seat and line else None
    if seat and game:
        facts = {"what": "passed", "by": seat.seat, "power": game.power_of(seat.seat), "line": line}
        visit.books.tell(game, Notification(GM, "news", facts))
    visit.say("passed-on", line=line, said=command.line)
