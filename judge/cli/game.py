"""`judge game NAME`: show a game to the operator, give it another GM, stop its clock, or end it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.cli.opened import opened_judge
from judge.daemon.wiring import Application
from judge.office.unreadable_games import UnreadableGame
from judge.office.upkeep import games
from judge.reports import Templates

UNKNOWN, UNDONE = 2, 1
"""Exit statuses: there is no such game, or judge.yaml cannot be used; it could not be done, or the game cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge game`."""
    parser.add_argument("game", metavar="NAME")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--gm", metavar="ADDRESS", help="make the owner of this address the GM; everybody is told")
    what.add_argument("--pause", action="store_true", help="stop the clock; the GM's RESUME, or 28 days, start it again")
    what.add_argument("--end", action="store_true", help="end the game in a week, without a winner; the GM's RESUME stops that")
    parser.add_argument("--reason", default="", metavar="WORDS", help="for --pause and --end: what everybody is told")
    parser.add_argument("--json", action="store_true", help="for other programs")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command. Return 0 if done, 1 if it could not be done, 2 if there is no such game."""
    judge = opened_judge(args.config)
    if judge is None:
        return UNKNOWN
    with judge.store.look() as work:
        if work.games.get(args.game.lower()) is None:
            print(f"judge: no game {args.game!r}", file=sys.stderr)
            return UNKNOWN
    try:
        return _run(judge, args)
    except (games.NotDone, UnreadableGame) as error:
        print(f"judge: {error}", file=sys.stderr)
        return UNDONE


def _run(judge: Application, args: argparse.Namespace) -> int:
    house, now = judge.office.house, judge.clock.now()
    if args.gm:
        games.set_gm(house, args.game, args.gm, now)
        print(f"{args.gm} is the GM of {args.game} now. Everybody in the game is told as soon as the judge sends mail.")
    elif args.pause:
        games.pause(house, args.game, args.reason, now)
        print(f"The clock of {args.game} is stopped. Everybody in it is told as soon as the judge sends mail.")
    elif args.end:
        games.end(house, args.game, args.reason, now)
        print(f"{args.game} ends in a week; if it had not begun, it has ended. Everybody in it is told as soon as mail is sent.")
    else:
        facts = games.describe(house, args.game, now)
        words = Templates(FileSystemLoader(str(find_assets().templates)))
        print(json.dumps(facts, indent=2, ensure_ascii=False) if args.json else words.whole("game.j2", **facts).strip())
    return 0
