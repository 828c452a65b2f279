"""`judge archive FOLDER`: write every game as the public may see it, as linked pages for any web server."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from judge.board import normalize_name
from judge.cli.print_phase import UNKNOWN, UNMADE, CopyMaker
from judge.config import load_config
from judge.daemon.wiring import build_read_only
from judge.game.model.serialization import read_game
from judge.office.unit_of_work import game_key
from judge.office.zines.rendering import make_ending, make_erratum
from judge.print import FORMATS, Erratum, GameEnding, PhaseCopy, Style
from judge.print.copy import file_name_part
from judge.print.phase_record import sanitize_json
from judge.reports import Templates
from judge.store import Store, StoredPhase
from judge.variants import FolderError

HOME = "index.html"
LISTED = ".judge-archive"
"""The file that lists all others, so that the next archive knows which ones to remove."""
OURS = re.compile(r"(?:[a-z0-9-]+/)?[a-z0-9-]+\.html")
Made = tuple[str, bytes | None]
"""A file's path within the archive, and its content; None to keep the file of the earlier archive."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge archive`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to; what stands there under the same names is replaced")
    parser.add_argument("games", metavar="GAME", nargs="*", help="these games only; else all listed ones that may be looked on at")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command. Return 0; 2 if there is no such configuration or game; 3 if games had to be left out."""
    unmade = list[str]()
    try:
        settings = load_config(args.config)
        copyist = CopyMaker(build_read_only(settings), settings)
        _written(args.folder, dict(write_archive(copyist, [game_key(name) for name in args.games], args.folder, unmade)))
    except (ValueError, LookupError, OSError) as error:
        print(f"judge: {error.args[0] if isinstance(error, LookupError) else error}", file=sys.stderr)
        return UNKNOWN
    for why in unmade:
        print(f"judge: {why}", file=sys.stderr)
    return UNMADE if unmade else 0


def _written(folder: Path, made: Mapping[str, bytes | None]) -> None:
    """Replace each file at once. Of an earlier archive, remove the files that are not part of this one, and nothing else."""
    before = _before(folder)
    listing = {LISTED: "\n".join(made).encode()}
    for name, content in [(name, content) for name, content in {**made, **listing}.items() if content is not None]:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_bytes(content)
        fresh.replace(path)
    for name in set(before) - set(made):
        (folder / name).unlink(missing_ok=True)


def _before(folder: Path) -> list[str]:
    """Return the files of an earlier archive."""
    listed = folder / LISTED
    return [name for name in listed.read_text("utf-8").split("\n") if OURS.fullmatch(name)] if listed.exists() else []


class ArchivedGame(NamedTuple):
    """A game for the archive: its phases in order, those that no longer count, and whether it is over."""

    name: str
    phases: list[StoredPhase]
    struck: set[int]
    over: bool


def write_archive(copyist: CopyMaker, wanted: Sequence[str], folder: Path, unmade: list[str]) -> Iterator[Made]:
    """Return every page: the list of games, and for each game its own list, with chart, map and press, and its phases.

    Without `wanted`, these are the games that LIST shows and anybody may observe. If a game cannot be laid out, `unmade` gets the
    reason, and its pages from an earlier archive in `folder` stay. Raises LookupError if there is no such game.
    """
    words, rows, folders = copyist.words(""), [], set[str]()
    headings = words.listed("print/words.j2")
    for game in _chosen(copyist.parts.store, wanted):
        home = _folder(game.name, folders)
        try:
            pages, stands = _laid_out(copyist, game, home, words)
        except Exception as error:  # its folder may be missing, or its rules raise: go on with the other games
            unmade.append(f"{game.name} is left out: {error if isinstance(error, FolderError) else repr(error)}")
            pages, stands = [(name, None) for name in _before(folder) if name.startswith(f"{home}/")], headings["earlier"]
        yield from pages
        if pages:
            rows.append((f"{home}/{HOME}", game.name.capitalize(), stands))
    yield HOME, words.whole("print/list.html.j2", title=headings["games"], rows=rows, links=(), w=headings).encode()


def _laid_out(copyist: CopyMaker, game: ArchivedGame, home: str, words: Templates) -> tuple[list[Made], str]:
    """Return a game's pages (none if no phase of it counts) and its state."""
    copies = [copyist.copy(game.name, kept.seq, Style()) for kept in game.phases if kept.seq not in game.struck]
    if not copies:
        return [], ""
    ending = make_ending(copyist.parts.sayer.over(game.name, Style().names), True, words) if game.over else None
    return list(_game(game.name, home, copies, ending, _put_right(copyist, game))), _stands(copies[-1], ending)


def _chosen(store: Store, wanted: Sequence[str]) -> Iterator[ArchivedGame]:
    with store.look() as work:
        stored = {name: work.games.get(name) for name in sorted(wanted or [card.name for card in work.games.listings()])}
        phases = {name: work.games.phases(name) for name in stored}
    for name, kept in stored.items():
        if kept is None:
            raise LookupError(f"no game {name!r}")
        game = read_game(kept.head)
        if wanted or (game.settings.observers and game.settings.listed):
            yield ArchivedGame(name, phases[name], set(game.struck), game.stage == "finished")


def _folder(game: str, taken: set[str]) -> str:
    """Return a name for a game's folder that works on any web server and that no other game has."""
    name = file_name_part(normalize_name(game)) or "game"
    found = next(each for n in count(1) if (each := name if n == 1 else f"{name}-{n}") not in taken)
    taken.add(found)
    return found


def _stands(last: PhaseCopy, ending: GameEnding | None) -> str:
    return f"{last.record['title']}, {last.record['phase']}" + (f". {ending.said}" if ending else "")


def _put_right(copyist: CopyMaker, game: ArchivedGame) -> list[Erratum]:
    """Return every phase that was judged again or taken back, and what changed."""
    after = [(old, [new.seq for new in game.phases if new.phase == old.phase and new.seq > old.seq]) for old in game.phases]
    facts = [
        {"game": game.name, "phase": old.phase, "old": old.seq, "new": later[0] if later else -1, "reason": "", "over": game.over}
        for old, later in after
        if old.seq in game.struck
    ]
    return [make_erratum(each, copyist.parts.sayer.public, copyist.words("")) for each in facts]


def _game(game: str, folder: str, shown: list[PhaseCopy], ending: GameEnding | None, errata: list[Erratum]) -> Iterator[Made]:
    """Return one game's pages: each phase as it counts now, with links to its neighbours, and the page that lists them."""
    facts = shown[-1].facts
    home = (f"../{HOME}", facts["w"]["games"])
    for n, copy in enumerate(shown):
        beside = [shown[m] for m in (n - 1, n + 1) if 0 <= m < len(shown)]
        links = (home, (HOME, game.capitalize()), *((f"{other.name}.html", other.record["phase"]) for other in beside))
        yield f"{folder}/{copy.name}.html", FORMATS["page"].make(replace(copy, links=links))
    rows = [(f"{copy.name}.html", copy.record["phase"], _beside(copy)) for copy in shown]
    pieces = [(f"{copy.name}.html", copy.record["phase"], piece) for copy in shown for piece in copy.record["press"]]
    more = {"title": game.capitalize(), "rows": rows, "links": (home,), "pieces": pieces, "picture": Markup(shown[-1].map())}
    told = {**facts, **more, "ending": ending, "errata": sanitize_json([vars(each) for each in errata])}
    yield f"{folder}/{HOME}", shown[-1].words.whole("print/list.html.j2", **told).encode()


def _beside(copy: PhaseCopy) -> str:
    """Return what a list says of a phase besides its name: its revision and its headline."""
    revision, headline = copy.record["revision"], copy.record["headline"]
    revised = f"{copy.words.listed('print/words.j2')['revision']} {revision}" if revision > 1 else ""
    return ". ".join(filter(None, [revised, headline]))
