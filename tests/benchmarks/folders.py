"""How fast games' folders are read, and how fast a position's orders are listed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from judge import load_game
from judge.assets import find_assets
from judge.board import Position
from judge.variants import load_ruleset, names_to_folders
from tests.benchmarks.maps import fastest
from tests.benchmarks.referee import phases, standard

SOME = 40
"""Hard phases whose orders are listed."""
MANY = 80
"""Folders that a daemon knows."""
BOARD = "ancient_mediterranean"
"""A game with a map, no code and no words of its own, as most are."""
FIRST = """
import time
from judge.assets import find_assets
from judge.variants import load_ruleset
found = find_assets()
grammars = found.grammars()
start = time.perf_counter()
load_ruleset("standard", [found.games], grammars)
print(time.perf_counter() - start)
"""


def rows() -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    game, found = load_game(), find_assets()
    grammars = found.grammars()

    def listed(position: Position) -> int:
        return sum(len(orders) for power in game.powers for orders in game.possible_orders(position, power).values())

    yield (f"possible_orders, all powers, the {listed(game.start)} of the start", f"{fastest(partial(listed, game.start)):.1f} ms",
           "under 5 ms")  # fmt: skip
    hard = [phase.position for phase in phases(standard())[:SOME]]
    orders = sum(map(listed, hard)) / SOME
    spent = sum(fastest(partial(listed, position), 3) for position in hard) / SOME
    yield f"possible_orders, hard phases, {orders:.0f} each", f"{spent:.1f} ms", f"{spent / orders * 1000:.0f} µs an order"
    load_ruleset(BOARD, [found.games], grammars)
    for name in (BOARD, "standard"):
        yield f"loading {name}", f"{fastest(partial(load_ruleset, name, [found.games], grammars)):.0f} ms", "under 60 ms"
    first = min(float(subprocess.run([sys.executable, "-c", FIRST], capture_output=True, check=True).stdout) for _ in range(3))
    yield "loading standard as the first game of a process", f"{first * 1000:.0f} ms", "the order grammar is built with it"
    with TemporaryDirectory() as place:
        for number in range(MANY):
            shutil.copytree(found.games / BOARD, Path(place) / f"board{number}")
            sheet = Path(place) / f"board{number}" / "game.yaml"
            sheet.write_text(sheet.read_text("utf-8").replace("names: [", f"names: [board {number}] #"), "utf-8")
        spent = fastest(lambda: names_to_folders([Path(place)]), 3)
        assert len(names_to_folders([Path(place)])) >= MANY
    yield f"knowing {MANY} folders at the start", f"{spent:.0f} ms", "the rest is read when a game needs it"
