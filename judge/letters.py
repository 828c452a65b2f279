"""The values that cross the wall: a Letter comes in, Notices go out, with Pictures and Files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from judge.seat import Seat

MARKER = "write above this line"
"""The words of the line that every letter begins with. What stands below it in a reply is ours, and is not read."""

ADDRESS = re.compile(r"[!#-'*+/-9=?A-Z^-~.-]{1,64}@(?=.{1,190}\Z)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
"""A mail address that letters come from and go to."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter as our server took it: the untouched bytes, and what only the delivering server knew."""

    raw: bytes
    received: datetime
    """When *our* server took it (aware, UTC). Deadlines count this, never the Date header."""
    source: str
    """Unique per arrival (`smtp:…`, `imap:mailbox:uidvalidity:uid`); a second arrival under the same key is no letter."""
    sender: str = ""
    """Envelope sender; empty for bounces."""
    recipient: str = ""
    """Envelope recipient, whose plus-part may carry a seat's token."""
    signed: str = ""
    """The address in From, in lower case, if a DKIM signature that was verified on arrival vouches for it; else empty."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One letter to one person, as facts: the words are put to it when it is first sent."""

    key: str
    """Unique; the Message-ID is derived from it, so that sending twice is visibly the same letter."""
    to: str
    """The address it goes to."""
    kind: str
    """The template that says it (`answer`, `report`, …)."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What it shows: JSON values only, already filtered for this reader."""
    game: str = ""
    seat: Seat | None = None
    """Game and seat it is about; the Reply-To carries that seat's token."""
    answers: str = ""
    """Message-ID of the letter it answers, for threading."""


class Question(Exception):
    """A question that cannot be rendered: the text to send instead, in a letter that nobody can confirm."""

    def __init__(self, subject: str, text: str) -> None:
        super().__init__(subject)
        self.subject, self.text = subject, text


class InlineImage(NamedTuple):
    """A picture that goes with a letter: the name of its file, what it shows in words, and its bytes (PNG)."""

    name: str
    shows: str
    png: bytes


class Attachment(NamedTuple):
    """A file that goes with a letter, to be kept: its name, its media type (`text/plain; charset=utf-8`), and its bytes."""

    name: str
    mime: str
    content: bytes
