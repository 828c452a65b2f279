"""What was read in a letter, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from judge.commands import Command


def lines_of(commands: Sequence[Command]) -> list[str]:
    """What was read, a line each, as it was written; each line once."""
    return list(dict.fromkeys(" ".join(line.split()) for command in commands for line in command.written()))
