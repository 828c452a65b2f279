"""What many tests need: the shipped data folders, and the standard game loaded once."""

from __future__ import annotations

import pytest

from judge.assets import Assets, assets
from judge.rules.ruleset import Ruleset
from judge.variants import load


@pytest.fixture(scope="session")
def shipped() -> Assets:
    """The grammar, templates and games folders of the checkout."""
    return assets()


@pytest.fixture(scope="session")
def ruleset(shipped: Assets) -> Ruleset:
    """Standard Diplomacy."""
    return load("standard", [shipped.games], shipped.grammars())
