"""HTML to plain text: block elements end lines, quotations get `> `, nothing is fetched or run.

selectolax reads the HTML, as a browser would, but never what a stranger sent: a tree of HTML can be made to grow
with the square of what makes it (open `<b>` before many `<p>`, elements in elements, thousands of attributes). So a scanner
that takes linear time first leaves only the tags that make lines, without attributes and not deep in each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from judge.commands.answers import STRUCK
from judge.mail import limits

_PARAGRAPHS = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "blockquote", "pre", "hr"))
_LINES = _PARAGRAPHS | {"br", "div", "li", "tr", "dt", "dd", "section", "article", "header", "footer", "center", "address"}
_CELLS = frozenset(("td", "th"))
_ALONE = frozenset(("br", "hr"))
_KEPT = _LINES | _CELLS | {"tbody", "thead", "tfoot"}
_RAW = frozenset(("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript", "template", "head"))
"""Elements of which nothing is shown, or nothing that the writer wrote."""
_STRUCK = frozenset(("s", "strike", "del"))
_DEEPEST = 60
_TAG = re.compile(
    r"""<!--(?:>|->|.*?(?:-->|\Z))                                             # a comment, perhaps never closed
      | <(?P<close>/?)(?P<name>[a-z][a-z0-9]{0,15})(?P<more>(?:"[^"]*"|'[^']*'|[^"'>])*+)(?:>|\Z)
      | <[a-z!?/][^>]*+(?:>|\Z)                                                 # other declarations; tags with odd quotes
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)  # linear time for any quotes: a run without an end lies between two with one
_UNSEEN = re.compile(r"display\s*:\s*none|\shidden(?:[\s=]|$)", re.IGNORECASE)
_DIVIDER = re.compile(r"border-top\s*:\s*solid\s*#[be][0-9a-f]{5}|divRplyFwdMsg|appendonsend|OutlookMessageHeader", re.IGNORECASE)
_ATTRIBUTION = re.compile(r"gmail_attr|moz-cite-prefix", re.IGNORECASE)
DIVIDER = "-----Original Message-----"
"""Replaces the rule that a mail program draws above the letter it answers."""


def html_to_text(source: str) -> str:
    """Return the text that a reader sees: a line for each block, the cells of a table row on one line.

    Args:
        source: HTML; only the first 128 KB are read.
    """
    tree = LexborHTMLParser("".join(_tame(source[: limits.HTML])))
    page = _Page()
    if tree.body is not None:
        page.walk(tree.body)
    return "\n".join(line.rstrip() for line in _squeezed(page.lines))


def _tame(source: str) -> Iterator[str]:
    """Return the HTML with only text and the tags that make lines, nested no deeper than allowed."""
    at, depth = 0, 0
    for _ in range(limits.TAGS):
        tag = _TAG.search(source, at)
        if tag is None:
            yield source[at:].replace("<", "&lt;")
            return
        yield source[at : tag.start()].replace("<", "&lt;")
        at = tag.end()
        name = (tag["name"] or "").lower()
        more = (tag["more"] or "")[:2000]
        if not tag["close"] and (name in _RAW or _is_out_of_sight(name, more)):
            at = _after(source, at, name)
        elif name in _STRUCK:
            yield STRUCK
        elif name in _ALONE:
            yield f"<{name}>"
        elif name in _KEPT and tag["close"]:
            depth = max(0, depth - 1)
            yield f"</{name}>"
        elif name in _KEPT:
            depth += name not in ("p", "li", "td", "th", "tr", "dt", "dd")  # their end tags may be left out
            yield f"<br>{DIVIDER}<br>" if _DIVIDER.search(more) else ""
            yield f"<{name}>" if depth <= _DEEPEST else "<br>"


def _is_out_of_sight(name: str, more: str) -> bool:
    return name in ("div", "span", "p", "td", "blockquote") and bool(_UNSEEN.search(more) or _ATTRIBUTION.search(more))


def _after(source: str, at: int, name: str) -> int:
    """Return where a skipped element ends; the end of the text if it does not end."""
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b", re.IGNORECASE).finditer(source, at):
        depth += -1 if tag[1] else name not in _RAW
        if not depth:
            end = source.find(">", tag.end())
            return end + 1 if end >= 0 else len(source)
    return len(source)


class _Page:
    """Collects lines of text while the tree is walked."""

    def __init__(self) -> None:
        self.lines = [""]
        self._quoted = 0
        self._numbers: list[int] = []
        """For each open list, the number of its last item, or -1 if it has no numbers."""

    def walk(self, top: LexborNode) -> None:
        """Visit every node in order, without recursion."""
        node: LexborNode | None = top
        while node is not None:
            self._enter(node)
            following = node.first_child
            while following is None and node is not None:
                self._leave(node)
                if node.mem_id == top.mem_id:
                    return
                following = node.next
                node = node.parent if following is None else node
            node = following

    def _enter(self, node: LexborNode) -> None:
        if node.is_text_node:
            self._write(node.text_content or "", bool(node.parent and node.parent.tag == "pre"))
            return
        tag = str(node.tag)
        self._break(tag)
        if tag == "blockquote":
            self._quoted += 1
        elif tag in ("ol", "ul"):
            self._numbers.append(0 if tag == "ol" else -1)
        elif tag == "li":
            self._put(self._mark())
        elif tag in _CELLS and self.lines[-1].strip():
            self.lines[-1] += " "

    def _leave(self, node: LexborNode) -> None:
        tag = str(node.tag)
        if tag == "blockquote":
            self._quoted -= 1
        elif tag in ("ol", "ul"):
            self._numbers.pop()
        if tag not in _ALONE:
            self._break(tag)

    def _mark(self) -> str:
        if not self._numbers or self._numbers[-1] < 0:
            return "* "
        self._numbers[-1] += 1
        return f"{self._numbers[-1]}. "

    def _break(self, tag: str) -> None:
        if tag == "br" or (tag in _LINES and self.lines[-1].strip("> ")):
            self.lines.append("")
        if tag in _PARAGRAPHS and self.lines[-2:] != ["", ""]:
            self.lines.append("")

    def _write(self, text: str, as_is: bool) -> None:
        first, *more = text.split("\n") if as_is else [_words(text)]
        self._put(first, as_is)
        for line in more:
            self.lines.append("")
            self._put(line, as_is)

    def _put(self, text: str, as_is: bool = False) -> None:
        line = self.lines[-1]
        if not as_is and (not line or line.endswith(" ")):
            text = text.lstrip(" ")
        self.lines[-1] = line + text if line or not text else "> " * min(self._quoted, 10) + text


def _words(text: str) -> str:
    """Collapse white space as HTML does; no-break spaces stay for the reader of orders to normalise."""
    return re.sub(r"[ \t\r\n]+", " ", text)


def _squeezed(lines: list[str]) -> Iterator[str]:
    """Leave at most one empty line between two others."""
    blank = True
    for line in lines:
        if line.strip() or not blank:
            yield line
        blank = not line.strip()
