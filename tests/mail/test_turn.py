"""A turn played out of a real mailbox: letters laid into it, the whole daemon at work, the report in the Maildirs."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes, policy
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from judge.config import Config
from judge.daemon.daemon import Daemon
from judge.daemon.wiring import build_application
from tests.waiting import until

pytestmark = pytest.mark.dovecot
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
NUMBERS = count(1)


def letter(who: str, text: str, to: str = "judge@here.example") -> bytes:
    head = f"From: {who} Player <{who.lower()}@example.org>\r\nTo: {to}\r\nMessage-ID: <{next(NUMBERS)}@x>"
    return f"{head}\r\n\r\n{text}\r\n".encode()


def words(folder: Path, address: str) -> str:
    files = sorted((folder / address / "new").glob("*"))
    return "\n".join(
        str(message_from_bytes(file.read_bytes(), policy=policy.default).get_body(("plain",)).get_content())  # type: ignore[attr-defined]
        for file in files
    )


def test_a_turn_is_played_by_letters_from_a_mailbox(dovecot: Any, tmp_path: Path) -> None:
    """Created, joined, started and ordered by fetched letters; when all are FINAL the report goes out."""
    settings = Config(store=f"sqlite:///{tmp_path}/judge.db", smtp=None, imap=dovecot.box, maildir=tmp_path / "mail", maps=False)
    daemon = Daemon(build_application(replace(settings, address="judge@here.example", trust_from=True)))
    daemon.start()
    inbox = tmp_path / "mail"
    dovecot.put(letter("Gm", "CREATE paris\nDEADLINE every 300 days 21:00"))
    until(lambda: words(inbox, "gm@example.org"))
    dovecot.put(*(letter(power, f"JOIN paris PREFER {power}") for power in POWERS))
    until(lambda: all(words(inbox, f"{power.lower()}@example.org") for power in POWERS))
    opened = next((inbox / "gm@example.org" / "new").iterdir())
    reply_to = message_from_bytes(opened.read_bytes(), policy=policy.default)["Reply-To"]
    dovecot.put(letter("Gm", "START", reply_to))
    until(lambda: "Spring 1901" in words(inbox, "france@example.org"))
    dovecot.put(letter("France", "ORDERS\nA Par-Bur\nF Bre-MAO\nA Mar H\nFINAL"))
    dovecot.put(*(letter(power, "FINAL") for power in POWERS if power != "France"))
    until(lambda: all("Autumn 1901" in words(inbox, f"{power.lower()}@example.org") for power in POWERS))
    assert "A(Par)-Bur" in words(inbox, "turkey@example.org")
    until(lambda: (dovecot.count("INBOX"), dovecot.count("Processed")) == (0, 16), pause=0.05)
    daemon.stop()
