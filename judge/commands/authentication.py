"""Commands that prove who wrote or say yes: PASSWORD, SET PASSWORD, CONFIRM, PASS ON."""

from __future__ import annotations

from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.courtesies import PASSES_ON
from judge.commands.line_reader import LineReader
from judge.commands.spec import ANY_NUMBER, CommandSpec, no_arguments


@dataclass(frozen=True, slots=True)
class GivePassword(Command):
    """PASSWORD: proves who wrote. It is checked before any command is obeyed, so there is nothing left to do here."""


@dataclass(frozen=True, slots=True)
class SetPassword(Command):
    """SET PASSWORD: a new password for the writer."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Confirm(Command):
    """CONFIRM: the code of a held letter. A YES in reply to the question does the same."""

    code: str = ""


@dataclass(frozen=True, slots=True)
class ForwardToGM(Command):
    """PASS ON: tell the GM what the writer asked for and only the GM can do."""


def _password(line: str, rest: str, _: LineReader) -> Command | None:
    return GivePassword(line) if len(rest.split()) == 1 else None


def _set(line: str, rest: str, _: LineReader) -> Command | None:
    return SetPassword(line, rest) if len(rest.split()) == 1 else IncompleteCommand(line, "SET PASSWORD")


def _confirm(line: str, rest: str, _: LineReader) -> Command | None:
    return Confirm(line, rest.lower()) if len(rest.split()) <= 1 else None


ROWS = (
    CommandSpec(
        "PASSWORD", (), "player", "shows who you are if you cannot press Reply", "PASSWORD correct-horse", _password,
        GivePassword, reads_only=True, about="nothing", most=ANY_NUMBER,
    ),
    CommandSpec(
        "SET PASSWORD", ("new password",), "player", "a password for you, of eight characters or more",
        "SET PASSWORD correct-horse", _set, SetPassword, "token", about="nothing",
    ),
    CommandSpec(
        "PASS ON", ("pass it on", "yes, pass it on", *PASSES_ON), "player", "pass on to the GM what only the GM can do", "PASS ON",
        no_arguments(ForwardToGM, "please", "to the gm"), ForwardToGM, known_only=True,
        about="nothing",
    ),
    CommandSpec(
        "CONFIRM", (), "anyone", "say yes to the judge's question, with its code", "CONFIRM abcdefghijkl", _confirm, Confirm,
        reads_only=True, about="nothing", most=ANY_NUMBER,
    ),
)  # fmt: skip
"""The commands of this module."""
