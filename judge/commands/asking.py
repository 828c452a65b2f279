"""Asking: HELP, LIST, STATUS, and GAME, which says what the rest of a letter is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.lines import Lines
from judge.commands.row import Row, alone, is_name, named
from judge.commands.values import Command, Incomplete


@dataclass(frozen=True, slots=True)
class Help(Command):
    """HELP, and on what ('' for the whole list)."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class List(Command):
    """LIST: which games there are."""


@dataclass(frozen=True, slots=True)
class Status(Command):
    """STATUS: how a game stands ('' for the game the letter is about)."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class UseGame(Command):
    """GAME: what follows is about this game."""

    game: str = ""


def _help(line: str, rest: str, _: Lines) -> Command | None:
    topic = re.sub(r"^(with|on|about|me)\b\s*", "", rest, flags=re.IGNORECASE)
    return Help(line, topic.upper()) if len(topic.split()) <= 2 else None


def _game(line: str, rest: str, _: Lines) -> Command | None:
    if not rest:
        return Incomplete(line, "GAME")
    return UseGame(line, "".join(rest.split())) if is_name(rest, 2) else None


ROWS = (
    Row("HELP", ("help me", "?"), "anyone", "HELP ORDERS", _help),
    Row("LIST", ("list games", "games"), "anyone", "LIST", alone(List, "games", "all")),
    Row("STATUS", ("summary",), "anyone", "STATUS Quillfeather", named(Status)),
    Row("GAME", ("for game", "in game"), "anyone", "GAME Quillfeather", _game),
)
"""The family's commands."""
