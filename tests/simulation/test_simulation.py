"""A judge on a simulated machine: nothing that goes wrong there loses a letter, doubles an effect, or runs a deadline wrongly."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import NoReturn
from unittest.mock import patch

import pytest

from judge.store import Store, locks
from judge.store.schema_versions import migration_names
from tests.conftest import SET_UP
from tests.simulation import night as nights
from tests.simulation import planted_ways  # noqa: F401
from tests.simulation.night import night, told
from tests.simulation.older import differs, leave_oldest, to_be, turn_back
from tests.simulation.planted import PLANTED
from tests.simulation.referee import changes_hands
from tests.simulation.runs import Outcome, fewest, run
from tests.simulation.tables import meaning_of

ROOT = Path(__file__).parents[2]
SEED, LETTERS = 1, 120
LONGER = ((2, 300), (3, 390))
"""Seeds and letters of runs in which something once did not hold; what, stands in docs/simulation.md."""


@pytest.fixture(scope="module", autouse=True)
def disk_waited_for() -> Iterator[None]:
    """Each commit waits for the disk, as a daemon's do, for here the power may go."""
    with patch.object(locks, "_set_up", SET_UP):
        yield


@pytest.fixture(scope="module")
def found(disk_waited_for: None) -> Outcome:
    return run(SEED, LETTERS)


def test_all_holds(found: Outcome) -> None:
    """Of letters that come twice, late and in another order, while the process dies, the disk is full, and the relay is away."""
    assert not found.fault
    assert found.letters == LETTERS
    assert found.checked["letters answered"] > LETTERS / 3
    assert sum(count for name, count in found.faults.items() if name.startswith("crash")) > 5


@pytest.mark.slow
def test_the_same_seed_tells_the_same_story(found: Outcome) -> None:
    """In another process, with other hashes; another seed tells another."""
    code = f"from tests.simulation.runs import run; print(run({SEED}, {LETTERS}).digest)"
    hashes = {**os.environ, "PYTHONHASHSEED": "4711"}
    asked = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=hashes, capture_output=True, text=True, check=True)
    assert asked.stdout.split() == [found.digest]
    assert run(SEED + 1, 10).digest != run(SEED, 10).digest


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "letters"), LONGER)
def test_all_holds_at_length(seed: int, letters: int) -> None:
    found = run(seed, letters)
    assert not found.fault, found.lines()
    assert found.checked["orders for moves"] > 20
    assert found.checked["press read"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 8, 9, 10])
def test_all_holds_by_mailbox_and_side_by_side(seed: int) -> None:
    """Of letters fetched by IMAP, and of a judge whose threads take turns within their steps; the same again."""
    found = run(seed, 60)
    assert not found.fault, found.lines()
    assert found.checked["accepted is stored"] > 50
    assert run(seed, 60).digest == found.digest


@pytest.mark.slow
@pytest.mark.parametrize("seed", [31, 13, 14])
def test_all_holds_though_newer_versions_begin_on_older_stores(seed: int) -> None:
    """The process may die between any two statements that bring the tables up to date; the same again."""
    found = run(seed, 60)
    assert not found.fault, found.lines()
    assert found.faults["upgraded"] > 2
    assert run(seed, 60).digest == found.digest


@pytest.mark.slow
def test_memory_does_not_grow_with_the_letters() -> None:
    """Of a process that never dies."""
    found = run(16, 400)
    assert not found.fault, found.lines()
    assert found.checked["memory counted"] > 5


@pytest.mark.slow
def test_people_whom_a_fault_does_not_need_are_left_out() -> None:
    """The judge answers machines: those who play games need not write for that to be seen."""
    with PLANTED["machines_answered"].plant():
        broken = run(SEED, 70)
        found = fewest(broken, 12)
    assert "answers, not 0" in broken.fault
    assert "answers, not 0" in found.fault
    assert found.without
    assert len(found.writers) < len(broken.writers) / 4


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, fault in PLANTED.items() if not fault.workers])
def test_a_planted_fault_is_found(name: str) -> None:
    """By the check that is there for it, in the run that is noted beside it."""
    fault = PLANTED[name]
    with fault.plant():
        found = run(*fault.shown).fault
    assert re.search(fault.told, found)


def test_a_night_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that are noted are not run again, unless they had fewer letters; one that did not hold is named."""
    said: list[str] = []
    file = tmp_path / "night.jsonl"
    first = night([3, 4], 4, 2, file, said.append)
    assert sorted(each["seed"] for each in first) == [3, 4]
    assert len(said) == len(file.read_text().splitlines()) == 2
    assert told(first)[-1] == "all of it held"
    again = night([3, 4, 5], 4, 2, file, said.append)
    assert (len(again), len(said)) == (3, 3)
    assert said[2].startswith("seed 5: 4 letters")
    assert night([5], 5, 1, file, said.append)[0]["letters"] == 5
    monkeypatch.setattr(nights, "code", lambda: "of tomorrow")  # what held before proves nothing of it
    assert night([5], 4, 1, file, said.append)[0]["code"] == "of tomorrow"
    assert len(said) == 5
    assert told([*first, {**again[2], "fault": "Broken: two answers"}])[-2:] == [
        "BROKEN, seed 5, 4 letters: Broken: two answers", "1 of 3 runs did not hold",
    ]  # fmt: skip


def test_a_run_without_end_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though what goes on for ever catches every error."""

    def goes_on(*given: object, **named: object) -> NoReturn:
        while True:
            with suppress(Exception):
                sum(range(1000))

    monkeypatch.setattr(nights, "run", goes_on)
    monkeypatch.setattr(nights, "BESIDES", 0.05)
    assert "it did not end" in told([{**nights._one(3, 0, 0), "code": ""}])[3]


def test_a_store_is_turned_back_and_brought_up_to_date(tmp_path: Path) -> None:
    """To each older step; what must be there then is worked out past the program, and is there."""
    file = tmp_path / "judge.db"
    leave_oldest(file)
    steps = set()
    for seed in range(30):
        right = to_be(file)
        Store.open(f"sqlite:///{file}").close()
        assert not differs(file, right)
        steps.add(turn_back(file, Random(seed)))
    assert len(steps) == len(migration_names()) - 1
    assert {len(to_be(file)[name]) for name in ("people", "letters")} == {8, 23}


def test_what_an_upgrade_loses_is_seen(tmp_path: Path) -> None:
    """A row, a field, a table."""
    file = tmp_path / "judge.db"
    leave_oldest(file)
    right = to_be(file)
    Store.open(f"sqlite:///{file}").close()
    for change, said in (
        ("DROP TABLE series", "the tables .*series"), ("DELETE FROM letters WHERE id = 23", "letters lacks .* and has \\[\\]"),
        ("UPDATE seats SET nonce = 'x' WHERE seat = '5'", "seats lacks .* and has .*'x'"),
    ):  # fmt: skip
        broken = tmp_path / "broken.db"
        broken.write_bytes(file.read_bytes())
        with closing(sqlite3.connect(broken)) as db:
            db.execute(change)
            db.commit()
        assert re.match(said, differs(broken, right))
    assert not differs(file, right)


def test_orders_are_read_past_the_program() -> None:
    """As they are stored with a phase: on this the oracle of orders rests."""
    stored = [
        {"verb": "move", "unit": "A(Par)", "target": "Bur"}, {"verb": "support", "unit": "A(Mar)", "of": "A(Par)", "target": "Bur"},
        {"verb": "support", "unit": "F(StP.sc)", "of": "Germany A(Mun)"}, {"verb": "stands", "unit": "F(Bre)"},
        {"verb": "convoy", "unit": "F(ENG)", "of": "A(Lon)", "target": "Bel"},
        {"verb": "move", "unit": "F(MAO)", "target": "Spa.sc"},
    ]  # fmt: skip
    assert meaning_of(stored) == {
        "Par": "A-Bur", "Mar": "A S Par-Bur", "StP": "F S Mun", "Bre": "F stands", "ENG": "F C Lon-Bel", "MAO": "F-Spa"
    }  # fmt: skip


def test_centres_are_counted_past_the_program() -> None:
    """Whoever stands in a centre owns it, also one that was nobody's; one where nobody stands keeps its owner."""
    owners = {"Par": "France", "Mun": "Germany", "Lon": "England"}
    position = {"units": ["France A(Bel)", "Germany A(Par)", "England A(Bur)"]}
    right = {"Par": "Germany", "Mun": "Germany", "Lon": "England", "Bel": "France"}
    assert changes_hands(owners, {**position, "owners": right}) == ""
    assert set(changes_hands(owners, {**position, "owners": owners}).split(", ")) == {"Bel", "Par"}
