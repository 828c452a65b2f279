"""Turn a game folder's page (Markdown) into plain text for a mail."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.reports.text_layout import WIDTH, wrap

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COLUMNS = re.compile(r"(?P<left>\s*\S.*?(?:\s{2,}|\s(?=#)))(?P<right>\S.*)")
WIDEST = 44
"""The most columns of the first column of an example, if the second is to stand next to it."""
_ITEM = re.compile(r"(?P<mark>\d+\.|[-*])\s+(?P<text>.*)", re.DOTALL)


_FOR_KEEPERS = re.compile(r"(?:    judge .*(?:\n|\Z))+")
"""Shell commands. They are for operators, who have a shell; readers of mail do not."""


def page_as_text(page: str) -> str:
    """Return the page in lines of at most 72 characters. A table becomes a list of its rows; indented lines stay as they are if
    they fit.

    An example that has only shell commands is left out.
    """
    return "\n".join(_lines(page)).strip("\n")


def _lines(page: str) -> Iterator[str]:
    for block in re.split(r"\n{2,}", page.replace("\t", "    ")):
        if _FOR_KEEPERS.fullmatch(block.strip("\n")):
            continue
        yield from _block(block.strip("\n"))
        yield ""


def _block(block: str) -> Iterator[str]:
    if block.startswith("#"):
        head, _, rest = block.partition("\n")
        yield _said(head.lstrip("# ")).upper()
        yield from _block(rest) if rest else ()
    elif block.startswith("|"):
        rows = [line for line in block.split("\n") if not re.fullmatch(r"[|\s:-]+", line)]
        heads, *listed = [[cell.strip() for cell in line.strip("| ").split("|")] for line in rows]
        if len([head for head in heads if head]) > 1:
            yield wrap(_said(f"({': '.join(head for head in heads if head)})"), " ", "  ")
        yield from (_item(f"- {': '.join(cells)}") for cells in listed)
    elif block.startswith(("    ", "```")):
        yield from (_kept(line.rstrip()) for line in block.split("\n") if not line.startswith("```"))
    elif _ITEM.match(block):
        for item in re.split(r"\n(?=\d+\.\s|[-*]\s)", block):
            yield _item(item)
    elif block:
        yield wrap(_said(block))


def _kept(line: str) -> str:
    """Return a line of an example. If it is too long for a mail, it continues below, where its second column begins."""
    found = _COLUMNS.fullmatch(line) if len(line) > WIDTH else None
    if not found:
        return line if len(line) <= WIDTH else wrap(line.strip(), " " * 4, " " * 8)
    left, right = found["left"], " ".join(found["right"].split())
    if len(left) <= WIDEST:
        return wrap(right, left, " " * len(left))
    return f"{left.rstrip()}\n{wrap(right, ' ' * 8, ' ' * 8)}"


def _item(text: str) -> str:
    found = _ITEM.fullmatch(text)
    if not found:
        return wrap(_said(text))
    mark = "-" if found["mark"] in "-*" else found["mark"]
    return wrap(_said(found["text"]), f" {mark} ", " " * (len(mark) + 2))


def _said(text: str) -> str:
    """Return a text without Markdown's marks, on one line."""
    return " ".join(re.sub(r"\*+|`", "", _LINK.sub(r"\1", text)).split())
