"""The formats of printed copy: their names, file endings, and the functions that make them."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from importlib.util import find_spec
from typing import Any, NamedTuple

from markupsafe import Markup

from judge.letters import Attachment
from judge.maps.rasterize import svg_to_png
from judge.print.copy import IssueGame, PhaseCopy, ZineIssue
from judge.print.escape import escape_latex, escape_markdown
from judge.print.phase_record import VERSION
from judge.print.style import EACH, PAPER
from judge.reports.text_layout import finish_letter

DOTS = 300
"""Dots per inch of a picture for a photocopier."""
ACROSS = 1600
"""Pixels of the maps beside LaTeX: about 300 to the inch on A5."""
PICTURES = ("grey", "svg")
"""Formats that show only the board: in grey, for a printer, and as vectors. A game without a drawn board has none."""
SVG = "image/svg+xml; charset=utf-8"


class FormatUnavailable(RuntimeError):
    """Raised if a format cannot be made here. The message says what is missing."""


def phase_text(copy: PhaseCopy) -> bytes:
    """Return plain text in 72 columns."""
    return finish_letter(copy.words.whole("print/report.txt.j2", **copy.facts)).encode()


def _issue_text(issue: ZineIssue) -> bytes:
    """Return the text of the mail itself."""
    return finish_letter(_told(issue, "print/issue.txt.j2", phase_text)).encode()


def _issue_html(issue: ZineIssue) -> bytes:
    """Return HTML sections with one style sheet and without maps, for another web page or a word processor."""
    return _html(issue, "print/fragment.html.j2", top=3, maps=False)


def _phase_page(copy: PhaseCopy) -> bytes:
    """Return a whole page with its style sheet and map. The map is our own SVG, in which user text was escaped."""
    return copy.words.whole("print/page.html.j2", **{**copy.facts, "pictures": _markup(copy.maps("colour"))}).encode()


def _markup(pictures: list[str]) -> list[Markup]:
    return [Markup(picture) for picture in pictures]


def _issue_page(issue: ZineIssue) -> bytes:
    return _html(issue, "print/issue.html.j2", top=2, maps=True)


def _phase_markdown(copy: PhaseCopy) -> bytes:
    return _without_gaps(copy.words.escaped(escape_markdown).whole("print/report.md.j2", **copy.facts))


def _issue_markdown(issue: ZineIssue) -> bytes:
    return _without_gaps(_told(issue, "print/issue.md.j2", _phase_markdown, escape_markdown))


def _without_gaps(made: str) -> bytes:
    return (re.sub(r"\n{3,}", "\n\n", made).strip() + "\n").encode()


def _phase_latex(copy: PhaseCopy, shows: bool = True) -> bytes:
    """Return LaTeX for inclusion in a document. If it `shows` its maps, it takes in the files of `map_files` that are beside it."""
    facts = {**copy.facts, "maps": _map_names(copy) if shows else []}
    return (copy.words.escaped(escape_latex).whole("print/report.tex.j2", **facts).strip() + "\n").encode()


def _issue_latex(issue: ZineIssue) -> bytes:
    shown = [copy for area in issue.told for copy in phases_with_maps(area)]
    made = _told(issue, "print/issue.tex.j2", lambda copy: _phase_latex(copy, copy in shown), escape_latex)
    return (made.strip() + "\n").encode()


def _map_names(copy: PhaseCopy) -> list[str]:
    """Return the names of the files of its maps, the orders first."""
    return [f"{copy.name}{'-position' if n else ''}.png" for n in range(copy.map_count)]


def map_files(copy: PhaseCopy) -> Iterator[Attachment]:
    """Return a phase's maps as PNG, as its LaTeX wants them. Raises RasterizeError."""
    for name, svg in zip(_map_names(copy), copy.maps(), strict=True):
        yield Attachment(name, "image/png", svg_to_png(svg, ACROSS))


def _phase_njudge(copy: PhaseCopy) -> bytes:
    """Return the block that mappers and archives of njudge read."""
    return (copy.words.whole("print/njudge.txt.j2", **copy.facts).strip() + "\n").encode()


def _issue_njudge(issue: ZineIssue) -> bytes:
    return b"\n\n".join(_phase_njudge(each) for area in issue.areas for copy in area.copies for each in copy.apart)


def _phase_json(copy: PhaseCopy) -> bytes:
    """Return the record itself."""
    return _json(copy.facts["r"])


def _issue_json(issue: ZineIssue) -> bytes:
    """Return the records of all games."""
    games = [
        {
            "game": area.game, "status": area.status, "phases": [each.facts["r"] for copy in area.copies for each in copy.apart],
            "ending": asdict(area.ending) if area.ending else None,
        }
        for area in issue.areas
    ]  # fmt: skip
    errata = [asdict(each) for each in issue.errata]
    return _json({"record": VERSION, "zine": issue.zine, "date": issue.date, "errata": errata, "games": games})


def _json(made: Any) -> bytes:
    return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode()


def _docx(issue: ZineIssue) -> bytes:
    """Return a word processor's document. Raises FormatUnavailable, RasterizeError."""
    try:
        from judge.print import docx as word
    except ImportError as error:
        raise FormatUnavailable(f"{error}; pip install 'judge[print]'") from error
    return word.build_docx(issue_facts(issue))


def _pdf(issue: ZineIssue) -> bytes:
    """Return pages with the maps as vectors. Raises FormatUnavailable."""
    try:
        from judge.print import typst_pdf as setter
    except ImportError as error:
        raise FormatUnavailable(f"{error}; pip install 'judge[print]'") from error
    return setter.render_pdf(issue_facts(issue), issue.words.source("print/pages.typ"))


def _epub(issue: ZineIssue) -> bytes:
    """Return an electronic book with its maps. Raises RasterizeError."""
    from judge.print.epub import issue_epub

    return issue_epub(issue)


def _phase_grey(copy: PhaseCopy) -> bytes:
    """Return the map alone, in grey and as wide as the style's page, for a photocopier. Raises FormatUnavailable, RasterizeError.
    """
    from PIL import Image

    if copy.picture is None:
        raise FormatUnavailable("this game has no map")
    across = round(PAPER[copy.style.page][0] / 25.4 * DOTS)
    out = io.BytesIO()
    drawn = copy.position if copy.style.board == "position" and copy.position else copy.picture
    with Image.open(io.BytesIO(svg_to_png(drawn("grey"), across))) as picture:
        picture.convert("L").save(out, "PNG", dpi=(DOTS, DOTS))
    return out.getvalue()


def _no_issue(issue: ZineIssue) -> bytes:
    raise FormatUnavailable("each map of an issue is a file of its own")


class Format(NamedTuple):
    """One format."""

    suffix: str
    mime: str
    issue: Callable[[ZineIssue], bytes]
    """Makes one file of all the games of an issue."""
    phase: Callable[[PhaseCopy], bytes] | None = None
    """Makes the file of one phase, if it is not simply an issue of this phase without a title."""

    def make(self, copy: PhaseCopy) -> bytes:
        """Return the file of one phase. Raises FormatUnavailable, RasterizeError."""
        if self.phase:
            return self.phase(copy)
        return self.issue(ZineIssue("", copy.name, "", (IssueGame(copy.record["game"], "", (copy,)),), (), copy.words, copy.style))


FORMATS: Mapping[str, Format] = {
    "text": Format("txt", "text/plain; charset=utf-8", _issue_text, phase_text),
    "html": Format("fragment.html", "text/html; charset=utf-8", _issue_html),
    "page": Format("html", "text/html; charset=utf-8", _issue_page, _phase_page),
    "docx": Format("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", _docx),
    "pdf": Format("pdf", "application/pdf", _pdf),
    "epub": Format("epub", "application/epub+zip", _epub),
    "grey": Format("grey.png", "image/png", _no_issue, _phase_grey),
    "markdown": Format("md", "text/markdown; charset=utf-8", _issue_markdown, _phase_markdown),
    "latex": Format("tex", "application/x-tex", _issue_latex, _phase_latex),
    "njudge": Format("njudge.txt", "text/plain; charset=utf-8", _issue_njudge, _phase_njudge),
    "json": Format("json", "application/json", _issue_json, _phase_json),
}
LIBRARIES = {"docx": "docx", "pdf": "typst"}
"""Format → the optional library that it needs."""


def missing_library(name: str) -> str:
    """Return the library that is missing here for a format; '' if the format can be made."""
    needed = LIBRARIES.get(name, "")
    return needed if needed and find_spec(needed) is None else ""


def issue_files(issue: ZineIssue, name: str) -> Iterator[Attachment]:
    """Return one file for all the games, with LaTeX its maps, too; or a picture of each board. Raises FormatUnavailable,
    RasterizeError.
    """
    if name in PICTURES:
        yield from (_picture(copy, name) for area in issue.areas for copy in phases_with_maps(area))
    elif issue.areas or issue.errata:
        yield Attachment(f"{issue.name}.{FORMATS[name].suffix}", FORMATS[name].mime, FORMATS[name].issue(issue))
    if name == "latex":
        shown = [copy for area in issue.told for copy in phases_with_maps(area)]
        yield from (file for copy in shown for file in map_files(copy))


def _picture(copy: PhaseCopy, name: str) -> Attachment:
    if name == "svg":
        drawn = copy.position if copy.style.board == "position" and copy.position else copy.picture
        return Attachment(f"{copy.name}.svg", SVG, (drawn("colour") if drawn else "").encode())
    return Attachment(f"{copy.name}.{FORMATS[name].suffix}", FORMATS[name].mime, FORMATS[name].make(copy))


def issue_facts(issue: ZineIssue) -> dict[str, Any]:
    """Return what documents and pages are made from: the issue's facts, and for each game its phases with their maps."""
    areas = [
        {
            "game": area.game, "ending": asdict(area.ending) if area.ending else None,
            "parts": [_phase_facts(copy, copy in phases_with_maps(area)) for copy in area.copies],
        }
        for area in issue.told
    ]  # fmt: skip
    return {**issue.facts, "areas": areas}


def _phase_facts(copy: PhaseCopy, shows: bool) -> dict[str, Any]:
    """Return a phase's facts, the meanings of marks where lines can be drawn, and its map if it `shows` it."""
    facts = copy.facts
    key = " ".join(copy.words.whole("print/key.j2", **facts, typeset=True).split())
    return {**facts, "key": key, "svgs": copy.maps() if shows else []}


def phases_with_maps(area: IssueGame) -> list[PhaseCopy]:
    """Return the phases of a game whose maps are shown: the last, or each, by the style; none without a drawn board."""
    drawn = [copy for copy in area.copies if copy.picture]
    return drawn if drawn and drawn[-1].style.maps == EACH else drawn[-1:]


def _told(issue: ZineIssue, template: str, form: Callable[[PhaseCopy], bytes], escape: Callable[[str], str] | None = None) -> str:
    """Render each phase with its own game's templates, and the text around them with the issue's. Nothing is escaped twice."""
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
    """Return a phase as a section, with headings from level `top` down. The map is our own SVG; user text is escaped."""
    facts = {**copy.facts, "top": top, "pictures": _markup(copy.maps("colour")) if shows else []}
    more = {**({"again": True} if again else {}), **({"page": True} if top < 3 else {})}
    return Markup(copy.words.whole("print/report.html.j2", **facts, **more))
