"""`judge COMMAND`: the table of commands. Each command's module is loaded only when it is called."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn

from judge.garbage import nothing_collected
from judge.version import judge_version, referee_is_compiled


class CliCommand(NamedTuple):
    """One command: what it does, its module, and that module's functions that run it and add its arguments."""

    does: str
    module: str
    function: str = "run"
    arguments: str = "add_arguments"
    publishes: bool = False
    """Whether other users may read the files that it makes. Files of all other commands are readable by their owner only."""


COMMANDS = {
    "run": CliCommand("serve: take letters, run turns, send reports", "judge.cli.run"),
    "tick": CliCommand("decide what has come, run what is due, send what is queued, and stop", "judge.cli.run", "run_once"),
    "deliver": CliCommand("take one letter from standard input", "judge.cli.deliver"),
    "adjudicate": CliCommand("judge a case file", "judge.cases.cli"),
    "check-game": CliCommand("name every mistake in a game's folder", "judge.checking.cli"),
    "new-world": CliCommand("draw a board that is not the same in every game", "judge.cli.new_world", publishes=True),
    "new-game": CliCommand("begin a game's folder with a copy of the template", "judge.cli.new_game", publishes=True),
    "import-game": CliCommand("make a game's folder of another judge's board", "judge.cli.import_game", publishes=True),
    "draw-map": CliCommand("draw a game's board from the art.yaml in its folder", "judge.drawing.cli", publishes=True),
    "verify": CliCommand("check the throws of a finished game", "judge.cli.verify"),
    "replay": CliCommand("run games again from their events and compare", "judge.cli.replay"),
    "print": CliCommand("a judged phase as copy for a zine or a web page, in any format", "judge.cli.print_phase", publishes=True),
    "archive": CliCommand("every game as linked pages for a web space", "judge.cli.archive", publishes=True),
    "backup": CliCommand(
        "write all that is kept into one file, while the judge runs", "judge.cli.backup", "backup", "backup_arguments"
    ),
    "restore": CliCommand("put a backup in the place of the store", "judge.cli.backup", "restore_store", "restore_arguments"),
    "store": CliCommand("copy all that is kept into another database", "judge.cli.backup", "copy_store", "store_arguments"),
    "purge": CliCommand("delete the words of letters that are old enough", "judge.cli.backup", "purge", "purge_arguments"),
    "setup": CliCommand("ask eight questions and write the configuration of a judge", "judge.cli.setup"),
    "doctor": CliCommand("say what is wrong with this judge, and what to do about it", "judge.cli.doctor"),
    "status": CliCommand("print how the judge is: letters, outbox, deadlines", "judge.cli.status"),
    "alarm": CliCommand("mail the operator, past the judge, if it cannot work; for a timer", "judge.cli.alarm"),
    "letter": CliCommand(
        "print what became of a letter, or have it decided once more", "judge.cli.status", "show_letter", "letter_arguments"
    ),
    "upgrade": CliCommand("say what this judge, or a wheel's, will do with the store when it is started", "judge.cli.upgrade"),
    "say": CliCommand("print any letter or sentence of the judge's, with sample facts", "judge.cli.say"),
    "game": CliCommand("show a game, give it another GM, stop its clock, or end it", "judge.cli.game"),
    "person": CliCommand("print, or delete, all that is kept of one person", "judge.cli.person"),
}


CONFIG = "JUDGE_CONFIG"
"""The environment's variable for the configuration of commands that are given none by `--config`."""

TROUBLE, INTERRUPTED, UNREAD = 74, 130, 141
"""Exit statuses: an unexpected failure outside the judge (sysexits.h); SIGINT and SIGPIPE, as in a shell."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status. Nothing that an operator does ends in a traceback."""
    try:
        try:
            return _command(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # `judge … | head`
        status = UNREAD
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (OSError, OverflowError) as error:  # OverflowError: a number in the arguments is too large
        print(f"judge: {error}", file=sys.stderr)
        status = TROUBLE
    _drop_rest()
    return status


def _drop_rest() -> None:
    """Drop output that cannot be printed. Otherwise Python tries again at exit, and complains."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _PrintVersion(argparse.Action):
    """Print the version and end. It is looked up only here: in a checkout git is asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"judge {judge_version()}{', with a compiled referee' if referee_is_compiled() else ''}")
        parser.exit()


def _command(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="judge", description="A judge for Diplomacy by mail.")
    parser.add_argument("--version", action=_PrintVersion, nargs=0, help="print which judge this is")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, entry in COMMANDS.items():
        commands.add_parser(name, help=entry.does, add_help=False)
    chosen, rest = parser.parse_known_args(arguments)
    entry = COMMANDS[chosen.command]
    with nothing_collected():
        module = import_module(entry.module)
    own = argparse.ArgumentParser(prog=f"judge {chosen.command}", description=entry.does)
    getattr(module, entry.arguments)(own)
    chosen_arguments = own.parse_args(rest)
    if getattr(chosen_arguments, "config", "") is None and (said := os.environ.get(CONFIG)):
        chosen_arguments.config = Path(said)
    before = os.umask(0o077) if not entry.publishes else None  # the store holds orders, and mail holds reply addresses
    try:
        status: int = getattr(module, entry.function)(chosen_arguments)
    finally:
        if before is not None:
            os.umask(before)
    return status
