"""Every format of printed copy: how it is called, what a file of it ends in, and what makes its bytes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple

from markupsafe import Markup

from judge.maps.rasterize import svg_to_png
from judge.print.copy import PhaseCopy
from judge.print.escape import escape_latex, escape_markdown
from judge.print.style import PAPER
from judge.reports import Templates
from judge.reports.text_layout import finish_letter

DOTS = 300
"""To the inch, in a picture for a photocopier."""


class FormatUnavailable(RuntimeError):
    """A format cannot be made here; the message says what is missing."""


def to_plain_text(copy: PhaseCopy) -> bytes:
    """Plain text in 72 columns."""
    return finish_letter(copy.words.whole("print/report.txt.j2", **copy.facts)).encode()


def to_html_fragment(copy: PhaseCopy) -> bytes:
    """A section of HTML with a block of style and without a map, for somebody's own page or for a word processor."""
    return copy.words.whole("print/fragment.html.j2", **copy.facts).encode()


def to_html_page(copy: PhaseCopy) -> bytes:
    """A whole page with its style and its map. The map is our own drawing; all that users wrote was escaped when it was drawn."""
    return copy.words.whole("print/page.html.j2", **{**copy.facts, "picture": Markup(copy.map("colour"))}).encode()


def to_markdown(copy: PhaseCopy) -> bytes:
    """Markdown."""
    made = copy.words.escaped(escape_markdown).whole("print/report.md.j2", **copy.facts)
    return (re.sub(r"\n{3,}", "\n\n", made).strip() + "\n").encode()


def to_latex(copy: PhaseCopy) -> bytes:
    """LaTeX, to be taken in by a document."""
    return (copy.words.escaped(escape_latex).whole("print/report.tex.j2", **copy.facts).strip() + "\n").encode()


def to_njudge(copy: PhaseCopy) -> bytes:
    """The block that mappers and archives of old judges read."""
    return (copy.words.whole("print/njudge.txt.j2", **copy.facts).strip() + "\n").encode()


def to_json(copy: PhaseCopy) -> bytes:
    """The record itself."""
    return (json.dumps(copy.facts["r"], ensure_ascii=False, indent=1) + "\n").encode()


def phase_section(copy: PhaseCopy, shows: bool = True) -> dict[str, Any]:
    """A phase for documents and pages: its facts, what the marks mean where a line can be drawn, and its map."""
    facts = copy.facts
    key = " ".join(copy.words.whole("print/key.j2", **facts, typeset=True).split())
    return {**facts, "key": key, "svg": copy.map() if shows else ""}


def single_phase_issue(copy: PhaseCopy) -> dict[str, Any]:
    """One phase as an issue without a title (`judge.print.issue.issue_facts`)."""
    made = phase_section(copy)
    area = {"game": copy.record["game"], "ending": None, "parts": [made]}
    return {"zine": "", "date": "", "errata": [], "idle": [], "w": made["w"], "s": copy.style, "areas": [area]}


def to_docx(copy: PhaseCopy) -> bytes:
    """A document for a word processor. Raises FormatUnavailable, RasterizeError."""
    return issue_docx(single_phase_issue(copy))


def to_pdf(copy: PhaseCopy) -> bytes:
    """Pages with the map as vectors. Raises FormatUnavailable."""
    return issue_pdf(single_phase_issue(copy), copy.words)


def issue_docx(laid: Mapping[str, Any]) -> bytes:
    """A document of what is laid out. Raises FormatUnavailable, RasterizeError."""
    try:
        from judge.print import docx as word
    except ImportError as error:
        raise FormatUnavailable(f"{error}; pip install 'judge[print]'") from error
    return word.build_docx(laid)


def issue_pdf(laid: Mapping[str, Any], words: Templates) -> bytes:
    """Pages of what is laid out. Raises FormatUnavailable."""
    try:
        from judge.print import typst_pdf as setter
    except ImportError as error:
        raise FormatUnavailable(f"{error}; pip install 'judge[print]'") from error
    return setter.render_pdf(laid, words.source("print/pages.typ"))


def to_grey_map(copy: PhaseCopy) -> bytes:
    """The map alone, in grey and as wide as the style's page, for a photocopier. Raises FormatUnavailable, RasterizeError."""
    from PIL import Image

    if copy.picture is None:
        raise FormatUnavailable("this game has no map")
    across = round(PAPER[copy.style.page][0] / 25.4 * DOTS)
    out = io.BytesIO()
    with Image.open(io.BytesIO(svg_to_png(copy.picture("grey"), across))) as picture:
        picture.convert("L").save(out, "PNG", dpi=(DOTS, DOTS))
    return out.getvalue()


class Format(NamedTuple):
    """One format."""

    suffix: str
    mime: str
    make: Callable[[PhaseCopy], bytes]


FORMATS: Mapping[str, Format] = {
    "text": Format("txt", "text/plain; charset=utf-8", to_plain_text),
    "html": Format("fragment.html", "text/html; charset=utf-8", to_html_fragment),
    "page": Format("html", "text/html; charset=utf-8", to_html_page),
    "docx": Format("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", to_docx),
    "pdf": Format("pdf", "application/pdf", to_pdf),
    "grey": Format("grey.png", "image/png", to_grey_map),
    "markdown": Format("md", "text/markdown; charset=utf-8", to_markdown),
    "latex": Format("tex", "application/x-tex", to_latex),
    "njudge": Format("njudge.txt", "text/plain; charset=utf-8", to_njudge),
    "json": Format("json", "application/json", to_json),
}
LIBRARIES = {"docx": "docx", "pdf": "typst"}
"""What a format needs that not every house has."""


def missing_library(name: str) -> str:
    """The library that is missing here for a format; '' if the format can be made."""
    needed = LIBRARIES.get(name, "")
    return needed if needed and find_spec(needed) is None else ""
