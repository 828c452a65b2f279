"""`judge COMMAND`: the table of commands, each loaded only when it is called for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from judge import __version__


class Entry(NamedTuple):
    """One command: what it does, the module that knows its arguments, and the function there that runs it."""

    does: str
    module: str
    function: str = "run"


COMMANDS = {
    "run": Entry("serve: take letters, run turns, send reports", "judge.serving"),
    "tick": Entry("decide what has come, run what is due, send what is queued, and stop", "judge.serving", "tick"),
    "deliver": Entry("take one letter from standard input", "judge.deliver"),
    "adjudicate": Entry("judge a case file", "judge.cases.cli"),
    "check-game": Entry("name every mistake in a game's folder", "judge.checking.cli"),
    "new-world": Entry("draw a board that is not the same in every game", "judge.worlds"),
    "new-game": Entry("begin a game's folder with a copy of the template", "judge.checking.new"),
    "draw-map": Entry("draw a game's board from the art.yaml in its folder", "judge.drawing.cli"),
    "verify": Entry("check the throws of a finished game", "judge.verifying"),
    "replay": Entry("run a game again from its events and compare", "judge.replaying"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="judge", description="A judge for Diplomacy by mail.")
    parser.add_argument("--version", action="version", version=f"judge {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, entry in COMMANDS.items():
        commands.add_parser(name, help=entry.does, add_help=False)
    chosen, rest = parser.parse_known_args(arguments)
    entry = COMMANDS[chosen.command]
    module = import_module(entry.module)
    own = argparse.ArgumentParser(prog=f"judge {chosen.command}", description=entry.does)
    module.add_arguments(own)
    status: int = getattr(module, entry.function)(own.parse_args(rest))
    return status


if __name__ == "__main__":
    raise SystemExit(main())
