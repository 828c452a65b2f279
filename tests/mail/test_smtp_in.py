"""Letters coming in by SMTP, on a real socket, and by a pipe."""

from __future__ import annotations

import asyncio
import io
import os
import smtplib
import socket
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from judge.config import MaildirInConfig
from judge.letters import Letter
from judge.mail import limits, pipe
from judge.mail.arrivals import Arrivals
from judge.mail.authentication_results import TrustedServer
from judge.mail.incoming import source_key
from judge.mail.maildir_in import MaildirCollector
from judge.mail.parse import parse_mail
from judge.mail.smtp_in import SmtpServer
from judge.store import Store
from tests.waiting import LONGEST, until

RAW = b"From: ann@example.org\r\nMessage-ID: <m1@example.org>\r\n\r\nA Par-Bur\r\n"


class Desk:
    """Takes letters, or raises what it is told to."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.trouble: Exception | None = None

    def take(self, letter: Letter) -> None:
        self.take_all([letter])

    def take_all(self, some: Sequence[Letter]) -> None:
        if self.trouble:
            raise self.trouble
        if any(b"Poison" in letter.raw for letter in some):
            raise ValueError("this one cannot be stored")
        self.letters += some


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def client(desk: Desk, clock: Any) -> Iterator[smtplib.SMTP]:
    intake = SmtpServer("127.0.0.1", 0, "Judge@here.example", desk.take_all, clock)
    intake.start()
    with smtplib.SMTP("127.0.0.1", intake.port, timeout=LONGEST) as opened:
        yield opened
    intake.stop()


def test_letters_over_one_connection(desk: Desk, client: smtplib.SMTP, clock: Any) -> None:
    """Bytes, envelope and instant are kept; the address with a token is the one that counts."""
    client.sendmail("ann@example.org", ["judge@here.example", "judge+paris.fra.tok@HERE.example"], RAW)
    client.sendmail("", ["judge@here.example"], b"Subject: bounce\r\n\r\n.\r\n..\r\n")
    first, second = desk.letters
    assert (first.raw, first.received, first.sender) == (RAW, clock.now(), "ann@example.org")
    assert first.recipient == "judge+paris.fra.tok@HERE.example"
    assert (second.raw, second.sender) == (b"Subject: bounce\r\n\r\n.\r\n..\r\n", "")


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r.\r\n", b"\r\n.\n", b"\r\n.\r", b"\r.\r", b"\r\n\0.\r\n"], ids=repr)
def test_no_letter_hides_in_another(desk: Desk, client: smtplib.SMTP, end: bytes) -> None:
    """SMTP smuggling: only CRLF, a dot and CRLF end a letter (RFC 5321, section 4.1.1.4); what follows another end is text."""
    client.ehlo()
    client.mail("ann@example.org")
    client.rcpt("judge@here.example")
    client.docmd("DATA")
    hidden = b"MAIL FROM:<gm@zine.example>\r\nRCPT TO:<judge@here.example>\r\nDATA\r\nFrom: gm@zine.example\r\n\r\nPROCESS\r\n"
    client.send(b"From: ann@example.org\r\n\r\nA Par-Bur" + end + hidden + b".\r\n")
    assert client.getreply()[1] == b"2.0.0 Taken"
    assert client.docmd("NOOP") == (250, b"OK")
    [letter] = desk.letters
    assert letter.sender == "ann@example.org"
    assert letter.raw.endswith(b"PROCESS\r\n")


def test_whoever_had_no_port_leaves_nothing_behind(desk: Desk, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncio makes a loop of its own where it is asked to wait for nothing; nobody would close it."""
    made, policy = list[asyncio.AbstractEventLoop](), asyncio.get_event_loop_policy()
    make = policy.new_event_loop
    monkeypatch.setattr(policy, "new_event_loop", lambda: (made.append(make()), made[-1])[1])
    monkeypatch.setattr(policy, "_local", type(policy)._Local())  # nobody has asked in this thread before
    with socket.create_server(("127.0.0.1", 0)) as other:
        intake = SmtpServer("127.0.0.1", other.getsockname()[1], "judge@here.example", desk.take_all, clock)
        with pytest.raises(OSError, match="in use"):
            intake.listen()
        intake.stop()
    assert [loop.is_closed() for loop in made] == [True]


def test_only_our_own_addresses_are_known(desk: Desk, client: smtplib.SMTP) -> None:
    """A stranger's address gets 550 at RCPT, so that no bounce is ever needed."""
    for address in ("ann@here.example", "judge@elsewhere.example", "judges@here.example", "judge"):
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("ann@example.org", [address], RAW)
    assert desk.letters == []


def test_a_letter_that_cannot_be_stored_is_not_acknowledged(desk: Desk, client: smtplib.SMTP) -> None:
    """451 while the store is down; the same connection is served again afterwards."""
    desk.trouble = OSError("disk full")
    with pytest.raises(smtplib.SMTPDataError, match="451"):
        client.sendmail("ann@example.org", ["judge@here.example"], RAW)
    desk.trouble = None
    client.sendmail("ann@example.org", ["judge@here.example"], RAW)
    assert len(desk.letters) == 1


def test_a_letter_that_was_refused_counts_from_when_it_came_first(desk: Desk, clock: Any) -> None:
    """The disk was full when it came; its sender's mail server tries again, minutes later, with the same bytes. Until then, for
    half an hour at most, it is one that may still come. A letter that is to blame itself, or cannot be known again, is none.
    """
    began = clock.now()

    def gone() -> float:
        return float((clock.now() - began).total_seconds())

    intake = SmtpServer("127.0.0.1", 0, "Judge@here.example", desk.take_all, clock, gone=gone)
    intake.start()
    came, poison = clock.now(), b"Subject: Poison\r\nMessage-ID: <p@example.org>\r\n\r\nA Par-Bur\r\n"
    with smtplib.SMTP("127.0.0.1", intake.port, timeout=LONGEST) as client:

        def hand_over(raw: bytes) -> int:
            try:
                client.sendmail("ann@example.org", ["judge@here.example"], raw)
            except smtplib.SMTPDataError as error:
                return error.smtp_code
            return 250

        assert (hand_over(poison), intake.oldest()) == (451, None)
        desk.trouble = OSError("disk full")
        assert (hand_over(RAW.replace(b"Message-ID", b"X-ID")), intake.oldest()) == (451, None)
        assert (hand_over(RAW), intake.oldest()) == (451, came)
        clock.at += timedelta(minutes=10)
        assert (hand_over(RAW), intake.oldest()) == (451, came)
        desk.trouble = None
        clock.at += timedelta(minutes=10)
        assert hand_over(RAW) == 250
        assert ([letter.received for letter in desk.letters], intake.oldest()) == ([came], None)
        desk.trouble = OSError("disk full")
        later = RAW.replace(b"m1", b"m2")
        assert (hand_over(later), intake.oldest()) == (451, clock.now())
        clock.at += timedelta(minutes=31)
        assert intake.oldest() is None, "its sender has given up, or is too late"
        desk.trouble = None
        assert hand_over(later) == 250
        assert desk.letters[-1].received == clock.now()
    intake.stop()


@pytest.fixture
def arrivals(desk: Desk, clock: Any) -> tuple[Arrivals, Callable[[float], None]]:
    """What takes letters, from a mail server that stamps them; and what lets seconds go by."""
    gone = [0.0]

    def goes_by(seconds: float) -> None:
        clock.at += timedelta(seconds=seconds)
        gone[0] += seconds

    return Arrivals("smtp", desk.take_all, clock, TrustedServer("mx.here.example", 1), lambda: "x", lambda: gone[0]), goes_by


WRONG = timedelta(days=2)
"""By how much the clock is ahead."""


def come(arrivals: Arrivals, number: int, stamp: datetime | None = None) -> Letter:
    """A letter has come whole."""
    head = f"Received: from x by mx.here.example; {format_datetime(stamp)}\r\n" if stamp else ""
    return arrivals.arrive(f"{head}Message-ID: <{number}@x>\r\n\r\nA Par H\r\n".encode(), "ann@example.org", ["judge@here.example"])


def test_a_clock_set_back_makes_no_letter_in_hand_one_of_the_future(
    arrivals: tuple[Arrivals, Callable[[float], None]], clock: Any
) -> None:
    """While the slow disk takes it, it is as old as it is."""
    taking, goes_by = arrivals
    noon = clock.now()
    clock.at += WRONG
    slow = come(taking, 1)
    goes_by(5)
    assert taking.oldest() == noon + WRONG
    clock.at -= WRONG
    assert taking.oldest() == noon
    assert taking.commit([slow]) == ["250 2.0.0 Taken"]
    assert taking.oldest() is None


def test_a_clock_set_back_makes_no_refused_letter_one_of_the_future(
    arrivals: tuple[Arrivals, Callable[[float], None]], clock: Any, desk: Desk
) -> None:
    """One that came while the clock was ahead counts from when it came by the right time."""
    taking, goes_by = arrivals
    noon = clock.now()
    clock.at += WRONG
    desk.trouble = OSError("disk full")
    assert taking.commit([come(taking, 1)])[0].startswith("451")
    goes_by(60)
    assert taking.oldest() == noon + WRONG
    clock.at -= WRONG
    assert taking.oldest() == noon
    goes_by(60)
    desk.trouble = None
    again = come(taking, 1)
    assert again.received == noon
    assert taking.commit([again]) == ["250 2.0.0 Taken"]
    assert taking.oldest() is None


def test_a_refused_letter_is_waited_for_half_an_hour_whatever_the_clock_shows(
    arrivals: tuple[Arrivals, Callable[[float], None]], clock: Any, desk: Desk
) -> None:
    """Our mail server stamps it with the right time, two days ago by a clock that is ahead: seed 3011 of the simulation."""
    taking, goes_by = arrivals
    stamp = clock.now()
    clock.at += WRONG
    desk.trouble = OSError("disk full")
    refused = come(taking, 1, stamp)
    assert refused.received == stamp
    taking.commit([refused])
    goes_by(1200)
    assert taking.oldest() == stamp
    clock.at -= WRONG
    assert taking.oldest() == stamp
    goes_by(1200)
    assert taking.oldest() is None


def test_a_telephones_picture_costs_nobody_his_orders(desk: Desk, client: smtplib.SMTP) -> None:
    """J13 10: a letter with ten megabytes attached is taken, and kept as far as it is read."""
    head = b"From: ann@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nA Par-Bur\r\n--b\r\n"
    picture = b"Content-Type: image/jpeg\r\n\r\n" + (b"x" * 9_998 + b"\r\n") * 1_000
    client.sendmail("ann@example.org", ["judge@here.example"], head + picture + b"--b--\r\n")
    assert len(desk.letters[0].raw) == limits.RAW + 1
    mail = parse_mail(desk.letters[0].raw)
    assert (mail.text.strip(), mail.problem) == ("A Par-Bur", "too large")
    client.ehlo()
    assert int(client.esmtp_features["size"]) == limits.TAKEN
    with pytest.raises(smtplib.SMTPException, match="552"):
        client.sendmail("ann@example.org", ["judge@here.example"], RAW, [f"SIZE={limits.TAKEN + 1}"])


def test_one_letter_to_many_is_for_a_few_at_most(desk: Desk, client: smtplib.SMTP) -> None:
    """452 for the eleventh recipient, which is for later; the ten have their letter, once."""
    crowd = [f"judge+{number}@here.example" for number in range(12)]
    refused = client.sendmail("ann@example.org", crowd, RAW)
    assert {code for code, _ in refused.values()} == {452}
    assert len(desk.letters) == 1


def test_letters_that_come_together_are_committed_together(desk: Desk, clock: Any) -> None:
    """While one commit runs, whoever comes waits for the next; one letter that cannot be stored spoils no other."""
    commits: list[int] = []

    def slow(some: Sequence[Letter]) -> None:
        commits.append(len(some))
        if len(commits) == 1:
            until(lambda: len(intake._handler._waiting) == 5)
        desk.take_all(some)

    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", slow, clock)
    intake.start()
    replies: dict[int, int] = {}

    def send(number: int) -> None:
        raw = b"Subject: %d %s\r\n\r\n" % (number, b"Poison" if number == 3 else b"")
        with smtplib.SMTP("127.0.0.1", intake.port, timeout=LONGEST) as line:
            line.ehlo()
            line.mail("ann@example.org")
            line.rcpt("judge@here.example")
            replies[number] = line.data(raw)[0]

    threads = [threading.Thread(target=send, args=(number,)) for number in range(6)]
    threads[0].start()
    until(lambda: commits)
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(LONGEST)
    intake.stop()
    assert replies == {number: 451 if number == 3 else 250 for number in range(6)}
    assert commits == [1, 5, 1, 1, 1, 1, 1], "the five once more, one by one: one of them is to blame"
    assert len(desk.letters) == 5


@pytest.fixture
def line(desk: Desk, clock: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[smtplib.LMTP]:
    monkeypatch.setattr(limits, "TAKEN", limits.RAW)  # so that a letter that is too large need not be so large
    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", desk.take_all, clock, lmtp=True)
    intake.start()
    with smtplib.LMTP("127.0.0.1", intake.port, timeout=LONGEST) as opened:
        yield opened
    intake.stop()


def handed_over(line: smtplib.LMTP, raw: bytes, *to: str) -> list[int]:
    """The answers to one letter: RFC 2033 wants one for each recipient that was accepted."""
    line.ehlo_or_helo_if_needed()
    line.mail("ann@example.org")
    for recipient in to:
        line.rcpt(recipient)
    first, _ = line.data(raw)
    return [first, *(line.getreply()[0] for _ in to[1:])]


def test_lmtp_answers_for_every_recipient(desk: Desk, line: smtplib.LMTP) -> None:
    """250, 451 while the store is down, 552 for a letter that is too large: each as often as there are recipients."""
    to = ("judge@here.example", "judge+a.b@here.example", "judge+c.d@here.example")
    assert handed_over(line, RAW, *to) == [250, 250, 250]
    desk.trouble = OSError("disk full")
    assert handed_over(line, RAW, *to) == [451, 451, 451]
    desk.trouble = None
    assert handed_over(line, RAW + (b"x" * 70 + b"\r\n") * 5000, *to[:2]) == [552, 552]
    assert handed_over(line, RAW, to[0]) == [250]
    assert [letter.source[:5] for letter in desk.letters] == ["lmtp:", "lmtp:"]
    line.mail("ann@example.org")
    assert [line.rcpt(each)[0] for each in (to[0], "nobody@here.example", to[1])] == [250, 550, 250]
    assert [line.data(RAW), line.getreply()] == [(250, b"2.0.0 Taken")] * 2, "one for each that was accepted"
    assert line.docmd("NOOP") == (250, b"OK")
    assert line.docmd("EHLO", "x")[0] == 500


def maildir(root: Path) -> Path:
    for name in ("tmp", "new", "cur"):
        (root / name).mkdir(parents=True)
    return root


def test_letters_from_a_maildir(desk: Desk, clock: Any, tmp_path: Path) -> None:
    """In the order of their delivery, at its instant; then they lie in cur/, and nothing that is not a letter is touched."""
    root = maildir(tmp_path / "in")
    for name, at in (("2.b", 200), ("1.a", 300), (".hidden", 100)):
        (root / "new" / name).write_bytes(RAW + name.encode())
        os.utime(root / "new" / name, (at, at))
    collector = MaildirCollector(MaildirInConfig(str(root)), desk.take_all, clock)
    clock.at = datetime(2026, 1, 1, tzinfo=UTC)
    assert (collector.sweep(), collector.sweep()) == (2, 0)
    assert [(letter.raw[-3:], letter.received.timestamp()) for letter in desk.letters] == [(b"2.b", 200), (b"1.a", 300)]
    assert sorted(path.name for path in (root / "cur").iterdir()) == ["1.a:2,S", "2.b:2,S"]
    assert collector.swept == clock.now()
    assert [letter.sender for letter in desk.letters] == ["?", "?"], "a Maildir does not say; it is no bounce for that"


def test_a_maildir_loses_no_letter(clock: Any, tmp_path: Path) -> None:
    """Not stored, it stays in new/; killed between commit and move, it is found again and stored once."""
    root, store = maildir(tmp_path / "in"), Store.open(f"sqlite:///{tmp_path}/judge.db")
    (root / "new" / "1.a").write_bytes(RAW)
    for trouble in (lambda some: 1 / 0, lambda some: (store.take_all(some), 1 / 0)):
        with pytest.raises(ZeroDivisionError):
            MaildirCollector(MaildirInConfig(str(root)), trouble, clock).sweep()
        assert [path.name for path in (root / "new").iterdir()] == ["1.a"]
    assert MaildirCollector(MaildirInConfig(str(root)), store.take_all, clock).sweep() == 1
    assert store.waiting(clock.now()).letters == 1
    store.close()


def test_a_maildir_with_a_letter_that_cannot_be_read(desk: Desk, clock: Any, tmp_path: Path) -> None:
    """The others are taken; that not everything was is said, and deadlines know."""
    root = maildir(tmp_path / "in")
    (root / "new" / "1.folder").mkdir()
    (root / "new" / "2.letter").write_bytes(RAW)
    collector = MaildirCollector(MaildirInConfig(str(root)), desk.take_all, clock)
    with pytest.raises(OSError, match="directory"):
        collector.sweep()
    assert (len(desk.letters), collector.swept) == (1, None)
    with pytest.raises(FileNotFoundError):
        MaildirCollector(MaildirInConfig(str(tmp_path / "nowhere")), desk.take_all, clock).sweep()


def test_a_script_that_sends_bare_line_feeds(desk: Desk, client: smtplib.SMTP) -> None:
    """`smtplib.sendmail(message.as_bytes())` does: its letter is one line to SMTP, and is taken whole."""
    raw = b"From: ann@example.org\n\n" + b"A Par-Bur\n" * 300
    client.sendmail("ann@example.org", ["judge@here.example"], raw)
    assert parse_mail(desk.letters[0].raw).text.count("A Par-Bur") == 300


def test_bytes_that_are_no_letter_are_a_letter(desk: Desk, client: smtplib.SMTP) -> None:
    """Binary, empty, no headers: taken as they come; reading is somebody else's business."""
    for raw in (b"\xff\xfe\x00\x01\r\n", b"", b"x\r\n"):
        client.sendmail("ann@example.org", ["judge@here.example"], raw)
    assert len(desk.letters) == 3


def test_a_client_that_talks_nonsense_disturbs_nobody(desk: Desk, client: smtplib.SMTP) -> None:
    """Unknown commands, and a second client that hangs up in the middle of a letter."""
    assert client.docmd("GARBAGE \x01")[0] == 500
    with smtplib.SMTP(client.sock.getpeername()[0], client.sock.getpeername()[1]) as other:  # type: ignore[union-attr]
        other.ehlo()
        other.mail("x@y")
        other.rcpt("judge@here.example")
        other.docmd("DATA")
        other.send(b"half a letter\r\n")
        other.close()
    client.sendmail("ann@example.org", ["judge@here.example"], RAW)
    assert [letter.raw for letter in desk.letters] == [RAW]


def test_a_repetition_is_known_by_its_message_id() -> None:
    """The same bytes with a Message-ID are one letter; without, each counts."""
    names = map(str, count())

    def key(raw: bytes, recipient: str = "b") -> str:
        return source_key("smtp", raw, "a", recipient, lambda: next(names))

    assert key(RAW) == key(RAW)
    assert key(RAW) != key(RAW, "c")
    assert key(b"x\r\n") != key(b"x\r\n")
    body = b"x\r\n\r\nMessage-ID: <a@b>\r\n"
    assert key(body) != key(body)


def test_a_letter_from_a_pipe(clock: Any) -> None:
    """As it stands; of one without end, as much as shows that it is too large."""
    letter = pipe.read_letter(io.BytesIO(RAW), clock, "ann@example.org", "judge@here.example")
    assert (letter.raw, letter.sender, letter.recipient) == (RAW, "ann@example.org", "judge@here.example")
    assert pipe.read_letter(io.BytesIO(RAW), clock, None, "").sender == "?"
    assert len(pipe.read_letter(io.BytesIO(b"x" * 10**6), clock, "", "").raw) == limits.RAW + 1
    assert pipe.envelope_from_environment({"SENDER": "", "RECIPIENT": "judge@x", "ORIGINAL_RECIPIENT": "judge+t@x"}) == (
        "",
        "judge+t@x",
    )
    assert pipe.envelope_from_environment({}) == (None, "")


def _deliver(folder: Path, store: str) -> int:
    (folder / "judge.yaml").write_text(f"store: '{store}'\n")
    main = "import argparse, sys; from judge.cli import deliver as d; p = argparse.ArgumentParser(); d.add_arguments(p); "
    main += "sys.exit(d.run(p.parse_args()))"
    command = [sys.executable, "-c", main, "--config", str(folder / "judge.yaml"), "--sender", "ann@example.org"]
    return subprocess.run(command, input=RAW, check=False, env=dict(os.environ), stderr=subprocess.DEVNULL).returncode


def test_judge_deliver(tmp_path: Path) -> None:
    """0 once the letter is in the store, twice over; 75 where there is no store to be had."""
    url = f"sqlite:///{tmp_path}/judge.db"
    assert [_deliver(tmp_path, url), _deliver(tmp_path, url)] == [0, 0]
    store = Store.open(url)
    assert store.waiting(datetime(1901, 1, 1, tzinfo=UTC)).letters == 1
    store.close()
    (tmp_path / "file").write_text("")
    assert _deliver(tmp_path, f"sqlite:///{tmp_path}/file/judge.db") == 75
    assert _deliver(tmp_path, "no database") == 75


def takes_a_letter(port: int) -> bool:
    """Whether a letter over a new connection is taken."""
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=LONGEST) as client:
            client.sendmail("ann@example.org", ["judge@here.example"], RAW)
    except (smtplib.SMTPException, OSError):
        return False
    return True


def hello(port: int) -> tuple[socket.socket, bytes]:
    """A new connection, and the first that it is told."""
    made = socket.create_connection(("127.0.0.1", port), timeout=LONGEST)
    return made, made.recv(200)


def test_no_more_than_so_many_talk_at_a_time(desk: Desk, clock: Any, caplog: pytest.LogCaptureFixture) -> None:
    """RFC 5321, section 3.8: further clients are asked to come back, and the log says so once; whoever hangs up makes room."""
    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", desk.take_all, clock)
    intake.start()
    inside = [hello(intake.port) for _ in range(limits.FROM_ONE)]
    assert all(said.startswith(b"220") for _, said in inside)
    for _ in range(300):
        refused, said = hello(intake.port)
        assert said.startswith(b"421")
        refused.close()
    assert sum("too many connections" in record.getMessage() for record in caplog.records) == 1
    inside.pop()[0].close()

    def let_in() -> bool:
        made, said = hello(intake.port)
        made.close()
        return said.startswith(b"220")

    until(let_in)
    until(lambda: takes_a_letter(intake.port))
    assert len(desk.letters) == 1
    for each, _ in inside:
        each.close()
    intake.stop()


def begun(port: int) -> smtplib.SMTP:
    """A connection that may send a letter now."""
    line = smtplib.SMTP("127.0.0.1", port, timeout=LONGEST)
    line.ehlo("x")
    line.mail("a@b.example")
    line.rcpt("judge@here.example")
    assert line.docmd("DATA")[0] == 354
    return line


def test_letters_that_do_not_end_take_no_more_than_so_much(desk: Desk, clock: Any) -> None:
    """Of each, only what would be read is kept, however many lines it has; meanwhile an honest letter is taken."""
    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", desk.take_all, clock)
    intake.start()
    tracemalloc.start()
    try:
        floods = [begun(intake.port) for _ in range(4)]
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        for flood in floods:
            assert flood.sock
            for _ in range(20):
                flood.sock.sendall(b"\r\n" * 20_000)
        assert takes_a_letter(intake.port)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most - before < len(floods) * 4 * limits.RAW
    assert [letter.raw for letter in desk.letters] == [RAW]
    for flood in floods:
        flood.close()
    intake.stop()


@pytest.mark.parametrize("pieces", [1, 7, limits.PIECE - 1, limits.PIECE, limits.PIECE + 1, 3 * limits.PIECE])
def test_a_letter_is_taken_byte_by_byte_as_it_was_written(desk: Desk, clock: Any, pieces: int) -> None:
    """RFC 5321, section 4.5.2: one dot goes from the beginning of a line; no end but a dot alone between two line ends."""
    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", desk.take_all, clock)
    intake.start()
    long = b"x" * (pieces - 1 if pieces > 100 else 300)
    sent = b"\r\n".join((b"..", long, long + b".", b"..", b"..x", b"\r.", b"a\n.\nb", b".\r", b"", long + long, b".."))
    written = b"\r\n".join((b".", long, long + b".", b".", b".x", b"\r.", b"a\n.\nb", b"\r", b"", long + long, b".", b""))
    line = begun(intake.port)
    assert line.sock
    line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    whole = sent + b"\r\n.\r\n"
    for at in range(0, len(whole), pieces):
        line.sock.sendall(whole[at : at + pieces])
    assert line.getreply()[0] == 250
    assert [letter.raw for letter in desk.letters] == [written[: limits.RAW + 1]]
    line.close()
    intake.stop()


def test_of_a_letter_that_is_too_large_the_beginning_is_kept(desk: Desk, clock: Any) -> None:
    """One byte more than is read, so that its writer is told."""
    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", desk.take_all, clock)
    intake.start()
    line = begun(intake.port)
    assert line.sock
    line.sock.sendall((b"y" * 98 + b"\r\n") * 10_000 + b".\r\n")
    assert line.getreply()[0] == 250
    (letter,) = desk.letters
    assert letter.raw == ((b"y" * 98 + b"\r\n") * 3_000)[: limits.RAW + 1]
    line.close()
    intake.stop()


def test_who_says_nothing_is_cut_off(desk: Desk, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the idle time, in a command or in a letter."""
    monkeypatch.setattr(limits, "IDLE", 0.3)
    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", desk.take_all, clock)
    intake.start()
    idle, said = hello(intake.port)
    assert said.startswith(b"220")
    assert idle.recv(100) == b""
    idle.close()
    intake.stop()


def test_a_letter_counts_from_when_our_mail_server_had_it(desk: Desk, clock: Any) -> None:
    """A server that could not hand it over at once says so in its own line; below that anybody may say anything."""
    intake = SmtpServer("127.0.0.1", 0, "judge@here.example", desk.take_all, clock, TrustedServer("mx.here.example"))
    intake.start()
    with smtplib.SMTP("127.0.0.1", intake.port, timeout=LONGEST) as client:
        for minutes in (45, 3):
            came = clock.now() - timedelta(minutes=minutes)
            line = f"Received: from mail.example by mx.here.example; {format_datetime(came)}\r\n".encode()
            client.sendmail("ann@example.org", ["judge@here.example"], line + RAW)
    intake.stop()
    assert [clock.now() - each.received for each in desk.letters] == [timedelta(minutes=45), timedelta(minutes=3)]
