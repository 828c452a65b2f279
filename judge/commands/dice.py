"""The commands DIE, DICE and LUCK, in games with dice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec, no_arguments

_THROW = re.compile(
    r"(?P<subject>[^=:]{1,40}?)\s*[=:]\s*(?P<throw>\d{1,4})\W*(?:reason|because)\b\W*(?P<reason>\w.*)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class StateThrow(Command):
    """DIE: the GM states a roll made at a table. All fields are as written."""

    subject: str = ""
    throw: str = ""
    reason: str = ""


def parse_state_throw(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `DIE subject = throw REASON why`. Talk that begins with the word has no figure in it."""
    if found := _THROW.fullmatch(rest):
        return StateThrow(line, found["subject"].strip(), found["throw"], " ".join(found["reason"].split()))
    return IncompleteCommand(line, "DIE") if not rest or re.search(r"\d", rest) else None


@dataclass(frozen=True, slots=True)
class ShowThrows(Command):
    """DICE: the rolls so far, as far as the asker may know them, and the seal."""


_WORD = re.compile(r"(?:word\b\s*:?\s*)?[\"'“”]?(?P<word>[^\s\"'“”]{1,60})[\"'“”]?\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AddLuck(Command):
    """LUCK: a word of the player's own that goes into every roll; before the game begins."""

    word: str = ""


def parse_luck(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `LUCK tulip`. Several words are talk."""
    if not rest:
        return IncompleteCommand(line, "LUCK")
    found = _WORD.fullmatch(rest)
    return AddLuck(line, found["word"].strip(".,;:!?")) if found else None


OF_DICE = (
    CommandSpec(
        "DIE", ("die roll", "die throw"), "gm", "state a roll made at a table, or correct one",
        "DIE 46 = 2 REASON rolled at the club", parse_state_throw, StateThrow, "token", most=60, when="running",
    ),
    CommandSpec(
        "LUCK", ("my luck is",), "player", "a word of yours that goes into every roll; before START", "LUCK tulip7",
        parse_luck, AddLuck, when="forming",
    ),
    CommandSpec(
        "DICE", ("throws",), "player", "the rolls so far, and the seal", "DICE", no_arguments(ShowThrows, "so far"), ShowThrows,
        reads_only=True,
    ),
)  # fmt: skip
"""The commands of games with dice."""
