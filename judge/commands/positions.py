"""POSITION: the board as text; and a GM's POSITION … END, which sets it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec, is_game_name, optional_game_name, split_reason

_FIRST = re.compile(r"[\s>]*[^\W\d_][\w .'’-]{0,50}:")
_REASON = re.compile(r"^[\s>]*reason\b.*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ShowPosition(Command):
    """POSITION: the board as text ('' for the game the letter is about)."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class ImportGame(Command):
    """IMPORT … END: a game that was begun elsewhere, as its program saved or told it. '' if it may be attached."""

    text: str = ""

    def written(self) -> tuple[str, ...]:
        """Return its line; the rest is long."""
        return (self.line,)


@dataclass(frozen=True, slots=True)
class ExportGame(Command):
    """EXPORT: the game with its history as a file for other programs."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class SetPosition(Command):
    """POSITION … END: the board that a game begins with, or a correction of the running one. `phase` is as written, or ''."""

    phase: str = ""
    text: str = ""
    reason: str = ""

    def written(self) -> tuple[str, ...]:
        """Return its line, the board's lines and END."""
        return (self.line, *self.text.split("\n"), "END")


def _import(line: str, rest: str, below: LineReader) -> Command | None:
    """`IMPORT`, a saved game or results in words on the lines below, and END; or `IMPORT` alone above an attached file."""
    if len(rest.split()) > MOST_WORDS or (rest and "IMPORT" not in line):
        return None
    return ImportGame(line, below.block() if below else "")


def _export(line: str, rest: str, below: LineReader) -> Command | None:
    """`EXPORT`, `EXPORT quill`; a program may be named behind it: `EXPORT to jDip`."""
    return _exported(line, _PROGRAM.sub(" ", rest).strip(), below)


_exported = optional_game_name(ExportGame, 1)
_PROGRAM = re.compile(r"\b(?:(?:to|as|for|in) )?(?:jdip|json|diplomacy)\b", re.IGNORECASE)
MOST_WORDS = 4
"""Words after IMPORT, such as the program that the game comes from. A longer line is talk."""


def _position(line: str, rest: str, below: LineReader) -> Command | None:
    """`POSITION`, `POSITION quill`; or `POSITION Autumn 1903 REASON why` with the board below it, up to END."""
    said, reason = split_reason(rest)
    if below and _FIRST.match(below.peek()) and not below.at_command():
        text = below.block()
        if found := _REASON.search(text):
            reason, text = reason or split_reason(found[0])[1], _REASON.sub("", text)
        return SetPosition(line, said, text, reason)
    if not reason and is_game_name(said, 1) and not re.search(r"\d{3}", said):
        return ShowPosition(line, said)
    return IncompleteCommand(line, "SET POSITION") if "POSITION" in line else None


ROWS = (
    CommandSpec(
        "POSITION", ("show position", "send position", "show me the position", "send me the position", "show the position"),
        "player", "the board as text, which can be sent back", "POSITION",
        _position, ShowPosition, reads_only=True,
    ),
    CommandSpec(
        "SET POSITION", ("setup", "set up"), "gm", "begin in mid-game, or correct the board by hand; up to END",
        "POSITION REASON a unit was lost … END", _position, SetPosition, "token",
    ),
    CommandSpec(
        "IMPORT", ("import game", "import from"), "gm", "begin with a game played elsewhere, attached or below", "IMPORT … END",
        _import, ImportGame, "token", amends=False,
    ),
    CommandSpec(
        "EXPORT", ("export game",), "player", "the game with its history as files for other programs", "EXPORT",
        _export, ExportGame, reads_only=True,
    ),
)  # fmt: skip
"""The commands of this module."""
