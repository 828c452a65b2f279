"""The simulated relay, by which the judge's mail goes out, and what goes wrong with it."""

from __future__ import annotations

import hashlib
import re
import smtplib
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from email import policy
from email.parser import BytesHeaderParser

from tests.simulation.machine import START, Machine

REFUSED, LATER = (550, b"5.1.1 no such mailbox"), (451, b"4.3.0 try again later")


@dataclass
class Mail:
    """One mail as it was handed over, perhaps again and again."""

    name: str
    """Its Message-ID."""
    to: str
    answers: str
    """The Message-ID of the letter that it answers; '' for none."""
    subject: str
    sums: set[str] = field(default_factory=set)
    """The sums of all that was handed over under this Message-ID."""
    delivered: int = 0
    unsure: int = 0
    """How often the judge could not know that it was delivered, so that it had to send it again."""
    refused: bool = False
    """Whether the relay has refused it for good."""
    first: datetime = START
    """When it was handed over for the first time."""
    raw: bytes = b""
    """Its bytes, if it is copy for a zine."""


class Relay:
    """All connections lead here."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.mails: dict[str, Mail] = {}
        self.answers: defaultdict[str, set[str]] = defaultdict(set)
        """Message-ID of a letter → those of the mails that answer it, or would, had the relay not refused them for good."""
        self.words: defaultdict[str, list[Mail]] = defaultdict(list)
        """Word of press → the mails that bring it."""
        self.replies: dict[tuple[str, str], str] = {}
        """(address, game) → where the last mail about it there is to be answered to."""
        self.questions: dict[str, str] = {}
        """Message-ID of a letter → where a yes to the judge's question about it is to go."""
        self.closed = False
        self.trouble = 0.0
        """How often something goes wrong with a mail."""

    def call(self, host: str, port: int, tls: str, ca_file: str) -> smtplib.SMTP:
        """Connect, as `judge.mail.delivery.call_relay` does."""
        self.machine.step("relay connecting")
        if self.closed:
            self.machine.faults["relay closed"] += 1
            raise ConnectionRefusedError(111, "Connection refused")
        return Line(self)  # type: ignore[return-value]

    def take(self, to: str, raw: bytes) -> None:
        """Take a mail, or do not."""
        machine, lots = self.machine, self.machine.lots
        machine.step("relay asked")
        fault = lots.choice(FAULTS) if lots.random() < self.trouble else ""
        if fault:
            machine.faults[f"relay {fault}"] += 1
            machine.tell("relay", fault)
        if fault == "hangs up":
            raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed")
        if fault == "says 4xx":
            raise smtplib.SMTPRecipientsRefused({to: LATER})
        mail = self._known(to, raw)
        if fault == "says 421":
            raise smtplib.SMTPDataError(421, b"4.3.2 closing")
        if fault == "says 5xx":
            mail.refused = True
            self._note(mail)
            raise smtplib.SMTPRecipientsRefused({to: REFUSED})
        self._deliver(mail)
        if fault == "takes it and hangs up":
            mail.unsure += 1
            raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed")

    def _known(self, to: str, raw: bytes) -> Mail:
        head = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
        name, sum_ = str(head["Message-ID"]), hashlib.sha256(raw).hexdigest()
        if name not in self.mails:
            answers = str(head["In-Reply-To"] or "") if head["Auto-Submitted"] == "auto-replied" else ""
            subject = str(head["Subject"])
            kept = raw if COPY.match(subject) else b""
            self.mails[name] = Mail(name, to, answers, subject, first=self.machine.time, raw=kept)
            if code := CODE.search(str(head["Reply-To"] or "")):
                self.questions[answers] = code[0]
            if reply := TOKEN.search(str(head["Reply-To"] or "")):
                self.replies[to, reply[1]] = reply[0]
            for word in sorted(set(WORD.findall(raw))):
                self.words[word.decode()].append(self.mails[name])
        self.mails[name].sums.add(sum_)
        self.machine.tell("out", name, to, sum_)
        return self.mails[name]

    def _note(self, mail: Mail) -> None:
        if mail.answers:
            self.answers[mail.answers].add(mail.name)

    def _deliver(self, mail: Mail) -> None:
        mail.delivered += 1
        self._note(mail)


TOKEN = re.compile(r"judge\+(\w+)\.(?:gm|\d+)\.\w+@pbm\.example")
"""The reply address of a player or GM."""
CODE = re.compile(r"judge\+\w+\.confirm\.\w+@pbm\.example")
"""The address at which a question is agreed to."""
COPY = re.compile(r"\[paper\d+\] Copy: ")
"""How the subject of copy for a zine begins."""
WORD = re.compile(rb"\bzz[a-z]{8}\b")
"""What press is made of."""
FAULTS = ("hangs up", "says 4xx", "says 4xx", "says 421", "says 5xx", "takes it and hangs up", "takes it and hangs up")


class Line:
    """One connection, as far as the judge uses `smtplib.SMTP`."""

    sock = None

    def __init__(self, relay: Relay) -> None:
        self._relay = relay

    def sendmail(self, sender: str, to: list[str], raw: bytes) -> None:
        """Hand a mail over."""
        self._relay.take(to[0], raw)

    def quit(self) -> None:
        """Nothing is to be said."""

    def close(self) -> None:
        """Nothing is to be released."""

