"""One judged phase as copy, and an issue of a zine: the phases of several games, ready to be laid out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from judge.maps.draw import Sheets
from judge.maps.scene import Scene
from judge.print.failure_style import failure_style, typed_failure_style
from judge.print.fixed_columns import read_columns
from judge.print.phase_record import apply_style, sanitize_json
from judge.print.shorten import WHOLE, Omissions, apply_omissions, omitted_parts
from judge.print.style import Style
from judge.reports import Templates

_PLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class PhaseCopy:
    """One judged phase. `picture`: the map of its orders as SVG in a palette, None without one; `position`: that of the position
    after them, None where one map shows both; `final`: that of the position alone, for what ends with it.
    """

    record: Mapping[str, Any]
    words: Templates
    style: Style
    picture: Callable[[str], str] | None = None
    position: Callable[[str], str] | None = None
    scenes: Callable[[], tuple[Scene, ...]] | None = None
    """What its pictures show: its orders, then the position after them."""
    pointed_at: Callable[[Scene, Mapping[str, str]], str] | None = None
    """Draws one of these scenes for a page (`judge.maps.draw.draw_page_svg`)."""
    sheets: Callable[[tuple[int, int]], Sheets] | None = None
    """Draws the map of its orders as sheets of a size (`judge.maps.draw.draw_sheets`)."""
    final: Callable[[str], str] | None = None
    headline: str = ""
    links: tuple[tuple[str, str], ...] = ()
    """(address, words) of the pages that a page links to."""
    cut: Omissions = WHOLE
    """What is left out of it to shorten it."""
    phases: tuple[PhaseCopy, ...] = ()
    """The phases that it tells together (`judge.print.seasons`), for formats that programs read."""

    @property
    def apart(self) -> tuple[PhaseCopy, ...]:
        """Return each of its phases by itself."""
        return self.phases or (self,)

    @property
    def name(self) -> str:
        """Return the name for its files and for its place on a page: `quillfeather-autumn-1901`."""
        return file_name_part(f"{self.record['game']} {self.record['phase']}")

    @property
    def facts(self) -> dict[str, Any]:
        """Return the facts for the templates of print."""
        r, s = apply_omissions(apply_style(dict(self.record), self.style), self.style, self.cut)
        failed, w = any(order["failed"] for block in r["powers"] for order in block["orders"]), self.words.listed("print/words.j2")
        if not r["common"]:  # a power whose orders are secret still had orders
            w = {**w, "nothing": ""}
        return {
            "r": r,
            "s": s,
            "w": w,
            "hosts": f"{w['gms' if len(r['gms']) > 1 else 'gm']}: {r['gm']}" if r["gm"] else "",
            "id": self.name,
            "failed": failed,
            "look": failure_style(s.failed, w["failed"]),
            "typed": typed_failure_style(s.failed, w["failed"]),
            "headline": sanitize_json(self.headline) or r["headline"],
            "columns": read_columns(r["state"]),
            "pictures": [],
            "links": self.links,
        }

    @property
    def went(self) -> list[str]:
        """Return the parts that were really left out (`judge.print.shorten.ORDER`, `press`)."""
        return omitted_parts(self.record, self.style, self.cut)

    def maps(self, palette: str = "") -> list[str]:
        """Return the maps that the style wants, as SVG in a palette, by default the style's: the orders first."""
        return [drawn(palette or self.style.map) for drawn in self._wanted()]

    @property
    def map_count(self) -> int:
        """Return how many maps the style wants."""
        return len(self._wanted())

    def _wanted(self) -> list[Callable[[str], str]]:
        if self.picture is None or self.style.map == "off":
            return []
        found = {"orders": [self.picture], "position": [self.position or self.picture]}
        return found.get(self.style.board) or [self.picture, *filter(None, [self.position])]


def file_name_part(text: str) -> str:
    """Return a text in the form used in file names."""
    return _PLAIN.sub("-", text.lower()).strip("-")


@dataclass(frozen=True)
class Erratum:
    """A correction of what was printed, ready to print: its subject, the differences, and the reason."""

    head: str
    changes: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class GameEnding:
    """How a game ended: the sentence, who played what, the centres by year as a table of plain text, and in paragraphs the tables
    of its series and the awards.
    """

    said: str
    players: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    series: tuple[Mapping[str, Any], ...] = ()
    """The tables of its series as facts: `series scoring rounds entrants going`, and `rows` of `place name games points`."""
    statements: tuple[tuple[str, str], ...] = ()
    """What players say of it: (whose it is, the text as it was written) of each."""


@dataclass(frozen=True)
class IssueGame:
    """One game in an issue."""

    game: str
    status: str
    """A sentence on the game's status; '' next to an erratum."""
    copies: tuple[PhaseCopy, ...] = ()
    ending: GameEnding | None = None

    @property
    def idle(self) -> bool:
        """Whether there is nothing to report."""
        return not self.copies and self.ending is None


@dataclass(frozen=True)
class ZineIssue:
    """A zine's copy for one copy date: errata first, then game by game."""

    zine: str
    name: str
    """The name of its files: `the-filing-cabinet-2027-03-28`."""
    date: str
    areas: tuple[IssueGame, ...]
    errata: tuple[Erratum, ...]
    words: Templates
    style: Style

    @property
    def facts(self) -> dict[str, Any]:
        """Return the facts for the templates of print, besides each phase's own."""
        return {
            "zine": sanitize_json(self.zine), "date": self.date, "s": self.style, "w": self.words.listed("print/words.j2"),
            "errata": [sanitize_json(vars(each)) for each in self.errata],
            "idle": [(area.game, area.status) for area in self.areas if area.idle and area.status],
            "links": (),
        }  # fmt: skip

    @property
    def told(self) -> list[IssueGame]:
        """Return the games that have something to report."""
        return [area for area in self.areas if not area.idle]
