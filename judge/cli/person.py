"""`judge person export|forget ADDRESS`: export or delete what the judge stores about a person."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from judge.cli.opened import opened_judge
from judge.daemon.wiring import Application
from judge.office.unreadable_games import UnreadableGame
from judge.office.upkeep.personal_data import CannotForget, export_person
from judge.store import Person

UNKNOWN, STAYS = 2, 1
"""Exit statuses: nobody has this address; a game would lose its GM, or cannot be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge person`."""
    parser.add_argument("what", choices=["export", "forget"], help="print all that is kept; or delete it, and give seats up")
    parser.add_argument("address", metavar="ADDRESS")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command. Return 0 if done, 1 if games need their GM or cannot be read, 2 if nobody has this address."""
    judge = opened_judge(args.config)
    if judge is None:
        return UNKNOWN
    try:
        return _run(judge, args.what, args.address)
    except UnreadableGame as shut:
        undone = " Nothing has been deleted." if args.what == "forget" else ""
        print(f"judge: {shut}. Mend the game first.{undone}", file=sys.stderr)
        return STAYS


def _run(judge: Application, what: str, address: str) -> int:
    with judge.store.look() as work:
        person = work.people.by_address(address)
        told = export_person(work, person) if person and what == "export" else None
    if person is None:
        print(f"judge: nobody here has the address {address}", file=sys.stderr)
        return UNKNOWN
    if told is not None:
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return 0
    return _forget(judge, person)


def _forget(judge: Application, person: Person) -> int:
    try:
        done = judge.office.forget(person, judge.clock.now())
    except CannotForget as stays:
        games = ", ".join(stays.games)
        what = "a game cannot be without one: give it to another first (judge game NAME --gm ADDRESS)"
        print(f"judge: GM of {games}; {what}", file=sys.stderr)
        return STAYS
    print(f"Address, name, password, record, letters and press of {person.address} are gone; backups made before still hold them.")
    if done.resigned:
        print(f"Seats given up, their GMs told: {', '.join(done.resigned)}.")
    if done.stays:
        print(f"What was ordered there stays, under the power's name, for the others' games hang on it: {', '.join(done.stays)}.")
    if done.listed:
        print(f"GMs have named the address in ALLOW or DENY, where a fingerprint of it stays: {', '.join(done.listed)}.")
    if done.waiting:
        print(f"{done.waiting} letters of theirs wait to be decided and were left; run this again afterwards.")
    return 0
