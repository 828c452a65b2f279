"""`judge print GAME [PHASE]`: print a judged phase as the public may see it, for a zine, a photocopier or a web page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from judge.config import Config, load_config
from judge.daemon.wiring import Application, build_read_only, map_loader, template_loader, variant_roots
from judge.game.orders.phase_names import read_phase
from judge.maps.rasterize import RasterizeError
from judge.office.zines.rendering import make_copy, make_ending
from judge.print import FORMATS, FormatUnavailable, PhaseCopy, Style, fit_to_lines, parse_style
from judge.print.formats import map_files
from judge.print.game_page import GameStory, players_of
from judge.print.whole_game import WHOLE
from judge.variants import FolderError

UNKNOWN, UNMADE = 2, 3
"""Exit statuses: there is no such game, phase, style or configuration; it cannot be made here, because a library or the game's
folder is missing.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge print`."""
    parser.add_argument("game", metavar="GAME", help="a game's name")
    parser.add_argument("phase", metavar="PHASE", nargs="?", default="", help="as 'Autumn 1901'; if left out, the last")
    whole = f"text if left out; of a whole game: {' '.join(WHOLE)}"
    parser.add_argument("--format", choices=(*FORMATS, *WHOLE), default="text", help=whole)
    parser.add_argument("--style", metavar="WORDS", default="", help="as 'failed=brackets names=surname why=off lines=60'")
    parser.add_argument("--headline", metavar="TEXT", default="", help="a line of the editor's own above the orders")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to; standard output if left out")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command. Return 0, 2 (no such thing) or 3 (cannot be made here)."""
    try:
        settings, style = load_config(args.config), parse_style(args.style)
        copyist, game = CopyMaker(build_read_only(settings), settings), args.game.lower()
        if args.format in WHOLE:
            return _put(args.output, WHOLE[args.format].make(copyist.story(game, style)))
        (copy,) = fit_to_lines([copyist.copy(game, _phase(copyist.parts, game, args.phase), style, args.headline)])
        made = FORMATS[args.format].make(copy)
    except (FormatUnavailable, RasterizeError, FolderError) as error:
        print(f"judge: {error}", file=sys.stderr)
        return UNMADE
    except (ValueError, LookupError, OSError) as error:
        print(f"judge: {error.args[0] if isinstance(error, LookupError) else error}", file=sys.stderr)
        return UNKNOWN
    if args.format == "latex" and args.output:
        for each in map_files(copy):
            (args.output.parent / each.name).write_bytes(each.content)
    if copy.went:
        print(f"judge: {copy.words.said('print/went.j2', went=copy.went)}", file=sys.stderr)
    return _put(args.output, made)


def _put(to: Path | None, made: bytes) -> int:
    if to:
        to.write_bytes(made)
    else:
        sys.stdout.buffer.write(made)
    return 0


class CopyMaker:
    """Makes copies of phases in a judge's store."""

    def __init__(self, parts: Application, settings: Config) -> None:
        roots, found = variant_roots(settings)
        self.parts, self.words, self._maps = parts, template_loader(roots, found), map_loader(roots, found)

    def copy(self, game: str, seq: int, style: Style, headline: str = "") -> PhaseCopy:
        """Return a judged phase, ready to be laid out. Raises LookupError if there is none."""
        return make_copy(self.parts.sayer.public(game, seq, style.names), self.words, self._maps, style, headline)

    def story(self, game: str, style: Style) -> GameStory:
        """Return a whole game, ready to be laid out. Raises LookupError if there is none, or no phase of it was judged."""
        with self.parts.store.look() as work:
            stored = work.games.get(game)
            if stored is None:
                raise LookupError(f"no game {game!r}")
            judged = work.games.valid_phases(game)
        if not judged:
            raise LookupError(f"{game} has no judged phase")
        over = stored.head.get("stage") == "finished"
        ending = make_ending(self.parts.sayer.over(game, style.names), True, self.words) if over else None
        copies = [self.copy(game, kept.seq, style) for kept in judged]
        return GameStory(game, copies, ending, players=players_of(copies))


def _phase(parts: Application, game: str, phase: str) -> int:
    with parts.store.look() as work:
        if work.games.get(game) is None:
            raise LookupError(f"no game {game!r}")
        judged = work.games.valid_phases(game)
    named = read_phase(phase, parts.sayer.public(game, judged[-1].seq, "none")[2]) if phase and judged else None
    found = [kept.seq for kept in judged if not phase or kept.phase in (phase, named.name if named else "")]
    if not found:
        there = ", ".join(kept.phase for kept in judged)
        raise LookupError(f"{game} has no judged phase {phase}".rstrip() + (f"; there are: {there}" if there else ""))
    return found[-1]
