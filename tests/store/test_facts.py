"""What judges note about the store itself."""

from __future__ import annotations

from contextlib import closing

from judge.store import Store


def test_a_fact_is_noted_held_and_forgotten(store_url: str) -> None:
    """What is held already stays; what is put counts; what nobody noted is empty."""
    with closing(Store.open(store_url)) as store:
        with store.work() as work:
            assert work.facts.get("hat") == ""
            assert work.facts.hold("hat", "red") == "red"
            assert work.facts.hold("hat", "blue") == "red"
            work.facts.put("hat", "blue")
            work.facts.put("coat", "long")
        with store.look() as work:
            assert [work.facts.get(name) for name in ("hat", "coat")] == ["blue", "long"]
        with store.work() as work:
            work.facts.drop("hat")
            assert work.facts.get("hat") == ""
