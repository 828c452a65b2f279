"""What systemd is told: that the judge is ready, how it is, and that it is not stuck."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.daemon.systemd import STUCK, Pulse, give_signs, notify_systemd, watchdog_seconds
from tests.waiting import LONGEST


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Its end of the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "s"))
        heard.settimeout(LONGEST)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "s"))
        yield heard


def test_a_line_is_told(systemd: socket.socket) -> None:
    notify_systemd("STATUS=3 games; 0 mails to decide, 2 to send")
    assert systemd.recv(200) == b"STATUS=3 games; 0 mails to decide, 2 to send"


def test_signs_of_life_are_given_until_a_loop_is_stuck(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The whole judge is started again then: systemd does that to whoever gives no sign."""
    monkeypatch.setenv("WATCHDOG_USEC", "30000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    passed = [0.0]
    pulse, stop = Pulse(lambda: passed[0]), threading.Event()
    pulse.beat("office")
    pulse.beat("sender")
    thread = threading.Thread(target=give_signs, args=(pulse, stop))
    thread.start()
    assert [systemd.recv(200) for _ in range(3)] == [b"WATCHDOG=1"] * 3
    passed[0] = STUCK + 1
    pulse.beat("sender")
    thread.join(LONGEST)
    assert not thread.is_alive()
    assert "stuck: office; systemd will start the judge again" in caplog.text


def test_signs_end_when_the_judge_does(systemd: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "3000000000")
    stop = threading.Event()
    thread = threading.Thread(target=give_signs, args=(Pulse(), stop))
    thread.start()
    assert systemd.recv(200) == b"WATCHDOG=1"
    stop.set()
    thread.join(LONGEST)
    assert not thread.is_alive()


def test_nobody_waits_for_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of this process, or at all."""
    assert watchdog_seconds() == 0
    monkeypatch.setenv("WATCHDOG_USEC", "300000000")
    assert watchdog_seconds() == 300
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_seconds() == 0
