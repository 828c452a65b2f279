"""`judge doctor`: say what is wrong with a judge and what to do about it. It may run while the judge runs."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from jinja2 import FileSystemLoader

from judge.assets import find_assets
from judge.clock import SystemClock
from judge.config import load_without_passwords
from judge.daemon.paths import backup_folder
from judge.doctor.diagnosis import diagnose
from judge.doctor.finding import Finding, State, Surroundings
from judge.doctor.round_trip import check_round_trip
from judge.reports import Templates
from judge.setup.files import ZONE

TO_DO, NO_CONFIG = 1, 2
"""Exit statuses, for monitoring: something needs attention; the configuration cannot be read. 0: all is well, or unknown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge doctor`."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")
    parser.add_argument("--selector", default="judge", metavar="NAME", help="of the domain's DKIM key; `judge` if left out")
    trip = "also send two letters to the judge's own plus address and wait until they are back, and one to the operator"
    parser.add_argument("--round-trip", action="store_true", help=trip)
    parser.add_argument("--json", action="store_true", help="for other programs: a list of findings")


def run(args: argparse.Namespace) -> int:
    """Print what each check found and what to do. Return 0 if all is well, 1 if something needs attention, 2 without a
    configuration.
    """
    try:
        settings, passwords = load_without_passwords(args.config)
    except ValueError as error:
        print(f"judge: {error}", file=sys.stderr)
        return NO_CONFIG
    zone = args.config.parent / ZONE if args.config else None
    around = Surroundings(SystemClock().now(), selector=args.selector, backups=backup_folder(settings), zone=zone)
    mistakes = [Finding("password", State.TO_DO, "password-mistake", {"error": each}) for each in passwords]
    found = [*mistakes, *diagnose(settings, around)]
    found += check_round_trip(settings, around) if args.round_trip else ()
    if args.json:
        print(json.dumps([{**asdict(each), "says": " ".join(words(each).split())} for each in found], indent=1))
    else:
        print(report(found))
    return TO_DO if any(each.state is State.TO_DO for each in found) else 0


def report(found: list[Finding]) -> str:
    """Return all findings in words, one line each, with what to do below those that need something."""
    return Templates(FileSystemLoader(find_assets().templates)).printed("doctor.j2", found=found)


def words(finding: Finding) -> str:
    """Return one finding in words."""
    return report([finding])
