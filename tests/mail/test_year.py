"""A game year through a real mail server: eight people with three mail programs, the daemon as a process, files all the way.

What people write goes by SMTP to a small exchange, from there by LMTP into Dovecot; the daemon fetches it by IMAP, and
its own letters take the same way back, into the mailboxes of the eight.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import smtplib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.mail import programs
from tests.mail.dovecot import Dovecot
from tests.mail.programs import PROGRAMS, Letter
from tests.mail.servers import listening
from tests.parent import ends_with_us
from tests.waiting import LONGEST

pytestmark = [pytest.mark.dovecot, pytest.mark.slow]
SCRIPT = yaml.safe_load((Path(__file__).parents[2] / "deploy/demo/letters.yaml").read_text("utf-8"))
JUDGE = "judge@pbm.example"
GAME = str(SCRIPT["game"])
A_YEAR = 5 * LONGEST
"""Seconds after which something must be wrong."""


def words(letter: EmailMessage) -> str:
    """What a reader sees of a letter before opening anything."""
    body = letter.get_body(("plain",))
    return str(body.get_content()) if body else ""


def headline(letter: EmailMessage) -> str:
    """The first words of a letter, which say what counts and what is due."""
    return " ".join(words(letter).partition("===\n\n")[2].partition("\n\n")[0].split())


class Exchange:
    """Takes letters by SMTP and hands them to Dovecot by LMTP, untouched."""

    def __init__(self, lmtp: int) -> None:
        self._lmtp = lmtp

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        await asyncio.get_running_loop().run_in_executor(None, self._pass_on, envelope)
        return "250 OK"

    def _pass_on(self, envelope: Any) -> None:
        with smtplib.LMTP("127.0.0.1", self._lmtp, timeout=LONGEST) as line:
            line.sendmail(envelope.mail_from.strip("<>"), envelope.rcpt_tos, envelope.original_content)


class Person:
    """One of the eight: a mailbox, a mail program, and what they will write."""

    def __init__(self, name: str, power: str, program: str, boxes: Path, port: int, home: Path) -> None:
        self.name, self.power, self.program = name, power, program
        self.address = f"{name.lower().replace(' ', '.')}@home.example"
        self.letters = dict(SCRIPT["players"][power]["letters"]) if power else {}
        self.read: list[EmailMessage] = []
        self._box, self._port, self._home = boxes / self.address.partition("@")[0], port, home
        self._seen: set[str] = set()
        self.sent = 0

    def write(self, text: str, subject: str, answering: EmailMessage | None = None) -> None:
        to = str(answering["Reply-To"]) if answering else JUDGE
        answers = str(answering["Message-ID"]) if answering else ""
        if answering and self.program == "mutt":
            quoted = words(answering).rstrip().replace("\n", "\n> ")
            text = f"{text}\n\nOn Monday the judge wrote:\n> {quoted}\n"
        PROGRAMS[self.program](Letter(self.name, self.address, to, subject, text, answers), self._port, self._home)
        self.sent += 1

    def mails(self) -> list[Path]:
        """All mails in the mailbox."""
        return sorted((self._box / "new").glob("*"))

    def look(self) -> Iterator[EmailMessage]:
        """Letters that have come since the last look."""
        for path in self.mails():
            if path.name not in self._seen:
                self._seen.add(path.name)
                letter = message_from_bytes(path.read_bytes(), policy=policy.default)
                assert isinstance(letter, EmailMessage)
                self.read.append(letter)
                yield letter

    def play(self) -> None:
        """Write orders, and FINAL, whenever a letter says that some are due which the script has: nothing in the year after."""
        for letter in self.look():
            found = re.search(rf"{self.power}, ([^:]+): (?!nothing)(\w+ )*due\b", headline(letter))
            if found and found[1] in self.letters:
                text = self.letters.pop(found[1])
                self.write(f"{text.partition('Sent from')[0].partition('Yours,')[0]}\nFINAL\n", f"Re: {letter['Subject']}", letter)

    def master(self) -> None:
        """Start the game once all are there."""
        for letter in self.look():
            if "7 of 7 seats" in headline(letter):
                self.write("START", f"Re: {letter['Subject']}", letter)


@contextmanager
def daemon(folder: Path, server: Dovecot, relay: int) -> Iterator[Path]:
    """`judge run`, with the mailbox as its only way in."""
    config, secret, log = folder / "judge.yaml", folder / "secret", folder / "log"
    secret.write_text("secret\n")
    secret.chmod(0o600)
    config.write_text(
        f"address: {JUDGE}\nstore: sqlite:///{folder}/judge.db\ntake: imap\ntrust_from: true\nmaps: false\n"
        f"imap: {{host: 127.0.0.1, port: {server.port}, tls: false, user: judge, password_file: {secret}}}\n"
        f"relay: {{host: 127.0.0.1, port: {relay}, tls: none}}\n"
    )
    with log.open("w") as file:
        command = [sys.executable, "-m", "judge", "run", "--config", str(config)]
        process = subprocess.Popen(command, stderr=file, preexec_fn=ends_with_us(signal.SIGTERM))
    try:
        yield log
        assert process.poll() is None, log.read_text()
    finally:
        process.terminate()
        process.wait(timeout=LONGEST)


def test_a_year_is_played_with_three_mail_programs(dovecot: Any, tmp_path: Path) -> None:
    """Joined, ordered in every hand, retreated, built; each letter answered once, and each told apart should it bounce."""
    if reason := programs.missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    home = tmp_path / "home"
    home.mkdir()
    with listening(Exchange(dovecot.lmtp)) as port, daemon(tmp_path, dovecot, port) as log:
        boxes = dovecot.root / "mail"
        gm = Person(SCRIPT["gm"]["name"], "", "swaks", boxes, port, home)
        players = [
            Person(each["name"], power, programs.NAMES[number % 3], boxes, port, home)
            for number, (power, each) in enumerate(SCRIPT["players"].items())
        ]
        gm.write(f"CREATE {GAME}\nDEADLINE every 300 days 21:00", "a new game")
        wait(lambda: any("0 of 7 seats" in headline(each) for each in gm.look()), log)
        for each in players:
            each.write(f"JOIN {GAME} PREFER {each.power} NAME {each.name}", "joining")

        def over() -> bool:
            gm.master()
            for each in players:
                each.play()
            return any("Winter 1901 results" in headline(letter) for letter in gm.read)

        wait(over, log)
        everybody = [gm, *players]
        wait(lambda: at_rest(tmp_path / "judge.db", dovecot, sum(each.sent for each in everybody)), log)
        list(gm.look())
    check_letters(tmp_path / "judge.db", dovecot, everybody)
    [report] = [words(each) for each in gm.read if "Winter 1901 results" in headline(each)]
    assert "ENGLAND (Ben Okafor): build F(Lon) [4]" in report
    assert " Ger A(Ber) A(Hol) A(Kie) A(Mun) F(Den)" in report
    assert {each["Return-Path"].partition(".")[0] for each in gm.read[1:]} == {"<judge+bounce"}


def wait(holds: Any, log: Path) -> None:
    end = time.monotonic() + A_YEAR
    while not holds():
        if time.monotonic() > end:
            pytest.fail(f"the year does not come to its end: {log.read_text()}")
        time.sleep(0.05)


def at_rest(store: Path, server: Dovecot, sent: int) -> bool:
    """Every letter fetched and decided, and everything sent that was to be said about it."""
    if server.count("Processed") != sent:
        return False
    with closing(sqlite3.connect(store)) as db:
        letters = db.execute("SELECT count(*) FROM letters WHERE state = 'received'").fetchone()[0]
        notices = db.execute("SELECT count(*) FROM notices WHERE state != 'sent'").fetchone()[0]
    return not letters and not notices


def check_letters(store: Path, server: Dovecot, people: list[Person]) -> None:
    """None lost, none done twice, none answered twice."""
    sent = sum(each.sent for each in people)
    with closing(sqlite3.connect(store)) as db:
        states = dict(db.execute("SELECT state, count(*) FROM letters GROUP BY state").fetchall())
        answers = db.execute("SELECT count(*) FROM notices WHERE kind = 'answer'").fetchone()[0]
    assert states == {"done": sent}
    assert answers == sent
    assert (server.count("INBOX"), server.count("Processed"), server.count("Failed")) == (0, sent, 0)
    for each in people:
        ids = [letter["Message-ID"] for letter in each.read]
        assert len(ids) == len(set(ids))
