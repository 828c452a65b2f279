"""What many tests need: the shipped data folders, and the standard game loaded once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

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


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(1901, 4, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def move(self, **units: float) -> None:
        self.at += timedelta(**units)


@pytest.fixture
def clock() -> FakeClock:
    """Noon on the first of April 1901."""
    return FakeClock()
