"""Compose the bytes of a mail from a notice and its text. The same notice always gives the same bytes."""

from __future__ import annotations

import hashlib
import re
from base64 import encodebytes
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.errors import HeaderParseError
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage, MIMEPart
from email.policy import EmailPolicy
from email.utils import format_datetime
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import quote

from judge.commands.answers import DECLINE
from judge.letters import Attachment, InlineImage, Notice
from judge.mail.auto_replies import LOOP_HEADER
from judge.mail.decode import collapse_whitespace, normalize_text
from judge.mail.plus_addressing import press_address, reply_address
from judge.seat import GM

_ID = re.compile(r"<[!-;=?A-~]{1,200}@[!-;=?A-~]{1,200}>")


class _Kinds(HeaderRegistry):
    """The library's classes of headers, kept for reuse. Making them anew for each header took a sixth of the time to write a mail.
    """

    __getitem__ = lru_cache(200)(HeaderRegistry.__getitem__)


ITS_OWN = frozenset({"Message-ID", "In-Reply-To", "References", "Content-ID"})
"""Headers that are different in every mail. They are ids in ASCII, written as they are."""
REMEMBERED = 500
"""Headers kept as read and as laid out. A parsed one takes some 11 KB."""


class _Remembering(EmailPolicy):
    """A policy that remembers headers which many mails share. Laying out headers takes longer than the rest of a mail."""

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:
        if name in ITS_OWN:
            return name, value
        return _read_header(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name in ITS_OWN:
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return _laid_out(self.max_line_length, name, value)


_PARSED = EmailPolicy(linesep="\r\n", header_factory=_Kinds())
_read_header = lru_cache(maxsize=REMEMBERED)(_PARSED.header_store_parse)


@lru_cache(maxsize=REMEMBERED)
def _laid_out(width: int | None, name: str, value: Any) -> bytes:
    return _PARSED.clone(max_line_length=width).fold_binary(name, value)


WRITTEN = _Remembering(linesep="\r\n", header_factory=_PARSED.header_factory)
UNFOLDED = WRITTEN.clone(max_line_length=None)
"""Line length for headers: do not fold. None of ours comes near the 998 columns of RFC 5322, and some programs show a second blank
in a folded subject.
"""
UNSUBSCRIBE = "HELP RESIGN"
"""What the "unsubscribe" button of a player's mail program writes. One press must not give up a Power, so it only asks for help."""
LONGEST = 998
"""A line that is sent as it is must be shorter than this many columns (RFC 5322)."""
QUESTIONS = frozenset({"confirm", "offer", "vacancy"})
"""Mails that ask something. They have no such button, since somebody might press it to say no."""
_PLAIN = re.compile(r"[^a-z0-9-]+")


class InvalidAddress(ValueError):
    """The address of a notice is not a valid mail address."""


class SenderIdentity(NamedTuple):
    """Whom our mail comes from."""

    address: str
    name: str = ""

    @property
    def host(self) -> str:
        """The domain in every Message-ID."""
        return self.address.partition("@")[2]


def message_id(notice: Notice, desk: SenderIdentity, token: str) -> str:
    """Return the Message-ID of a notice.

    It is made from the notice's key, so that a mail sent twice is recognised as one, and from the recipient's token, so that nobody
    else can make it up and forge a bounce.
    """
    known_by = hashlib.sha256(f"{token}\0{notice.key}".encode()).hexdigest()[:32]
    return f"<judge.{known_by}@{desk.host}>"


def thread_root_id(game: str, desk: SenderIdentity) -> str:
    """Return the id that every mail about a game refers to, so that mail programs show the game as one thread."""
    return f"<game.{_PLAIN.sub('-', game.lower())}@{desk.host}>"


def compose(
    notice: Notice, subject: str, text: str, desk: SenderIdentity, at: datetime, token: str = "",
    pictures: Sequence[InlineImage | Attachment] = (), html: str = "",
) -> bytes:
    """Return the bytes of a mail, with CRLF line ends.

    Args:
        notice: gives the recipient, and the letter that it answers.
        subject: its subject; line breaks and control characters become blanks.
        text: already broken into lines; sent unchanged.
        desk: the sender.
        at: its Date.
        token: the seat's token, for the Reply-To.
        pictures: shown below the text in this order; files are attached.
        html: the same text as HTML, which refers to pictures by their `content_ids`; without it the mail is plain text.

    Raises:
        InvalidAddress: the notice's address is no mail address.
    """
    letter = EmailMessage(policy=WRITTEN)
    for name, value in _headers(notice, desk, token).items():
        letter[name] = value
    letter["Subject"] = collapse_whitespace(subject).replace("=?", "= ?")  # else it may be read as an encoded word (RFC 2047)
    letter["Date"] = format_datetime(at)
    words = normalize_text(text).rstrip("\n") + "\n"
    if words.isascii() and max(map(len, words.split("\n"))) < LONGEST:
        letter.set_content(words, charset="us-ascii", cte="7bit")
    else:
        letter.set_content(words, charset="utf-8", cte="quoted-printable")
    shown = [each for each in pictures if isinstance(each, InlineImage)]
    ids = content_ids(notice, desk, token)
    parts = _add_html(letter, html, shown, ids) if html else [_add_below(letter, each) for each in shown]
    for each in pictures:
        if isinstance(each, Attachment):
            _attach(letter, each)
    drawn = [(part, each.png) for part, each in zip(parts, shown, strict=True)]
    return _put_together(letter, message_id(notice, desk, token)[1:46], words + html, drawn)


def _put_together(letter: EmailMessage, own: str, words: str, drawn: Sequence[tuple[MIMEPart, bytes]]) -> bytes:
    """Return a letter's bytes. The boundaries of its parts are made of `own`, so that the same letter has the same bytes.

    They are put in at the end: until then all letters have the same ones, whose headers need to be laid out once, and which occur
    neither in a header nor in `words`, the texts of the letter. So are pictures, as (part, PNG): many readers see the same.
    """
    said = " ".join([words, *(str(value) for part in letter.walk() for _, value in part.raw_items())])
    stem = next(stem for number in count() if (stem := f"=_{number}part") not in said)
    parts = [part for part in letter.walk() if part.is_multipart()]
    for depth, part in enumerate(parts):
        part.set_boundary(f"{stem}{depth}_")
    for number, (picture, _) in enumerate(drawn):
        picture.set_payload(f"{stem}{number}png\n")
    raw = letter.as_bytes(policy=UNFOLDED)
    for depth in range(len(parts)):
        raw = raw.replace(f"{stem}{depth}_".encode(), f"=_{depth or ''}{own}".encode())
    for number, (_, png) in enumerate(drawn):
        raw = raw.replace(f"{stem}{number}png\r\n".encode(), _in_base64(png))
    return raw


@lru_cache(maxsize=8)
def _in_base64(png: bytes) -> bytes:
    """Return the lines of a picture, as a mail has them."""
    return encodebytes(png).replace(b"\n", b"\r\n")


def content_ids(notice: Notice, desk: SenderIdentity, token: str = "") -> Iterator[str]:
    """Return the Content-IDs of a mail's pictures, in order, without angle brackets."""
    letter = message_id(notice, desk, token)[1:-1]
    return (f"map{number}.{letter}" for number in count(1))


def _add_html(letter: EmailMessage, html: str, pictures: Sequence[InlineImage], ids: Iterator[str]) -> list[MIMEPart]:
    """Add the HTML as an alternative to the text, and to it a part for each picture, still empty (RFC 2387); return these."""
    words = html.encode("ascii", "xmlcharrefreplace").decode("ascii")
    letter.add_alternative(words, "html", "us-ascii", "7bit" if max(map(len, words.split("\n"))) < LONGEST else "quoted-printable")
    part, added = list(letter.iter_parts())[-1], list[MIMEPart]()
    for picture, cid in zip(pictures, ids, strict=False):
        part.add_related(b"", "image", "png", disposition="inline", filename=picture.name, cid=f"<{cid}>")
        added.append(_described(list(part.iter_parts())[-1], picture))
    return added


def _add_below(letter: EmailMessage, picture: InlineImage) -> MIMEPart:
    """Add a part for a picture below the text, still empty; return it."""
    letter.add_attachment(b"", "image", "png", disposition="inline", filename=picture.name)
    return _described(list(letter.iter_attachments())[-1], picture)


def _described(part: MIMEPart, picture: InlineImage) -> MIMEPart:
    part["Content-Description"] = collapse_whitespace(picture.shows)
    return part


def _attach(letter: EmailMessage, file: Attachment) -> None:
    main, _, sub = file.mime.partition(";")[0].partition("/")
    letter.add_attachment(file.content, main, sub, filename=file.name)
    for said in file.mime.split(";")[1:]:
        name, _, value = said.strip().partition("=")
        list(letter.iter_attachments())[-1].set_param(name, value)


def _headers(notice: Notice, desk: SenderIdentity, token: str) -> dict[str, str]:
    answers = notice.answers if _ID.fullmatch(notice.answers) else ""
    refers = [*([thread_root_id(notice.game, desk)] if notice.game else []), *([answers] if answers else [])]
    asks = notice.kind in QUESTIONS or "held" in notice.facts
    whose = "confirm" if "held" in notice.facts else str(notice.seat or ("editor" if "edits" in notice.facts else ""))
    own, writer = reply_address(desk.address, notice.game, whose, token), _can_be_answered(notice)
    headers = {
        "From": str(Address(collapse_whitespace(desk.name), addr_spec=desk.address)),
        "To": _address(notice.to),
        "Reply-To": press_address(desk.address, notice.game, writer, token) if writer and token else own,
        "Message-ID": message_id(notice, desk, token),
        "In-Reply-To": answers or " ".join(refers),
        "References": " ".join(refers),
        "Auto-Submitted": "auto-replied" if answers else "auto-generated",  # RFC 3834, section 5
        "X-Auto-Response-Suppress": "All",
        LOOP_HEADER: desk.host,
    }
    if notice.game:
        headers["List-Id"] = f"<{_PLAIN.sub('-', notice.game.lower())}.{desk.host}>"  # RFC 2919: mail programs sort by it
    if token and notice.seat not in (None, GM) and not asks:
        word = DECLINE if notice.seat and notice.seat.is_invited else UNSUBSCRIBE
        headers["List-Unsubscribe"] = f"<mailto:{own}?subject={quote(word)}>"
    if ends := notice.facts.get("ends"):  # RFC 2369: what to write so that such mail stops
        headers["List-Unsubscribe"] = f"<mailto:{own}?subject={quote(collapse_whitespace(ends))}>"
    return {name: value for name, value in headers.items() if value}


def _can_be_answered(notice: Notice) -> str:
    """Return the Power to whom a reply to signed press goes; '' for all other mail."""
    return str(notice.facts.get("from", "")) if notice.kind == "press" and notice.seat and not notice.facts.get("copy") else ""


@lru_cache(maxsize=REMEMBERED)
def _address(address: str) -> str:
    try:
        if not address.isascii() or not address.isprintable() or address.count("@") != 1:
            raise ValueError("not one plain address")
        return str(Address(addr_spec=address))
    except (ValueError, IndexError, HeaderParseError) as error:
        raise InvalidAddress(f"no mail address: {address!r}") from error
