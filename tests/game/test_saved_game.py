"""Saved games of the Python package `diplomacy`: whatever is played here goes out and comes back the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

import pytest

from judge.board import Position
from judge.game.foreign.diplomacy_package import write_saved_game
from judge.game.foreign.game import play_again, read_foreign_game
from judge.game.foreign.phase import NoForeignGame
from judge.game.model.judged_phase import JudgedPhase
from judge.notation import Order
from judge.rules import adjudicate
from judge.rules.legal_orders import legal_orders
from tests.game.test_position_text import same
from tests.game.test_serialization import rules

STANDARD = rules("standard")


def drawn(position: Position, random: Random) -> Mapping[str, tuple[Order, ...]]:
    """Legal orders of all powers; some units have none."""
    orders = {}
    for power in STANDARD.powers:
        choices = legal_orders(position, STANDARD, power.name).values()
        orders[power.name] = tuple(random.choice(some) for some in choices if some and random.random() < 0.9)
    return orders


@pytest.mark.parametrize("seed", range(4))
def test_what_is_played_comes_back(seed: int) -> None:
    """Three years of drawn orders: retreats, builds and convoys among them."""
    random, position, turns = Random(seed), STANDARD.start, list[JudgedPhase]()
    while position.phase.year < 1904:
        outcome = adjudicate(position, drawn(position, random), STANDARD)
        turns.append(JudgedPhase(game="quill", variant="standard", outcome=outcome))
        position = outcome.position
    text = write_saved_game("quill", turns, position, STANDARD)
    found = play_again(read_foreign_game(text, STANDARD), STANDARD)
    assert not found.unread
    assert not found.differences
    assert same(found.position, position)
    assert [phase.phase for phase in found.phases] == [turn.outcome.before.phase.name for turn in turns]


@pytest.mark.parametrize("text", ["", "{", "{}", '{"phases": 3}', '{"phases": [{"name": "S1901M"}]}', "[" * 2000, "good morning"])
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(NoForeignGame):
        read_foreign_game(text, STANDARD)


def test_the_names_of_phases_are_theirs() -> None:
    turns = [JudgedPhase(game="q", variant="standard", outcome=adjudicate(STANDARD.start, {}, STANDARD))]
    saved = json.loads(write_saved_game("q", turns, turns[0].outcome.position, STANDARD))
    assert [phase["name"] for phase in saved["phases"]] == ["S1901M", "F1901M"]
