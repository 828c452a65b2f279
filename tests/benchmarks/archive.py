"""How long the page of a long game takes: whole, and when a phase has come to it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from judge.print.game_page import EarlierPhases, GameStory, continued_page, game_page
from tests.print.test_game_page import copies

PHASES = 57
"""As in a game of thirteen years."""


def rows() -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    told = copies(PHASES)
    before, spent = time.process_time(), list[float]()
    whole = game_page(GameStory("quillfeather", told))
    yield f"the page of a game of {PHASES} phases", f"{(time.process_time() - before) * 1000:.0f} ms", "of processor"
    _, earlier = continued_page(GameStory("quillfeather", told[:-1]), EarlierPhases())
    kept = json.dumps(earlier)
    for _ in range(5):
        before = time.process_time()
        made, now = continued_page(GameStory("quillfeather", told[len(earlier.phases) :]), EarlierPhases(*json.loads(kept)))
        json.dumps(now)
        spent.append((time.process_time() - before) * 1000)
        assert made == whole
    yield "the same when one phase has come to it", f"{min(spent):.0f} ms", "aim ≤ 100 ms; the same bytes"
