"""`judge verify FILE|GAME`: check the dice rolls of a finished game, from this judge's store or from its last mail."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.config import load_config
from judge.daemon.wiring import Application, build_read_only
from judge.game.dice.record import (
    LONGEST,
    RecordFault,
    ThrowRecord,
    format_record,
    make_record,
    parse_record,
    verify_against_events,
    verify_record,
)
from judge.game.model.serialization import read_event, read_game
from judge.reports import Templates

FALSE, UNKNOWN = 1, 2
"""Exit statuses: something is wrong; there is nothing to check."""


class VerifiedRecord(NamedTuple):
    """A record, and everything that is wrong with it or with the events of its game."""

    record: ThrowRecord
    faults: tuple[RecordFault, ...]


class NothingToVerify(ValueError):
    """Raised if there is nothing to check. The message says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge verify`."""
    parser.add_argument("what", metavar="FILE|GAME", help="the letter that ended a game, saved as a file; or a game's name")
    parser.add_argument("--seal", metavar="HEX", default="", help="the seal that stood in your first report")
    parser.add_argument("--record", action="store_true", help="print the record, and no more if all is well")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command. Return 0 if every roll is right, 1 if something is wrong, 2 if there is nothing to check."""
    try:
        path = Path(args.what)
        checked = verify_text(_text(path)) if path.is_file() else verify_game(args.what, build_read_only(load_config(args.config)))
    except (ValueError, OSError) as error:
        print(f"judge: {error}", file=sys.stderr)
        return UNKNOWN
    told = "".join(args.seal.split()).lower()
    wrong = list(checked.faults)
    if told and told != checked.record.seal:
        wrong.insert(0, RecordFault("other-seal", "", told, checked.record.seal))
    _print(checked.record, wrong, bool(told), args.record)
    return FALSE if wrong else 0


def verify_text(text: str) -> VerifiedRecord:
    """Check the record in the text of a mail or a file. Raises NothingToVerify if it holds none."""
    try:
        record = parse_record(text)
    except ValueError as error:
        raise NothingToVerify(str(error)) from None
    return VerifiedRecord(record, tuple(verify_record(record)))


def verify_game(name: str, parts: Application) -> VerifiedRecord:
    """Check a finished game of this judge. Raises NothingToVerify for an unknown name, or if its seed is not public."""
    name = name.lower()
    with parts.store.look() as work:
        stored, secret = work.games.get(name), work.games.seed(name)
        events = [read_event(row.body) for row in work.games.events(name)]
        kept = {row.seq: row.body for row in work.games.positions(name)}
    if stored is None:
        raise NothingToVerify(f"no file and no game {name!r}")
    game = read_game(stored.head)
    if not game.seal:
        raise NothingToVerify(f"{name} has no dice")
    if game.stage != "finished":
        raise NothingToVerify(f"{name} is not over; its seed is secret until then")
    return VerifiedRecord(make_record(game), tuple(verify_against_events(events, kept, secret or "")))


def _text(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(LONGEST)


def _print(record: ThrowRecord, wrong: Sequence[RecordFault], compared: bool, whole: bool) -> None:
    words = Templates(FileSystemLoader(find_assets().templates))
    for fault in wrong:
        print(words.said("verify.j2", **fault._asdict()))
    if whole:
        print(format_record(record))
    if wrong or not whole:
        kind, count = ("false", len(wrong)) if wrong else ("true", len(record.throws))
        stated = sorted(record.stated)
        print(words.said("verify.j2", kind=kind, game=record.game, count=count, stated=stated, seal=record.seal, compared=compared))
