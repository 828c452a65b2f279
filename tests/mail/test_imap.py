"""Letters fetched from a real mailbox (Debian's Dovecot), with its troubles."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.letters import Letter
from judge.mail import limits
from judge.mail.imap import Poller
from judge.mail.read import read
from judge.store import Store

pytestmark = pytest.mark.dovecot
WITHOUT_MOVE = "IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE UIDPLUS"
RAW = b"From: ann@example.org\r\nSubject: orders\r\n\r\nA Par-Bur\r\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path}/judge.db")
    yield opened
    opened.close()


def letters(store: Store) -> list[Letter]:
    found = []
    with store.work() as work:
        while letter := work.next_letter():
            found.append(letter[1])
            work.close_letter(letter[0], "done")
    return found


def until(holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        time.sleep(0.02)
    pytest.fail("it did not come to pass within ten seconds")


@pytest.mark.parametrize("capability", ["", WITHOUT_MOVE], ids=["MOVE", "COPY and EXPUNGE"])
def test_letters_are_taken_and_moved(dovecot: Any, store: Store, clock: Any, capability: str) -> None:
    """Every letter once, in order, at the instant the server had it; then it lies in Processed."""
    if capability:
        dovecot.stop()
        dovecot.start(capability)
    dovecot.put(RAW, RAW.replace(b"Par", b"Mar"), b"\xff\x00 no letter at all")
    poller = Poller(dovecot.box, store.take, clock)
    assert poller.sweep() == 3
    assert poller.sweep() == 0
    poller.drop()
    first, second, third = letters(store)
    assert (first.raw, second.raw) == (RAW, RAW.replace(b"Par", b"Mar"))
    assert abs(datetime.now(UTC) - first.received) < timedelta(minutes=1)  # noqa: TID251
    assert len({first.source, second.source, third.source}) == 3
    assert read(first.raw, first.sender, first.recipient).auto is None
    assert (dovecot.count("INBOX"), dovecot.count("Processed")) == (0, 3)
    assert poller.swept == clock.now()


def test_a_crash_between_commit_and_move(dovecot: Any, store: Store, clock: Any) -> None:
    """The letter is fetched again under the same key, and the store takes it once."""
    dovecot.put(RAW)
    poller = Poller(dovecot.box, lambda letter: (store.take(letter), 1 / 0), clock)
    with pytest.raises(ZeroDivisionError):
        poller.sweep()
    poller.drop()
    assert dovecot.count("INBOX") == 1
    assert Poller(dovecot.box, store.take, clock).sweep() == 1
    assert len(letters(store)) == 1
    assert dovecot.count("Processed") == 1


def test_a_letter_is_not_moved_before_it_is_stored(dovecot: Any, clock: Any) -> None:
    """A store that is down leaves everything in the mailbox."""

    def refuse(letter: Letter) -> None:
        raise OSError("disk full")

    dovecot.put(RAW)
    with pytest.raises(OSError, match="disk full"):
        Poller(dovecot.box, refuse, clock).sweep()
    assert (dovecot.count("INBOX"), dovecot.count("Processed")) == (1, 0)


def test_a_letter_that_is_too_large(dovecot: Any, store: Store, clock: Any) -> None:
    """As much of it is fetched as shows what it is, and it is moved like any other."""
    dovecot.put(RAW + b"A Par-Bur\r\n" * 100_000)
    Poller(dovecot.box, store.take, clock).sweep()
    [letter] = letters(store)
    assert len(letter.raw) == limits.RAW + 1
    assert read(letter.raw).problem == "too large"
    assert dovecot.count("Processed") == 1


def test_deleted_letters_are_left_alone(dovecot: Any, store: Store, clock: Any) -> None:
    """Somebody else's \\Deleted mark is respected, and never expunged by us."""
    dovecot.put(RAW, RAW)
    client = dovecot.client()
    client.select_folder("INBOX")
    client.add_flags([1], [b"\\Deleted"])
    client.logout()
    assert Poller(dovecot.box, store.take, clock).sweep() == 1
    assert dovecot.count("INBOX") == 1


def test_the_poller_outlives_its_server(dovecot: Any, store: Store, clock: Any) -> None:
    """The server goes away and comes back: the poller connects again by itself, and stops when told."""
    stop = threading.Event()
    poller = Poller(dovecot.box, store.take, clock)
    thread = threading.Thread(target=poller.run, args=(stop,))
    thread.start()
    dovecot.put(RAW)
    until(lambda: dovecot.count("Processed") == 1)
    dovecot.stop()
    time.sleep(0.2)
    dovecot.start()
    dovecot.put(RAW)
    until(lambda: dovecot.count("Processed") == 2)
    stop.set()
    poller.nudge.set()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert len(letters(store)) == 2
