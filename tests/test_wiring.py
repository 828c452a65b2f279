"""What is put together for a daemon: shared by its threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from judge import wiring
from judge.assets import Assets
from judge.rules.ruleset import Ruleset


def test_threads_that_ask_at_once_have_the_same_rules(shipped: Assets) -> None:
    """The office needs a game's rules when the sender does: read twice at once, one reading took the other's modules away."""
    rules = getattr(wiring.rules_of, "afresh", wiring.rules_of)([shipped.games], shipped)
    together = Barrier(4)

    def ask(folder: str) -> Ruleset:
        together.wait()
        return rules(folder)

    with ThreadPoolExecutor(4) as threads:
        for folder in ("columbus", "gigaton"):
            assert len({id(found) for found in threads.map(ask, [folder] * 4)}) == 1
