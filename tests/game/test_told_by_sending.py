"""What the sending of letters tells is listed, and the list is as long as the game's rules make it."""

from __future__ import annotations

import pytest

from judge.assets import find_assets
from judge.game.model.game_settings import GameSettings
from judge.game.told_by_sending import sending_depends_on
from judge.rules.blind_play import make_blind
from judge.variants import load_ruleset
from tests.rules.boards import RULES as STANDARD

RETREATS = "that somebody must retreat, somewhere"


def listed(rules: object, **settings: object) -> list[str]:
    """The hidden facts on which letters depend."""
    return [each.on for each in sending_depends_on(GameSettings(**settings), rules)]  # type: ignore[arg-type]


def test_in_an_open_game_only_what_people_do_is_hidden() -> None:
    assert len(listed(STANDARD)) == 3


def test_blind_play_tells_that_there_are_retreats_and_builds() -> None:
    """But no numbers."""
    found = listed(make_blind(STANDARD))
    assert RETREATS in found
    assert "that somebody builds or removes" in found
    assert "how many units and centres each power has" not in found


def test_1492_holds_all_retreats_and_tells_numbers() -> None:
    """Rule 7; and the calendar of its folder."""
    rules = load_ruleset("new_world_1492", [find_assets().games], find_assets().grammars())
    found = listed(rules)
    assert RETREATS not in found
    assert "how many units and centres each power has" in found


@pytest.mark.parametrize(("settings", "fact"), [
    ({"anonymous": True}, "that a seat has become vacant, or is taken over"),
    ({"grace": {"": 3600}}, "who is late"),
])  # fmt: skip
def test_a_switch_adds_what_it_tells(settings: dict[str, object], fact: str) -> None:
    assert fact not in listed(STANDARD)
    assert fact in listed(STANDARD, **settings)


def test_each_has_a_reason() -> None:
    assert all(each.why for each in sending_depends_on(GameSettings(anonymous=True), make_blind(STANDARD)))
