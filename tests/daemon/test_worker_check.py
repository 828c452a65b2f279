"""Workers of one store look after each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest

from judge.daemon.worker_check import WorkerCheck
from judge.store import Store
from tests.letters.post_office import START, Hands

MINUTE = timedelta(minutes=1)


class Alerts:
    """Letters to the operator."""

    def __init__(self) -> None:
        self.told = dict[str, Mapping[str, Any]]()

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        fresh = f"{what}/{once}" not in self.told
        self.told[f"{what}/{once}"] = facts
        return fresh


class Machines:
    """Two machines with a worker each, and the time there."""

    def __init__(self, url: str) -> None:
        self.hands, self.alerts = Hands(), Alerts()
        self.stores = [Store.open(url), Store.open(url)]
        self.first, self.second = (
            WorkerCheck(store, self.hands, self.alerts, name) for store, name in zip(self.stores, ("mx1", "mx2"), strict=True)
        )


@pytest.fixture
def machines(postgres_url: str) -> Iterator[Machines]:
    made = Machines(postgres_url)
    yield made
    for store in made.stores:
        store.close()


def test_a_worker_that_has_died_is_told_once(machines: Machines) -> None:
    assert not machines.first.look()
    assert not machines.second.look()
    assert set(machines.first.known()) == {"mx1", "mx2"}
    for minutes in (5, 4):
        machines.hands.time += minutes * MINUTE
        assert not machines.first.look()
    machines.hands.time += 2 * MINUTE
    assert machines.first.look()
    [facts] = machines.alerts.told.values()
    assert facts == {"name": "mx2", "minutes": 11}
    machines.hands.time += timedelta(hours=5)
    assert not machines.first.look()
    machines.hands.time += timedelta(days=1)
    machines.first.look()
    assert set(machines.first.known()) == {"mx1"}, "after a day it will not come back"


def test_a_worker_that_was_stopped_is_not_missed(machines: Machines) -> None:
    machines.first.look()
    machines.second.look()
    machines.second.end()
    machines.hands.time += timedelta(hours=1)
    assert not machines.first.look()
    assert set(machines.first.known()) == {"mx1"}


def test_only_one_tells(machines: Machines) -> None:
    """The one that does what one worker does for all."""
    machines.first.look()
    machines.second.look()
    machines.hands.time = START + timedelta(hours=1)
    assert machines.second.look() is False
    assert machines.first.look() is False, "both are at work"
