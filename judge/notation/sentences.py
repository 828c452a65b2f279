"""Where a sentence of a line begins and ends."""

from __future__ import annotations

import re

_END = re.compile(r"[.;!?](?=\s)")


def sentence_around(line: str, start: int, end: int) -> tuple[int, int]:
    """Return where the sentence around a stretch of a line begins, and where its last mark stands, or the line ends.

    A stop within a word or number (`St.Petersburg`, `21.00`) ends none.
    """
    begins = max((mark.end() for mark in _END.finditer(line, 0, start)), default=0)
    found = _END.search(line, end)
    return begins, found.start() if found else len(line)
