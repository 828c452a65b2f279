"""Commands of a game's own: declared in its folder, decided by a pure function there, kept in the position's facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from judge.board import Position
from judge.rules.variant import Variant

EVERYBODY, GM = "*", "gm"
"""The recipients of news, besides the names of Powers."""
NOW = ("forming", "running", "both")
"""When a command may be given: before START, from then on, or at any time before the game is over."""
TAKES = ("line", "text", "yaml")
"""What a command takes: the rest of its line; or the lines below it as well, up to END, as they are or read as YAML."""
LONGEST = 60_000
"""Most characters of such lines."""


class YamlValue(Protocol):
    """A value of a YAML text, and the line on which it stands."""

    @property
    def value(self) -> str | tuple[YamlValue, ...] | Mapping[str, YamlValue]:
        """A text (every scalar is one), a list or a table."""

    @property
    def line(self) -> int:
        """Its line, the first below the command's being 1."""


class GivenCommand(NamedTuple):
    """A command as the function that decides about it receives it."""

    power: str
    """Who gave it; '' for the GM."""
    text: str
    """What follows the command's word, as written."""
    position: Position
    """The board before the phase that is running; while the game forms, the one that it would begin with."""
    variant: Variant
    forming: bool = False
    """Whether the game has not begun. Players have no powers then."""
    block: str = ""
    """The lines below, for a command that takes them."""
    sheet: YamlValue | None = None
    """The same, read, for a command that takes YAML and was given some."""


class CommandNews(NamedTuple):
    """What somebody besides the asker is told at once."""

    to: str
    """A Power, `GM`, or `EVERYBODY`."""
    told: Mapping[str, Any]
    """The facts for its words; JSON values."""


class CommandGranted(NamedTuple):
    """The command is obeyed."""

    facts: Mapping[str, Any]
    """The position's facts from now on, all of them; JSON values."""
    told: Mapping[str, Any] = {}
    """The facts for the words of the answer; JSON values. The lines of `drawing` are printed below the words as they are."""
    news: Sequence[CommandNews] = ()


class CommandDenied(NamedTuple):
    """The command is not obeyed, and changes nothing."""

    why: str
    """The key of the sentence that says why."""
    told: Mapping[str, Any] = {}


@dataclass(frozen=True)
class VariantCommandSpec:
    """A command as the folder declares it."""

    word: str
    """One or more words in capitals."""
    who: str
    """`player`, `gm`, or `anyone` of them."""
    example: str
    decide: Callable[[GivenCommand], CommandGranted | CommandDenied]
    """A pure function."""
    when: str = "running"
    takes: str = "line"


def command_template(word: str) -> str:
    """The file in the folder's words/ that speaks about a command: `command-dig-up.j2` for DIG UP."""
    return f"command-{word.lower().replace(' ', '-')}.j2"
