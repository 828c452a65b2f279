"""What goes into the store was read back, and what nothing changed is not written anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.board import Unit
from judge.game import Game
from judge.game.model.read_back import NotReadBack, Snapshot, game_to_store
from judge.game.model.serialization import write_game
from tests.game.test_game import Table, now, table

__all__ = ["table"]


@pytest.fixture
def game(table: Table) -> Game:
    table.order("France", "A(Par)-Bur", "F(Bre)-MAO")
    return now(table)


def test_a_game_is_stored_as_it_is_written(game: Game) -> None:
    assert game_to_store(game).body == write_game(game)


def test_only_a_field_that_holds_another_object_is_written_anew(game: Game) -> None:
    before = Snapshot(game, {name: f"the {name} of before" for name in write_game(game)})
    after = replace(game, standing={}, turn=game.turn + 1)
    body = game_to_store(after, before).body
    assert body["position"] == "the position of before"
    assert body["turn"] == game.turn + 1
    assert "standing" not in body or body["standing"] == {}


def test_a_field_that_was_not_stored_before_is_written(game: Game) -> None:
    assert game_to_store(game, Snapshot(game, {})).body == write_game(game)


def test_what_could_not_be_loaded_again_is_not_stored(game: Game) -> None:
    spoilt = replace(game.board_now, units=(Unit("France", "A", "(Par)"),))
    with pytest.raises(NotReadBack):
        game_to_store(replace(game, position=spoilt))


def test_only_the_orders_of_a_power_that_sent_some_are_written_anew(table: Table, game: Game) -> None:
    kept = {name: {"France": "the orders of before"} if name == "standing" else body for name, body in write_game(game).items()}
    table.order("Italy", "A(Ven)-Tyr")
    body = game_to_store(now(table), Snapshot(game, kept)).body
    assert body["standing"]["France"] == "the orders of before"
    assert body["standing"]["Italy"] == write_game(now(table))["standing"]["Italy"]
