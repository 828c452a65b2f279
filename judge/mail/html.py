"""HTML to plain text in one pass: block elements end lines, quotations get `> `, nothing is fetched or run.

Not the standard library's parser, which needs many seconds for some letters of a few kilobytes.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from judge.mail import limits

_LINES = frozenset(("br", "p", "div", "li", "ul", "ol", "tr", "table", "hr", "pre", "h1", "h2", "h3", "h4", "blockquote"))
_HIDDEN = frozenset(("head", "style", "script", "title", "template"))


def to_text(source: str) -> str:
    """The text a reader sees, a line for each block.

    Args:
        source: HTML; only the first 128 KB are read.
    """
    lines, depth, hidden = [""], 0, ""
    for name, closing, text in _pieces(source[: limits.HTML]):
        if hidden:
            hidden = "" if closing and name == hidden else hidden
        elif name in _HIDDEN and not closing:
            hidden = name
        if name in _LINES:
            depth = max(0, depth + (-1 if closing else 1)) if name == "blockquote" else depth
            lines.append("")
        if text and not hidden:
            lines[-1] = _join(lines[-1], text) if lines[-1] else "> " * min(depth, 10) + text.lstrip()
    return "\n".join(line.rstrip() for line in _squeezed(lines))


def _join(before: str, text: str) -> str:
    return before + (text.lstrip() if before.endswith(" ") else text)


def _squeezed(lines: list[str]) -> Iterator[str]:
    """At most one empty line between two others."""
    blank = True
    for line in lines:
        if line.strip() or not blank:
            yield line
        blank = not line.strip()


def _pieces(source: str) -> Iterator[tuple[str, bool, str]]:
    """Tags with the text that follows each: (name, is it a closing tag, text with single blanks)."""
    at = source.find("<")
    yield "", False, _words(source if at < 0 else source[:at])
    while at >= 0:
        comment = source.startswith("<!--", at)
        mark = "-->" if comment else ">"
        end = source.find(mark, at)
        if end < 0:
            return
        tag = "" if comment else source[at + 1 : min(end, at + 40)].lower()
        at = source.find("<", end)
        text = source[end + len(mark) : at] if at >= 0 else source[end + len(mark) :]
        yield tag.lstrip("/").split(None, 1)[0].rstrip("/") if tag.strip("/ ") else "", tag[:1] == "/", _words(text)


def _words(text: str) -> str:
    text = html.unescape(text).replace("\xa0", " ")
    inner = " ".join(text.split())
    before, after = text[:1].isspace(), text[-1:].isspace()
    return (" " if before and inner else "") + inner + (" " if after else "")
