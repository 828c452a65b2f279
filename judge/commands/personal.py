"""What is known of people and to whom: ADDRESS, and whether it may be printed; NAMES; NEW TOKEN for a reply address that leaked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, Incomplete
from judge.commands.line_reader import Lines
from judge.commands.spec import Row, alone


@dataclass(frozen=True, slots=True)
class NewAddress(Command):
    """ADDRESS: letters go to another mailbox from now on; both are asked."""

    to: str = ""


@dataclass(frozen=True, slots=True)
class PrintAddress(Command):
    """ADDRESS PUBLIC and ADDRESS PRIVATE: whether zines that print the writer's games may print the address."""

    on: bool = False


@dataclass(frozen=True, slots=True)
class NewToken(Command):
    """NEW TOKEN: all the writer's reply addresses are replaced at once, in all games."""


@dataclass(frozen=True, slots=True)
class Names(Command):
    """NAMES: how the writer is called in print: `full`, `surname` or `none`."""

    how: str = ""


def _names(line: str, rest: str, _: Lines) -> Command | None:
    word = rest.lower().removesuffix(" name")
    return Names(line, WORDS[word]) if word in WORDS else Incomplete(line, "NAMES") if "NAMES" in line else None


def _address(line: str, rest: str, _: Lines) -> Command | None:
    found = re.fullmatch(r"(?:to\s+|is\s+(?:now\s+)?)?<?([^\s<>@]{1,64}@[^\s<>@]{1,200}\.[^\s<>@.]{2,63})>?", rest, re.IGNORECASE)
    if found:
        return NewAddress(line, found[1])
    return Incomplete(line, "ADDRESS") if "ADDRESS" in line and not rest else None


WORDS = {
    "full": "full", "whole": "full", "yes": "full", "on": "full", "surname": "surname", "surnames": "surname", "none": "none",
    "no": "none", "off": "none",
}  # fmt: skip
"""What may be said of names, and what it means."""
ROWS = (
    Row(
        "ADDRESS", ("set address", "new address", "my new address"), "anyone", "ADDRESS chloe@new.example",
        _address, NewAddress, "code",
    ),
    Row(
        "ADDRESS PUBLIC", ("public address", "print my address"), "anyone", "ADDRESS PUBLIC",
        alone(lambda line: PrintAddress(line, True)), PrintAddress, "token", known_only=True,
    ),
    Row(
        "ADDRESS PRIVATE", ("private address", "do not print my address"), "anyone", "ADDRESS PRIVATE",
        alone(lambda line: PrintAddress(line, False)), PrintAddress, known_only=True,
    ),
    Row("NEW TOKEN", ("new reply address", "set token"), "anyone", "NEW TOKEN", alone(NewToken), NewToken),
    Row("NAMES", ("set names", "print my name"), "anyone", "NAMES surname", _names, Names),
)  # fmt: skip
"""The family's commands."""
