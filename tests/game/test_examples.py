"""The orders that the answer to JOIN shows are orders of the game's own board, which a player of that game may give."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.assets import Assets
from judge.game.players.examples import example_orders
from judge.notation.reader import ParsedOrder
from judge.rules import why_refused
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

FOLDERS = sorted(path.parent.name for path in (Path(__file__).parents[2] / "games").glob("[a-z]*/game.yaml"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_examples_can_be_ordered(shipped: Assets, folder: str) -> None:
    """Each is read as it is written, and is one Power's to give as the game begins; together they clash nowhere."""
    game = load_ruleset(folder, [shipped.games], shipped.grammars())
    shown = example_orders(game)
    assert shown or game.open
    assert game.open or any(_all_taken(game, power.name, [each["order"] for each in shown]) for power in game.powers)


def _all_taken(game: Ruleset, power: str, texts: Sequence[str]) -> bool:
    """Whether a Power's letter with these lines would give just these orders, each to another unit."""
    found = [game.notation.read(text, game.board_at(game.start), game.start, power) for text in texts]
    orders = [each.order for some in found for each in some if isinstance(each, ParsedOrder)]
    refused = [why for each in orders if (why := why_refused(each, power, game.start, game, [o for o in orders if o is not each]))]
    same = [game.notation.write(order) for order in orders] == [*texts]
    return same and not refused and len({order.unit for order in orders}) == len(orders)


def test_standard_shows_a_move_a_hold_and_a_support(shipped: Assets) -> None:
    """With the names of units and places that the template puts into words."""
    shown = example_orders(load_ruleset("standard", [shipped.games], shipped.grammars()))
    assert [each["verb"] for each in shown] == ["move", "stands", "support"]
    assert shown[0]["order"] in shown[2]["order"]
    assert all(len(each["place"]) > 3 for each in shown)


def test_a_game_that_begins_with_builds_shows_one(shipped: Assets) -> None:
    """Nobody has a unit yet in Chaos, so there is nothing to move."""
    shown = example_orders(load_ruleset("chaos", [shipped.games], shipped.grammars()))
    assert [each["verb"] for each in shown] == ["build"]
