"""Commands of observers: OBSERVE and UNWATCH."""

from __future__ import annotations

from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec, and_name, is_game_name, no_arguments


@dataclass(frozen=True, slots=True)
class Observe(Command):
    """OBSERVE: get the reports of a game that the writer does not play in. `name`: the writer's name."""

    game: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class StopObserving(Command):
    """UNWATCH: stop observing."""


def _observe(line: str, rest: str, _: LineReader) -> Command | None:
    if not rest:
        return IncompleteCommand(line, "OBSERVE")
    game, name = and_name(rest)
    return Observe(line, "".join(game.split()), name) if is_game_name(game, 2) else None


ROWS = (
    CommandSpec(
        "OBSERVE", ("watch", "monitor"), "anyone", "observe a game: get its reports", "OBSERVE Quillfeather", _observe, Observe,
        about="nothing",
    ),
    CommandSpec(
        "UNWATCH", ("unobserve", "stop watching"), "anyone", "stop observing", "UNWATCH",
        no_arguments(StopObserving, "game", "the game"), StopObserving,
    ),
)  # fmt: skip
"""The commands of this module."""
