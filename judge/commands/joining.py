"""Commands to join and leave: JOIN, PREFER, RESIGN."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeGuard

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.press import looks_like_order
from judge.commands.spec import CommandSpec, is_game_name, no_arguments
from judge.seat import Role, Seat


@dataclass(frozen=True, slots=True)
class Join(Command):
    """JOIN: take a seat in a game. `power` is the wish or wishes as written (`France, Italy`), `name` the player's name.

    PREFER is the same without the game: the one the letter is about. From somebody with a seat it changes preferences and name.

    In a game where players bring their own powers, `power` is the name of the new power, with its `code` and `adjective`.
    """

    game: str = ""
    power: str = ""
    name: str = ""
    code: str = ""
    adjective: str = ""
    word: str = ""
    """The game's join word."""
    marks: tuple[str, ...] = ()
    """Fingerprints of the writer's address and its domain, once looked up."""
    due: int = 0
    silent: int = 0
    """Phases in which orders were due from the writer, and those without any, once looked up."""

    def written(self) -> tuple[str, ...]:
        """Return its line and the lines below it."""
        parts = {"PREFER": self.power, "NAME": self.name}
        return (self.line, *(f"{word} {text}" for word, text in parts.items() if text and text not in self.line))


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """RESIGN: give up the writer's seat. `heir`: the second GM who takes the game over if it is the GM's, once looked up."""

    heir: Seat | None = None


def parse_name_line(line: str) -> Join | None:
    """Parse a line NAME by itself: the writer's name. It has no row in the table, because a game may have a command NAME.

    A name that is too long is read as well: the answer shows what is kept of it.
    """
    found = re.fullmatch(r"\W*(?:NAME:?\s+(?=[^\d]{1,400}$)|[Nn]ame:\s+(?=[^\d]{1,60}$))([^\W\d_].*)", line.strip())
    return Join(line, name=found[1].strip(" .,;")) if found else None


def is_name_line(command: Command) -> TypeGuard[Join]:
    """Whether a command is such a line, or a JOIN that gives only a name."""
    return isinstance(command, Join) and bool(command.name) and not (command.game or command.power)


BELOW = ("prefer", "name", "as", "code", "adjective", "word")
"""What lines below a JOIN begin with."""
WISHING = ("i want to", "i would like to", "i'd like to", "i would love to", "i'd love to")
WOULD_JOIN = tuple(f"{wish} join" for wish in (*WISHING, "can i", "may i", "could i"))
WOULD_LEAVE = ("i resign", "i have to resign", *(f"{wish} {word}" for wish in WISHING for word in ("resign", "leave")))
"""How people ask to leave who do not know the command."""


_POLITE = re.compile(
    r"\b(?:please|pls|thanks|thank you|if possible|if i (?:can|may)|if (?:it|that)(?: is|'s) (?:still )?(?:free|possible))\b"
    r"|^(?:in )?(?:the |your |this |a )?game\b(?: of\b)?(?: called\b)?",
    re.IGNORECASE,
)
"""Polite words around a game's name and the wishes."""


def _join(line: str, rest: str, below: LineReader) -> Command | None:
    """`JOIN game [AS | PREFER power] [CODE short] [ADJECTIVE word] [NAME name] [WORD word]`, the parts also on lines below.

    What follows the game's name after a comma is a wish, too: `join quill feather please, France if possible`.
    """
    said = _parts(_POLITE.sub("", rest.rstrip(" ?")), below)
    first, _, wish = said[""].partition(",")
    if not first.strip():
        return IncompleteCommand(line, "JOIN")
    if not is_game_name(first.strip(), 3):
        return None
    power, name, code, adjective, word = (said.get(each, "") for each in ("prefer", "name", "code", "adjective", "word"))
    return Join(line, "".join(first.split()), power or said.get("as", "") or wish.strip(" ,"), name, code, adjective, word)


def _prefer(line: str, rest: str, below: LineReader) -> Command | None:
    """`PREFER France, Italy`, and what may stand below a JOIN."""
    if looks_like_order(rest):
        return None
    said = _parts("prefer " + _POLITE.sub("", rest), below)
    return Join(line, "", said["prefer"], said.get("name", "")) if said.get("prefer") else IncompleteCommand(line, "PREFER")


def _parts(text: str, below: LineReader) -> dict[str, str]:
    """Split a text, and the lines below it, at these words: what stands before the first is under '', the rest under each word."""
    while re.match(rf"({'|'.join(BELOW)})\b", below.peek().strip(), re.IGNORECASE):
        text += "\n" + below.take().strip()
    first, *parts = re.split(rf"(?:^|[\s,]+)\b({'|'.join(BELOW)})\b\s*:?", text, flags=re.IGNORECASE)
    found = {word.lower(): part.strip(" ,\n") for word, part in zip(parts[::2], parts[1::2], strict=True)}
    return {"": first.strip(" ,\n"), **found}


ROWS = (
    CommandSpec(
        "JOIN", ("join game", *WOULD_JOIN), "anyone", "take a seat; name the Powers you would like",
        "JOIN Quillfeather PREFER France NAME Chloe Marsh", _join, Join, about="nothing",
    ),
    CommandSpec(
        "PREFER", ("set preference", "set preferences", "my preferences are"), "anyone",
        "Powers you would like to play; before the game begins", "PREFER Italy, Germany", _prefer, Join, about="nothing",
    ),
    CommandSpec(
        "RESIGN", ("withdraw from the game", "leave the game", *WOULD_LEAVE), "player", "give up your seat or place as standby",
        "RESIGN", no_arguments(Resign, "my seat", "game", "the game", "this game", "from the game", "from this game"), Resign,
        "code", ((Role.STANDBY, "sender"), (Role.OBSERVER, "sender"), (Role.INVITED, "sender")),
    ),
)  # fmt: skip
"""The commands of this module."""
