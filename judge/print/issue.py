"""A whole issue in every format: one file for all the games that it carries, and the board of each as a picture."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from markupsafe import Markup

from judge.letters import Attachment
from judge.print import formats
from judge.print.copy import IssueGame, PhaseCopy, ZineIssue
from judge.print.escape import escape_latex, escape_markdown
from judge.print.formats import FORMATS
from judge.print.phase_record import VERSION
from judge.print.style import EACH
from judge.reports.text_layout import finish_letter

PICTURES = ("grey", "svg")
"""Formats that show the board alone: in grey, for a printer, and as vectors. A game without a drawn board has none."""
SVG = "image/svg+xml; charset=utf-8"
Json = dict[str, Any]


def text(issue: ZineIssue) -> bytes:
    """Plain text in 72 columns: what stands in the letter itself."""
    return finish_letter(_told(issue, "print/issue.txt.j2", formats.to_plain_text)).encode()


def fragment(issue: ZineIssue) -> bytes:
    """Sections of HTML with one block of style, for somebody's own page or for a word processor."""
    return _html(issue, "print/fragment.html.j2", top=3, maps=False)


def page(issue: ZineIssue) -> bytes:
    """A whole page with every game's map."""
    return _html(issue, "print/issue.html.j2", top=2, maps=True)


def md(issue: ZineIssue) -> bytes:
    """Markdown."""
    made = _told(issue, "print/issue.md.j2", formats.to_markdown, escape_markdown)
    return (re.sub(r"\n{3,}", "\n\n", made).strip() + "\n").encode()


def latex(issue: ZineIssue) -> bytes:
    """LaTeX, to be taken in by a document."""
    return (_told(issue, "print/issue.tex.j2", formats.to_latex, escape_latex).strip() + "\n").encode()


def njudge(issue: ZineIssue) -> bytes:
    """One block for each phase, for mappers and archives."""
    return b"\n\n".join(formats.to_njudge(copy) for area in issue.areas for copy in area.copies)


def plain_json(issue: ZineIssue) -> bytes:
    """The records, game by game."""
    games = [
        {
            "game": area.game, "status": area.status, "phases": [copy.facts["r"] for copy in area.copies],
            "ending": asdict(area.ending) if area.ending else None,
        }
        for area in issue.areas
    ]  # fmt: skip
    errata = [asdict(each) for each in issue.errata]
    made = {"record": VERSION, "zine": issue.zine, "date": issue.date, "errata": errata, "games": games}
    return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode()


def issue_facts(issue: ZineIssue) -> Json:
    """What documents and pages are made from: the issue's facts, and of each game its phases with their maps."""
    areas = [
        {
            "game": area.game, "ending": asdict(area.ending) if area.ending else None,
            "parts": [formats.phase_section(copy, copy in phases_with_maps(area)) for copy in area.copies],
        }
        for area in issue.told
    ]  # fmt: skip
    return {**issue.facts, "areas": areas}


def phases_with_maps(area: IssueGame) -> list[PhaseCopy]:
    """The phases of a game whose maps are shown: the last, or each, as the style says; none without a drawn board."""
    drawn = [copy for copy in area.copies if copy.picture]
    return drawn if drawn and drawn[-1].style.maps == EACH else drawn[-1:]


def issue_files(issue: ZineIssue, name: str) -> Iterator[Attachment]:
    """The files of one format. Raises FormatUnavailable, RasterizeError."""
    if name in PICTURES:
        yield from (_picture(copy, name) for area in issue.areas for copy in phases_with_maps(area))
    elif issue.areas or issue.errata:
        yield Attachment(f"{issue.name}.{FORMATS[name].suffix}", FORMATS[name].mime, MADE[name](issue))


def _picture(copy: PhaseCopy, name: str) -> Attachment:
    if name == "svg":
        return Attachment(f"{copy.name}.svg", SVG, (copy.picture("colour") if copy.picture else "").encode())
    return Attachment(f"{copy.name}.{FORMATS[name].suffix}", FORMATS[name].mime, FORMATS[name].make(copy))


def _told(issue: ZineIssue, template: str, form: Callable[[PhaseCopy], bytes], escape: Callable[[str], str] | None = None) -> str:
    """Each phase by its own game's words, and what stands around them by the issue's. Nothing is escaped twice."""
    words = issue.words.escaped(escape) if escape else issue.words
    areas = [([Markup(form(copy).decode().strip("\n")) for copy in area.copies], area.ending, area.game) for area in issue.told]
    return words.whole(template, **issue.facts, areas=areas)


def _html(issue: ZineIssue, template: str, top: int, maps: bool) -> bytes:
    areas = []
    for area in issue.told:
        drawn = phases_with_maps(area) if maps else []
        parts = [_section(copy, top, n > 0, copy in drawn) for n, copy in enumerate(area.copies)]
        areas.append((parts, area.ending, area.game))
    return issue.words.whole(template, **issue.facts, areas=areas, top=top).encode()


def _section(copy: PhaseCopy, top: int, again: bool, shows: bool) -> Markup:
    """A phase as a section, its headings from `top` down. The map is our own drawing; all that users wrote is escaped."""
    facts = {**copy.facts, "top": top, "picture": Markup(copy.map("colour") if shows else "")}
    more = {**({"again": True} if again else {}), **({"page": True} if top < 3 else {})}
    return Markup(copy.words.whole("print/report.html.j2", **facts, **more))


MADE: Mapping[str, Callable[[ZineIssue], bytes]] = {
    "text": text, "html": fragment, "page": page, "docx": lambda issue: formats.issue_docx(issue_facts(issue)),
    "pdf": lambda issue: formats.issue_pdf(issue_facts(issue), issue.words), "markdown": md, "latex": latex, "njudge": njudge,
    "json": plain_json,
}  # fmt: skip
"""What makes an issue's one file of each format."""
