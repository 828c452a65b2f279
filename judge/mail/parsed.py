"""The value that reading a letter gives."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Literal, NamedTuple

from judge.account import Piece
from judge.mail.authentication_results import Verdict

UNTOLD = timezone(timedelta(0), "-0000")
"""The zone of a date that gives a time but no zone (RFC 5322, 3.3)."""

Auto = Literal["bounce", "auto-reply", "list", "loop", "no sender"]
"""Why a letter must be neither answered nor obeyed: a machine sent it, or it has no sender."""

StrangerDoubt = Literal["forged", "spam", "bulk", "robot"]
"""What makes a letter from somebody unknown look as if no person waited for an answer: our own server says that it is forged,
that it is spam; it was sent to many; its address belongs to a machine.
"""

Problem = Literal["", "too large", "too long", "unreadable", "binary", "empty"]
"""Why a letter could not be read, or not to its end.

    too large   more bytes than a letter may have; `text` is what its first parts say, if these were whole
    too long    its text goes on beyond the limit; `text` is what stands before
    unreadable  its structure is broken, or nested beyond reason
    binary      no text in it: an attachment, a picture, an encrypted body
    empty       nothing is left once quotations and signatures are taken away (`ParsedMail.wordless`)
"""


EnclosedKind = Literal[
    "text", "picture", "document", "pdf", "table", "sound", "film", "letter", "calendar", "card", "sealed", "winmail", "archive",
    "game", "file",
]  # fmt: skip
"""What was attached to a letter. Only `text` is read, and `game`, a game that another program has saved; `sealed` is encrypted,
`winmail` is Outlook's own format."""


class IncomingAttachment(NamedTuple):
    """Something attached to a letter."""

    kind: EnclosedKind
    name: str = ""
    """The name of its file, as one line; empty if it has none."""
    text: str = ""
    """The content of a text file, read as a letter is, or of a saved game, unpacked."""


class UnmarkedQuotation(NamedTuple):
    """Lines that were taken for somebody else's although no `>` marks them. Some may be orders, so the writer is told."""

    below: str
    """The line above them that made them look like a quotation."""
    lines: int
    """How many lines, without blank ones."""
    within: bool = False
    """Whether `below` stands at the head of the first of them."""


class ParsedMail(NamedTuple):
    """One letter as its writer meant it. No text contains NUL, lone surrogates or control characters."""

    sender: str = ""
    """The one address in From, in lower case; empty if there is not exactly one. Never Reply-To or Sender."""
    sender_name: str = ""
    subject: str = ""
    message_id: str = ""
    """With its angle brackets; empty if absent or malformed."""
    references: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    """The letter's recipients, the envelope's first. Any of them may hold a seat's token."""
    text: str = ""
    """What the writer wrote: `\\n` between lines, without quotations, attribution lines and signature."""
    pieces: tuple[Piece, ...] = ()
    """The whole letter, with `\\n` between lines. The writer's own words are unread in it."""
    wordless: bool = False
    """Whether its writer wrote nothing at all: it was read to its end, and has only blank lines, quotations, their introductions, a
    copied letter and a signature. A letter that only has a picture, or that could not be read, is not wordless, though it has no
    `text`.
    """
    unmarked: UnmarkedQuotation | None = None
    signed: bool = False
    """Whether it ended with a signature."""
    auto: Auto | None = None
    """Why it must not be answered; None for a letter from a person."""
    stranger_doubt: StrangerDoubt | None = None
    """Why it is not answered if its writer is unknown. A player's letter is read all the same: a spam filter's error must not lose
    an order.
    """
    problem: Problem = ""
    enclosed: tuple[IncomingAttachment, ...] = ()
    claimed: tuple[str, ...] = ()
    """Every address in every From line, in lower case: the possible writers of a letter without exactly one."""
    verdict: Verdict = "none"
    """What our own mail server says of the sender, or what we found about a signature."""
    date: datetime | None = None
    """When it was written by its own date (aware); None if it has no readable date."""
