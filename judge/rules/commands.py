"""Commands of a game's own: declared in its folder, decided there by a plain function, remembered in the position's facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from judge.board import Position
from judge.rules.ruleset import Ruleset


class Said(NamedTuple):
    """A command that somebody gave, as the function that decides on it is told."""

    power: str
    """Who gave it; '' for the GM."""
    text: str
    """What follows the command's word, as written."""
    position: Position
    """The board before the phase that is running."""
    ruleset: Ruleset


class Granted(NamedTuple):
    """The command is obeyed."""

    facts: Mapping[str, Any]
    """The position's facts as they are from now on, all of them; JSON values."""
    told: Mapping[str, Any] = {}
    """What its words are given; JSON values."""
    announced: bool = False
    """Whether everybody in the game is told at once."""


class Denied(NamedTuple):
    """The command is not obeyed, and changes nothing."""

    why: str
    """A key that its words know."""
    told: Mapping[str, Any] = {}


@dataclass(frozen=True)
class OwnCommand:
    """A command as the folder declares it."""

    word: str
    """One or more words in capitals."""
    who: str
    """`player` or `gm`."""
    example: str
    decide: Callable[[Said], Granted | Denied]
    """Pure: nothing but what it is told decides."""


def file_of(word: str) -> str:
    """The file in the folder's words/ that speaks about a command: `command-dig-up.j2` for DIG UP."""
    return f"command-{word.lower().replace(' ', '-')}.j2"
