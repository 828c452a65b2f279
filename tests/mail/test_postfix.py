"""A real mail server in front: Postfix takes letters by SMTP and hands them over by LMTP. A tier of its own: it must be root."""

from __future__ import annotations

import os
import re
import shutil
import smtplib
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge.letters import Letter
from judge.mail.smtp_in import SmtpServer
from tests.ports import free_port
from tests.waiting import LONGEST, until

pytestmark = pytest.mark.slow
SERVICES = """
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
"""
QUEUES = ("maildrop", "incoming", "active", "deferred")
"""Where a letter lies until it is handed over."""


@contextmanager
def postfix(lmtp: int) -> Iterator[tuple[int, Path]]:
    """The port of a Postfix that hands every letter to pbm.example over to a port of ours, and its queue."""
    root = Path(tempfile.mkdtemp(prefix="postfix-", dir="/tmp"))
    root.chmod(0o755)
    for name in ("etc", "queue", "data"):
        (root / name).mkdir()
    shutil.chown(root / "data", "postfix", "postfix")
    port = free_port()
    text = (Path(__file__).parent / "postfix.conf").read_text()
    given = {"root": str(root), "lmtp": str(lmtp)}
    (root / "etc/main.cf").write_text(re.sub(r"\{(root|lmtp)\}", lambda match: given[match[1]], text))
    (root / "etc/master.cf").write_text(f"127.0.0.1:{port} inet n - n - - smtpd{SERVICES}")
    subprocess.run(["postfix", "-c", str(root / "etc"), "start"], check=True, capture_output=True)
    try:
        yield port, root / "queue"
    finally:
        subprocess.run(["postfix", "-c", str(root / "etc"), "stop"], check=False, capture_output=True)
        shutil.rmtree(root, ignore_errors=True)


@pytest.mark.skipif(os.getuid() != 0 or not shutil.which("postfix"), reason="no Postfix here, or not root: apt-get install postfix")
def test_letters_handed_over_by_postfix(clock: Any) -> None:
    """It keeps a letter while we are down, gives it to us when we are back, once, and refuses whom we do not know."""
    letters: list[Letter] = []
    tries: list[int] = []

    def take(some: Sequence[Letter]) -> None:
        tries.append(len(some))
        if len(tries) == 1:
            raise OSError("disk full")
        letters.extend(some)

    intake = SmtpServer("127.0.0.1", 0, "judge@pbm.example", take, clock, lmtp=True)
    intake.start()
    raw = "From: ann@home.example\r\nMessage-ID: <1@home.example>\r\n\r\nA Mün-Bur\r\n".encode()
    with postfix(intake.port) as (port, queue), smtplib.SMTP("127.0.0.1", port, timeout=LONGEST) as line:
        line.sendmail("ann@home.example", ["judge@pbm.example", "judge+paris.fra.tok@pbm.example"], raw)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            line.sendmail("ann@home.example", ["bob@elsewhere.example"], raw)
        until(lambda: letters and not any(file.is_file() for name in QUEUES for file in (queue / name).rglob("*")))
    intake.stop()
    [letter] = letters
    assert letter.raw.endswith("\r\n\r\nA Mün-Bur\r\n".encode())
    assert (letter.sender, letter.recipient) == ("ann@home.example", "judge+paris.fra.tok@pbm.example")
    assert len(tries) == 2
