"""`judge status` and `judge letter N`: the state of a judge, for its operator. They may run while the judge runs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader
from sqlalchemy.exc import SQLAlchemyError

from judge.assets import find_assets
from judge.clock import SystemClock
from judge.config import Config, load_config
from judge.daemon.health import verdict
from judge.daemon.judge_state import judge_state
from judge.daemon.remark import Level, Remark
from judge.daemon.surroundings_check import own_ports, plain
from judge.daemon.synchronised import clock_is_synchronised
from judge.reports import Templates
from judge.store import Store
from judge.version import judge_version

UNCHANGED, UNKNOWN = 1, 2
"""Exit statuses: the letter was not shunted; there is no such letter, or the configuration or the store cannot be read."""
HELD = {
    "who": "nothing proves who wrote it", "care": "it asks for something that cannot be undone",
    "dry": "it would change what was published", "again": "it would change the result of a game that is over",
    "secret": "it may tell players what not all of them know",
    "older": "it was written before what counts now", "new": "its address is not known yet",
    "address": "it asks for mail to another address",
}  # fmt: skip
"""Why a letter is held (`judge.store.HeldLetter`) → the same in words. Its writer has been asked."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge status`."""
    _config(parser)
    parser.add_argument("--check", action="store_true", help="one line, and exit status 0, 1, 2 or 3, for monitoring programs")
    parser.add_argument("--json", action="store_true", help="for other programs")


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def letter_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge letter`."""
    _config(parser)
    parser.add_argument("number", metavar="N", type=int, help="as the log and `judge status` number letters")
    parser.add_argument("--words", action="store_true", help="print the letter itself, too, as it came")
    parser.add_argument("--again", action="store_true", help="have a shunted letter decided once more, as of when it came")


def run(args: argparse.Namespace) -> int:
    """Print how many letters are in which state, the age of the outbox, and which games are due next."""
    now = SystemClock().now()
    if args.check:
        return check(args.config, now, as_json=args.json)
    return _with_store(args, lambda store, settings: print_status(store, settings, now, args.json))


def show_letter(args: argparse.Namespace) -> int:
    """Print a letter's result, and any error in processing it."""
    return _with_store(args, lambda store, settings: _letter(store, args.number, args.words, args.again))


def print_status(store: Store, settings: Config, now: datetime, as_json: bool = False) -> int:
    """Print the state of a judge."""
    state = judge_state(store, settings, now)
    facts = {"version": judge_version(), **store.kind()._asdict(), **state, "ports": list(own_ports(settings, state))}
    print(json.dumps(facts, indent=1, default=str) if as_json else _printed("status.j2", facts))
    return 0


def check(
    config: Path | None, now: datetime, synchronised: Callable[[], bool | None] = clock_is_synchronised, as_json: bool = False
) -> int:
    """Print one line about a judge; return 0 if all is well, 1 for a warning, 2 if something is critical, 3 if nobody can tell.

    Args:
        synchronised: whether time servers set the machine's clock; None if unknown.
    """
    try:
        settings = load_config(config)
    except ValueError as error:  # a ConfigError
        return _verdict([Remark(Level.UNKNOWN, "unknown", {"error": str(error).partition("\n")[0]})], as_json)
    try:
        store = Store.open_existing(settings.store)
        try:
            found = verdict(settings, store, now, synchronised)
            with store.look() as work:
                running = work.games.count_by_stage().get("running", 0)
        finally:
            store.close()
    except ValueError as error:  # the store's address
        return _verdict([Remark(Level.UNKNOWN, "unknown", {"error": str(error)})], as_json)
    except (OSError, SQLAlchemyError) as error:
        why = plain(str(getattr(error, "orig", None) or error))
        return _verdict([Remark(Level.CRITICAL, "unread", {"error": why})], as_json)
    return _verdict(found, as_json, running)


def _verdict(found: list[Remark], as_json: bool, running: int = 0) -> int:
    level = max((each.level for each in found), default=Level.OK)
    line = " ".join(_printed("check.j2", {"level": level.name, "remarks": found, "running": running}).split())
    if as_json:
        wrong = [{"level": each.level.name, "says": each.says, "facts": each.facts} for each in found]
        print(json.dumps({"level": level.name, "line": line, "remarks": wrong}, indent=1, default=str))
    else:
        print(line)
    return int(level)


def _printed(template: str, facts: dict[str, Any]) -> str:
    return Templates(FileSystemLoader(find_assets().templates)).printed(template, **facts)


def _letter(store: Store, number: int, words: bool, again: bool) -> int:
    with store.look() as work:
        fate = work.letters.status(number)
    if fate is None:
        print(f"judge: there is no letter {number}", file=sys.stderr)
        return UNKNOWN
    print(f"letter {number}: {fate.state}, came {fate.received.isoformat(timespec='seconds')}")
    why, _, more = fate.note.partition(";")
    note = f"Its writer was asked, because {HELD[why]}.{more and ' It was'}{more}" if why in HELD else fate.note
    print("\n".join([note] * bool(note) + [fate.raw.decode("utf-8", "replace")] * words))
    if again:
        with store.work() as work:
            done = work.letters.reopen(number)
        print("It will be decided once more." if done else f"judge: letter {number} was not shunted, but {fate.state}")
        return 0 if done else UNCHANGED
    return 0


def _with_store(args: argparse.Namespace, work: Callable[[Store, Config], int]) -> int:
    try:
        settings = load_config(args.config)
        store = Store.open_existing(settings.store)
    except (ValueError, OSError) as error:  # a ConfigError, a store's address
        print(f"judge: {error}", file=sys.stderr)
        return UNKNOWN
    try:
        return work(store, settings)
    finally:
        store.close()
