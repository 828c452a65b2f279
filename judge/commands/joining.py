"""Joining and leaving: JOIN, RESIGN."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.lines import Lines
from judge.commands.row import Row, alone, is_name
from judge.commands.values import Command, Incomplete


@dataclass(frozen=True, slots=True)
class Join(Command):
    """JOIN: a seat in a game. `power` is the wish or wishes as written (`France, Italy`), `name` what to be called.

    In a game whose powers come with the players `power` is the name of the newcomer's, with its `code` and `adjective`.
    """

    game: str = ""
    power: str = ""
    name: str = ""
    code: str = ""
    adjective: str = ""


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """RESIGN: give up one's seat."""


BELOW = ("prefer", "name", "as", "code", "adjective")
"""What the lines below a JOIN begin with."""


def _join(line: str, rest: str, below: Lines) -> Command | None:
    """`JOIN game [AS | PREFER power] [CODE short] [ADJECTIVE word] [NAME name]`, the parts also on lines of their own below."""
    text = rest
    while re.match(rf"({'|'.join(BELOW)})\b", below.peek().strip(), re.IGNORECASE):
        text += "\n" + below.take().strip()
    first, *parts = re.split(rf"[\s,]+\b({'|'.join(BELOW)})\b\s*:?", text, flags=re.IGNORECASE)
    said = {word.lower(): part.strip(" ,\n") for word, part in zip(parts[::2], parts[1::2], strict=True)}
    if not first.strip():
        return Incomplete(line, "JOIN")
    if not is_name(first, 3):
        return None
    power, name, code, adjective = (said.get(word, "") for word in ("prefer", "name", "code", "adjective"))
    return Join(line, "".join(first.split()), power or said.get("as", ""), name, code, adjective)


ROWS = (
    Row("JOIN", ("join game",), "anyone", "JOIN Quillfeather PREFER France NAME Chloe Marsh", _join, Join),
    Row(
        "RESIGN", ("withdraw from the game",), "player", "RESIGN",
        alone(Resign, "my seat", "the game", "from the game"), Resign, "code",
        (("s", "sender"), ("o", "sender"), ("i", "sender")),
    ),
)
"""The family's commands."""
