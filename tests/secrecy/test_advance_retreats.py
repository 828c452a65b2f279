"""Retreats given with the moves where a game hides its areas: kept in their player's own names, used on the board as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.game.model.game import CurrentOrders
from tests.letters.post_office import GM
from tests.secrecy.antilla import Antilla, Hidden, position_of


@pytest.mark.parametrize("enters", [False, True], ids=["the player", "the GM"])
def test_a_retreat_given_with_the_moves_is_used_in_hidden_country(tmp_path: Path, enters: bool) -> None:
    """England's army is driven out of an area that has another name for England than for the GM. Nobody else hears of it."""
    antilla = Antilla(tmp_path)
    position = position_of(Hidden(), antilla.rules)
    lines = ["A(YZA)-STU", "F(VWX) S A(YZA)-STU", "F(Bre) stands"]
    attack = {"France": CurrentOrders(1, antilla.orders("France", lines, position))}
    antilla.put(replace(antilla.game, position=position, standing=attack))
    label = antilla.game.board_now.facts["charts"]["England"]["STU"]["label"]
    assert label != "STU"
    if enters:
        antilla.say(GM, "ORDER England A(STU) stands (ret: Syr, Per) REASON he telephoned")
    else:
        antilla.say("England", f"A({label}) stands (ret: Syr, Per)")
    antilla.told.clear()
    antilla.say("England", "STATUS")
    status = " ".join(antilla.told[-1].text.split())
    assert f"IN ADVANCE, best first (used if possible after the moves) > A({label}) ret Syr > A({label}) ret Per" in status
    antilla.told.clear()
    antilla.say(GM, "PROCESS")
    assert [str(order.unit) for order in antilla.game.standing["England"].orders] == ["A(STU)"]
    said = {told.to for told in antilla.told if "ret Syr" in told.text}
    assert said <= {"england@mail.example", GM}
    antilla.say(GM, "PROCESS")
    assert "A(Syr)" in map(str, antilla.game.board_now.units_of("England"))
