"""What only a GM can do, asked for by a player: passed on if the player says so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from judge.commands import Command
from judge.commands.table import find_row
from judge.game import Tell
from judge.game.state import GM
from judge.office.rows import KNOWN

if TYPE_CHECKING:
    from judge.office.visit import Visit

WAITS = timedelta(hours=48)


def remember(visit: Visit, commands: Sequence[Command]) -> None:
    """Keep the last thing that a player asked for and only the GM can do."""
    seat = visit.sits_in(visit.game) if visit.game else None
    asked = [c.line for c in commands if (found := find_row(c.line, KNOWN)) and found[0].who == GM]
    refused = any(reply.kind == "refused" and reply.facts.get("why") == "gm-only" for reply in visit.replies)
    if seat and asked and refused:
        visit.books.work.keep_wish(seat.game, seat.seat, " ".join(asked[-1].split()), visit.at + WAITS)


def pass_on(visit: Visit) -> None:
    """PASS ON: tell the GM what the player wanted."""
    seat = visit.sits_in(visit.game) if visit.game else None
    line = visit.books.work.take_wish(seat.game, seat.seat, visit.at) if seat else ""
    game = visit.books.opened(seat.game) if seat and line else None
    if seat and game:
        facts = {"what": "passed", "by": seat.seat, "power": game.power_of(seat.seat), "line": line}
        visit.books.tell(game, Tell(GM, "news", facts))
    visit.say("passed-on", line=line)
