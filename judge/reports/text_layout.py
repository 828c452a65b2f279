"""Lay out plain text: 72 columns, no tabs, no blanks at line ends, and nothing that a mail program would change."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby
from zoneinfo import ZoneInfo

WIDTH = 72
FULL = 50
"""The fewest columns that every line of a paragraph but the last fills if it is prose."""
GLUE = "\u00a0"
"""Joins words that must stay on one line; printed as a blank."""
CONTINUED = " " * 5
"""Before the second line and those after it, of a paragraph among others."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def non_breaking(text: str) -> str:
    """Return the text as one word that is not broken over lines."""
    return " ".join(text.split()).replace(" ", GLUE)


def wrap(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> str:
    """Wrap one paragraph between words, with indents for the first line and for the others."""
    words = " ".join(text.split(" ")).split("\n")
    lines = textwrap.wrap(
        " ".join(words), width, initial_indent=first, subsequent_indent=rest,
        break_long_words=True, break_on_hyphens=False, drop_whitespace=True,
    )  # fmt: skip
    return "\n".join(lines) or first.rstrip()


def rejoin(lines: Iterable[str]) -> list[str]:
    """Return lines for a page that wraps them itself: each that is CONTINUED joins the one before."""
    found: list[str] = []
    for line in lines:
        if found and found[-1].strip() and line.startswith(CONTINUED):
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            found.append(line)
    return found


def wrap_verbatim(text: str, indent: str = " ") -> str:
    """Keep a writer's line breaks, as in verse. Lines that are too long are wrapped; prose is wrapped as a whole."""
    found: list[str] = []
    for blank, lines in groupby(text.split("\n"), lambda line: not line.strip()):
        some = list(lines)
        if not blank and _is_prose(some, WIDTH - len(indent)):
            some = [" ".join(map(str.strip, some))]
        found += ("" if blank else wrap(line, indent, indent) for line in some)
    return "\n".join(found)


def _is_prose(lines: list[str], room: int) -> bool:
    """Whether a paragraph was broken at the margin of a wider page: some line is too long here, and all but the last are nearly
    full. If it were wrapped line by line, every other line would have only a word or two.
    """
    return len(lines) > 1 and max(map(len, lines)) > room and min(map(len, lines[:-1])) >= FULL


def align_right(text: str, width: int = WIDTH) -> str:
    """Move the text to the right edge; wrap it if it is longer than a line."""
    return text.rjust(width) if len(text) <= width else "\n".join(line.rjust(width) for line in wrap(text, width=width).split("\n"))


def two_sided_line(left: str, text: str, width: int = WIDTH) -> str:
    """Put one text at the left edge and one at the right, on one line, or on two if they do not fit."""
    gap = width - len(left) - len(text)
    return f"{left}{' ' * gap}{text}" if gap > 1 else f"{wrap(left, rest='     ', width=width)}\n{align_right(text, width)}"


def side_by_side(left: Iterable[str], other: Iterable[str], at: int) -> str:
    """Put two blocks of lines next to each other, the second from column `at` on."""
    lefts, others = list(left), list(other)
    rows = max(len(lefts), len(others))
    lefts += [""] * (rows - len(lefts))
    others += [""] * (rows - len(others))
    return "\n".join(f"{a.ljust(at)}{b}".rstrip() for a, b in zip(lefts, others, strict=True))


def format_local_time(when: str | datetime, zone: str) -> datetime:
    """Return an instant (ISO text or aware datetime) in local time."""
    moment = datetime.fromisoformat(when) if isinstance(when, str) else when
    return moment.astimezone(UTC if zone == "UTC" else ZoneInfo(zone))


def short_zone_name(zone: str) -> str:
    """Return the short name of a time zone: `London` for `Europe/London`."""
    return zone.rpartition("/")[2].replace("_", " ")


def narrow_number(number: int) -> str:
    """Format a number for a table with narrow columns."""
    return f"{number:3}"


def short_year(head: int | str) -> str:
    """Return the head of a narrow column for a year (`1905`, `195 B.C.`): its last two figures; a year below 100, and words without
    figures, as they are.
    """
    figures = re.sub(r"[^0-9]", "", str(head))
    if not figures or (head == int(figures) < 100):
        return str(head)
    return f"{int(figures) % 100:02}"


def single_line(text: str, longest: int = 200) -> str:
    """Return text as a single printable line, for subjects and quotations."""
    plain = " ".join(_CONTROL.sub(" ", text).split())
    return plain if len(plain) <= longest else plain[: longest - 3] + "..."


def finish_letter(text: str) -> str:
    """Make a whole mail safe to send: no tabs, control characters, blanks at line ends, or lines beginning `From `."""
    text = _CONTROL.sub("", text.replace("\t", "    ").replace(GLUE, " "))
    lines = [(" " + line if line.startswith("From ") else line).rstrip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"
