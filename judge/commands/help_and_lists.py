"""Asking: HELP, LIST, STATUS, MAP, and GAME, which says what the rest of a letter is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, Incomplete
from judge.commands.line_reader import Lines
from judge.commands.spec import Row, alone, is_name, named


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
class Map(Command):
    """MAP: a map of a game ('' for the game the letter is about), with the asker's own orders on it if `orders`."""

    game: str = ""
    orders: bool = False


@dataclass(frozen=True, slots=True)
class Maps(Command):
    """MAPS ON and MAPS OFF: whether letters to the asker bring maps."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class UseGame(Command):
    """GAME: what follows is about this game. `lettered`: a Power's letter may stand before its name, as njudge has it."""

    game: str = ""
    lettered: bool = False


def _help(line: str, rest: str, _: Lines) -> Command | None:
    topic = re.sub(r"^(with|on|about|me)\b\s*", "", rest, flags=re.IGNORECASE)
    return Help(line, topic.upper()) if len(topic.split()) <= 2 else None


def _map(line: str, rest: str, _: Lines) -> Command | None:
    """`MAP [ORDERS] [game]`, `MAP ON`, `MAP OFF`. A name is one word, so that talk of maps asks for none."""
    words = rest.lower().split()
    if words in (["on"], ["off"]):
        return Maps(line, words == ["on"])
    orders = words[:1] == ["orders"] or words[:2] == ["my", "orders"]
    left = words[words.index("orders") + 1 :] if orders else words
    return Map(line, "".join(left), orders) if len(left) <= 1 and is_name("".join(left), 1) else None


def _list(line: str, rest: str, _: Lines) -> Command | None:
    """`LIST`, also of one game: it shows them all."""
    return List(line) if is_name(rest, 1) or rest.lower() in ("all games", "full games", "my games", "open games") else None


def _game(line: str, rest: str, _: Lines) -> Command | None:
    if not rest:
        return Incomplete(line, "GAME")
    return UseGame(line, "".join(rest.split())) if is_name(rest, 2) else None


ROWS = (
    Row("HELP", ("help me", "?"), "anyone", "HELP ORDERS", _help, Help, reads_only=True),
    Row("LIST", ("list games", "games"), "anyone", "LIST", _list, List, reads_only=True),
    Row("STATUS", ("summary",), "anyone", "STATUS Quillfeather", named(Status), Status, reads_only=True),
    Row(
        "MAP", ("map of", "show map", "send map", "show me the map", "send me the map", "send me a map"), "anyone",
        "MAP Quillfeather", _map, Map, reads_only=True,
    ),
    Row("MAPS OFF", ("no maps",), "anyone", "MAPS OFF", alone(lambda line: Maps(line, False)), Maps),
    Row("MAPS ON", ("maps",), "anyone", "MAPS ON", alone(lambda line: Maps(line, True)), Maps),
    Row("GAME", ("for game", "in game"), "anyone", "GAME Quillfeather", _game, UseGame, reads_only=True),
)
"""The family's commands."""
