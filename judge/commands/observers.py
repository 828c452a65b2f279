"""Looking on: OBSERVE and UNWATCH."""

from __future__ import annotations

from dataclasses import dataclass

from judge.commands.base import Command, Incomplete
from judge.commands.line_reader import Lines
from judge.commands.spec import Row, alone, and_name, is_name


@dataclass(frozen=True, slots=True)
class Observe(Command):
    """OBSERVE: have the reports of a game that one does not play in. `name`: what to be called."""

    game: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Unwatch(Command):
    """UNWATCH: have them no longer."""


def _observe(line: str, rest: str, _: Lines) -> Command | None:
    if not rest:
        return Incomplete(line, "OBSERVE")
    game, name = and_name(rest)
    return Observe(line, "".join(game.split()), name) if is_name(game, 2) else None


ROWS = (
    Row("OBSERVE", ("watch", "monitor"), "anyone", "OBSERVE Quillfeather", _observe, Observe),
    Row("UNWATCH", ("unobserve", "stop watching"), "anyone", "UNWATCH", alone(Unwatch, "game", "the game"), Unwatch),
)
"""The family's commands."""
