"""The account of order lines: what each word was read as."""

from __future__ import annotations

from collections.abc import Iterable

from judge.account import Kind, Piece
from judge.commands.answers import is_courtesy
from judge.game.decision import CommandContext
from judge.game.orders.heading import HEAD
from judge.notation.reader import Reading
from judge.notation.readings import account_of


def account_of_kind(kind: Kind, lines: Iterable[str]) -> tuple[tuple[Piece, ...], ...]:
    """Return the account of lines that are each one piece of the same kind, without blank lines."""
    return tuple((Piece(kind, text),) for line in lines if (text := line.strip()) and line != HEAD)


def account_of_lines(asked: CommandContext, lines: Iterable[str], readings: Iterable[Reading]) -> tuple[tuple[Piece, ...], ...]:
    """Return the account of lines from their readings. If the same words have several readings, the last counts."""
    board = asked.ruleset.board_at(asked.game.board_now)

    def pieces(line: str) -> tuple[Piece, ...]:
        found = account_of(line, tuple(by_line.get(line, {}).values()))
        unread = [piece.kind for piece in found] == ["unread"]
        idle = unread and is_courtesy(line) and not asked.ruleset.notation.named(line, board)[0]
        return (found[0]._replace(kind="courtesy"),) if idle else found

    by_line: dict[str, dict[tuple[int, str], Reading]] = {}
    for each in readings:
        by_line.setdefault(each.line, {})[each.at, each.text] = each
    return tuple(map(pieces, (line for line in lines if line.strip() and line != HEAD)))
