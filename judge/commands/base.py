"""What every command is: a value with the line that said it. Each family's commands are in its own file.

Here stand besides those that come of reading alone: what is nearly a command, lacks something, or is too much.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """What every command has."""

    line: str
    """The line that said it, as written."""

    def written(self) -> tuple[str, ...]:
        """All that said it, a line each: the lines below its own that belong to it, too. What holds more than its line says so."""
        return (self.line,)


@dataclass(frozen=True, slots=True)
class Remark(Command):
    """Commands that only read: answered, nothing done."""


@dataclass(frozen=True, slots=True)
class VariantCommand(Command):
    """A command that only some game has: its house word, what follows it, and the lines below up to END if it takes them."""

    word: str = ""
    text: str = ""
    block: str = ""


@dataclass(frozen=True, slots=True)
class UnknownCommand(Remark):
    """A line that is nearly a command. `nearest` are the commands it is like."""

    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IncompleteCommand(Remark):
    """A command that lacks what it needs. `word` is the command; its example shows the rest."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class LinesBeyondLimit(Remark):
    """Lines beyond what a letter may hold. `line` is the first of them."""

    count: int = 0
