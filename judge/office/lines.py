"""The lines of a letter, for quoting them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.commands import Command

SHOWN = 12
"""Lines of a letter that one of ours quotes."""


def lines_of(commands: Sequence[Command]) -> list[str]:
    """Return what was read, a line each, as it was written; each line once."""
    return list(dict.fromkeys(" ".join(line.split()) for command in commands for line in command.written()))


def quoted(lines: Sequence[str], most: int = SHOWN) -> dict[str, Any]:
    """The facts of a letter that quotes another: the first `lines`, and how many `more` there are."""
    return {"lines": list(lines[:most]), "more": max(0, len(lines) - most)}
