"""How many of the letters that are composed from meanings are read right, and what becomes of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.letters.composing.letters import MAILS, ORDINARY, TRICKY
from tests.letters.composing.playing import fuzzed

COUNT = 20
"""Letters of each style."""


def rows() -> Iterator[tuple[str, str, str]]:
    """The share of each verdict among ordinary letters, replies by mail programs, and traps."""
    for name, styles in (("ordinary letters", ORDINARY), ("replies, as mail programs send them", MAILS), ("traps", TRICKY)):
        count = Counter(each.verdict for each in fuzzed(styles, COUNT))
        total = count.total()
        aim = "misread at most 2 %" if styles is TRICKY else "97 % right, none lost, none misread"
        beside = ", ".join(f"{count[verdict]} {verdict}" for verdict in ("asked", "lost", "misread"))
        yield f"{total} {name}: read right", f"{100 * count['right'] / total:.1f} %", f"{beside} (aim {aim})"
