"""People who play by mail: where they live, how they write, how far one can rely on them; and their letters as bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from random import Random
from zoneinfo import ZoneInfo

from judge.letters import MARKER
from tests.league.came import Came
from tests.letters.post_office import ADDRESS

ZONES = (
    "Europe/London", "Europe/Berlin", "Europe/Athens", "America/New_York", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Tokyo",
    "Australia/Sydney",
)  # fmt: skip
FIRST = (
    "Alma", "Bert", "Chloe", "Dita", "Emil", "Faye", "Gusti", "Hilde", "Ivor", "Juno", "Kimi",
    "Lars", "Mona", "Nils", "Olga", "Piet",
)  # fmt: skip
"""Longer than codes of places: no letter that names somebody is to look as if it told of a place."""
SYLLABLES = ("bra", "kov", "lin", "der", "sto", "mey", "hal", "quo", "rud", "vin", "zel", "pra", "tho", "gro", "cas", "wen")


RENEWED = re.compile(r"Your\s+old\s+reply\s+addresses\s+no\s+longer\s+work\b(?!\.\s+Thank)")
"""What a letter says after which older ones, of whatever game, cannot be replied to."""
OFFERS = re.compile(r"[Ww]ould you like to (?:take it over|play)")


@dataclass
class Person:
    """Somebody with an address, habits, and the letters that came last."""

    address: str
    name: str
    zone: str
    silent: float
    """How likely it is that nothing is sent for a phase."""
    late: float
    careless: float
    """How likely a letter has something wrong with it."""
    chatty: float
    final: float
    style: str
    """How letters are written: `plain`, `quoting`, `html`, `signed`."""
    letters: dict[str, Came] = field(default_factory=dict)
    """game → the letter about it that came last; '' for the last one of all."""
    password: str = ""
    moving: str = ""
    """The address that letters are to go to soon."""
    left: list[str] = field(default_factory=list)
    """Addresses of long ago."""
    full: datetime | None = None
    """Until when the mailbox takes nothing more."""
    renewed: int = 0
    """How often reply addresses were replaced."""

    @property
    def mailboxes(self) -> str:
        """All addresses that are, were or will be this person's."""
        return " ".join([self.address, self.moving, *self.left])

    @property
    def elsewhere(self) -> str:
        """The address from which letters come now and then."""
        return self.address.replace("@", "@office.")

    def take(self, game: str, message: Came) -> None:
        """A letter from the judge. A question is answered, but not replied to later: the reply would say yes. Nor is an offer of a
        seat replied to about something else: it would be answered, too.
        """
        if RENEWED.search(message.words):
            self.forget(game, message)
        elif not message.asks and ".to-" not in message["Reply-To"] and message["To"].lower() == self.address.lower():
            self.letters[game] = message
            if not OFFERS.search(message.headline):
                self.letters[""] = message

    def forget(self, game: str, message: Came) -> None:
        """The reply addresses of all letters but this one count no longer."""
        self.renewed += 1
        self.letters = {game: message, "": message}

    def move(self) -> None:
        """Letters go to the new address from now on."""
        self.left.append(self.address)
        self.address, self.moving = self.moving, ""


def people(number: int, lots: Random) -> list[Person]:
    """So many people, all of different names."""
    surnames = [first + second for first in SYLLABLES for second in SYLLABLES if first != second]
    lots.shuffle(surnames)
    return [_person(n, surnames[n], lots) for n in range(number)]


def _person(n: int, surname: str, lots: Random) -> Person:
    first = FIRST[n % len(FIRST)]
    return Person(
        address=f"{first.lower()}.{surname}@{ZONES[n % len(ZONES)].partition('/')[2].lower().replace('_', '-')}.example",
        name=f"{first} {surname.capitalize()}", zone=ZONES[n % len(ZONES)],
        silent=lots.choice([0.0, 0.02, 0.05, 0.05, 0.25]), late=lots.choice([0.0, 0.05, 0.1, 0.3]),
        careless=lots.choice([0.02, 0.1, 0.2]), chatty=lots.choice([0.1, 0.3, 0.5]), final=lots.choice([0.0, 0.5, 0.9]),
        style=lots.choice(["plain", "plain", "quoting", "html", "signed"]),
    )  # fmt: skip


@dataclass(frozen=True)
class Written:
    """A letter on its way to the judge, and how many answers it is to bring."""

    raw: bytes
    id: str
    person: Person
    text: str
    to: str
    sender: str
    answers: int = 1
    answered_to: str = ""
    """Where they go; to the person's own address if nothing is said."""


def write(person: Person, text: str, at: datetime, number: int, replying: Came | None = None, **how: str) -> Written:
    """A letter, in its writer's manner; a reply if there is something to reply to.

    `how`: `subject`, `sender` if it comes from elsewhere, `auto` for an Auto-Submitted line.
    """
    letter, sender = EmailMessage(), how.get("sender", person.address)
    letter["From"] = f"{person.name} <{sender}>"
    letter["To"] = to = (replying["Reply-To"] or ADDRESS) if replying else ADDRESS
    letter["Subject"] = f"Re: {replying['Subject']}" if replying else how.get("subject", "hello")
    letter["Message-ID"] = name = f"<{number}@{sender.partition('@')[2]}>"
    letter["Date"] = format_datetime(at.astimezone(ZoneInfo(person.zone)))
    if replying:
        letter["In-Reply-To"] = replying["Message-ID"]
    if "auto" in how:
        letter["Auto-Submitted"] = how["auto"]
    styled = "\n".join(_styled(person, text, replying))
    letter.set_content(styled)
    if person.style == "html":
        letter.add_alternative(f"<div>{'<br>'.join(text.split(chr(10)))}</div>", subtype="html")
    return Written(letter.as_bytes(), name, person, text, to, sender)


def returned(message: Came, number: int) -> bytes:
    """What a mail server writes that cannot deliver a letter (RFC 3464)."""
    return "\r\n".join([
        "Return-Path: <>", "From: Mail Delivery System <MAILER-DAEMON@relay.example>", f"To: {message.envelope}",
        "Subject: Undelivered Mail Returned to Sender", f"Message-ID: <{number}.bounce@relay.example>", "MIME-Version: 1.0",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b", "",
        "--b", "Content-Type: text/plain", "", f"<{message['To']}>: the mailbox is full", "",
        "--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; relay.example", "",
        f"Final-Recipient: rfc822; {message['To']}", "Action: failed", "Status: 5.2.2", "",
        "--b", "Content-Type: text/rfc822-headers", "", f"Message-ID: {message['Message-ID']}", "", "--b--", "",
    ]).encode()  # fmt: skip


def _styled(person: Person, text: str, replying: Came | None) -> Iterator[str]:
    yield from text.split("\n")
    if person.style in ("signed", "quoting"):
        yield from ("-- ", f"{person.name}, {person.zone}")
    if person.style == "quoting" and replying:
        yield from ("", "The judge wrote:", f"> === {MARKER} ===")
        yield from (f"> {line}" for line in replying.words.split("\n")[:12])


def spelled(line: str, lots: Random) -> str:
    """An order in the house form as somebody else may write it."""
    move = re.fullmatch(r"([AF])\((\w+(?:\.\w+)?)\)-(\w+(?:\.\w+)?)", line)
    if not move:
        return line
    kind, start, end = move.groups()
    return lots.choice([line, f"{kind} {start} - {end}", f"{kind.lower()} {start}-{end}", f"{kind}({start}) – {end}"])


def misspelled(line: str, lots: Random) -> str:
    """An order with something wrong in it."""
    return lots.choice([line[:-1], line.replace("(", "(Q", 1), line + "zzy", line.replace("-", " tramples ", 1)])
