"""What people call a game, in CREATE: understood, or the nearest is offered."""

from __future__ import annotations

import pytest

from judge.assets import find_assets
from judge.office.handlers.game_titles import find_variant, similar_variants
from judge.variants import names_to_folders

KNOWN = names_to_folders([find_assets().games])
MEANT = {
    "The Colonial Variant": "colonial_variant", "Colonial Variant game": "colonial_variant", "COLVAR": "colonial_variant",
    "Colonial Diplomacy": "colonial_diplomacy", "the colonial game": "colonial_diplomacy", "using Columbus": "columbus",
    "Columbus variant": "columbus", "a game of Columbus": "columbus", "1492 game": "new_world_1492",
    "the New World": "new_world_1492",
    "standard Diplomacy": "standard", "regular dip, please": "standard", "Diplomacy": "standard", "Chaos Diplomacy": "chaos",
    "…It Came From Outer Space!": "outer_space", "outerspace": "outer_space", "Fleet in Rome": "fleet_rome",
    "the Gigaton Bomb variant": "gigaton", "Gigaton Diplomacy": "gigaton",
}  # fmt: skip
OFFERED = {
    "Colombus": "columbus", "secret standard gunboat": "standard", "1492: the new world": "new_world_1492", "standad": "standard",
}  # fmt: skip


@pytest.mark.parametrize("said", MEANT)
def test_a_title_is_understood(said: str) -> None:
    """With the words that people put around it, and in any hand."""
    assert find_variant(said, KNOWN) == MEANT[said]


@pytest.mark.parametrize("said", OFFERED)
def test_what_means_none_is_offered_the_nearest(said: str) -> None:
    """A slip is not corrected behind the writer's back, and words that may be wishes are not dropped."""
    assert (find_variant(said, KNOWN), similar_variants(said, KNOWN)) == ("", [OFFERED[said]])


@pytest.mark.parametrize("said", ["machiavelli", "the", "of the game", ""])
def test_what_is_like_none_is_offered_none(said: str) -> None:
    """Articles alone are no name."""
    assert (find_variant(said, KNOWN), similar_variants(said, KNOWN)) == ("", [])
