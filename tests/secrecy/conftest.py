"""A leak may be planted under any of these tests: SECRECY_PLANT names it. `test_plants` does so; one of them must fail."""

from __future__ import annotations

import os

import pytest

from judge.assets import find_assets
from judge.daemon import wiring
from tests.secrecy.plants import PLANTS

PLANTED = os.environ.get("SECRECY_PLANT", "")


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The leak that is asked for, if it needs no house of its own."""
    if PLANTED:
        found = find_assets()
        wiring.ruleset_loader((found.games,), found)("new_world_1492")
        PLANTS[PLANTED][1](monkeypatch, None)  # type: ignore[arg-type]
