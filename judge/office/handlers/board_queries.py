"""Letters that ask about the board: BORDERS and BOARD. Each asker is told of the board that he has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.board import Board, space_of
from judge.commands.queries import ShowBorders
from judge.game.model.game import GM_READER
from judge.office.context import LetterContext, SeatInGame
from judge.rules.ruleset import Ruleset


def show_borders(context: LetterContext, at: SeatInGame, command: ShowBorders) -> None:
    """What borders the spaces that are named, or all of them."""
    rules = context.uow.rules(at.game)
    seen = context.uow.seen(at.game, at.seat.seat)
    board = rules.board_at(seen.position) if seen.position else rules.board
    owners: Mapping[str, str] = seen.position.owners if seen.position else rules.start.owners
    hidden = rules.rules.hides_information(rules) and at.reader != GM_READER
    asked = {word: board.names.find(word) or board.names.beginning(word) for word in command.places}
    unknown = [word for word, found in asked.items() if len(found) != 1]
    codes = [space_of(found[0]) for found in asked.values() if len(found) == 1] if command.places else _in_order(board)
    rows = [_row(board, code, owners, rules, hidden) for code in dict.fromkeys(codes) if _leads_somewhere(board, code)]
    context.say("borders", spaces=rows, unknown=unknown, whole=not command.places, hidden=hidden, game=at.game.name)


def _in_order(board: Board) -> list[str]:
    """Lands by their codes, then seas."""
    return sorted(board.spaces, key=lambda code: (board.spaces[code].kind == "sea", code.lower()))


def _leads_somewhere(board: Board, code: str) -> bool:
    """Whether it is a space of the board, and not a word for all that is not on it."""
    return bool(board.near.get(code)) or board.spaces[code].centre


def _row(board: Board, code: str, owners: Mapping[str, str], rules: Ruleset, hidden: bool) -> dict[str, Any]:
    """One space, and where each kind of unit may go from it."""
    space = board.spaces[code]
    owner = owners.get(code, "")
    return {
        "code": code, "name": space.name if space.name != code else "", "kind": space.kind, "centre": space.centre,
        "home": space.home, "owner": owner, "unsure": hidden and space.centre and not owner,
        "ways": [{"from": place, "kind": kind, "to": to} for place, kind, to in _ways(board, code)],
    }  # fmt: skip


def _ways(board: Board, code: str) -> Iterator[tuple[str, str, list[str]]]:
    """(place, kind of unit, where it may go from there); a kind that goes where another does stands with it."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for kind in board.links:
        for place in board.places(kind, code):
            if to := tuple(sorted(board.reach(kind, place), key=str.lower)):
                found.setdefault((place, to), []).append(kind)
    yield from ((place, "/".join(kinds), list(to)) for (place, to), kinds in found.items())
