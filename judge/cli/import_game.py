"""`judge import-game`: another judge's board becomes a game's folder, and is checked."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from judge.assets import find_assets
from judge.checking import check_folder
from judge.checking.cli import display_path
from judge.importing import FORMATS, ImportFault, read_board, write_folder
from judge.variants import load_ruleset
from judge.variants.folder import PLAIN

MISTAKES, REFUSED = 1, 2
"""Exit statuses: the folder is there, but check-game finds mistakes; there is no folder."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `judge import-game`."""
    parser.add_argument("path", type=Path, metavar="PATH", help="njudge's map.NAME, a .map, jDip's variants.xml, a folder of godip")
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="the folder to make; its name is the game's")
    parser.add_argument("--format", choices=sorted(FORMATS), default="", help="whose files these are, if looking does not tell")
    parser.add_argument("--variant", default="", metavar="NAME", help="which variant, where a file has several")


def run(args: argparse.Namespace) -> int:
    """Make the folder. Return 0, 1 (check-game finds mistakes in it), or 2 (nothing was made)."""
    return import_game(args.path, args.to, args.format, args.variant)


def _draw(folder: Path) -> None:
    """Give the folder a board sketched from its borders, if what draws is installed."""
    try:
        from judge.drawing.sketch_folder import sketch_folder
    except ImportError:
        print("no map was drawn; judge draw-map --sketch draws one: pip install 'judge[art]'")
        return
    data = find_assets()
    board = load_ruleset(folder.name, (folder.parent, data.games), data.grammars()).board
    sketch_folder(folder, board, (folder.parent, data.games))


def import_game(path: Path, folder: Path, form: str, variant: str) -> int:
    """Read a board and write its folder; say what was left out and what is wrong. The exit status is `run`'s."""
    if not PLAIN.fullmatch(folder.name) or folder.exists():
        why = "is there already" if folder.exists() else "is no name for a folder: letters, digits, _ and -"
        print(f"{folder} {why}; nothing was changed", file=sys.stderr)
        return REFUSED
    try:
        board = read_board(path, form, variant)
        write_folder(board, folder)
    except (ImportFault, OSError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return REFUSED
    centres = sum(space.centre for space in board.spaces.values())
    size = f"{len(board.spaces)} spaces, {centres} centres, {sum(not power.stands for power in board.powers.values())} powers"
    print(f"{display_path(folder.resolve())}: {board.title}, {size}")
    for said in board.left:
        print(f"not taken over: {said}")
    data = find_assets()
    _draw(folder)
    found = check_folder(folder, (folder.parent, data.games), data, run=True)
    for wrong in found:
        print(wrong)
    print(f"Licence of the files: {board.licence}. README.md says the same; read it before you pass the folder on.")
    return MISTAKES if found else 0
