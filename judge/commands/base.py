"""Base classes of commands: values that keep the line they were read from.

Here are also the remarks that only reading makes: a line that is nearly a command, lacks something, or is beyond a limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Command:
    """The base class of all commands."""

    line: str
    """The line that gave the command, as written."""

    def written(self) -> tuple[str, ...]:
        """Return all lines of the command. Commands that take lines below their own override this."""
        return (self.line,)


@dataclass(frozen=True, slots=True)
class Remark(Command):
    """Remarks on what was read. They are answered, and nothing is done."""


@dataclass(frozen=True, slots=True)
class VariantCommand(Command):
    """A command of one game only: its word, what follows it, and the lines below up to END if it takes them."""

    word: str = ""
    text: str = ""
    block: str = ""


@dataclass(frozen=True, slots=True)
class UnknownCommand(Remark):
    """A line that is nearly a command. `nearest` are the commands it resembles."""

    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IncompleteCommand(Remark):
    """A command that lacks something. `word` is the command; its example shows what, if `lacks` does not say it."""

    word: str = ""
    lacks: Literal["", "reason"] = ""


@dataclass(frozen=True, slots=True)
class LinesBeyondLimit(Remark):
    """Lines beyond what a letter may hold. `line` is the first of them."""

    count: int = 0
