"""Leaks that are planted are noticed: each in a pair of truths that agree on all that some reader may see."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from judge.daemon import wiring
from tests.secrecy.pairs import SECOND, Room
from tests.secrecy.plants import PLANTS
from tests.secrecy.written_pairs import WRITTEN, compare, pair_for, seen_alike
from tests.secrecy.years import even_luck

__all__ = ["even_luck"]
TRIES = 12
"""First truths that are drawn for one leak at most."""
SHOWN_BY = {"labels_from_codes": (3, 1), "waiting_for_the_natives": (34, 4)}
"""Leak → the first truth and the second one that are tried first."""
ALWAYS = frozenset({
    "the_number_of_a_notice_in_the_return_path, gunboat", "the_number_of_a_notice_in_the_message_id, columbus", "seeing_too_far",
    "spoken_of_in_full",
})  # fmt: skip
"""Those that are planted with every quick run. Those that a written pair shows are planted with every slow one, all others with
`make secrecy`."""
AT_LENGTH = (pytest.mark.slow, pytest.mark.skipif(not os.environ.get("SECRECY_PAIRS"), reason="make secrecy"))
OWN = frozenset({"the_telescope", "landing_refused"})
"""Those for which tests of their own look."""


def _when(leak: str) -> Sequence[pytest.MarkDecorator]:
    if leak in ALWAYS:
        return ()
    return (pytest.mark.slow,) if pair_for(leak) else AT_LENGTH


LEAKS = [pytest.param(name, marks=_when(name)) for name in PLANTS if name not in OWN]


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
    if (pair := pair_for(leak)) is not None:
        compare(room, pair)
        assert room.found
        return
    seed, second = SHOWN_BY.get(leak, (0, 0))
    room.draw(seed, [second])
    for seed in range(TRIES):
        if room.found:
            return
        room.draw(seed, takewhile(lambda _: not room.found, range(SECOND)))
    pytest.fail(f"{leak}: nobody noticed; {dict(room.figures)}")


@pytest.mark.parametrize("pair", [pytest.param(pair, id=pair["leaks"][0]) for pair in WRITTEN])
def test_pairs_that_are_written_out_agree(pair: Mapping[str, Any], rooms: dict[str, Room], tmp_path: Path, even_luck: None) -> None:
    """The reader may see the same in both truths, and is sent the same letters."""
    room = Room(pair["kind"], tmp_path)
    assert seen_alike(room, pair)
    compare(room, pair)
    assert not room.found, room.found[0]


@pytest.mark.slow
@pytest.mark.parametrize(("leak", "tests"), [("the_telescope", "test_telescope.py"), ("landing_refused", "test_landings.py")])
def test_a_planted_leak_is_noticed_by_the_tests_of_its_own(leak: str, tests: str) -> None:
    """Lots seldom bring what shows it."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", str(Path(__file__).parent / tests)]
    done = subprocess.run(command, env={**os.environ, "SECRECY_PLANT": leak}, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout


def test_there_are_many_of_them() -> None:
    assert len(PLANTS) >= 30


