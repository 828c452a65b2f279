"""An EPUB 3, for readers of electronic books: a whole game, or an issue of a zine. The file is a zip of pages in XHTML."""

from __future__ import annotations

import io
import uuid
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from markupsafe import Markup

from judge.maps.rasterize import svg_to_png
from judge.print.copy import PhaseCopy, ZineIssue
from judge.print.game_page import GameStory, story_graph
from judge.print.seasons import by_season, combined
from judge.reports import Templates

WIDE = 1000
"""Pixels of a map's width: a reader on a phone shows about as many."""
MIME = "application/epub+zip"
_NEVER = "2000-01-01T00:00:00Z"
"""When a book was changed last whose phases say no time."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in it, so that the same book has the same bytes."""


@dataclass
class _Book:
    """A book as it is put together: its chapters, and the pictures that they show."""

    words: Templates
    title: str
    name: str
    changed: str
    chapters: list[tuple[str, Markup]] = field(default_factory=list)
    """(title, what stands in it) of each."""
    pictures: dict[str, bytes] = field(default_factory=dict)

    places: set[str] = field(default_factory=set)

    def place(self, name: str) -> str:
        """Return a name for a place in the book, of which there is only one: a phase may be printed twice."""
        found = name if name not in self.places else f"{name}-again-{len(self.places)}"
        self.places.add(found)
        return found

    def add(self, title: str, template: str, /, **facts: Any) -> None:
        """Add a chapter."""
        self.chapters.append((title, Markup(self.words.whole(template, **facts))))

    def picture(self, name: str, svg: str, says: str) -> Markup:
        """Keep a map as PNG, and return the element that shows it. Raises RasterizeError."""
        return self._kept(f"{name}.png", svg_to_png(svg, WIDE), says)

    def drawing(self, name: str, svg: str, says: str) -> Markup:
        """Keep a drawing with letters in the reader's own font as it is, and return the element that shows it."""
        return self._kept(f"{name}.svg", svg.encode(), says)

    def _kept(self, file: str, content: bytes, says: str) -> Markup:
        self.pictures[file] = content
        return Markup('<img src="{}" alt="{}"/>').format(file, says)


def book_epub(story: GameStory) -> bytes:
    """Return a whole game as a book: who played, a chapter for each year with its maps, orders, reasons and press, and the end.
    Raises RasterizeError.
    """
    first, last = story.copies[0], story.copies[-1]
    headings = last.words.listed("print/words.j2")
    book = _Book(last.words, story.game.capitalize(), f"game/{story.game}", _changed(story.copies))
    drawn = last.final
    facts = {**last.facts, "title": book.title, "story": story, "began": first.record, "until": last.record}
    shown = book.picture("cover", drawn("colour"), f"{headings['map']}: {last.record['phase']}") if drawn else ""
    book.add(book.title, "print/epub.cover.html.j2", **facts, picture=shown)
    told = [combined(group) for group in by_season(story.copies, builds=True)]
    for year, copies in groupby(told, lambda copy: copy.record["year"]):
        parts = [_part(book, copy, copy is told[-1]) for copy in copies]
        book.add(str(year), "print/epub.chapter.html.j2", title=str(year), parts=parts)
    graph = story_graph(story)
    shown = book.drawing("graph", graph, headings["years"]) if graph else ""
    book.add(headings["ending"] if story.ending else headings["years"], "print/epub.end.html.j2", **facts, picture=shown)
    return _zipped(book, "cover.png" if drawn else "")


def issue_epub(issue: ZineIssue) -> bytes:
    """Return an issue of a zine: what was wrong before, then a chapter for each game. Raises RasterizeError."""
    title = ", ".join(filter(None, [issue.zine, issue.date])) or issue.name
    book = _Book(issue.words, title, f"copy/{issue.name}", _changed([copy for area in issue.told for copy in area.copies]))
    if issue.zine or issue.facts["errata"] or issue.facts["idle"]:
        book.add(issue.zine or issue.name, "print/epub.front.html.j2", **issue.facts)
    for area in issue.told:
        parts = [_part(book, copy, copy is area.copies[-1], bare=False) for copy in area.copies]
        told = {"title": area.game.capitalize(), "parts": parts, "ending": area.ending and asdict(area.ending)}
        first = {"about": area.copies[0].record, "hosts": area.copies[0].facts["hosts"]} if area.copies else {}
        facts = {**issue.facts, **told, **first}
        book.add(area.game.capitalize(), "print/epub.chapter.html.j2", **facts)
    return _zipped(book, "")


def _part(book: _Book, copy: PhaseCopy, is_last: bool, bare: bool = True) -> Markup:
    """Return a phase's report with its maps. If `bare`, without what the book has once, or nobody asks of the past."""
    says = f"{copy.words.listed('print/words.j2')['map']}: {copy.record['game'].capitalize()}, {copy.record['phase']}"
    maps = copy.maps("colour")[:1] if bare else copy.maps("colour")
    place = book.place(copy.name)
    shown = [book.picture(f"{place}-{n}", svg, says) for n, svg in enumerate(maps)]
    gone: dict[str, Any] = {"history": {"years": [], "rows": []}} if bare else {}
    gone |= {"deadline": "", "due_at": "", "addresses": [], "position": [], "state": []} if bare and not is_last else {}
    copy = replace(copy, record={**copy.record, **gone})
    facts = {**copy.facts, "top": 1, "id": place, "again": True, "spoken": True, "pictures": shown}
    made = copy.words.whole("print/report.html.j2", **facts)
    return Markup(made.replace("<br>", "<br/>"))


def _changed(copies: Sequence[PhaseCopy]) -> str:
    """Return when the last phase was judged, as EPUB wants it."""
    times = [datetime.fromisoformat(copy.record["run_at"]).astimezone(UTC) for copy in copies if copy.record["run_at"]]
    return max(times).strftime("%Y-%m-%dT%H:%M:%SZ") if times else _NEVER


def _zipped(book: _Book, cover: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as whole:
        for name, content in _files(book, cover):
            kept = zipfile.ZIP_STORED if name == "mimetype" or name.endswith(".png") else zipfile.ZIP_DEFLATED
            whole.writestr(zipfile.ZipInfo(name, _LONG_AGO), content, kept)
    return out.getvalue()


def _files(book: _Book, cover: str) -> Iterator[tuple[str, str | bytes]]:
    """Yield the files, the first of which says what it is."""
    say, pages = book.words.whole, [f"page-{n}.xhtml" for n in range(len(book.chapters))]
    facts: Mapping[str, Any] = {
        "title": book.title, "id": uuid.uuid5(uuid.NAMESPACE_URL, f"judge:{book.name}"), "changed": book.changed, "cover": cover,
        "chapters": [(page, title) for page, (title, _) in zip(pages, book.chapters, strict=True)], "pictures": list(book.pictures),
    }  # fmt: skip
    yield "mimetype", MIME
    yield "META-INF/container.xml", say("print/epub.container.xml.j2")
    yield "book/book.opf", say("print/epub.book.xml.j2", **facts)
    yield "book/contents.xhtml", say("print/epub.contents.html.j2", **facts)
    yield "book/contents.ncx", say("print/epub.ncx.xml.j2", **facts)
    yield "book/book.css", book.words.source("print/epub.css")
    for page, (title, inside) in zip(pages, book.chapters, strict=True):
        yield f"book/{page}", say("print/epub.page.html.j2", title=title, inside=inside)
    yield from ((f"book/{name}", content) for name, content in book.pictures.items())

