"""The daemon: letters over a real socket in, letters in Maildirs out, whatever the letters hold and whatever is killed."""

from __future__ import annotations

import re
import signal
import smtplib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from judge.config import Config, ImapConfig, SmtpInConfig
from judge.daemon import daemon as module
from judge.daemon.daemon import SETTLE, Daemon
from judge.daemon.systemd import notify_systemd
from judge.daemon.wiring import Application, build_application
from judge.mail.signature_check import SignatureCheck
from tests.mail.signing import record, signed
from tests.parent import ends_with_us
from tests.ports import free_port
from tests.waiting import LONGEST, until


def settings(folder: Path) -> Config:
    return Config(store=f"sqlite:///{folder}/judge.db", smtp=SmtpInConfig(port=0), maildir=folder / "mail", maps=False)


@dataclass
class Serving:
    """A daemon at work, and a client connected to it."""

    daemon: Daemon
    client: smtplib.SMTP
    folder: Path

    def send(self, raw: bytes, sender: str = "ann@example.org") -> None:
        self.client.sendmail(sender, ["judge@localhost"], raw)

    def inbox(self, address: str = "ann@example.org") -> list[EmailMessage]:
        return read_inbox(self.folder, address)


def read_inbox(folder: Path, address: str = "ann@example.org") -> list[EmailMessage]:
    files = sorted((folder / "mail" / address / "new").glob("*"))
    found = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    return [letter for letter in found if isinstance(letter, EmailMessage)]


def letter(text: str, number: int = 0) -> bytes:
    return f"From: ann@example.org\r\nMessage-ID: <m{number}@example.org>\r\n\r\n{text}\r\n".encode()


def serve(parts: Any, folder: Path) -> Iterator[Serving]:
    daemon = Daemon(parts)
    daemon.start()
    [intake] = daemon.intakes
    with smtplib.SMTP("127.0.0.1", intake.port, timeout=LONGEST) as client:
        yield Serving(daemon, client, folder)
    daemon.stop()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    yield from serve(build_application(settings(tmp_path)), tmp_path)


def test_a_letter_is_answered(serving: Serving) -> None:
    """HELP over SMTP: one answer lies in the writer's Maildir."""
    serving.send(letter("HELP"))
    [answer] = until(serving.inbox)
    assert answer["In-Reply-To"] == "<m0@example.org>"


HOSTILE = [
    b"\x00\x01\x02\xff" * 1000,
    b"",
    b"From: \xff\xfe\r\n\r\nHELP",
    letter("this is no order at all\r\n" * 5000, 1),
    letter("A Par-Bur\r\n" * 5000, 2),
    b"From: ann@example.org\r\nMessage-ID: <m3@example.org>\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\x00\x00",
    b"From: ann@example.org\r\nMessage-ID: <m4@example.org>\r\n"
    + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(2000)),
    letter("{{ 7 * 7 }} {% raise %} \x1b[2J ' ; DROP TABLE letters; --", 5),
    letter("JOIN ../../etc/passwd\r\nGAME \U0001f4a9\r\nCREATE " + "x" * 5000, 6),
    b"From: ann@example.org\r\nMessage-ID: <m7@example.org>\r\nAuto-Submitted: auto-replied\r\n\r\nHELP",
]


@pytest.fixture
def believing(tmp_path: Path) -> Iterator[Serving]:
    """A daemon that believes From lines: whoever has opened a game is known."""
    yield from serve(build_application(replace(settings(tmp_path), trust_from=True)), tmp_path)


def test_nothing_a_letter_holds_stops_the_daemon(believing: Serving) -> None:
    """After binary, nesting, 5,000 lines and worse, HELP is answered; each letter by somebody known has one answer."""
    believing.send(letter("CREATE paris", 50))
    for raw in HOSTILE:
        believing.send(raw)
    believing.send(letter("HELP", 99))
    until(lambda: "<m99@example.org>" in {answer["In-Reply-To"] for answer in believing.inbox()})
    answered = sorted(answer["In-Reply-To"] for answer in believing.inbox())
    assert answered == [f"<m{number}@example.org>" for number in (1, 2, 3, 4, 50, 5, 6, 99)]


class Stubborn:
    """An office that raises for a while before it goes to work."""

    def __init__(self, real: Any, times: int) -> None:
        self._real, self.left = real, times

    def receive_next(self, now: datetime, before: datetime | None = None) -> bool:
        self.left -= 1
        if self.left >= 0:
            raise RuntimeError("the office is not itself")
        return bool(self._real.receive_next(now, before))

    def tick(self, until: datetime, now: datetime) -> bool:
        return bool(self._real.tick(until, now))


def test_a_raise_in_one_thread_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the office raises, letters are taken all the same; once it recovers, all are answered."""
    monkeypatch.setattr(module, "_FIRST_PAUSE", 0.01)
    parts: Application = build_application(settings(tmp_path))
    office = Stubborn(parts.office, 5)
    with contextmanager(serve)(replace(parts, office=office), tmp_path) as serving:  # type: ignore[type-var]
        serving.send(letter("HELP", 1))
        serving.send(letter("LIST", 2))
        until(lambda: len(serving.inbox()) == 2)
    assert office.left < 0


def test_letters_from_other_processes_are_found(serving: Serving, tmp_path: Path) -> None:
    """What `judge deliver` stored is decided although nobody woke the office."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\n")
    command = [sys.executable, "-m", "judge", "deliver", "--config", str(tmp_path / "judge.yaml")]
    subprocess.run([*command, "--sender", "ann@example.org"], input=letter("HELP"), check=True)
    assert until(serving.inbox)


def test_a_deadline_waits_for_the_mailbox(tmp_path: Path, clock: Any) -> None:
    """No deadline later than the last look into the mailbox is run, unless it was out of reach for too long since the start."""
    box, ten_minutes = ImapConfig("127.0.0.1", "judge", "secret", patience=600), timedelta(minutes=10)
    daemon = Daemon(build_application(replace(settings(tmp_path), imap=box), clock))
    [poller] = daemon.rounds
    ages_ago = clock.now() - timedelta(days=365)
    assert daemon.horizon() < ages_ago
    clock.move(minutes=9)
    assert daemon.horizon() < ages_ago
    clock.move(minutes=1)
    assert daemon.horizon() == clock.now() - ten_minutes
    clock.move(days=-4)
    assert daemon.horizon() < ages_ago, "the clock was ahead at the start: ten minutes are counted anew"
    clock.move(minutes=10)
    assert daemon.horizon() == clock.now() - ten_minutes
    poller.swept = clock.now() - timedelta(seconds=20)
    assert daemon.horizon() == poller.swept - SETTLE
    assert Daemon(build_application(settings(tmp_path), clock)).horizon() == clock.now() - SETTLE


def test_systemd_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """READY=1 goes to the socket that systemd names; without one nothing happens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "s"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "s"))
        notify_systemd("READY=1")
        assert listener.recv(100) == b"READY=1"
    notify_systemd("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    notify_systemd("READY=1")


class Process:
    """`judge run` as a process of its own."""

    def __init__(self, folder: Path) -> None:
        config = folder / "judge.yaml"
        config.write_text(f"store: sqlite:///{folder}/judge.db\nmaildir: {folder}/mail\nsmtp: {{port: 0}}\n")
        command = [sys.executable, "-m", "judge", "run", "--config", str(config)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=ends_with_us(signal.SIGTERM))
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if found := re.search(r"taking letters.*:(\d+)$", line):
                self.port = int(found[1])
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # so that it never blocks

    def client(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port, timeout=LONGEST)

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=LONGEST)


@pytest.mark.slow
def test_killed_and_terminated(tmp_path: Path) -> None:
    """SIGKILL after the 250s: a second daemon answers every letter, each once. SIGTERM ends it with status 0."""
    first = Process(tmp_path)
    with first.client() as client:
        for number in range(20):
            client.sendmail("ann@example.org", ["judge@localhost"], letter("HELP", number))
        assert first.end(signal.SIGKILL) == -signal.SIGKILL
    second = Process(tmp_path)
    until(lambda: len({answer["In-Reply-To"] for answer in read_inbox(tmp_path)}) == 20)
    assert second.end(signal.SIGTERM) == 0
    assert len({answer["Message-ID"] for answer in read_inbox(tmp_path)}) == 20


ELSEWHERE = """
import signal, sys, threading, time
from judge import cli

def at() -> tuple[object, int]:
    frame = sys._current_frames()[threading.main_thread().ident]
    return frame.f_code, frame.f_lasti

def told() -> None:
    sys.stdin.readline()
    same, before = 0, at()
    while same < 30:
        time.sleep(0.01)
        same, before = (same + 1 if at() == before else 0), at()
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

threading.Thread(target=told, daemon=True).start()
sys.exit(cli.main(["run", "--config", sys.argv[1]]))
"""
"""A daemon in which a thread other than the main one gets SIGTERM once a line has come and the main one waits."""


def test_a_signal_in_another_thread_stops_it(tmp_path: Path) -> None:
    """The system may hand SIGTERM to any thread; the daemon ends in good order all the same."""
    config = tmp_path / "judge.yaml"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\nmaildir: {tmp_path}/mail\nsmtp: {{port: 0}}\n")
    command = [sys.executable, "-c", ELSEWHERE, str(config)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=ends_with_us(signal.SIGTERM)
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert any("taking letters" in line for line in process.stderr)
        try:
            _, said = process.communicate("\n", timeout=LONGEST)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "stopping" in said


def test_a_port_in_use_is_said_and_nothing_starts(tmp_path: Path) -> None:
    """Status 69 and one line, no traceback; a broken configuration is status 78."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/j.db\nsmtp: {{port: {other.getsockname()[1]}}}\n")
        command = [sys.executable, "-m", "judge", "run", "--config", str(tmp_path / "judge.yaml")]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    assert (ended.returncode, "Traceback" in ended.stderr) == (69, False)
    assert "another program has that port" in ended.stderr
    assert "stopping" not in ended.stderr, "it never began"
    (tmp_path / "judge.yaml").write_text("adress: x\n")
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    assert (ended.returncode, "adress" in ended.stderr) == (78, True)


def test_ports_are_taken_before_anything_starts_all_or_none(tmp_path: Path) -> None:
    """The second port is somebody else's: the first is free again, and no thread was started. Stopped twice, it stays stopped."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        ours, taken = SmtpInConfig(port=free_port()), SmtpInConfig(port=other.getsockname()[1])
        parts = build_application(replace(settings(tmp_path), smtp=ours, lmtp=taken))
        daemon, threads = Daemon(parts), set(threading.enumerate())
        with pytest.raises(OSError, match=r"`lmtp` in judge.yaml: .* another program has that port"):
            daemon.start()
        assert set(threading.enumerate()) <= threads
    socket.create_server(("127.0.0.1", daemon.intakes[0].port)).close()
    daemon.stop()
    parts.store.close()


def test_tick_does_all_there_is_to_do_once(tmp_path: Path) -> None:
    """Delivered by a pipe, answered by `judge tick`."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\nmaildir: {tmp_path}/mail\n")
    for command, given in (("deliver", letter("HELP")), ("tick", b"")):
        line = [sys.executable, "-m", "judge", command, "--config", str(tmp_path / "judge.yaml")]
        subprocess.run(line, input=given, check=True)
    assert len(read_inbox(tmp_path)) == 1


def test_tick_fetches_what_lies_in_a_maildir(tmp_path: Path) -> None:
    """`take: inbox` is the one line; the letter is answered, and moved to cur/."""
    for name in ("tmp", "new", "cur"):
        (tmp_path / "in" / name).mkdir(parents=True)
    (tmp_path / "in/new/1.a").write_bytes(letter("HELP"))
    config = f"store: sqlite:///{tmp_path}/judge.db\nmaildir: {tmp_path}/mail\ntake: inbox\ninbox: {{path: {tmp_path}/in}}\n"
    (tmp_path / "judge.yaml").write_text(config)
    for _ in range(2):
        subprocess.run([sys.executable, "-m", "judge", "tick", "--config", str(tmp_path / "judge.yaml")], check=True)
    assert [path.name for path in (tmp_path / "in/cur").iterdir()] == ["1.a:2,S"]
    assert len(read_inbox(tmp_path)) == 1


def test_signatures_are_verified_before_a_letter_is_kept(tmp_path: Path) -> None:
    """Over SMTP; and name servers that do not answer keep no letter waiting for long, nor out."""
    asked, answers = threading.Event(), threading.Event()

    def resolve(name: str, kind: str) -> list[str]:
        if name.startswith("s1._domainkey.slow"):
            asked.set()
            answers.wait(LONGEST)
        return [record()]

    def fresh(host: str) -> bytes:
        return signed(
            f"From: ann@{host}\r\nTo: judge@localhost\r\nDate: Fri, 5 Mar 2027 12:00:00 +0000\r\nMessage-ID: <1@{host}>\r\n\r\n"
            "HELP\r\n".encode(), host,
        )  # fmt: skip

    parts: Application = build_application(settings(tmp_path))
    parts = replace(parts, signatures=SignatureCheck("judge@localhost", resolve))
    with contextmanager(serve)(parts, tmp_path) as serving:  # type: ignore[type-var]
        serving.send(fresh("slow.example"))
        serving.send(fresh("example.org"))
        with parts.store.look() as work:
            kept = [work.letters.get(number).signed for number in (1, 2)]
        answers.set()
    assert asked.is_set()
    assert kept == ["", "ann@example.org"]
