"""The values that mail and the rest of the judge exchange: a Letter comes in; Notices go out, with InlineImages and Attachments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from judge.seat import Seat

MARKER = "write above this line"
"""The words of the line that begins every mail of ours. In a reply, the text below it is our own and is not read."""

ADDRESS = re.compile(r"[!#-'*+/-9=?A-Z^-~.-]{1,64}@(?=.{1,190}\Z)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
"""A valid mail address."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as our server received it: its unchanged bytes, and what only that server knew."""

    raw: bytes
    received: datetime
    """When our own server received it (aware, UTC). Deadlines count this, never the Date header."""
    source: str
    """Unique for each arrival (`smtp:…`, `imap:mailbox:uidvalidity:uid`). A second arrival under the same key is ignored."""
    sender: str = ""
    """The envelope sender; empty for bounces."""
    recipient: str = ""
    """The envelope recipient. Its part after the plus may hold a seat's token."""
    signed: str = ""
    """The address in From, in lower case, if a DKIM signature or a trusted forwarder's seal (ARC) that was verified on
    arrival covers it; else empty.
    """


@dataclass(frozen=True, slots=True)
class Notice:
    """A mail to one person, as facts. Its text is made when it is first sent."""

    key: str
    """Unique. The Message-ID is made from it, so that a mail sent twice is recognised as one."""
    to: str
    """The address it goes to."""
    kind: str
    """The name of its template (`answer`, `report`, …)."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The facts it shows: JSON values only, already filtered for this reader."""
    game: str = ""
    seat: Seat | None = None
    """The game and seat that it is about. Its Reply-To holds that seat's token."""
    answers: str = ""
    """Message-ID of the letter it answers, for threading."""


class Question(Exception):
    """Raised for a question whose template fails. It holds the text to send instead, in a mail that nobody can confirm."""

    def __init__(self, subject: str, text: str) -> None:
        super().__init__(subject)
        self.subject, self.text = subject, text


class NotNow(Exception):
    """Raised when a mail cannot be made because what it shows cannot be read now: it waits, and goes out whole."""


class InlineImage(NamedTuple):
    """A picture shown in a mail: its file name, its description in words, and its bytes (PNG)."""

    name: str
    shows: str
    png: bytes


class Attachment(NamedTuple):
    """An attached file: its name, its media type (`text/plain; charset=utf-8`), and its bytes."""

    name: str
    mime: str
    content: bytes
