"""Letters fetched from a real mailbox (Debian's Dovecot), with its troubles."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

from judge.clock import SystemClock
from judge.config.settings import Password
from judge.letters import Letter
from judge.mail import imap, limits, polling
from judge.mail.authentication_results import TrustedServer
from judge.mail.imap import ImapPoller
from judge.mail.parse import parse_mail
from judge.store import Store
from tests.mail.dovecot import token
from tests.ports import free_port
from tests.waiting import LONGEST, until

pytestmark = pytest.mark.dovecot
RAW = b"From: ann@example.org\r\nSubject: orders\r\n\r\nA Par-Bur\r\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(f"sqlite:///{tmp_path}/judge.db")
    yield opened
    opened.close()


def letters(store: Store) -> list[Letter]:
    found = []
    with store.work() as work:
        while waiting := work.letters.oldest():
            [(number, letter)] = waiting
            found.append(letter)
            work.letters.close(number, "done")
    return found


def knows_not(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """As if the server had never heard of these."""
    has = IMAPClient.has_capability
    monkeypatch.setattr(IMAPClient, "has_capability", lambda client, name: name not in words and has(client, name))


@pytest.mark.parametrize(
    ("without", "left"), [((), 0), (("MOVE",), 0), (("MOVE", "UIDPLUS"), 3)], ids=["MOVE", "COPY and EXPUNGE", "COPY and a mark"]
)
def test_letters_are_taken_and_moved(
    dovecot: Any, store: Store, clock: Any, without: tuple[str, ...], left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every letter once, in order, at the instant the server had it; then it lies in Processed. Where a server cannot take away
    single letters, what is left of them is marked as deleted.
    """
    knows_not(monkeypatch, *without)
    before = datetime.now(UTC) - timedelta(seconds=1)  # noqa: TID251
    dovecot.put(RAW, RAW.replace(b"Par", b"Mar"), b"\xff\x00 no letter at all")
    poller = ImapPoller(dovecot.box, store.take_all, clock)
    assert poller.sweep() == 3
    assert poller.sweep() == 0
    poller.drop()
    first, second, third = letters(store)
    assert (first.raw, second.raw) == (RAW, RAW.replace(b"Par", b"Mar"))
    assert before < first.received <= datetime.now(UTC)  # noqa: TID251
    assert len({first.source, second.source, third.source}) == 3
    assert parse_mail(first.raw, first.sender, first.recipient).auto is None
    assert (dovecot.count("INBOX"), dovecot.count("Processed")) == (left, 3)
    assert poller.swept == clock.now()


def test_a_crash_between_commit_and_move(dovecot: Any, store: Store, clock: Any) -> None:
    """The letter is fetched again under the same key, and the store takes it once."""
    dovecot.put(RAW)
    poller = ImapPoller(dovecot.box, lambda some: (store.take_all(some), 1 / 0), clock)
    with pytest.raises(ZeroDivisionError):
        poller.sweep()
    poller.drop()
    assert dovecot.count("INBOX") == 1
    assert ImapPoller(dovecot.box, store.take_all, clock).sweep() == 1
    assert len(letters(store)) == 1
    assert dovecot.count("Processed") == 1


def test_two_workers_fetch_from_one_mailbox(dovecot: Any, store: Store, clock: Any) -> None:
    """While one has letters in hand the other moves some of them away, or all: whatever is left is moved, and nobody stumbles."""
    for gone in ([1], [3, 4]):
        dovecot.put(RAW.replace(b"Par", b"%d" % len(gone)), RAW.replace(b"Par", b"Mar%d" % len(gone)))
        other = dovecot.client()
        other.select_folder("INBOX")

        def take(some: Sequence[Letter], gone: Sequence[int] = gone, other: Any = other) -> None:
            store.take_all(some)
            other.move(gone, "Processed")

        poller = ImapPoller(dovecot.box, take, clock)
        assert poller.sweep() == 2
        assert poller.swept == clock.now()
        poller.drop()
        other.logout()
    assert len(letters(store)) == 4
    assert (dovecot.count("INBOX"), dovecot.count("Processed")) == (0, 4)


def test_a_letter_is_not_moved_before_it_is_stored(dovecot: Any, clock: Any) -> None:
    """A store that is down leaves everything in the mailbox."""

    def refuse(some: Sequence[Letter]) -> None:
        raise OSError("disk full")

    dovecot.put(RAW)
    with pytest.raises(OSError, match="disk full"):
        ImapPoller(dovecot.box, refuse, clock).sweep()
    assert (dovecot.count("INBOX"), dovecot.count("Processed")) == (1, 0)


def test_a_letter_that_is_too_large(dovecot: Any, store: Store, clock: Any) -> None:
    """As much of it is fetched as shows what it is, and it is moved like any other."""
    dovecot.put(RAW + b"A Par-Bur\r\n" * 100_000)
    ImapPoller(dovecot.box, store.take_all, clock).sweep()
    [letter] = letters(store)
    assert len(letter.raw) == limits.RAW + 1
    assert parse_mail(letter.raw).problem == "too large"
    assert dovecot.count("Processed") == 1


def test_deleted_letters_are_left_alone(dovecot: Any, store: Store, clock: Any) -> None:
    """Somebody else's \\Deleted mark is respected, and never expunged by us."""
    dovecot.put(RAW, RAW)
    client = dovecot.client()
    client.select_folder("INBOX")
    client.add_flags([1], [b"\\Deleted"])
    client.logout()
    assert ImapPoller(dovecot.box, store.take_all, clock).sweep() == 1
    assert dovecot.count("INBOX") == 1


def test_a_number_that_means_another_letter(dovecot: Any, store: Store, clock: Any) -> None:
    """The folder is made anew and counts from one again, with another UIDVALIDITY: what is new is taken, and nothing twice."""
    # Dovecot takes the present second for a date that is still to come, and two letters of two seconds are two letters.
    past = datetime(2024, 3, 1, 12, tzinfo=UTC)
    box, other = replace(dovecot.box, folder="Post"), RAW.replace(b"Par", b"Mar")
    client = dovecot.client()
    poller = ImapPoller(box, store.take_all, clock)
    for raw in (RAW, other, RAW):
        client.create_folder("Post")
        client.append("Post", raw, msg_time=past)
        assert poller.sweep() == 1
        poller.drop()
        client.delete_folder("Post")
    client.logout()
    first, second = letters(store)
    assert (first.raw, second.raw) == (RAW, other)
    assert first.source != second.source


def test_a_letter_moved_back_from_processed_acts_once(dovecot: Any, store: Store, clock: Any) -> None:
    """As an operator does after a restore."""
    dovecot.put(RAW)
    poller = ImapPoller(dovecot.box, store.take_all, clock)
    assert poller.sweep() == 1
    client = dovecot.client()
    client.select_folder("Processed")
    client.move(client.search(), "INBOX")
    client.logout()
    assert poller.sweep() == 1
    assert len(letters(store)) == 1
    assert (dovecot.count("INBOX"), dovecot.count("Processed")) == (0, 1)


def test_a_letter_that_cannot_be_taken_is_put_aside(dovecot: Any, store: Store, clock: Any) -> None:
    """After three tries, one of them in company; every other letter of the batch is taken, once."""

    def take(some: Sequence[Letter]) -> None:
        if any(b"poison" in letter.raw for letter in some):
            raise ValueError("no store can hold this")
        store.take_all(some)

    dovecot.put(RAW, b"Subject: poison\r\n\r\n", RAW.replace(b"Par", b"Mar"))
    poller = ImapPoller(dovecot.box, take, clock)
    for _ in range(3):
        with pytest.raises(ValueError, match="no store can hold this"):
            poller.sweep()
        poller.drop()
    assert poller.swept is None
    assert poller.sweep() == 1
    assert poller.swept is not None
    assert len(letters(store)) == 2
    assert [dovecot.count(folder) for folder in ("INBOX", "Processed", "Failed")] == [0, 2, 1]


def test_a_server_that_dies_over_letters_changes_no_order(dovecot: Any, store: Store, clock: Any) -> None:
    """What it had handed out comes first again, before what has come since."""
    taken: list[bytes] = []

    def take(some: Sequence[Letter]) -> None:
        if not taken:
            dovecot.kill()
        taken.extend(letter.raw for letter in some)

    first, second, third = (RAW.replace(b"Par", name) for name in (b"Mar", b"Bre", b"Lon"))
    dovecot.put(first, second)
    poller = ImapPoller(dovecot.box, take, clock)
    with pytest.raises((OSError, IMAPClient.AbortError)):
        poller.sweep()
    poller.drop()
    dovecot.start()
    dovecot.put(third)
    poller.sweep()
    assert taken == [first, second, first, second, third]


def test_a_letter_that_a_server_always_dies_of(dovecot: Any, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the end it is put aside, for nothing that lies behind it would ever be read."""
    monkeypatch.setattr(imap, "HANGS_UP", 3)

    def take(some: Sequence[Letter]) -> None:
        raise IMAPClient.AbortError("the server has hung up")

    dovecot.put(RAW)
    poller = ImapPoller(dovecot.box, take, clock)
    for _ in range(2 + imap.TRIES):
        with pytest.raises(IMAPClient.AbortError):
            poller.sweep()
    assert poller.sweep() == 1
    assert dovecot.count("Failed") == 1


def test_trouble_of_the_store_is_not_held_against_letters(dovecot: Any, clock: Any) -> None:
    """However often it happens, they stay where they are."""

    def refuse(some: Sequence[Letter]) -> None:
        raise OSError("disk full")

    dovecot.put(RAW)
    poller = ImapPoller(dovecot.box, refuse, clock)
    for _ in range(6):
        with pytest.raises(OSError, match="disk full"):
            poller.sweep()
    assert [dovecot.count(folder) for folder in ("INBOX", "Failed")] == [1, 0]


def test_folders_below_the_inbox(dovecot: Any, store: Store, clock: Any) -> None:
    """Some servers keep all of a user's folders there; ours are made where they may be."""
    dovecot.stop()
    dovecot.prefix = "INBOX/"
    dovecot.start()
    dovecot.put(RAW)
    assert ImapPoller(dovecot.box, store.take_all, clock).sweep() == 1
    assert dovecot.count("INBOX/Processed") == 1


def test_a_login_by_token(dovecot: Any, store: Store, clock: Any) -> None:
    """XOAUTH2 with what a program prints; a wrong token is refused, and trouble like any other."""
    dovecot.put(RAW)
    box = replace(dovecot.box, password="", token_command=f"/bin/echo {token('judge')}")
    assert ImapPoller(box, store.take_all, clock).sweep() == 1
    with pytest.raises(IMAPClient.Error):
        ImapPoller(replace(box, token_command="/bin/echo nonsense"), store.take_all, clock).sweep()


def test_nothing_is_said_where_tls_is_not_to_be_trusted(
    dovecot: Any, store: Store, clock: Any, certificate: Path, tmp_path: Path
) -> None:
    """A certificate that nobody vouches for, one for another name, no TLS at all: no token is even asked for. With a good one the
    letter is there.
    """
    dovecot.kill()
    dovecot.certificate, dovecot.imaps = certificate, free_port()
    dovecot.start()
    dovecot.put(RAW)
    (tmp_path / "token").write_text(f"touch {tmp_path}/asked; echo {token('judge')}")
    box = replace(dovecot.box, host="localhost", port=dovecot.imaps, tls=True, ca_file=f"{certificate}.crt", password="",
                  token_command=f"/bin/sh {tmp_path}/token")  # fmt: skip
    for bad in (replace(box, ca_file=""), replace(box, host="127.0.0.1"), replace(box, port=dovecot.port)):
        with pytest.raises(ssl.SSLError):
            ImapPoller(bad, store.take_all, clock).sweep()
    assert not (tmp_path / "asked").exists()
    assert ImapPoller(box, store.take_all, clock).sweep() == 1


@contextmanager
def at_work(poller: ImapPoller) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=poller.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        poller.nudge.set()
        thread.join(timeout=LONGEST)
    assert not thread.is_alive()


def test_the_server_says_when_a_letter_comes(dovecot: Any, store: Store, clock: Any) -> None:
    """With an hour between two looks, letters are taken when they come; a nudge has the mailbox looked at as well."""
    poller = ImapPoller(replace(dovecot.box, idle=True, every=3600), store.take_all, clock)
    with at_work(poller):
        for number in range(1, 4):
            dovecot.deliver(RAW, "judge@here.example")
            until(lambda number=number: dovecot.count("Processed") == number, pause=0.05)  # type: ignore[misc]
        clock.move(hours=1)
        poller.nudge.set()
        until(lambda: poller.swept == clock.now())
    assert len(letters(store)) == 3


def test_a_server_that_says_nothing(dovecot: Any, store: Store, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without IDLE the mailbox is looked through again and again."""
    knows_not(monkeypatch, "IDLE")
    with at_work(ImapPoller(replace(dovecot.box, idle=True), store.take_all, clock)):
        for number in (1, 2):
            dovecot.deliver(RAW, "judge@here.example")
            until(lambda number=number: dovecot.count("Processed") == number)  # type: ignore[misc]
    assert len(letters(store)) == 2


def test_a_token_that_cannot_be_had_for_a_while(
    dovecot: Any, store: Store, clock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program fails, twice, and then it does not: the letter waits, and is taken."""
    monkeypatch.setattr(polling, "FIRST_WAIT", 0.05)
    program = tmp_path / "token"
    program.write_text(f"cd {tmp_path}; mkdir once && exit 1; mkdir twice && exit 0; echo {token('judge')}")
    dovecot.put(RAW)
    box = replace(dovecot.box, password="", token_command=f"/bin/sh {program}")
    with at_work(ImapPoller(box, store.take_all, clock)):
        until(lambda: dovecot.count("Processed") == 1)
    assert (tmp_path / "twice").exists()
    assert len(letters(store)) == 1


def test_the_poller_outlives_its_server(dovecot: Any, store: Store, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the middle of IDLE and started again: the poller connects again by itself, and stops when told."""
    monkeypatch.setattr(polling, "FIRST_WAIT", 0.1)
    poller = ImapPoller(replace(dovecot.box, idle=True, every=3600), store.take_all, clock)
    with at_work(poller):
        dovecot.deliver(RAW, "judge@here.example")
        until(lambda: (dovecot.count("INBOX"), dovecot.count("Processed")) == (0, 1), pause=0.05)
        dovecot.kill()
        until(lambda: poller._client is None)
        dovecot.start()
        dovecot.deliver(RAW, "judge@here.example")
        until(lambda: dovecot.count("Processed") == 2, pause=0.05)
    assert len(letters(store)) == 2


class Line:
    """A bad line between the poller and its server: it may break every answer in two, or carry nothing any more."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.split, self.dead = False, False
        self.calls = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self.calls += 1
                far = socket.create_connection(("127.0.0.1", self._port))
                near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._carry, args=(near, far, False), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, answers: bool) -> None:
        with suppress(OSError), one, other:
            while data := one.recv(65536):
                if self.dead:
                    continue
                middle = len(data) // 2 if answers and self.split else 0
                for part in (data[:middle], data[middle:]):
                    if part:
                        other.sendall(part)
                        time.sleep(0.01 if middle else 0)


@pytest.fixture
def line(dovecot: Any) -> Iterator[Line]:
    opened = Line(dovecot.port)
    yield opened
    opened.close()


def test_lines_that_come_in_two_halves(dovecot: Any, store: Store, clock: Any, line: Line) -> None:
    """Every answer arrives in two segments with a pause between, those in IDLE too: all the same to us, on one connection."""
    line.split = True
    poller = ImapPoller(replace(dovecot.box, port=line.port, idle=True, every=3600), store.take_all, clock)
    with at_work(poller):
        for number in range(1, 4):
            dovecot.deliver(RAW, "judge@here.example")
            until(lambda number=number: dovecot.count("Processed") == number, pause=0.05)  # type: ignore[misc]
    assert (len(letters(store)), line.calls) == (3, 1)


def test_a_line_that_carries_nothing_any_more(
    dovecot: Any, store: Store, clock: Any, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer and no end of the connection: given up after a while, in IDLE and elsewhere, and made anew."""
    monkeypatch.setattr(imap, "CONNECT", 0.3)
    monkeypatch.setattr(imap, "ANSWER", 0.3)
    monkeypatch.setattr(polling, "FIRST_WAIT", 0.05)
    poller = ImapPoller(replace(dovecot.box, port=line.port, idle=True, every=0.2), store.take_all, clock)
    with at_work(poller):
        dovecot.deliver(RAW, "judge@here.example")
        until(lambda: dovecot.count("Processed") == 1, pause=0.05)
        line.dead = True
        dovecot.deliver(RAW, "judge@here.example")
        until(lambda: line.calls >= 3)
        line.dead = False
        until(lambda: dovecot.count("Processed") == 2, pause=0.05)
    assert len(letters(store)) == 2


def test_a_password_that_the_provider_changes(dovecot: Any, store: Store, clock: Any, tmp_path: Path) -> None:
    """What the server says is told in plain words; the judge is let in as soon as the password's file is put right."""
    password, users = tmp_path / "password", dovecot.root / "users"
    password.write_text("secret\n")
    secret = Password("secret")
    secret.file = password
    poller = ImapPoller(replace(dovecot.box, password=secret), store.take_all, clock)
    before = users.read_text()
    try:
        assert poller.attempt()
        users.write_text("judge:{PLAIN}another\n")

        def refused() -> bool:
            poller.drop()  # or it stays logged in
            return not poller.attempt()

        until(refused, pause=0.2)  # Dovecot looks at that file once in a second
        assert poller.trouble == "LoginError: [AUTHENTICATIONFAILED] Authentication failed."
        password.write_text("another\n")
        assert poller.attempt()
        assert poller.trouble == ""
    finally:
        users.write_text(before)
        poller.drop()


def test_a_letter_that_could_not_be_put_into_the_mailbox_at_once(dovecot: Any, store: Store, clock: Any) -> None:
    """Dovecot was down while a deadline passed: the letter counts from when Postfix had it, below Dovecot's own line."""
    had = SystemClock().now() - timedelta(minutes=20)
    postfix = f"Received: from mx.example.org by mx.pbm.example (Postfix); {had:%a, %d %b %Y %H:%M:%S} +0000\r\n".encode()
    dovecot.deliver(postfix + RAW, "judge")
    ImapPoller(dovecot.box, store.take_all, clock, TrustedServer("mx.pbm.example", received=2)).sweep()
    [letter] = letters(store)
    assert letter.raw.count(b"Received:") == 2
    assert letter.received == had.replace(microsecond=0)
