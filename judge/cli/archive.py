"""`judge archive FOLDER`: write every game as the public may see it, as linked pages for any web server."""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from judge.board import normalize_name
from judge.cli.print_phase import UNKNOWN, UNMADE, CopyMaker
from judge.config import load_config
from judge.daemon.wiring import build_read_only
from judge.game import Game
from judge.game.model.serialization import read_game
from judge.mail.calendar_file import CalendarDate, calendar_file
from judge.office.series_table import printed_table
from judge.office.unit_of_work import game_key
from judge.office.zines.rendering import NOBODY, make_ending, make_erratum
from judge.print import Erratum, PhaseCopy, Style
from judge.print.card import SIZE, CardPainter
from judge.print.copy import file_name_part
from judge.print.feeds import FeedEntry, atom_feed, feed_entries
from judge.print.game_page import EarlierPhases, GameStory, continued_page, players_in
from judge.store import Store, StoredPhase, StoredPress
from judge.variants import FolderError
from judge.version import judge_version

HOME, FEED, DEADLINE, CARD, REPLAY = "index.html", "feed.atom", "deadline.ics", "card.jpg", "replay.json"
"""Files of a game. The last one holds its phases as they were laid out, for the next `--live`: nothing that its page does not."""
LISTED = ".judge-archive"
"""The file that lists all others, so that the next archive knows which ones to remove."""
KNOWN = ".judge-archive.json"
"""What the next `--live` must know of each game that is as it was."""
OURS = re.compile(r"(?:[a-z0-9-]+/)?[a-z0-9-]+\.(?:html|atom|ics|png|jpg|json)")
STAGES = ("running", "forming", "finished")
Made = tuple[str, bytes | None]
"""A file's path within the archive, and its content; None to keep the file of the earlier archive."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge archive`."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to; what stands there under the same names is replaced")
    parser.add_argument("games", metavar="GAME", nargs="*", help="these games only; else all listed ones that may be looked on at")
    parser.add_argument("--live", action="store_true", help="lay out only games in which something has happened")
    parser.add_argument("--site", default="", metavar="URL", help="the address at which FOLDER is seen; with it, feeds are written")
    parser.add_argument("--config", type=Path, metavar="FILE", help="judge.yaml; without it the built-in defaults hold")


def run(args: argparse.Namespace) -> int:
    """Run the command. Return 0; 2 if there is no such configuration or game; 3 if games had to be left out."""
    unmade = list[str]()
    try:
        settings = load_config(args.config)
        copyist = CopyMaker(build_read_only(settings), settings)
        archive = Archive(copyist, args.folder, unmade, _site(args.site), settings.address, args.live)
        _written(args.folder, dict(archive.files([game_key(name) for name in args.games])))
    except (ValueError, LookupError, OSError) as error:
        print(f"judge: {error.args[0] if isinstance(error, LookupError) else error}", file=sys.stderr)
        return UNKNOWN
    for why in unmade:
        print(f"judge: {why}", file=sys.stderr)
    return UNMADE if unmade else 0


def _site(url: str) -> str:
    """Return an address that ends with `/`. Raises ValueError if it is none that links could begin with."""
    if url and not re.fullmatch(r"https?://[^\s<>\"]+", url):
        raise ValueError(f"--site {url}: an address that begins with https:// or http:// was expected")
    return url if not url or url.endswith("/") else f"{url}/"


def _written(folder: Path, made: Mapping[str, bytes | None]) -> None:
    """Replace at once each file that has changed. Remove an earlier archive's other files, and nothing else."""
    before = _before(folder)
    listing = {LISTED: "\n".join(name for name in made if name != KNOWN).encode()}
    for name, content in [(name, content) for name, content in {**made, **listing}.items() if content is not None]:
        path = folder / name
        if path.exists() and path.read_bytes() == content:
            continue
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
    """A game for the archive: its phases in order, those that no longer count, whether it is over, and the state that it is in."""

    name: str
    phases: list[StoredPhase]
    struck: set[int]
    over: bool
    seq: int
    key: str = ""
    """What is the same as long as phases that were laid out earlier are as they would be now."""
    marks: Sequence[str] = ()
    """The same for each single phase that counts."""


class Row(NamedTuple):
    """A game on the first page: where it stands there, its page, its name, and what is said of it; and its newest news."""

    stage: str
    address: str
    said: str
    more: str
    news: tuple[FeedEntry, ...] = ()


class Archive:
    """Makes the files of an archive: the list of games, and for each game its page, feed and calendar file.

    Without `wanted`, these are the games that LIST shows and anybody may observe. If a game cannot be laid out, `unmade` gets the
    reason, and its files from an earlier archive in `folder` stay.
    """

    def __init__(self, copyist: CopyMaker, folder: Path, unmade: list[str], site: str, address: str, live: bool) -> None:
        self._copyist, self._folder, self._unmade, self._site, self._address = copyist, folder, unmade, site, address
        self._words = copyist.words("")
        self._headings = self._words.listed("print/words.j2")
        self._known: dict[str, Any] = _read_known(folder / KNOWN) if live else {}
        self._live, self._cards = live, CardPainter()
        self._before: dict[str, list[str]] = {}
        """Folder of a game → its files in the earlier archive."""
        for name in _before(folder):
            self._before.setdefault(name.partition("/")[0], []).append(name)

    def files(self, wanted: Sequence[str]) -> Iterator[Made]:
        """Return every file. Raises LookupError if there is no such game."""
        rows, folders, known = list[Row](), set[str](), dict[str, Any]()
        for name, sign, game in _chosen(self._copyist.parts.store, wanted, self._signs(), self._site):
            home = _folder(name, folders)
            if game is None:
                made, row = self._kept(home), Row(*self._known[name]["row"])
            else:
                made, row = self._made(game, home)
            yield from made
            if made:
                rows.append(row)
                if not any(why.startswith(f"{name} is left out") for why in self._unmade):
                    known[name] = {"sign": sign, "row": row}
        rows += [] if wanted else self._forming(row.said for row in rows)
        yield HOME, self._home(rows, wanted)
        if self._site:
            yield FEED, self._house_feed(rows)
        yield KNOWN, json.dumps(known).encode()

    def _signs(self) -> dict[str, str]:
        """Return the sign of each game that an earlier archive holds, if its files are still there."""
        there = {home for home, names in self._before.items() if any((self._folder / name).exists() for name in names)}
        return {name: entry["sign"] for name, entry in self._known.items() if entry["row"][1].partition("/")[0] in there}

    def _kept(self, home: str) -> list[Made]:
        return [(name, None) for name in self._before.get(home, []) if "/" in name]

    def _made(self, game: ArchivedGame, home: str) -> tuple[list[Made], Row]:
        stage, page = "finished" if game.over else "running", f"{home}/{HOME}"
        try:
            return self._laid_out(game, home)
        except Exception as error:  # its folder may be missing, or its rules raise: go on with the other games
            self._unmade.append(f"{game.name} is left out: {error if isinstance(error, FolderError) else repr(error)}")
            return self._kept(home), Row(stage, page, game.name.capitalize(), self._headings["earlier"])

    def _laid_out(self, game: ArchivedGame, home: str) -> tuple[list[Made], Row]:
        """Return a game's files (none if no phase of it counts) and its row."""
        copyist, page = self._copyist, f"{home}/{HOME}"
        links = ((f"../{HOME}", self._headings["games"]),)
        earlier, before = self._earlier(game, home)
        standing = [kept for kept in game.phases if kept.seq not in game.struck][len(earlier.phases) :]
        copies = [replace(copyist.copy(game.name, kept.seq, Style()), links=links) for kept in standing]
        if not copies:
            return [], Row("running", page, game.name.capitalize(), "")
        ending = make_ending(copyist.parts.sayer.over(game.name, Style().names), True, copyist.words) if game.over else None
        site, last = f"{self._site}{home}/" if self._site else "", copies[-1].record
        dated = bool(last["due_at"]) and not ending
        files = [(DEADLINE, self._headings["deadline-file"])] if dated else []
        files += [(FEED, self._headings["feed"])] if site else []
        story = GameStory(game.name, copies, ending, _put_right(copyist, game), players_in(earlier, copies), site, files)
        laid, phases = continued_page(story, earlier)
        made: list[Made] = [(page, laid)]
        news = feed_entries(game.name, site, copies, before) if site else []
        if self._live:
            made.append((f"{home}/{REPLAY}", _remembered(game, phases, news[len(game.marks) - len(phases.phases) :])))
        if site:
            made.append((f"{home}/{FEED}", atom_feed(game.name.capitalize(), site, news, self._words)))
        if site and (drawn := copies[-1].sheets):
            made.append((f"{home}/{CARD}", self._cards.paint(drawn(SIZE))))
        if dated:
            made.append((f"{home}/{DEADLINE}", self._deadline(game, copies[-1])))
        more = ". ".join(filter(None, [last["title"], last["phase"], ending.said if ending else "", *_people(story)]))
        return made, Row("finished" if game.over else "running", page, game.name.capitalize(), more, tuple(news[:1]))

    def _earlier(self, game: ArchivedGame, home: str) -> tuple[EarlierPhases, list[FeedEntry]]:
        """Return the phases that are as they were laid out earlier, and their entries in the feed. The last one is not among them:
        more is said of it.
        """
        found = _read_known(self._folder / home / REPLAY) if self._live else {}
        marks = list(found.get("marks", ()))
        if found.get("key") != game.key or not marks or marks != list(game.marks[: len(marks)]) or len(marks) >= len(game.marks):
            return EarlierPhases(), []
        return EarlierPhases(found["phases"], found["packed"]), [FeedEntry(*entry) for entry in found["news"]]

    def _deadline(self, game: ArchivedGame, last: PhaseCopy) -> bytes:
        """Return the calendar file of the next deadline. It stays one entry of a calendar while deadlines come and move."""
        r = last.record
        host = self._address.rpartition("@")[2]
        due, run = datetime.fromisoformat(r["due_at"]), datetime.fromisoformat(r["run_at"] or r["due_at"])
        date = CalendarDate(f"archive.{game.name}@{host}", game.seq, due, run, f"{game.name.capitalize()}: {r['deadline']}")
        return calendar_file(date).content

    def _forming(self, there: Iterator[str]) -> list[Row]:
        """Return the games that wait for players, with what one mails to join."""
        with self._copyist.parts.store.look() as work:
            cards = [card for card in work.games.forming() if card.listed]
        known = set(there)
        return [
            Row("forming", "", card.name.capitalize(), self._words.said("print/forming.j2", card=card.facts, address=self._address))
            for card in cards
            if card.name.capitalize() not in known
        ]

    def _series(self) -> list[dict[str, Any]]:
        """Return the tables of all series of which a game is over."""
        with self._copyist.parts.store.look() as work:

            def opened(name: str) -> Game | None:
                kept = work.games.get(name)
                return read_game(kept.head) if kept else None

            return [table for one in work.series.all() if (table := printed_table(work, opened, one, Style().names))]

    def _home(self, rows: Sequence[Row], wanted: Sequence[str]) -> bytes:
        script = self._words.source("print/games.js")
        seal = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        groups = [(self._headings[stage], [row[1:4] for row in rows if row.stage == stage]) for stage in STAGES]
        tables = [] if wanted else self._series()
        facts = {"title": self._headings["games"], "groups": groups, "site": self._site, "w": self._headings, "seal": seal}
        return self._words.whole("print/games.html.j2", **facts, tables=tables, script=Markup(script)).encode()

    def _house_feed(self, rows: Sequence[Row]) -> bytes:
        news = [FeedEntry(*entry) for row in rows for entry in row.news]
        news.sort(key=lambda entry: entry.updated, reverse=True)
        return atom_feed(self._headings["games"], self._site, news, self._words)


def _read_known(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):  # it is only a shortcut
        return {}
    return found


def _remembered(game: ArchivedGame, earlier: EarlierPhases, news: Sequence[FeedEntry]) -> bytes:
    """Return what the next archive need not lay out again."""
    phases, packed = earlier
    told = {"key": game.key, "marks": game.marks[: len(phases)], "phases": phases, "packed": packed, "news": news}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


SHOWN = (
    "variant", "version", "settings", "stage", "seats", "due", "early", "paused", "ending", "winners", "turn", "struck", "history",
    "statements_until", "statements_closed",
)  # fmt: skip
"""What a game's pages show of its state, besides its phases. Orders that come in change nothing there."""


def _sign(head: Mapping[str, Any], site: str) -> str:
    """Return what is the same as long as a game's pages are."""
    statements = head.get("press") if head.get("stage") == "finished" else None
    told = json.dumps([judge_version(), site, *(head.get(key) for key in SHOWN), statements], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:20]


EARLIER = ("variant", "version", "settings", "stage", "seats")
"""What phases show of a game's state that were judged before."""


def _key(head: Mapping[str, Any], site: str, people: Sequence[object]) -> str:
    """Return what is the same as long as the earlier phases of a game are shown as they were: also who people are, and how they
    want to be called.
    """
    told = json.dumps([judge_version(), site, *(head.get(key) for key in EARLIER)], sort_keys=True) + repr(people)
    return hashlib.sha256(told.encode()).hexdigest()[:20]


def _marks(phases: Sequence[int], press: Sequence[StoredPress]) -> list[str]:
    """Return a sign of each phase, by its number and the press that may stand in its report: somebody may have it deleted."""
    found, before = list[str](), 0
    for seq in phases:
        said = json.dumps([row.body for row in press if before <= row.seq < seq], sort_keys=True)
        found.append(f"{seq}/{hashlib.sha256(said.encode()).hexdigest()[:12]}")
        before = seq
    return found


def _chosen(
    store: Store, wanted: Sequence[str], signs: Mapping[str, str], site: str
) -> list[tuple[str, str, ArchivedGame | None]]:
    """Return each game with its sign; None for one whose files are as they would be now."""
    found = list[tuple[str, str, ArchivedGame | None]]()
    with store.look() as work:
        for name in sorted(wanted or [card.name for card in work.games.listings() if card.listed]):
            kept = work.games.get(name)
            if kept is None:
                raise LookupError(f"no game {name!r}")
            sign = _sign(kept.head, site)
            if signs.get(name) == sign:
                found.append((name, sign, None))
                continue
            game = read_game(kept.head)
            if wanted or (game.settings.observers and game.settings.listed):
                over = game.stage == "finished"
                phases, struck = work.games.phases(name), set(game.struck)
                marks = _marks([each.seq for each in phases if each.seq not in struck], work.games.press(name))
                key = _key(kept.head, site, [work.seats.of_game(name), work.people.print_names(name), work.seats.tenures(name)])
                found.append((name, sign, ArchivedGame(name, phases, struck, over, kept.seq, key, marks)))
    return found


def _people(story: GameStory) -> list[str]:
    """Return who played, in one sentence, for the search."""
    if story.ending:
        return ["; ".join(story.ending.players)] if story.ending.players else []
    return ["; ".join(f"{power}: {name}" for power, name in story.players)] if story.players else []


def _folder(game: str, taken: set[str]) -> str:
    """Return a name for a game's folder that works on any web server and that no other game has."""
    name = file_name_part(normalize_name(game)) or "game"
    found = next(each for n in count(1) if (each := name if n == 1 else f"{name}-{n}") not in taken)
    taken.add(found)
    return found


def _put_right(copyist: CopyMaker, game: ArchivedGame) -> list[Erratum]:
    """Return every phase that was judged again or taken back, and what changed."""
    after = [(old, [new.seq for new in game.phases if new.phase == old.phase and new.seq > old.seq]) for old in game.phases]

    def number(seq: int) -> int:
        return copyist.parts.sayer.public(game.name, seq, NOBODY)[0].revision

    facts = [
        {"game": game.name, "phase": old.phase, "old": old.seq, "new": later[0] if later else -1, "reason": "", "over": game.over}
        for old, later in after
        if old.seq in game.struck and not (later and number(old.seq) == number(later[0]))  # else nobody was told
    ]
    return [make_erratum(each, copyist.parts.sayer.public, copyist.words("")) for each in facts]
