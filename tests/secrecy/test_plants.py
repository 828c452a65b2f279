"""Leaks that are planted are noticed: each in a pair of truths that agree on all that some reader may see."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from judge.daemon import wiring
from tests.secrecy.pairs import Room
from tests.secrecy.plants import PLANTS
from tests.secrecy.years import even_luck

__all__ = ["even_luck"]
TRIES = 12
"""First truths that are drawn for one leak at most."""
SHOWN_BY: dict[str, int] = {}
"""Leak → the first truth that is tried first."""
ALWAYS = frozenset({
    "the_number_of_a_notice_in_the_return_path, gunboat", "the_number_of_a_notice_in_the_message_id, columbus", "seeing_too_far",
})  # fmt: skip
"""Those that are planted with every run of the tests; the others with `make secrecy`, some of which nobody notices yet."""
AT_LENGTH = (pytest.mark.slow, pytest.mark.skipif(not os.environ.get("SECRECY_PAIRS"), reason="make secrecy"))
LEAKS = [pytest.param(name, marks=() if name in ALWAYS else AT_LENGTH) for name in PLANTS]


@pytest.fixture(scope="module", autouse=True)
def loaded_afresh() -> Iterator[None]:
    """The games' modules are those that leaks are planted in, whatever was loaded for other tests of this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "ruleset_loader", getattr(wiring.ruleset_loader, "afresh"))  # noqa: B009
        yield


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Room]:
    """One room for each kind of game."""
    return {}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_noticed(
    leak: str, rooms: dict[str, Room], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, even_luck: None
) -> None:
    kind, plant = PLANTS[leak]
    room = rooms[kind] = rooms.get(kind) or Room(kind, tmp_path_factory.mktemp(kind))
    room.found.clear()
    for house in room.houses:
        plant(monkeypatch, house)
    for seed in [SHOWN_BY.get(leak, 0), *range(TRIES)]:
        room.draw(seed, enough=True)
        if room.found:
            return
    pytest.fail(f"{leak}: nobody noticed; {dict(room.figures)}")


def test_there_are_many_of_them() -> None:
    assert len(PLANTS) >= 30


