"""`judge new-game`: make a folder for a new game by copying the template, which is itself a valid game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from judge.assets import find_assets
from judge.board import normalize_name
from judge.checking.cli import display_path
from judge.checking.sentences import SENTENCES
from judge.cli.import_game import import_game
from judge.importing import FORMATS
from judge.variants.folder import PLAIN, names_to_folders

TEMPLATE, TITLE = "_template", "A Template"
REFUSED = 2
NEXT = """{path} is there now: a copy of the template, a small game that works.

 1. Edit game.yaml and map.yaml, which explain every key. If the game is much like another, say `extends: standard`
    (or another's name), keep only what differs, and delete the files that say nothing new.
 2. judge check-game {path} --cases      names what is wrong, file and line
 3. To play it, name its parent in judge.yaml (games: [{parent}]) unless the judge looks there already, and mail
    CREATE Gamename VARIANT {name}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge new-game`."""
    parser.add_argument("name", metavar="NAME", help="what the folder is called: letters, digits, _ and -")
    parser.add_argument("--from", nargs=2, dest="source", metavar=("FORMAT", "PATH"), help="take another judge's board")
    parser.add_argument("--in", type=Path, dest="parent", metavar="DIR", help="where to make it: ./games if there is one, or here")


def run(args: argparse.Namespace) -> int:
    """Make the folder. Return 0, or 2 if there is such a folder or game already, or it cannot be made."""
    data = find_assets()
    parent = args.parent or (Path("games") if Path("games").is_dir() else Path("."))
    path = parent / args.name
    refused = _refused(args.name, path, data.games)
    if not refused and args.source:
        form, source = args.source
        if form in FORMATS:
            return import_game(Path(source), path, form, "")
        refused = f"{form!r} is none of {', '.join(sorted(FORMATS))}"
    if not refused:
        try:
            copy_template(data.games / TEMPLATE, path)
        except OSError as error:
            refused = f"{path} cannot be made: {error.strerror}"
    if refused:
        print(refused, file=sys.stderr)
        return REFUSED
    print(NEXT.format(path=display_path(path), parent=parent.resolve(), name=args.name))
    return 0


def _refused(name: str, path: Path, games: Path) -> str:
    """Return why no game of this name can be made here; '' if one can."""
    if not PLAIN.fullmatch(name) or name.startswith(("_", "-")):
        return f"{name!r} is no name for a folder: letters, digits, _ and -, the first no _ or -"
    if path.exists():
        return f"{path} is there already; nothing was changed"
    names = names_to_folders([games])
    taken = names.get(normalize_name(name))
    return f"there is a game called {name!r} already: {taken}" if taken else ""


def copy_template(template: Path, path: Path) -> None:
    """Copy the template's files and put in the new folder's name. Raises OSError, also if `path` exists."""
    title = path.name.replace("_", " ").replace("-", " ").title()
    path.mkdir(parents=True)
    for file in sorted(template.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and file.name != SENTENCES:  # a new game's rules are others
            text = file.read_text("utf-8").replace(TEMPLATE, path.name)
            text = text.replace(TITLE, title).replace(TITLE.lower(), title.lower())
            target = path / file.relative_to(template)
            target.parent.mkdir(exist_ok=True)
            target.write_text(text, "utf-8")
