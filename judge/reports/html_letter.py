"""Make the HTML part of a mail from its plain text, by the layout that all mails share. So both say the same words in the same
order.

In that layout an empty line ends a paragraph; `    > ` begins a line to send; ` ?  ` a question; capitals at the margin a heading,
or a Power whose orders follow. Indented lines continue what stands above them, or are rows of a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from markupsafe import Markup, escape

from judge.reports.templates import Templates
from judge.reports.text_layout import WIDTH

Cells = tuple[Markup, ...]


class Block(NamedTuple):
    """A piece of a mail: its kind, and its rows of escaped text."""

    kind: str
    rows: Sequence[Cells]
    wide: bool = False
    """Whether it is a table with so many columns that it needs small print."""


_MARKER = re.compile(r"=== .* ===")
_QUOTED = re.compile(r" {2,}[>|] ")
_ASKS = re.compile(r" [?!]  \S")
_YEARS = re.compile(r" {7,}\d{4}(?: \d\d)*(?: {2,}\S.*)?")
_COUNTED = re.compile(r" \S.{9}\d(?: |$)")
"""A power with its first number, which ends in the twelfth column."""
_DRAWN = re.compile(r"(?:^| )\.(?: +\.){2,}(?: |$)")
"""A line of a drawing in letters: dots for places with nothing in them."""
_NOTE = re.compile(r"(?: \d|\d\d) \S")
_ITEM = re.compile(r" (?:[-*]|\d+\.) ")
_LABEL = re.compile(r"(?P<name>[A-Z]{2,}(?: [A-Z]+)*)(?P<gap> {2,})\S(?!.*\S {10})")
_HEAD = re.compile(r"[A-Z]{2,}(?: [A-Z]+)* {2,}\S.*\S {2,}\S")
"""The head of a table whose first column it names."""
_RIGHT = re.compile(r" {20,}\S")
_CAPITALS = re.compile(r"[A-Z][A-Z'-]+(?: [A-Z'-]+)*(?: .*[^.:;,!?])?")
_ORDERS = re.compile(r"(?P<head>[A-Z][A-Z .'-]+(?: \([^\n]*?\))?:)(?P<orders>(?:\s.*)?)", re.DOTALL)
_SIDES = re.compile(rf"\S.*  \S|{_RIGHT.pattern}")
_ORDER = re.compile(r"\S+\)-[^\s;&]+|\S\([\w.]+\)")
"""An order or strength, which must not be broken at its hyphen or bracket."""
_MARK = re.compile(r"(?<= )\*\d*(?![^\s;])")
_GLUED = re.compile(r"[A-Z]+\d*\([^)]*\)[^;,:(]*|\[[^\]]*\]|\S+")
"""Beginnings of a line that must not be broken."""
KEPT = 500
"""Paragraphs that are kept as HTML: some two kilobytes each."""
DENSE = 9
"""The most number columns that fit on a phone in ordinary print."""


def read_blocks(text: str) -> list[Block]:
    """Return the pieces of a plain text in order. Every word of the text is in one of them, escaped."""
    return [block for part in _parts(text) for block in _paragraph(part.split("\n"))]


def letter_page(words: Templates, text: str, images: Sequence[tuple[str, str]] = ()) -> str:
    """Return the HTML part of a mail, from its plain text and its pictures as (Content-ID, description)."""
    pieces = [piece for part in _parts(text) for piece in _pieces(words, part)]
    heads = [at for at, (kind, _) in enumerate(pieces, 1) if kind == "sides"][:1]  # of a report: the orders
    charts = [at for at, (kind, _) in enumerate(pieces, 1) if kind == "chart"][-1:]  # and the position
    below = [*(heads or [len(pieces)]), *([*charts, len(pieces)][:1] * len(images))]
    pictures = [(at, *image) for at, image in zip(below, images, strict=False)]
    return words.whole("letter.html.j2", pieces=[page for _, page in pieces], pictures=pictures)


@lru_cache(KEPT)
def _pieces(words: Templates, part: str) -> Sequence[tuple[str, Markup]]:
    """Return the pieces of a paragraph, each as its kind and its HTML. Of the letters that tell of a turn most are alike."""
    blocks = _paragraph(part.split("\n"))
    return [(block.kind, Markup(words.whole("part/block.html.j2", block=block).strip("\n"))) for block in blocks]


def _parts(text: str) -> list[str]:
    """Return the paragraphs of a plain text."""
    return re.split(r"\n{2,}", text.strip("\n"))


def _paragraph(lines: Sequence[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        reader = next((read for begins, read in _READERS if begins(lines, at)), _prose)
        size, block = reader(lines[at:])
        yield block
        at += size


def _begins(pattern: re.Pattern[str]) -> Callable[[Sequence[str], int], bool]:
    return lambda lines, at: pattern.match(lines[at]) is not None


def _is_heading(lines: Sequence[str], at: int) -> bool:
    """Whether a line of capitals is a heading: alone and all in capitals, or with indented lines below it."""
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return (line.isupper() and not below) or (below.startswith(" ") and _CAPITALS.fullmatch(line) is not None)


def _is_chart(lines: Sequence[str], at: int) -> bool:
    """Whether a line heads numbers by year: the first of them in full, or a word for it, right above the first numbers."""
    head, below = lines[at], "".join(lines[at + 1 : at + 2])
    word = head[:12].strip().isalpha() and head[:4].isspace() and not head[12:13].strip()
    return _YEARS.match(head) is not None or (word and _COUNTED.match(below) is not None)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _go_on(lines: Sequence[str], deep: int) -> int:
    """Return how many of the lines continue the first: those indented at least this far that begin nothing new."""
    below = takewhile(lambda line: _indent(line) >= deep and not _QUOTED.match(line) and not _ASKS.match(line), lines[1:])
    return 1 + len(list(below))


def _is_soft(line: str, below: str) -> bool:
    """Whether a line ends only because the next word did not fit."""
    first = _GLUED.match(below.lstrip())
    return len(line) + 1 + len(first[0] if first else "") > WIDTH


def _say(lines: Sequence[str]) -> Markup:
    """Return lines as text, with those line breaks that mean something."""
    words = [line.strip() for line in lines]
    ends = ["\n" if _goes_on(line, below, _indent(lines[0])) else "<br>\n" for line, below in pairwise(lines)]
    return Markup("".join(f"{_inline(word)}{end}" for word, end in zip(words, [*ends, ""], strict=True)))


def _goes_on(line: str, below: str, first: int) -> bool:
    """Whether a line continues the one above it, in a piece that begins in column `first`."""
    return _indent(below) > first or (_is_soft(line, below) and _indent(below) >= _indent(line))


def _inline(text: str) -> Markup:
    return Markup(_ORDER.sub(r'<span style="white-space:nowrap">\g<0></span>', str(escape(text))))


def _marker(lines: Sequence[str]) -> tuple[int, Block]:
    return 1, Block("marker", [(escape(lines[0]),)])


def _heading(lines: Sequence[str]) -> tuple[int, Block]:
    return 1, Block("heading", [(_inline(lines[0]),)])


def _quoted(lines: Sequence[str]) -> tuple[int, Block]:
    """Read lines to send (`>`), or that somebody sent (`|`): (mark, line, remark on it)."""
    rows: list[Cells] = []
    at = 0
    mark = lines[0].lstrip()[0]
    while at < len(lines) and _QUOTED.match(lines[at]) and lines[at].lstrip()[0] == mark:
        size = _go_on(lines[at:], _indent(lines[at]) + 2)
        command, gap, said = lines[at].lstrip()[2:].partition("   ")
        more = [f"{gap}{said}", *lines[at + 1 : at + size]]
        rows.append((escape(mark), _inline(command.strip()), _say(more) if "".join(more).strip() else Markup("")))
        at += size
    return at, Block("send" if mark == ">" else "sent", rows)


def _asks(lines: Sequence[str]) -> tuple[int, Block]:
    size = _go_on(lines, 4)
    return size, Block("asks", [(escape(lines[0][1]), _say([" " * 4 + lines[0][4:], *lines[1:size]]))])


def _rows(kind: str, begins: re.Pattern[str], mark: int, deep: int) -> Callable[[Sequence[str]], tuple[int, Block]]:
    """Return a reader of rows that begin with a mark, each continuing below it."""

    def read(lines: Sequence[str]) -> tuple[int, Block]:
        rows: list[Cells] = []
        at = 0
        while at < len(lines) and (found := begins.match(lines[at])):
            size, cut = _go_on(lines[at:], deep), mark or found.end()
            rows.append((escape(lines[at][:cut].strip()), _say([" " * cut + lines[at][cut:], *lines[at + 1 : at + size]])))
            at += size
        return at, Block(kind, rows)

    return read


def _label(lines: Sequence[str]) -> tuple[int, Block]:
    size = _go_on(lines, 5)
    found = _LABEL.match(lines[0])
    cut = found.end("gap") if found else 0
    return size, Block("label", [(escape(lines[0][:cut].strip()), _say([" " * 5 + lines[0][cut:], *lines[1:size]]))])


def _orders(lines: Sequence[str]) -> tuple[int, Block]:
    """Read a Power's line of a report."""
    size = _go_on(lines, 2)
    found = _ORDERS.match("\n".join(map(str.strip, lines[:size])))
    head, orders = (found["head"], found["orders"]) if found else ("", "")
    marked = _MARK.sub(r'<b class="f" style="color:#b3402a">\g<0></b>', str(_inline(orders)))
    return size, Block("orders", [(escape(head), Markup(marked))])


def _sides(lines: Sequence[str]) -> tuple[int, Block]:
    """Read lines with text at the left and at the right edge."""
    rows: list[Cells] = []
    for line in takewhile(lambda line: _SIDES.match(line) and not _LABEL.match(line), lines):
        gap = max(re.finditer(r"(?:\A|(?<=\S)) {2,}(?=\S)", line), key=lambda gap: len(gap[0]))
        rows.append((escape(line[: gap.end()].strip()), escape(line[gap.end() :])))
    return len(rows), Block("sides", rows)


def _chart(lines: Sequence[str]) -> tuple[int, Block]:
    """Read numbers by year, and the text next to them."""
    years = lines[0].partition("   P")[0].split()
    row = re.compile(rf" (?P<name>\S.*?)\s+(?P<counts>(?:\d+\s+){{{len(years) - 1}}}\d+)(?:\s+(?P<beside>\D.*))?")
    rows: list[Cells] = [(Markup(""), *map(escape, years), Markup(""))]
    for line in takewhile(row.fullmatch, lines[1:]):
        if found := row.fullmatch(line):
            rows.append((escape(found["name"]), *map(escape, found["counts"].split()), _beside(found["beside"] or "")))
    return len(rows), Block("chart", rows, len(years) > DENSE)


def _beside(text: str) -> Markup:
    label, gap, said = text.partition("  ")
    return Markup('<b style="font-size:12px">%s</b><br>%s') % (label, _inline(said)) if gap else _inline(text)


def _table(lines: Sequence[str]) -> tuple[int, Block]:
    """Read indented lines: a drawing, a table if some stand in columns, else lines kept as they are broken."""
    deep = _indent(lines[0]) or _indent(lines[1])
    below = takewhile(lambda line: not _NOTE.match(line) and not _RIGHT.match(line), lines[1 : _go_on(lines, deep)])
    some = [lines[0], *below]
    if any(map(_DRAWN.search, some)):
        return len(some), Block("drawing", [(escape(line),) for line in some])
    starts = _columns([line for line in some if _indent(line) <= deep])
    if len(starts) < 2:
        return len(some), Block("lines" if deep < 4 else "aside", [(_say(part),) for part in _hanging(some, deep)])
    rows: list[list[list[str]]] = []
    for line in some:
        if rows and _indent(line) >= starts[-1]:
            rows[-1][-1].append(line)
        else:
            rows.append([[" " * a + line[a:b].strip()] for a, b in pairwise([*starts, len(line) + starts[-1]])])
    return len(some), Block("table", _joined([tuple(map(_say, row)) for row in rows]))


def _hanging(lines: Sequence[str], deep: int) -> list[list[str]]:
    """Join lines with those that hang below them; all in one if there are none."""
    if all(_indent(line) == deep for line in lines):
        return [list(lines)]
    heads = [at for at, line in enumerate(lines) if _indent(line) == deep]
    return [list(lines[at:end]) for at, end in pairwise([*heads, len(lines)])]


def _joined(rows: list[Cells]) -> list[Cells]:
    """Remove columns that only continue the one before them: no row has both."""
    for at in range(len(rows[0]) - 1, 0, -1):
        if not any(row[at - 1] and row[at] for row in rows):
            rows = [(*row[: at - 1], row[at - 1] or row[at], *row[at + 1 :]) for row in rows]
    return rows


def _columns(lines: Sequence[str]) -> list[int]:
    """Return where columns begin: after what is blank in all lines, if most lines that go on have two blanks there."""
    wide = max(map(len, lines))
    blank = [all(line[at : at + 1] in " " for line in lines) for at in range(wide)]
    starts = [at for at in range(wide) if not blank[at] and (not at or blank[at - 1])]
    found = starts[:1]
    for at, end in pairwise([*starts, wide]):
        gaps = [len(before) - len(before.rstrip()) for line in lines if (before := _before(line, at, end))]
        if at in starts[1:] and 2 * sum(gap > 1 for gap in gaps) > len(gaps):
            found.append(at)
    return found


def _before(line: str, at: int, end: int) -> str:
    """Return what stands in a line before its text between two columns."""
    part = line[at:end]
    return line[:at] + part[: _indent(part)] if part.strip() else ""


def _prose(lines: Sequence[str]) -> tuple[int, Block]:
    """Read lines at the margin, and the lines below that did not fit or begin nothing new."""
    size = 1
    while size < len(lines) and (
        (_is_soft(lines[size - 1], lines[size]) and _indent(lines[size]) < 4)
        or not any(begins(lines, size) for begins, _ in _READERS)
    ):
        size += 1
    return size, Block("text", [(_say(lines[:size]),)])


_READERS: tuple[tuple[Callable[[Sequence[str], int], bool], Callable[[Sequence[str]], tuple[int, Block]]], ...] = (
    (_begins(_MARKER), _marker),
    (_begins(_QUOTED), _quoted),
    (_begins(_ASKS), _asks),
    (_is_chart, _chart),
    (_begins(_NOTE), _rows("notes", _NOTE, 3, 3)),
    (_begins(_ITEM), _rows("notes", _ITEM, 0, 3)),
    (lambda lines, at: _HEAD.match(lines[at]) is not None and "".join(lines[at + 1 : at + 2]).startswith(" "), _table),
    (_begins(_LABEL), _label),
    (_begins(_SIDES), _sides),
    (_begins(_ORDERS), _orders),
    (_is_heading, _heading),
    (_begins(re.compile(r" +\S")), _table),
)
"""How a piece begins, and the function that reads it, tried in this order. Anything else is prose."""
