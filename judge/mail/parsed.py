"""Mail: what a letter says, once its bytes have been read."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Literal, NamedTuple

from judge.account import Piece
from judge.mail.authentication_results import Verdict

UNTOLD = timezone(timedelta(0), "-0000")
"""The zone of a date that says what time it is and not where (RFC 5322, 3.3)."""

Auto = Literal["bounce", "auto-reply", "list", "loop", "no sender"]
"""Why a letter must be neither answered nor obeyed: it was sent by a machine, or by nobody."""

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
    "file",
]  # fmt: skip
"""What came along with a letter. Only of `text` is anything read; `sealed` is encrypted, `winmail` is Outlook's own wrapping."""


class IncomingAttachment(NamedTuple):
    """Something that came along with a letter's own words."""

    kind: EnclosedKind
    name: str = ""
    """Its file's name as one line; empty if it has none."""
    text: str = ""
    """What a text file says, read as a letter is."""


class UnmarkedQuotation(NamedTuple):
    """Lines that were taken for somebody else's though they have no mark: some may be orders, and the writer should know."""

    below: str
    """The line above them, because of which they were."""
    lines: int
    """How many they are, without blank ones."""


class ParsedMail(NamedTuple):
    """One letter as its reader meant it. Every text is free of NUL, lone surrogates and control characters."""

    sender: str = ""
    """The one address in From, in lower case; empty if there is not exactly one. Never Reply-To or Sender."""
    sender_name: str = ""
    subject: str = ""
    message_id: str = ""
    """With its angle brackets; empty if absent or malformed."""
    references: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    """Whom the letter was to reach, envelope first: any of these may carry a seat's token."""
    text: str = ""
    """What the writer wrote: `\\n` between lines, without quotations, attribution lines and signature."""
    pieces: tuple[Piece, ...] = ()
    """The whole letter, `\\n` between lines. What the writer wrote is unread in it."""
    wordless: bool = False
    """Whether its writer wrote nothing at all: it was read to its end, and there is nothing in it but blank lines, quoted ones,
    what introduces them, a copied letter and a signature. A letter that only carries a picture, or that could not be read, is
    not wordless, though it has no `text`.
    """
    unmarked: UnmarkedQuotation | None = None
    signed: bool = False
    """Whether a signature stood below it."""
    auto: Auto | None = None
    """Why it must not be answered; None for a letter from a person."""
    stranger_doubt: StrangerDoubt | None = None
    """Why it is not answered if nobody is known to have written it. A player's letter is read all the same: an order must not be
    lost because a spam filter did not like it.
    """
    problem: Problem = ""
    enclosed: tuple[IncomingAttachment, ...] = ()
    claimed: tuple[str, ...] = ()
    """Every address in every From, in lower case: whom a letter without exactly one may be from."""
    verdict: Verdict = "none"
    """What our own mail server says of the sender, or what we have found of a signature."""
    date: datetime | None = None
    """When it says it was written (aware); None if it does not, or not readably."""
