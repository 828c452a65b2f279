"""What all workers of a store must have in common: whoever differs from those at work does not start, also on an empty store."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import ExitStack, closing

import pytest

from judge.seat import GM
from judge.store import Difference, ReplyTokens, Store, WorkerDiffers
from judge.store.facts import KEY as FACT
from judge.store.letter_locks import envelope_lock_keys
from tests.waiting import LONGEST

KEY, OTHER = b"not-at-all-secret", b"another"
PLACE = {"address": "judge@x.example", "imap": "mail.x.example 993 judge INBOX", "version": "0.2.x"}


def opened(url: str, key: bytes = KEY, **said: str) -> Store:
    return Store.open(url, key, envelope_lock_keys, {**PLACE, **said})


def refused(url: str, key: bytes = KEY, **said: str) -> Mapping[str, Difference]:
    """How a worker differs that is not started."""
    with pytest.raises(WorkerDiffers) as caught:
        opened(url, key, **said)
    return {each.name: each for each in caught.value.differences}


def test_two_keys_on_an_empty_store(postgres_url: str) -> None:
    """Nobody has a seat yet; the second hears how the two differ, and the first is not disturbed."""
    with closing(opened(postgres_url)) as first:
        found = refused(postgres_url, OTHER)
        assert found == {"key": Difference("key", ReplyTokens(OTHER).fingerprint, ReplyTokens(KEY).fingerprint)}
        assert first.differs(PLACE) == []
        opened(postgres_url).close()


def test_a_key_that_was_changed_on_purpose(store_url: str) -> None:
    """It was lost or stolen: whoever starts alone brings another, which is noted, and from then on the others need that one."""
    with closing(opened(store_url)) as store:
        assert not store.key_changed
    with closing(opened(store_url)) as store:
        assert not store.key_changed
    with closing(opened(store_url, OTHER)) as store:
        assert store.key_changed
        if store.shared:
            assert list(refused(store_url, KEY)) == ["key"]
            opened(store_url, OTHER).close()
    with closing(opened(store_url, OTHER)) as store:
        assert not store.key_changed


def test_seats_are_known_by_the_key(store_url: str) -> None:
    """Also if it was changed, or which it was is not noted. With the key that is noted no seat is looked at: there may be many."""
    with closing(opened(store_url)) as store, store.work() as work:
        work.games.add("paris", {})
        work.seats.assign("paris", GM, work.people.add("ann@example.org").id, "nonce")
    assert [known(store_url, key) for key in (KEY, OTHER, KEY)] == [True, True, True]
    with closing(Store.open_existing(store_url, OTHER)) as store, store.work() as work:
        assert work.seats.update_marks() == 1
    assert not known(store_url, KEY)
    with closing(opened(store_url)) as store, store.work() as work:
        work.facts.drop(FACT)
    assert known(store_url, KEY)


def known(url: str, key: bytes) -> bool:
    """Whether the GM's token by this key is recognised after a start with it."""
    with closing(opened(url, key)) as store, store.look() as work:
        return work.seats.by_token(ReplyTokens(key).of_seat("paris", GM, "nonce")) is not None


@pytest.mark.parametrize("name", list(PLACE))
def test_another_address_mailbox_or_version(postgres_url: str, name: str) -> None:
    """While others are at work; alone it may have what it likes, and then the others must have the same."""
    with closing(opened(postgres_url)):
        assert refused(postgres_url, **{name: "changed"}) == {name: Difference(name, "changed", PLACE[name])}
    with closing(opened(postgres_url, **{name: ""})):
        assert refused(postgres_url) == {name: Difference(name, PLACE[name], "")}
    with closing(opened(postgres_url, **{name: "changed"})):
        assert refused(postgres_url) == {name: Difference(name, PLACE[name], "changed")}


def test_all_that_differs_is_named_at_once(postgres_url: str) -> None:
    """Not one mistake at each start."""
    with closing(opened(postgres_url)):
        assert list(refused(postgres_url, OTHER, imap="", version="0.3.x")) == ["key", "imap", "version"]


def test_of_workers_that_start_in_the_same_instant_one_is_started(postgres_url: str) -> None:
    """Each with a key of its own, on an empty store."""
    together, some, refusals = threading.Barrier(4), list[Store](), list[WorkerDiffers]()

    def start(number: int) -> None:
        together.wait(LONGEST)
        try:
            some.append(opened(postgres_url, b"key %d" % number))
        except WorkerDiffers as error:
            refusals.append(error)

    threads = [threading.Thread(target=start, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST)
    with ExitStack() as stack:
        for store in some:
            stack.callback(store.close)
        assert (len(some), len(refusals)) == (1, 3)


def test_a_worker_whose_connection_broke_still_counts(postgres_url: str) -> None:
    """As soon as it has another one, without being asked what it has."""
    with closing(opened(postgres_url)) as first, closing(opened(postgres_url)) as second:
        for store in (first, second):
            assert store._locks._presence._connection is not None  # type: ignore[attr-defined]
            store._locks._presence._connection.invalidate()  # type: ignore[attr-defined]
        first.free_claims()
        assert list(refused(postgres_url, OTHER)) == ["key"]


def test_a_worker_that_lost_its_connection_hears_of_another_key(postgres_url: str) -> None:
    """One that was started alone meanwhile: as soon as it is back, both know that they differ."""
    with closing(opened(postgres_url)) as first:
        first._locks.end()
        with closing(opened(postgres_url, OTHER)) as second:
            assert second.key_changed
            assert first.differs(PLACE) == ["key"]
            assert second.differs(PLACE) == ["key"]


def test_those_who_only_read_are_not_asked(store_url: str) -> None:
    """`judge replay`, `judge person`: they send nothing."""
    with closing(opened(store_url)), closing(Store.open_existing(store_url, OTHER)) as reader, reader.look() as work:
        assert work.games.listings() == []
