"""`judge draw-map`: draw a game's board from its art.yaml (and grid.txt), write art.json, say what is wrong with it."""

from __future__ import annotations

import argparse
import subprocess
import sys
from functools import partial
from pathlib import Path

from judge.assets import find_assets
from judge.checking.cli import display_path, find_variant_folder
from judge.drawing.drawn_borders import SHORTEST, compare_links, shared_border_lengths
from judge.drawing.overlaps import overlaps
from judge.drawing.write_art import format_art
from judge.variants import FolderError, load_ruleset
from judge.variants.folder import ART

DIFFERS, WRONG = 1, 2
"""Exit statuses: drawing and rules differ, or things cover one another; nothing could be drawn."""
NEEDED = "this needs more than a judge does: pip install 'judge[art]'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `judge draw-map`."""
    parser.add_argument("game", metavar="NAME|DIR", help="a game's name, or the path of its folder")
    parser.add_argument("--atlas", type=Path, metavar="FILE", help="countries-50m.json of world-atlas 2; else npm fetches it")
    parser.add_argument("--games", type=Path, action="append", default=[], metavar="DIR", help="more folders of games")


def run(args: argparse.Namespace) -> int:
    """Draw one board; the exit status: 0, 1 (it differs from the rules, or is crowded), 2 (it could not be drawn)."""
    try:
        from judge.drawing.atlas import MEMBER, PACKAGE, download_atlas
        from judge.drawing.draw_variant import draw_board
    except ImportError as error:
        print(f"{NEEDED} ({error})", file=sys.stderr)
        return WRONG
    data = find_assets()
    roots = (*args.games, display_path(data.games))
    path = find_variant_folder(args.game, roots)
    if path is None:
        print(f"there is no game folder {args.game!r}", file=sys.stderr)
        return WRONG
    try:
        board = load_ruleset(path.name, (path.parent, *roots), data.grammars()).board
        art = draw_board(
            path, board, (path.parent, *roots), args.atlas.read_bytes if args.atlas else partial(download_atlas, PACKAGE, MEMBER)
        )
    except (FolderError, ValueError, KeyError, OSError, subprocess.CalledProcessError) as error:
        print(f"{path}: cannot be drawn: {type(error).__name__}: {error}", file=sys.stderr)
        return WRONG
    text = format_art(art)
    (path / ART).write_text(text, "utf-8")
    wrong = sorted(compare_links(art, board))
    least = min(shared_border_lengths(art).items(), key=lambda item: item[1], default=(frozenset("-"), SHORTEST))
    wrong += [f"{one} covers {other}, {area:.0f} square units" for (one, other), area in overlaps(art, board).items()]
    size, pair = len(text.encode()), "–".join(sorted(least[0]))
    print("\n".join([*wrong, f"{path / ART}: {size} bytes; the shortest contact is {pair}, {least[1]:.1f} units"]))
    return DIFFERS if wrong else 0
