"""Several judges at work on one PostgreSQL, whose threads take turns at every statement: all of it holds, and the same again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from random import Random

import psycopg
import pytest

from tests.simulation import planted_workers  # noqa: F401
from tests.simulation.planted import PLANTED
from tests.simulation.runs import run
from tests.simulation.sessions import Court, Session, emptied
from tests.simulation.threads import Threads
from tests.store import postgres as server

pytestmark = pytest.mark.slow
LETTERS = 100


@pytest.fixture(scope="module", autouse=True)
def tier() -> None:
    """There is a PostgreSQL. Without the programs the tier is missing, and in CI that is a failure."""
    if reason := server.missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)


def test_all_holds_of_two_workers_and_the_same_again() -> None:
    """They die, are stopped, lose connections and do not hear of commits; letters come twice, late and in another order."""
    found = run(1, LETTERS, workers=2)
    assert not found.fault, found.lines()
    assert found.checked["letters answered"] > LETTERS / 3
    assert found.checked["waited for another"] > 0
    assert sum(count for name, count in found.faults.items() if name.startswith("crash")) > 5
    assert found.faults["connections cut"] > 1
    assert run(1, LETTERS, workers=2).digest == found.digest


def test_all_holds_of_three_workers() -> None:
    """In a quieter year, in which they meet more often."""
    found = run(4, LETTERS, workers=3)
    assert not found.fault, found.lines()
    assert found.checked["waited for another"] > 0


@pytest.mark.parametrize("name", [name for name, fault in PLANTED.items() if fault.workers])
def test_a_planted_fault_of_several_workers_is_found(name: str) -> None:
    """By the check that is there for it, in the run that is noted beside it."""
    fault = PLANTED[name]
    with fault.plant():
        found = run(*fault.shown, workers=fault.workers).fault
    assert re.search(fault.told, found)


@pytest.fixture
def court() -> Iterator[tuple[Court, Threads, str]]:
    threads = Threads(Random(1))
    url = emptied()
    with closing(Court(url, threads)) as found:
        yield found, threads, url.replace("+psycopg", "")


def test_one_that_waits_goes_on_when_the_other_ends(court: tuple[Court, Threads, str]) -> None:
    """And not before; whoever ended is told so only when the other has what it waited for."""
    judge, threads, url = court
    with closing(_session(judge, url)) as one, closing(_session(judge, url)) as two:
        said: list[str] = []

        def first() -> None:
            one.execute("SELECT pg_advisory_xact_lock(1)")
            while not judge.waited:
                threads.give_way()
            said.append("first")
            one.commit()

        def second() -> None:
            while not said and one.info.transaction_status != psycopg.pq.TransactionStatus.INTRANS:
                threads.give_way()
            two.execute("SELECT pg_advisory_xact_lock(1)")
            said.append("second")
            two.commit()

        threads.run([first, second])
    assert (said, judge.waited) == (["first", "second"], 1)


def test_of_two_that_wait_for_each_other_the_second_is_told(court: tuple[Court, Threads, str]) -> None:
    """At once, as the server would after a while."""
    judge, threads, url = court
    with closing(_session(judge, url)) as one, closing(_session(judge, url)) as two:
        said: list[str] = []
        locked: set[int] = set()

        def body(session: Session, mine: int, other: int) -> None:
            session.execute("SELECT pg_advisory_xact_lock(%s)", [mine])
            locked.add(mine)
            while len(locked) < 2:
                threads.give_way()
            try:
                session.execute("SELECT pg_advisory_xact_lock(%s)", [other])
            except psycopg.errors.DeadlockDetected:
                said.append("told")
                session.rollback()
            else:
                said.append("has both")
                session.commit()

        threads.run([lambda: body(one, 1, 2), lambda: body(two, 2, 1)])
    assert said == ["told", "has both"]


ROUNDS = 10


def test_of_all_whom_one_end_frees_the_first_goes_on_first(court: tuple[Court, Threads, str]) -> None:
    """All who want the same name wait for the end of whoever has it; the server would let them race."""
    judge, threads, url = court
    enter = "INSERT INTO store_facts (name, value) VALUES (%s, '') ON CONFLICT DO NOTHING"
    for number in range(ROUNDS):
        with closing(_session(judge, url)) as holder, closing(_session(judge, url)) as one, closing(_session(judge, url)) as two:
            began: list[Session] = []
            entered: list[Session] = []
            before, name = judge.waited, [f"round {number}"]

            def hold(session: Session, name: list[str], all_wait: int) -> None:
                session.execute(enter, name)
                while judge.waited < all_wait:
                    threads.give_way()
                session.rollback()

            def want(session: Session, name: list[str], held_by: Session, began: list[Session], entered: list[Session]) -> None:
                while held_by.info.transaction_status != psycopg.pq.TransactionStatus.INTRANS:
                    threads.give_way()
                began.append(session)
                if session.execute(enter, name).rowcount:
                    entered.append(session)
                session.commit()

            bodies = [partial(want, each, name, holder, began, entered) for each in (one, two)]
            threads.run([partial(hold, holder, name, before + len(bodies)), *bodies])
        assert entered == began[:1], number


def _session(court: Court, url: str) -> Session:
    session = Session.connect(url)
    session.court = court
    return session
