"""`judge draw-map`: draw a game's board from its art.yaml (and grid.txt), write art.json, say what is wrong with it."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import sleep

from judge.assets import Assets, find_assets
from judge.checking.cli import display_path, find_variant_folder
from judge.checking.drawing import CONTACTS
from judge.drawing.overlaps import overlaps
from judge.drawing.write_art import format_art
from judge.maps.art import Art
from judge.maps.drawn_borders import SHORTEST, compare_links, shared_border_lengths
from judge.variants import FolderError, load_ruleset
from judge.variants.folder import ART, GRID, MAP, PEN, read_text
from judge.variants.yaml_source import parse_document

DIFFERS, WRONG = 1, 2
"""Exit statuses: drawing and rules differ, or things cover one another; nothing could be drawn."""
EVERY = 0.5
"""Seconds between two looks at the files."""
NEEDED = "this needs more than a judge does: pip install 'judge[art]'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `judge draw-map`."""
    parser.add_argument("game", metavar="NAME|DIR", help="a game's name, or the path of its folder")
    parser.add_argument("--sketch", action="store_true", help="first make grid.txt and art.yaml from the borders alone")
    parser.add_argument("--watch", action="store_true", help="draw again whenever art.yaml, grid.txt or map.yaml changes")
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
    atlas = args.atlas.read_bytes if args.atlas else partial(download_atlas, PACKAGE, MEMBER)
    status = _draw(path, (path.parent, *roots), data, args.sketch, partial(draw_board, atlas=atlas))
    while args.watch:
        before = _looks(path)
        while _looks(path) == before:
            sleep(EVERY)
        status = _draw(path, (path.parent, *roots), data, False, partial(draw_board, atlas=atlas))
    return status


def _looks(path: Path) -> list[tuple[str, int, int]]:
    """What can be seen of the files that a board is drawn from, without reading them."""
    files = [path / name for name in (PEN, GRID, MAP) if (path / name).is_file()]
    return [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]


def _draw(path: Path, roots: Sequence[Path], data: Assets, sketch: bool, draw: Callable[..., Art]) -> int:
    """Draw a folder's board once, and say what differs."""
    try:
        board = load_ruleset(path.name, roots, data.grammars()).board
        if sketch:
            from judge.drawing.sketch_folder import sketch_folder

            art = sketch_folder(path, board, roots)
        else:
            art = draw(path, board, roots)
    except (FolderError, ValueError, KeyError, OSError, subprocess.CalledProcessError) as error:
        print(f"{path}: cannot be drawn: {type(error).__name__}: {error}", file=sys.stderr)
        return WRONG
    text = format_art(art)
    (path / ART).write_text(text, "utf-8")
    pen = parse_document(read_text(path / PEN), str(path / PEN)).get(CONTACTS)
    wrong = sorted(compare_links(art, board, [pair.texts() for pair in pen.list()]))
    least = min(shared_border_lengths(art).items(), key=lambda item: item[1], default=(frozenset("-"), SHORTEST))
    wrong += [f"{one} covers {other}, {area:.0f} square units" for (one, other), area in overlaps(art, board).items()]
    size, pair = len(text.encode()), "–".join(sorted(least[0]))
    print("\n".join([*wrong, f"{path / ART}: {size} bytes; the shortest contact is {pair}, {least[1]:.1f} units"]))
    return DIFFERS if wrong else 0
