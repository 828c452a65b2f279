"""A whole game to keep: a book and a poster as PDF, and a film of its maps."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from PIL import Image

from judge.maps.rasterize import render_png
from judge.print.copy import IssueGame, PhaseCopy, ZineIssue
from judge.print.epub import book_epub
from judge.print.formats import FormatUnavailable, issue_facts
from judge.print.game_page import GameStory, game_page, story_graph
from judge.print.seasons import by_season, combined
from judge.print.style import EACH

PRINTED = 1200
"""Pixels of a map's width in the book: about 240 to the inch on A5."""
ACROSS = 800
"""Pixels of the film's width."""
MOVES, BETWEEN, END = 1500, 900, 5000
"""Milliseconds for which a movement is shown, another phase, and the end."""
LARGEST = 2_000_000
"""The most bytes of a film; a larger one is made again with less detail."""
QUALITIES = (70, 45, 25)
ONCE = {"deadline": "", "due_at": "", "addresses": [], "history": {"years": [], "rows": []}, "position": [], "state": []}
"""What a book does not repeat for each phase."""


def book_pdf(story: GameStory) -> bytes:
    """Return the book: a cover, every phase with its map, orders, reasons and press, how it ended. Raises FormatUnavailable."""
    setter, last = _setter(), story.copies[-1]
    style = replace(last.style, maps=EACH, board="orders")
    *before, final = map(combined, by_season(story.copies, builds=True))
    earlier = [replace(copy, style=style, record={**copy.record, **ONCE}) for copy in before]
    game = IssueGame(story.game, "", (*earlier, replace(final, style=style)), story.ending)
    issue = issue_facts(ZineIssue("", story.game, "", (game,), (), last.words, style))
    for part in (part for area in issue["areas"] for part in area["parts"]):
        part["svgs"] = [_as_pixels(svg) for svg in part["svgs"]]
    return setter({**issue, "cover": _cover(story)}, last.words.source("print/pages.typ"), _pictures(story))


def _as_pixels(svg: str) -> str:
    """Return a picture of the map as SVG: fifty maps of lines alone would be a book of 25 MB."""
    made = render_png(svg, PRINTED)
    with Image.open(io.BytesIO(made)) as drawn:
        wide, high = drawn.size
    shape = f'width="{wide}" height="{high}"'
    inside = f'<image {shape} href="data:image/png;base64,{base64.b64encode(made).decode()}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {shape}>{inside}</svg>'


def poster_pdf(story: GameStory) -> bytes:
    """Return the poster: the last map on A3, which a printer may enlarge to A2, with the graph and who played. Raises
    FormatUnavailable.
    """
    last = story.copies[-1]
    issue = {**ZineIssue("", story.game, "", (), (), last.words, last.style).facts, "areas": []}
    return _setter()({**issue, "cover": _cover(story)}, last.words.source("print/poster.typ"), _pictures(story))


def _setter() -> Callable[[Mapping[str, Any], str, Mapping[str, str]], bytes]:
    try:
        from judge.print import typst_pdf
    except ImportError as error:
        raise FormatUnavailable(f"{error}; pip install 'judge[print]'") from error
    return typst_pdf.render_pdf


def _cover(story: GameStory) -> dict[str, Any]:
    """Return what stands on a cover and a poster."""
    first, last = story.copies[0].record, story.copies[-1].record
    ending = asdict(story.ending) if story.ending else {"said": last["phase"], "players": [], "table": []}
    people = ending["players"] or [f"{power}: {name}" for power, name in story.players]
    return {
        "title": story.game.capitalize(), "said": ending["said"], "players": people, "variant": last["title"],
        "number": last["number"], "hosts": story.copies[-1].facts["hosts"], "phases": _span(first["phase"], last["phase"]),
        "run": _span(first["run"], last["run"]), "graph": bool(story_graph(story)),
        "map": bool(_final(story)),
    }  # fmt: skip


def _span(first: str, last: str) -> str:
    """Return from when to when something was; what began and ended at once is said once."""
    return " – ".join(dict.fromkeys(filter(None, [first, last])))


def _pictures(story: GameStory) -> dict[str, str]:
    return {name: svg for name, svg in (("cover-map", _final(story)), ("cover-graph", story_graph(story))) if svg}


def _final(story: GameStory) -> str:
    """Return the map of the last position, '' for a game without a drawn board."""
    drawn = story.copies[-1].final
    return drawn("colour") if drawn else ""


class Film(NamedTuple):
    """A film: its bytes, and its MIME type."""

    content: bytes
    mime: str


def film_webp(story: GameStory) -> Film:
    """Return the game's maps as an animated WebP of at most LARGEST bytes. Raises FormatUnavailable if it has no maps."""
    frames, times = _frames(story)
    made = b""
    for quality in QUALITIES:
        made = _saved(frames, times, "WEBP", {"quality": quality, "method": 4})
        if len(made) <= LARGEST:
            break
    return Film(made, "image/webp")


def film_gif(story: GameStory) -> Film:
    """Return the game's maps as an animated GIF, for programs that show no WebP; smaller, in few colours."""
    frames, times = _frames(story, ACROSS * 3 // 4)
    few = frames[0].quantize(48, dither=Image.Dither.NONE)
    plain = [frame.quantize(palette=few, dither=Image.Dither.NONE) for frame in frames]
    return Film(_saved(plain, times, "GIF", {"optimize": True}), "image/gif")


def _frames(story: GameStory, across: int = ACROSS) -> tuple[list[Image.Image], list[int]]:
    frames, times = list[Image.Image](), list[int]()
    for svg, time in _shots(story):
        with Image.open(io.BytesIO(render_png(svg, across))) as drawn:
            frames.append(drawn.convert("RGB"))
        times.append(time)
    if not frames:
        raise FormatUnavailable("this game has no map")
    high = max(frame.height for frame in frames)
    return [_on_paper(frame, high) for frame in frames], times


def _on_paper(frame: Image.Image, high: int) -> Image.Image:
    """Return a frame as high as the others: the key below a map is of different heights."""
    if frame.height == high:
        return frame
    whole = Image.new("RGB", (frame.width, high), frame.getpixel((1, frame.height - 1)) or 0)
    whole.paste(frame)
    return whole


def _shots(story: GameStory) -> Iterator[tuple[str, int]]:
    """Yield each picture, and how long it is shown; the last shows how the game ended."""
    last = story.copies[-1]
    for copy in story.copies:
        if copy.picture:
            yield copy.picture("colour"), _time(copy)
    if last.final:
        yield last.final("colour"), END


def _time(copy: PhaseCopy) -> int:
    return MOVES if copy.record["kind"] == "movement" else BETWEEN


def _saved(frames: list[Image.Image], times: list[int], form: str, more: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    frames[0].save(out, form, save_all=True, append_images=frames[1:], duration=times, loop=0, **more)
    return out.getvalue()


class WholeFormat(NamedTuple):
    """A format of a whole game."""

    suffix: str
    make: Callable[[GameStory], bytes]


WHOLE: Mapping[str, WholeFormat] = {
    "book": WholeFormat("book.pdf", book_pdf),
    "ebook": WholeFormat("epub", book_epub),
    "poster": WholeFormat("poster.pdf", poster_pdf),
    "film": WholeFormat("webp", lambda story: film_webp(story).content),
    "gif": WholeFormat("gif", lambda story: film_gif(story).content),
    "replay": WholeFormat("html", lambda story: game_page(replace(story, files=()))),
}
"""Formats of a whole game, by name."""
