"""`judge status` and `judge letter N`: the state of a judge, for its operator. They may run while the judge runs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.cli.backup import backup_folder
from judge.clock import SystemClock
from judge.config import load_config
from judge.daemon.clock_check import clock_doubt
from judge.daemon.diagnosis import is_readable
from judge.daemon.health import Level, Remark, newest_backup, remarks
from judge.daemon.place_check import Fetching
from judge.daemon.surroundings_check import surroundings
from judge.daemon.synchronised import clock_is_synchronised
from judge.daemon.upcoming import UpcomingGame, list_upcoming
from judge.reports import Templates
from judge.store import Store
from judge.store.census import LATE
from judge.store.facts import AT_WORK, FETCHED
from judge.version import judge_version

UNCHANGED, UNKNOWN = 1, 2
"""Exit statuses: the letter was not shunted; there is no such letter, or the configuration or the store cannot be read."""
NEXT = 8
"""The most games whose deadlines are shown."""
HELD = {
    "who": "nothing proves who wrote it", "care": "it asks for something that cannot be undone",
    "dry": "it would change what was published", "again": "it would change the result of a game that is over",
    "older": "it was written before what counts now", "new": "its address is not known yet",
    "address": "it asks for mail to another address",
}  # fmt: skip
"""Why a letter is held (`judge.store.HeldLetter`) → the same in words. Its writer has been asked."""
IDLE = timedelta(minutes=10)
"""How long no judge may have been at work before `judge status` says so: it notes the time every two minutes."""
STAGES = ("forming", "running", "finished")


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
        return check(args.config, now)
    return _with_store(args, lambda store: print_status(store, now, args.json))


def show_letter(args: argparse.Namespace) -> int:
    """Print a letter's result, and any error in processing it."""
    return _with_store(args, lambda store: _letter(store, args.number, args.words, args.again))


def status_facts(store: Store, now: datetime) -> dict[str, Any]:
    """Return the facts for `status.j2`."""
    with store.look() as work:
        census, stages, due = work.census(now), work.games.count_by_stage(), list_upcoming(work, NEXT)
        unreadable = [card.name for card in work.games.listings() if not is_readable(work, card.name)]
        doubt = clock_doubt(work, now)
        places, at_work = work.facts.beginning(FETCHED), work.facts.get(AT_WORK)
    outbox = census.outbox
    return {
        "letters": census.letters, "shunted": census.shunted, "held": census.held, "queued": outbox.queued,
        "untried": outbox.untried,
        "since": outbox.since, "age": _span(now - outbox.since) if outbox.since else "", "overdue": census.overdue,
        "stages": {stage: stages.get(stage, 0) for stage in STAGES},
        "next": [_next(game, now) for game in due],
        "places": [_place(name, Fetching.read(said), now) for name, said in sorted(places.items())],
        "idle": "" if doubt else _idle(at_work, now),
        "unreadable": unreadable, "doubt": {"since": doubt[0].isoformat(), "until": doubt[1].isoformat()} if doubt else None,
    }  # fmt: skip


def _idle(at_work: str, now: datetime) -> str:
    """Return for how long no judge has been at work; '' if one is, or nobody noted it."""
    span = now - datetime.fromisoformat(at_work) if at_work else timedelta()
    return _span(span) if span > IDLE else ""


def _place(name: str, found: Fetching, now: datetime) -> dict[str, Any]:
    """Return how long ago a mailbox or Maildir was fetched from, or first tried, and whether that is too long."""
    return {"name": name, "ago": _span(now - found.at), "late": found.late(now), "never": found.never, "at": found.at.isoformat()}


def _next(game: UpcomingGame, now: datetime) -> dict[str, str]:
    left = f"in {_span(game.at - now)}" if game.at > now else f"{_span(now - game.at)} ago"
    left = f"OVERDUE for {_span(now - game.at)}" if game.at <= now - LATE else left
    deadline = game.deadline.isoformat() if game.deadline else ""
    return {**game._asdict(), "deadline": deadline, "at": game.at.isoformat(), "left": left}


def _span(span: timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    days, hours = divmod(minutes // 60, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {minutes % 60:02} min" if hours else f"{minutes} min"


def print_status(store: Store, now: datetime, as_json: bool = False) -> int:
    """Print the state of a judge."""
    facts = {"version": judge_version(), **store.kind()._asdict(), **status_facts(store, now)}
    print(json.dumps(facts, indent=1, default=str) if as_json else _printed("status.j2", facts))
    return 0


def check(config: Path | None, now: datetime, synchronised: Callable[[], bool | None] = clock_is_synchronised) -> int:
    """Print one line about a judge; return 0 if all is well, 1 for a warning, 2 if something is critical, 3 if nobody can tell.

    Args:
        synchronised: whether time servers set the machine's clock; None if unknown.
    """
    try:
        settings = load_config(config)
        store = Store.open_existing(settings.store)
    except (ValueError, OSError) as error:  # a ConfigError, a store's address
        return _verdict([Remark(Level.UNKNOWN, "unknown", {"error": str(error).partition("\n")[0]})], 0)
    try:
        status = status_facts(store, now)
        found = list(surroundings(settings, store, now, synchronised))
    finally:
        store.close()
    backup = newest_backup(backup_folder(settings), now.tzinfo)
    found = [*remarks(status, timedelta(minutes=settings.outbox_minutes), backup, settings.backup_days, now), *found]
    return _verdict(sorted(found, key=lambda each: -each.level), status["stages"]["running"])


def _verdict(found: list[Remark], running: int) -> int:
    level = max((each.level for each in found), default=Level.OK)
    print(" ".join(_printed("check.j2", {"level": level.name, "remarks": found, "running": running}).split()))
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


def _with_store(args: argparse.Namespace, work: Callable[[Store], int]) -> int:
    try:
        store = Store.open_existing(load_config(args.config).store)
    except (ValueError, OSError) as error:  # a ConfigError, a store's address
        print(f"judge: {error}", file=sys.stderr)
        return UNKNOWN
    try:
        return work(store)
    finally:
        store.close()
