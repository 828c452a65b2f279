"""Several workers on one PostgreSQL: a game's letters in their order, games side by side, and nothing twice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from judge.letters import Letter, Notice
from judge.seat import Seat
from judge.store import ReplyTokens, RetryTransaction, Store, Transaction
from tests.waiting import LONGEST, until

KEY = b"not-at-all-secret"
NOON = datetime(1901, 4, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


SEATS = {"ann": Seat.player(1), "bob": Seat.player(2), "cid": Seat.player(3)}


@pytest.fixture
def workers(postgres_url: str) -> Iterator[tuple[Store, Store, Store]]:
    """Three workers, and two games: Ann sits in paris, Bob in paris and london, Cid in london."""
    with ExitStack() as stack:
        opened = [Store.open(postgres_url, KEY) for _ in range(3)]
        for store in opened:
            stack.callback(store.close)
        with opened[0].work() as work:
            for game, names in {"paris": ("ann", "bob"), "london": ("bob", "cid")}.items():
                work.games.add(game, {})
                for name in names:
                    found = work.people.by_address(f"{name}@x.example") or work.people.add(f"{name}@x.example", name)
                    work.seats.assign(game, SEATS[name], found.id, f"{name} in {game}")
        yield (opened[0], opened[1], opened[2])


class Died(Exception):
    """A worker has."""


def put(store: Store, *senders: str, minutes: int = 0) -> None:
    """A letter of each, a minute after the other."""
    for number, sender in enumerate(senders):
        address, _, game = sender.partition(" ")
        token = ReplyTokens(KEY).of_seat(game, SEATS[address], f"{address} in {game}") if game else ""
        at = NOON + MINUTE * (minutes + number)
        store.take(Letter(b"", at, f"{at} {sender}", f"{address}@x.example", f"judge+{token}@x.example" if game else ""))


@contextmanager
def at_work(store: Store, done: bool = True) -> Iterator[str]:
    """Whose letter a worker has in hand, '' for none; `done`: it is decided in the end, else the worker dies."""
    with suppress(Died), store.work() as work:
        found = work.letters.oldest()
        yield found[0][1].source.split(maxsplit=2)[2] if found else ""
        if found and done:
            work.letters.close(found[0][0], "done")
        if not done:
            raise Died


def test_letters_of_one_game_wait_for_each_other_and_those_of_others_do_not(workers: tuple[Store, Store, Store]) -> None:
    """Bob's letter may be about either game, so it waits for Ann's, and Cid's waits for it; one who is nobody's need not."""
    one, two, three = workers
    put(one, "ann", "bob", "cid", "nobody", "stranger")
    with at_work(one) as first, at_work(two) as second, at_work(three) as third:
        assert (first, second, third) == ("ann", "nobody", "")
        assert (two.busy, three.busy) == (False, True)
    with at_work(three) as first, at_work(one) as second, at_work(two) as third:
        assert (first, second, third) == ("bob", "stranger", "")
    with at_work(two) as last, at_work(one) as nothing:
        assert (last, nothing) == ("cid", "")
    with at_work(two) as nothing:
        assert (nothing, two.busy) == ("", False)


def test_a_token_says_which_game_it_is(workers: tuple[Store, Store, Store]) -> None:
    """Bob's reply to a letter about london need not wait for paris, but for his own other letter it must."""
    one, two, three = workers
    put(one, "ann", "bob london", "bob paris", "cid")
    with at_work(one) as first, at_work(two) as second, at_work(three) as third:
        assert (first, second, third) == ("ann", "bob london", "")


def test_a_reply_to_all_waits_for_its_writer_s_games_too(workers: tuple[Store, Store, Store]) -> None:
    """Cid writes with Ann's token: the letter is about paris, and may turn to london, where Bob's is being decided."""
    one, two, _ = workers
    put(one, "bob london")
    token = ReplyTokens(KEY).of_seat("paris", SEATS["ann"], "ann in paris")
    one.take(Letter(b"", NOON + 2 * MINUTE, "x y all", "cid@x.example", f"judge+{token}@x.example"))
    with at_work(one) as first, at_work(two) as second:
        assert (first, second) == ("bob london", "")
    with at_work(two) as last:
        assert last == "all"


def test_a_dead_workers_letter_is_the_next_ones(workers: tuple[Store, Store, Store]) -> None:
    """With its connection go its locks, and the letter is as it was before."""
    one, two, _ = workers
    put(one, "ann", "bob")
    with at_work(one, done=False) as first, at_work(two) as other:
        assert (first, other) == ("ann", "")
    with at_work(two) as again:
        assert again == "ann"


def test_nothing_overtakes_a_deadline(workers: tuple[Store, Store, Store]) -> None:
    """While a letter from before it is in somebody's hands, neither is the deadline run nor a letter from after it taken."""
    one, two, three = workers
    put(one, "nobody", "ann", minutes=-1)
    put(one, "cid", minutes=5)
    now = NOON + 10 * MINUTE
    with two.work() as work:
        work.games.save("london", {}, 1, NOON + MINUTE)
    with at_work(one) as first, at_work(two) as second, at_work(three) as third:
        assert (first, second, third) == ("nobody", "ann", "")
        with three.work() as work:
            assert (work.games.ready(now), work.games.may_run("london", now)) == ([], False)
    with one.work() as work:
        assert (work.games.ready(now), work.games.may_run("london", now)) == (["london"], True)
        with two.work() as other:
            assert not other.games.may_run("london", now)
        work.games.save("london", {}, 2, None)
    with two.work() as work:
        assert (work.games.ready(now), work.games.may_run("london", now)) == ([], False)
    with at_work(two) as last:
        assert last == "cid"


def test_two_senders_have_no_notice_in_common(workers: tuple[Store, Store, Store]) -> None:
    """Each takes what the other has not; what one of them had when it went is the other's at once."""
    one, two, _ = workers
    with one.work() as work:
        work.outbox.queue(*[Notice(f"k{number}", "ann@x.example", "answer") for number in range(6)])
    first, second = one.claim_notices(NOON, 4), two.claim_notices(NOON, 4)
    assert (len(first), len(second)) == (4, 2)
    two.free_claims()
    assert two.claim_notices(NOON) == []
    one.close()
    two.free_claims()
    assert [each.id for each in two.claim_notices(NOON)] == [each.id for each in first]


def test_a_clock_that_is_ahead_ends_nobody_elses_claim(workers: tuple[Store, Store, Store]) -> None:
    """Two days later by its clock a worker has none of what another one at work is sending; that one may take it again itself."""
    one, ahead, _ = workers
    with one.work() as work:
        work.outbox.queue(*[Notice(f"k{number}", "ann@x.example", "answer") for number in range(3)])
    (sending,) = one.claim_notices(NOON, 1)
    later = NOON + timedelta(days=2)
    assert [each.notice.key for each in ahead.claim_notices(later, 1)] != [sending.notice.key]
    assert sending.id not in [each.id for each in ahead.claim_notices(later)]
    assert [each.id for each in one.claim_notices(later)] == [sending.id]
    one.close()
    assert [each.id for each in ahead.claim_notices(later + timedelta(hours=1), 1)] == [sending.id]


def test_a_notice_in_somebodys_hand_is_passed_over(workers: tuple[Store, Store, Store], postgres_url: str) -> None:
    """Before that one has committed: nobody waits for it, and nobody takes the same."""
    one, *_ = workers
    with one.work() as work:
        work.outbox.queue(*[Notice(f"k{number}", f"k{number}@x.example", "answer") for number in range(3)])
    with closing(psycopg.connect(postgres_url.replace("+psycopg", ""))) as other:
        other.execute("SELECT id FROM notices ORDER BY id LIMIT 1 FOR UPDATE")
        assert [each.notice.to for each in one.claim_notices(NOON)] == ["k1@x.example", "k2@x.example"]
        other.rollback()
    assert [each.notice.to for each in one.claim_notices(NOON)] == ["k0@x.example"]


def test_one_of_them_leads(workers: tuple[Store, Store, Store]) -> None:
    """The first, and when it is gone another."""
    one, two, three = workers
    assert [store.leads() for store in (one, two, three, one)] == [True, False, False, True]
    one.close()
    assert [store.leads() for store in (two, three)] == [True, False]


def test_one_whose_sessions_were_ended_goes_in_peace(workers: tuple[Store, Store, Store], postgres_url: str) -> None:
    """It has heard that its lock is gone, and has not yet taken another."""
    one, two, _ = workers
    assert one.leads()
    two.close()
    with closing(psycopg.connect(postgres_url.replace("+psycopg", ""), autocommit=True)) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'judge'")
    with pytest.raises(OSError, match="terminat"):
        one.leads()
    one.close()


def test_one_that_cannot_register_anew_gives_its_connection_back(workers: tuple[Store, Store, Store], postgres_url: str) -> None:
    """Its own was cut, and the new one fails after it has a number: it holds neither a place in the pool nor a lock."""
    one, two, three = workers
    assert one.differs({"address": "judge@x.example"}) == []
    two.close()
    three.close()
    with closing(psycopg.connect(postgres_url.replace("+psycopg", ""), autocommit=True)) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'judge'")
        with pytest.raises(OSError, match="terminat"):
            one.leads()

        def fail(connection: object, cursor: object, statement: str, *more: object) -> None:
            if "lock_shared" in statement:
                raise OperationalError(statement, {}, psycopg.OperationalError("the connection is lost"))

        event.listen(one._engine, "before_cursor_execute", fail)
        for _ in range(20):
            with pytest.raises(OSError, match="lost"):
                one.leads()
        event.remove(one._engine, "before_cursor_execute", fail)
        assert one._engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        assert one.leads()
        registered = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND objid <> 0"
        until(lambda: other.execute(registered).fetchall() == [(1,)])


def test_two_that_wait_for_each_other_do_not_wait_for_ever(workers: tuple[Store, Store, Store]) -> None:
    """PostgreSQL ends one of them, which is told that another was in the way."""
    one, two, _ = workers
    met, said = threading.Barrier(2), list[type[Exception]]()

    def cross(store: Store, *games: str) -> None:
        try:
            with store.work() as work:
                work.games.get(games[0])
                met.wait(LONGEST)
                work.games.get(games[1])
        except RetryTransaction:
            said.append(RetryTransaction)

    ways = (one, "paris", "london"), (two, "london", "paris")
    threads = [threading.Thread(target=cross, args=way) for way in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST)
    assert said == [RetryTransaction]


def test_a_game_is_in_one_hand(workers: tuple[Store, Store, Store]) -> None:
    """A name that two workers give at once is given by one; the other is told that it was not alone."""
    one, two, _ = workers

    def add(work: Transaction) -> None:
        work.games.get("rome")
        work.games.add("rome", {})

    with one.work() as work:
        add(work)
    with pytest.raises(Exception, match="unique") as caught, two.work() as work:
        add(work)
    assert two.rivalled(caught.value)


@pytest.mark.slow
def test_workers_that_go_by_other_things(workers: tuple[Store, Store, Store]) -> None:
    """Each hears of it, for as long as the other is there; what is said twice is said once."""
    first, second, third = workers
    place = {"address": "judge@x.example", "imap": "mail.x.example judge"}
    assert [first.differs(place), first.differs(place), second.differs({**place, "imap": ""}), third.differs(place)] == [
        [], [], ["imap"], ["imap"],
    ]  # fmt: skip
    assert first.differs(place) == ["imap"]
    second.close()
    assert [first.differs(place), third.differs(place)] == [[], []]
