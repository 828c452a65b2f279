"""`judge check-game`: every mistake in a game's folder, one a line, as file:line: what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from judge.assets import find_assets
from judge.checking.drawing import drawing_notes
from judge.checking.folder import check_folder
from judge.variants.folder import GAME, PLAIN

MISTAKES, NO_FOLDER = 1, 2
"""Exit statuses: there are mistakes; there is no such folder."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `judge check-game`."""
    parser.add_argument("game", metavar="NAME|DIR", help="a game's name, or the path of its folder")
    parser.add_argument("--cases", action="store_true", help="judge its cases, too, and say which come out otherwise")
    parser.add_argument("--games", type=Path, action="append", default=[], metavar="DIR", help="more folders of games")


def run(args: argparse.Namespace) -> int:
    """Check one folder; the exit status: 0, 1 (mistakes), 2 (no such folder)."""
    data = find_assets()
    roots = (*args.games, display_path(data.games))
    path = find_variant_folder(args.game, roots)
    if path is None:
        print(f"there is no game folder {args.game!r}: no {GAME} in it, looked in {', '.join(map(str, roots))}", file=sys.stderr)
        return NO_FOLDER
    found = check_folder(path, (path.parent, *roots), data, args.cases)
    for wrong in found:
        print(wrong)
    for note in () if found else drawing_notes(path, (path.parent, *roots), data):
        print(f"{path}: {note}", file=sys.stderr)
    counted = {0: "no mistake found", 1: "1 mistake"}.get(len(found), f"{len(found)} mistakes")
    print(f"{path}: {counted}{'' if found or args.cases else '; --cases judges its cases, too'}.", file=sys.stderr)
    return MISTAKES if found else 0


def find_variant_folder(name: str, roots: Sequence[Path]) -> Path | None:
    """The folder of a game by its path, or by its name in one of the roots."""
    places = [root / name for root in roots] if PLAIN.fullmatch(name) else []
    for path in (display_path(Path(name).resolve()), *places):
        if (path / GAME).is_file():
            return path
    return None


def display_path(path: Path) -> Path:
    """A path as one would type it: from where one stands, if it lies below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) and path != here else path
