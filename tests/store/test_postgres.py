"""What only PostgreSQL can get wrong: a server that goes away, several who open it at once, characters that it does not take."""

from __future__ import annotations

import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine

from judge.letters import Letter, Notice
from judge.store import Store, StoreUnavailable
from tests.store.postgres import Server

NOON = datetime(1901, 4, 1, 12, tzinfo=UTC)
KEY = b"not-at-all-secret"


@pytest.mark.slow
def test_a_server_that_dies_is_out_of_reach_for_as_long_as_it_is_away(postgres: Server) -> None:
    """Whoever is in the middle of something is told that it may be tried again; what was committed is there afterwards."""
    with closing(Store.open(postgres.database(), KEY)) as store:
        store.take(Letter(b"raw", NOON, "smtp:1"))
        assert store.leads()

        def die_in_the_middle() -> None:
            with store.work() as work:
                work.letters.oldest()
                postgres.kill()
                work.games.add("half", {})

        with pytest.raises(StoreUnavailable):
            die_in_the_middle()
        for attempt in (lambda: store.waiting(NOON), lambda: store.take(Letter(b"raw", NOON, "smtp:2")), store.leads):
            with pytest.raises(StoreUnavailable):
                attempt()
        postgres.start()
        assert store.waiting(NOON).letters == 1
        assert store.take(Letter(b"raw", NOON, "smtp:3")) is not None
        assert store.leads(), "whoever led before is there again"


def test_several_workers_may_make_the_tables_at_once(postgres: Server) -> None:
    """One makes them, the others wait and find them made; every text is in the order of its bytes, however long it is."""
    url, opened = postgres.database(empty=True), list[Store]()
    threads = [threading.Thread(target=lambda: opened.append(Store.open(url, KEY))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 3
    with opened[0].work() as work:
        for name in ("b", "B", "a-z", "az", "x" * 3000):
            work.games.add(name, {})
        assert [game.name for game in work.games.listings()] == ["B", "a-z", "az", "b", "x" * 3000]
    for store in opened:
        store.close()
    postgres.drop(url)


def test_nul_keeps_no_letter_out(postgres_url: str) -> None:
    """PostgreSQL has no such character: in a text another takes its place, in facts it stays."""
    with closing(Store.open(postgres_url, KEY)) as store:
        assert store.take(Letter(b"a\0b", NOON, "smtp:\0", "an\0n@example.org")) is not None
        with store.work() as work:
            [(_, found)] = work.letters.oldest()
            assert (found.raw, found.sender) == (b"a\0b", "an\ufffdn@example.org")
            assert work.people.by_address("\0") is None
            assert work.outbox.by_mark(10**11, "0" * 12) is None
            work.outbox.queue(Notice("k\0", "ann@example.org", "answer", {"line": "a\0b"}))
        [claimed] = store.claim_notices(NOON)
        assert claimed.notice.facts == {"line": "a\0b"}


def test_a_plain_address_will_do(postgres: Server) -> None:
    """`postgresql://…`, whichever driver SQLAlchemy would take for it."""
    with closing(Store.open(postgres.database().replace("+psycopg", ""))) as store:
        assert store.waiting(NOON).letters == 0


def test_a_commit_waits_for_the_disk(postgres_url: str) -> None:
    """Even where the server would not have its clients wait."""
    with create_engine(postgres_url, isolation_level="AUTOCOMMIT").connect() as connection:
        connection.exec_driver_sql("ALTER ROLE judge SET synchronous_commit = off")
    try:
        with closing(Store.open(postgres_url)) as store, store._locks.write() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    finally:
        with create_engine(postgres_url, isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("ALTER ROLE judge RESET synchronous_commit")
