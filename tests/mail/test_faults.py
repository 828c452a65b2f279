"""The store in trouble, for real: a full disk and a locked database hold letters up at the sender, and lose none."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from judge.config import Config, SmtpInConfig
from judge.daemon.daemon import Daemon
from judge.daemon.wiring import build_application
from judge.letters import Letter
from judge.store import Store, StoreUnavailable, locks
from tests.parent import ends_with_us
from tests.waiting import LONGEST, until

OWN_DISK = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs -o size=8m tmpfs "$0" && exec "$@"']
"""Runs a program that sees a small disk of its own in a folder; nobody else does, and it is gone with the program."""


def letter(number: int, more: bytes = b"") -> bytes:
    return b"From: ann@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\nHELP\r\n" % number + more


def answers(folder: Path) -> int:
    return len(list((folder / "mail" / "ann@example.org" / "new").glob("*")))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[smtplib.SMTP, Store]]:
    settings = Config(store=f"sqlite:///{folder}/judge.db", smtp=SmtpInConfig(port=0), maildir=folder / "mail", maps=False)
    parts = build_application(settings)
    daemon = Daemon(parts)
    daemon.start()
    with smtplib.SMTP("127.0.0.1", daemon.intakes[0].port, timeout=LONGEST) as client:
        yield client, parts.store
    daemon.stop()
    parts.store.close()


def send(client: smtplib.SMTP, number: int) -> int:
    try:
        client.sendmail("ann@example.org", ["judge@localhost"], letter(number))
    except smtplib.SMTPDataError as error:
        return error.smtp_code
    return 250


def test_a_locked_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """451 while another process holds it; sent again afterwards, the letter is answered, once."""
    monkeypatch.setattr(locks, "BUSY_MS", 200)
    with serving(tmp_path) as (client, _):
        other = sqlite3.connect(tmp_path / "judge.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert [send(client, 1), send(client, 2)] == [451, 451]
        other.execute("ROLLBACK")
        other.close()
        assert [send(client, 1), send(client, 1), send(client, 2)] == [250, 250, 250]
        until(lambda: answers(tmp_path) == 2)


def test_a_database_that_may_not_grow(tmp_path: Path, clock: Any) -> None:
    """SQLite says that the disk is full: nothing is kept of the letter, and the store works on when there is room."""
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    limit = [20]
    event.listen(store._engine, "begin", lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count={limit[0]}"))
    large = Letter(b"x" * 200_000, clock.now(), "smtp:large")
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="full"):
            store.take_all([large])
    limit[0] = 10_000
    assert store.take_all([large]) == 1
    assert store.waiting(clock.now()).letters == 1
    store.close()


def own_disk() -> bool:
    """May this user have a small disk of their own?"""
    return subprocess.run([*OWN_DISK, "/mnt", "true"], capture_output=True, check=False).returncode == 0


@contextmanager
def on_a_small_disk(folder: Path) -> Iterator[tuple[int, Path]]:
    """The daemon as a process whose store has eight megabytes; its port, and the disk as we see it."""
    disk, config, log = folder / "disk", folder / "judge.yaml", folder / "log"
    disk.mkdir()
    limits = "letters_an_hour: 1000\nstrangers_an_hour: 1000\n"
    config.write_text(f"store: sqlite:///{disk}/judge.db\nmaildir: {folder}/mail\nsmtp: {{port: 0}}\n{limits}")
    command = [*OWN_DISK, str(disk), sys.executable, "-m", "judge", "run", "--config", str(config)]
    with log.open("w") as file:
        process = subprocess.Popen(command, stderr=file, preexec_fn=ends_with_us(signal.SIGTERM))
    try:
        until(lambda: "taking letters" in log.read_text() or process.poll() is not None)
        found = re.search(r"taking letters.*:(\d+)$", log.read_text(), re.MULTILINE)
        assert found, log.read_text()
        yield int(found[1]), Path(f"/proc/{process.pid}/root{disk}")
        assert process.poll() is None, "it has outlived all of it"
    finally:
        process.terminate()
        process.wait(timeout=LONGEST)


def fill(disk: Path) -> Path:
    """Leave no room at all."""
    ballast = disk / "ballast"
    heavy = os.open(ballast, os.O_CREAT | os.O_WRONLY)
    with suppress(OSError):
        while True:
            os.write(heavy, b"x" * 1024)
    os.close(heavy)
    return ballast


def test_a_full_disk(tmp_path: Path) -> None:
    """A real one: letters are refused for now while it is full, the daemon goes on, and all are answered once there is room."""
    if not own_disk():
        reason = "no disk of our own here: `unshare --map-root-user --mount` is not allowed"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with on_a_small_disk(tmp_path) as (port, disk), smtplib.SMTP("127.0.0.1", port, timeout=LONGEST) as client:
        assert send(client, 0) == 250
        until(lambda: answers(tmp_path) == 1)
        ballast = fill(disk)
        assert 451 in [send(client, number) for number in range(1, 40)]
        ballast.unlink()
        for number in range(1, 40):
            until(lambda number=number: send(client, number) == 250)  # type: ignore[misc]
        until(lambda: answers(tmp_path) == 40)
