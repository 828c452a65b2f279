"""Letters coming in by SMTP, on a real socket, and by a pipe."""

from __future__ import annotations

import io
import os
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from judge.letters import Letter
from judge.mail import limits, pipe
from judge.mail.arrivals import source_key
from judge.mail.read import read
from judge.mail.smtp import Intake
from judge.store import Store

RAW = b"From: ann@example.org\r\nMessage-ID: <m1@example.org>\r\n\r\nA Par-Bur\r\n"


class Desk:
    """Takes letters, or raises what it is told to."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.trouble: Exception | None = None

    def take(self, letter: Letter) -> None:
        if self.trouble:
            raise self.trouble
        self.letters.append(letter)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def client(desk: Desk, clock: Any) -> Iterator[smtplib.SMTP]:
    intake = Intake("127.0.0.1", 0, "Judge@here.example", desk.take, clock)
    intake.start()
    with smtplib.SMTP("127.0.0.1", intake.port, timeout=10) as opened:
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


def test_a_letter_that_is_too_large_is_refused(desk: Desk, client: smtplib.SMTP) -> None:
    """552 beyond 256 KB."""
    with pytest.raises(smtplib.SMTPResponseException, match="552"):
        client.sendmail("ann@example.org", ["judge@here.example"], RAW + b"x" * 70 * 5000)
    assert desk.letters == []


def test_a_script_that_sends_bare_line_feeds(desk: Desk, client: smtplib.SMTP) -> None:
    """`smtplib.sendmail(message.as_bytes())` does: its letter is one line to SMTP, and is taken whole."""
    raw = b"From: ann@example.org\n\n" + b"A Par-Bur\n" * 300
    client.sendmail("ann@example.org", ["judge@here.example"], raw)
    assert read(desk.letters[0].raw).text.count("A Par-Bur") == 300


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
    assert source_key("smtp", RAW, "a", "b") == source_key("smtp", RAW, "a", "b")
    assert source_key("smtp", RAW, "a", "b") != source_key("smtp", RAW, "a", "c")
    assert source_key("smtp", b"x\r\n", "a", "b") != source_key("smtp", b"x\r\n", "a", "b")
    assert source_key("smtp", b"x\r\n\r\nMessage-ID: <a@b>\r\n", "a", "b") != source_key(
        "smtp", b"x\r\n\r\nMessage-ID: <a@b>\r\n", "a", "b"
    )


def test_a_letter_from_a_pipe(clock: Any) -> None:
    """As it stands; of one without end, as much as shows that it is too large."""
    letter = pipe.letter_from(io.BytesIO(RAW), clock, "ann@example.org", "judge@here.example")
    assert (letter.raw, letter.sender, letter.recipient) == (RAW, "ann@example.org", "judge@here.example")
    assert pipe.letter_from(io.BytesIO(RAW), clock, None, "").sender == "?"
    assert len(pipe.letter_from(io.BytesIO(b"x" * 10**6), clock, "", "").raw) == limits.RAW + 1
    assert pipe.envelope({"SENDER": "", "RECIPIENT": "judge@x", "ORIGINAL_RECIPIENT": "judge+t@x"}) == ("", "judge+t@x")
    assert pipe.envelope({}) == (None, "")


def _deliver(folder: Path, store: str) -> int:
    (folder / "judge.yaml").write_text(f"store: '{store}'\n")
    main = "import argparse, sys; from judge import deliver as d; p = argparse.ArgumentParser(); d.add_arguments(p); "
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
