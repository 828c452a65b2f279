"""A whole judge on a simulated machine: its clock, its mailbox and its relay are the test's, and no thread runs."""

from __future__ import annotations

import os
import re
import shutil
import smtplib
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

from judge.clock import JumpGuardClock
from judge.config import load_config
from judge.daemon import daemon, wiring
from judge.daemon.daemon import Daemon
from judge.daemon.heartbeat import Heartbeat
from judge.daemon.metrics import MetricsCollector
from judge.daemon.ways import OwnPort
from judge.daemon.wiring import Application, build_application
from judge.daemon.world import World
from judge.mail import delivery, imap
from tests.daemon.prometheus import Scrapes
from tests.letters.post_office import START

OPERATOR, MINUTE = "keeper@home.example", timedelta(minutes=1)
STEPS = [timedelta()] + [MINUTE] * 15 + [timedelta(seconds=daemon.EVERY)]
"""At once, then each minute; what is true after a quarter of an hour the monitor sees at its next look."""


@dataclass
class Machine:
    """What is around the judge: the time, the mailbox and the relay, and what is wrong with them."""

    time: datetime = START
    gone: float = 0.0
    """Seconds that have really passed."""
    synchronised: bool = True
    mailbox: Callable[[], None] = lambda: None
    """Fails as the mailbox's server does at a connection."""
    password: str = "sesame"
    folders: dict[str, list[bytes]] = field(default_factory=lambda: {"Games": [], "Processed": [], "Failed": []})
    full: bool = False
    relay: Callable[[], None] = lambda: None
    """Fails as the relay does at a connection."""
    refuses: str = ""
    sent: list[EmailMessage] = field(default_factory=list)

    def now(self) -> datetime:
        return self.time


class Mailbox:
    """An IMAP connection, as far as the judge uses it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        machine.mailbox()

    def login(self, user: str, password: str) -> None:
        if password != self.machine.password:
            raise IMAPClient.Error("[AUTHENTICATIONFAILED] Authentication failed.")

    def has_capability(self, name: str) -> bool:
        return False

    def folder_exists(self, name: str) -> bool:
        return name in self.machine.folders

    def socket(self) -> None:
        """No connection, and no certificate."""

    def select_folder(self, name: str, readonly: bool = False) -> dict[bytes, int]:
        if name not in self.machine.folders:
            raise IMAPClient.Error(f"select failed: Mailbox doesn't exist: {name}")
        return {b"UIDVALIDITY": 1}

    def search(self, what: str) -> list[int]:
        return list(range(1, len(self.machine.folders["Games"]) + 1))

    def fetch(self, numbers: list[int], what: list[str]) -> dict[int, dict[bytes, object]]:
        found = self.machine.folders["Games"]
        return {number: {b"BODY[]<0>": found[number - 1], b"INTERNALDATE": self.machine.time} for number in numbers}

    def copy(self, numbers: list[int], folder: str) -> None:
        if self.machine.full:
            raise IMAPClient.Error("copy failed: [OVERQUOTA] Quota exceeded (mailbox for user is full)")
        self.machine.folders["Games"].clear()

    def add_flags(self, numbers: list[int], flags: list[bytes]) -> None: ...

    def shutdown(self) -> None: ...


class Relay:
    """An SMTP connection, as far as the judge uses it."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.sock = machine, None
        machine.relay()

    def ehlo_or_helo_if_needed(self) -> None: ...

    def login(self, user: str, password: str) -> None:
        if password != self.machine.password:
            raise smtplib.SMTPAuthenticationError(535, b"5.7.8 Error: authentication failed")

    def sendmail(self, sender: str, to: list[str], raw: bytes) -> None:
        if self.machine.refuses:
            raise smtplib.SMTPRecipientsRefused({to[0]: (550, self.machine.refuses.encode())})
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.machine.sent.append(message)

    def quit(self) -> None: ...

    def close(self) -> None: ...


CONFIG = """\
address: judge@pbm.example
operator: {operator}
store: sqlite:///{folder}/judge.db
games: [{folder}/games]
take: [imap, inbox]
imap: {{host: imap.pbm.example, user: judge, password_file: {folder}/password, folder: Games}}
inbox: {{path: {folder}/spool}}
relay: {{host: smtp.pbm.example, user: judge, password_file: {folder}/password}}
verify_signatures: false
trust_from: true
maps: false
heartbeat: https://alive.example/judge
"""


class House:
    """A judge at work on a machine, with a game that is played."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        self.folder, self.machine, self.file = folder, machine, folder / "judge.yaml"
        self.file.write_text(CONFIG.format(operator=OPERATOR, folder=folder))
        self.parts: Application | None = None
        self.scrapes = Scrapes()
        self.beats = list[bool]()
        """Whether a sign of life was given, each minute."""

    def furnish(self) -> None:
        for name in ("new", "cur", "tmp"):
            (self.folder / "spool" / name).mkdir(parents=True)
        shutil.copytree(wiring.find_assets().games / "standard", self.folder / "games" / "ours")
        described = self.folder / "games" / "ours" / "game.yaml"
        described.write_text(re.sub("^names: .*", "names: [ours]", described.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
        (self.folder / "backups").mkdir()
        (self.folder / "password").touch(0o600)
        (self.folder / "password").write_text(self.machine.password)

    def start(self, *ports: Any) -> None:
        """Start it; its own ports are said to be these."""
        clock = JumpGuardClock(self.machine, lambda: self.machine.gone)
        machine = self.machine
        self.parts = build_application(
            load_config(self.file), clock, synchronised=lambda: machine.synchronised, world=world_of(machine)
        )
        self.daemon = Daemon(self.parts)
        assert self.parts.heartbeat
        self.heart = replace_ask(self.parts.heartbeat)
        self.daemon._ports += [OwnPort("lmtp", each, clock) for each in ports]
        self.parts.times.begin()
        self.turn()

    def stop(self) -> None:
        if self.parts:
            with suppress(OSError):
                self.parts.times.end()
            self.parts.store.close()
        self.parts = None

    def come(self, sender: str, text: str) -> None:
        """A letter reaches the mailbox: a reply to the last one that the judge sent there, if it sent one."""
        to = next((each["Reply-To"] for each in reversed(self.machine.sent) if each["To"] == sender), "judge@pbm.example")
        number = len(self.machine.folders["Games"]) + self.machine.gone
        head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@x.example>\r\n"
        self.machine.folders["Games"].append(f"{head}\r\n{text}\r\n".encode())

    def turn(self) -> None:
        """What the daemon's threads do again and again; trouble ends only that."""
        assert self.parts
        for place in self.daemon.rounds:
            place.attempt()
        for port in self.daemon._ports:
            port.call()
        for step in (self._decide, self.parts.watch.look, self.parts.drain.run):
            with suppress(Exception):
                step()

    def _decide(self) -> None:
        while self.daemon.decide():
            pass

    def live(self, steps: list[timedelta] = STEPS) -> None:
        for step in steps:
            self.machine.time += step
            self.machine.gone += step.total_seconds()
            self._back_up()
            if self.parts:
                self.turn()
            if step >= MINUTE:
                self.look_in()

    def look_in(self) -> None:
        """Prometheus asks for the metrics; somebody waits for a sign of life."""
        try:
            assert self.parts
            found = list(MetricsCollector(self.parts.watch, self.parts.watch.tally).collect())
        except Exception:
            found = None
        self.scrapes.add(found)
        self.beats.append(bool(self.parts) and self.heart.beat())

    def _back_up(self) -> None:
        """The newest backup is an hour old, unless there is none."""
        for file in (self.folder / "backups").glob("judge-1.backup"):
            made = (self.machine.time - timedelta(hours=1)).timestamp()
            os.utime(file, (made, made))

    def sql(self, statement: str) -> None:
        with closing(sqlite3.connect(self.folder / "judge.db")) as database:
            database.execute(statement)
            database.commit()


def replace_ask(heart: Heartbeat) -> Heartbeat:
    """One whose page always answers."""
    return Heartbeat(heart._url, heart._verdict, lambda url: None)


def connect(machine: Machine, patch: pytest.MonkeyPatch) -> None:
    """Let every connection lead to the machine's mailbox and relay."""
    patch.setattr(imap, "call_mailbox", lambda box: Mailbox(machine))
    patch.setattr(delivery, "call_relay", lambda *address: Relay(machine))


def world_of(machine: Machine) -> World:
    """The machine's mailbox and relay."""
    return World(mailbox=lambda box: Mailbox(machine), relay=lambda *address: Relay(machine))  # type: ignore[arg-type, return-value]
