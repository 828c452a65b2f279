"""Time: DEADLINE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.lines import Lines
from judge.commands.row import Row
from judge.commands.values import Command, Incomplete


@dataclass(frozen=True, slots=True)
class Deadline(Command):
    """DEADLINE: when phases end, as written (`Fridays 21:00 Europe/London`); the game reads it."""

    spec: str = ""


def _deadline(line: str, rest: str, _: Lines) -> Command | None:
    """A clock as written. Talk about deadlines has no figures in it, and does not shout."""
    if not rest:
        return Incomplete(line, "DEADLINE")
    meant = re.search(r"\d|midnight|noon", rest.lower()) or "DEADLINE" in line
    return Deadline(line, rest) if meant else None


ROWS = (Row("DEADLINE", ("deadlines", "set deadline"), "gm", "DEADLINE Fridays 21:00 Europe/London", _deadline),)
"""The family's commands."""
