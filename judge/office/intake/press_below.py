"""What a writer's games tell of lines below press: whether they are orders of the writer's own, or for other Powers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from judge.commands.line_reader import Here
from judge.commands.orders import OrderLines
from judge.commands.press import listed
from judge.game.players.press import readers_named
from judge.office.context import LetterContext
from judge.store import SeatRecord

MOST_LINES = 100
"""In how many lines orders are looked for that do not have the shape of one."""


def here(context: LetterContext, games: Iterable[str]) -> Here:
    """Return what the writer's games tell of lines below press."""
    seats = [seat for game in dict.fromkeys(games) if game and (seat := context.sits_in(game))]
    left = iter(range(MOST_LINES))
    known = cache(lambda line: next(left, None) is None or any(is_own_order(context, seat, line) for seat in seats))
    return Here(lambda text: any(_names_others(context, seat, text) for seat in seats), known)


def is_own_order(context: LetterContext, seat: SeatRecord, line: str) -> bool:
    """Whether a line would be taken as an order to a unit of the writer's own."""
    game = context.uow.opened(seat.game)
    if not game or seat.seat.is_gm or game.stage != "running" or not line.strip():
        return False
    replies = context.decide(OrderLines(line, (line,)), game, seat.seat).replies
    return any(reply.facts.get("taken") or reply.facts.get("ahead") for reply in replies)


def _names_others(context: LetterContext, seat: SeatRecord, text: str) -> bool:
    game = context.uow.opened(seat.game)
    if not game:
        return False
    ruleset, own = context.uow.rules(game), game.power_of(seat.seat)
    named = [(each, readers_named(each, ruleset)) for each in listed(text)]
    return bool(named) and all(whom and own not in whom and not ruleset.board.names.find(each) for each, whom in named)
