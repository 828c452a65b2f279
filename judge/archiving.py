"""`judge archive FOLDER`: every game as everybody may know it, as linked pages that any web space can hold."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from judge.config import ConfigError, load
from judge.print import FORMATS, Copy, Style
from judge.printing import UNKNOWN, Copyist
from judge.wiring import wire

HOME = "index.html"
Made = tuple[str, bytes]
"""A file's name within the archive, and what is in it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `judge archive`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to; what stands there under the same names is replaced")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command; the exit status: 0, or 2 if there is no such configuration."""
    try:
        settings = load(args.config)
        copyist = Copyist(wire(settings), settings)
    except ConfigError as error:
        print(f"judge: {error}", file=sys.stderr)
        return UNKNOWN
    for name, made in archive(copyist):
        path = args.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made)
    return 0


def archive(copyist: Copyist) -> Iterator[Made]:
    """Every page: the list of games, and of each game its list, with chart, map and press, and its phases."""
    with copyist.parts.store.look() as work:
        judged = {card.name: [kept.seq for kept in work.phases(card.name)] for card in work.games()}
    words, rows = copyist.words(""), []
    headings = words.listed("print/words.j2")
    for game, seqs in sorted(judged.items()):
        if seqs:
            copies = [copyist.copy(game, seq, Style()) for seq in seqs]
            yield from _game(game, copies)
            rows.append((f"{game}/{HOME}", game.capitalize(), f"{copies[-1].record['title']}, {copies[-1].record['phase']}"))
    yield HOME, words.whole("print/list.html.j2", title=headings["games"], rows=rows, links=(), w=headings).encode()


def _game(game: str, copies: list[Copy]) -> Iterator[Made]:
    """One game's pages. A phase that was judged anew has the last page only, as its report says."""
    latest = {copy.name: copy for copy in copies}
    shown, facts = list(latest.values()), copies[-1].facts
    home = (f"../{HOME}", facts["w"]["games"])
    for n, copy in enumerate(shown):
        beside = [shown[m] for m in (n - 1, n + 1) if 0 <= m < len(shown)]
        links = (home, (HOME, game.capitalize()), *((f"{other.name}.html", other.record["phase"]) for other in beside))
        yield f"{game}/{copy.name}.html", FORMATS["page"].make(replace(copy, links=links))
    rows = [(f"{copy.name}.html", copy.record["phase"], "") for copy in shown]
    pieces = [(f"{copy.name}.html", copy.record["phase"], piece) for copy in shown for piece in copy.record["press"]]
    more = {"title": game.capitalize(), "rows": rows, "links": (home,), "pieces": pieces, "picture": Markup(copies[-1].map())}
    yield f"{game}/{HOME}", copies[-1].words.whole("print/list.html.j2", **{**facts, **more}).encode()
