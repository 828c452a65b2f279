"""The parts of a letter (RFC 2046): the writer's own words, and what was attached.

Structure comes from the standard library's `compat32` parser, which survives hostile letters; every name and every text in
them goes through our own guarded decoders. What would make the parser slow is refused before it begins.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from email import message_from_bytes, policy
from email.message import Message
from email.utils import collapse_rfc2231_value
from typing import NamedTuple

from judge.mail import decode, flowed, html, limits
from judge.mail.parsed import EnclosedKind, IncomingAttachment, Problem

_SHAPE = re.compile(rb"^content-(?:type|disposition|transfer-encoding):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.I | re.M)
_BOUNDARY = re.compile(rb"boundary[*\d]{0,5}\s?=")
_SEPARATOR = re.compile(rb"[\r\n]--")
_STUB = re.compile(r"\bhtml\b", re.IGNORECASE)
_STUB_LONGEST = 300

_GAMES = ("json", "jsonl", "jdip")
"""What the files of saved games end in; the type that a mail program gives them says nothing."""
_BY_ENDING: dict[str, EnclosedKind] = {
    **dict.fromkeys(_GAMES, "game"),
    **dict.fromkeys(("txt", "text", "yaml", "yml"), "text"),
    **dict.fromkeys(("doc", "docx", "odt", "rtf", "pages", "wps"), "document"),
    **dict.fromkeys(("xls", "xlsx", "ods", "csv", "numbers"), "table"),
    **dict.fromkeys(("zip", "gz", "tgz", "7z", "rar", "tar"), "archive"),
    **dict.fromkeys(("jpg", "jpeg", "png", "gif", "heic", "bmp", "webp", "tif", "tiff"), "picture"),
    "pdf": "pdf",
    "eml": "letter",
    "dat": "winmail",
}
_BY_TYPE: tuple[tuple[str, EnclosedKind], ...] = (
    ("image/", "picture"),
    ("audio/", "sound"),
    ("video/", "film"),
    ("message/", "letter"),
    ("text/plain", "text"),
    ("text/yaml", "text"),
    ("application/yaml", "text"),
    ("application/x-yaml", "text"),
    ("text/calendar", "calendar"),
    ("text/vcard", "card"),
    ("text/x-vcard", "card"),
    ("application/pdf", "pdf"),
    ("application/msword", "document"),
    ("application/rtf", "document"),
    ("text/rtf", "document"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml", "document"),
    ("application/vnd.oasis.opendocument.text", "document"),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml", "table"),
    ("application/vnd.ms-excel", "table"),
    ("application/ms-tnef", "winmail"),
    ("application/vnd.ms-tnef", "winmail"),
    ("application/zip", "archive"),
    ("application/pgp-encrypted", "sealed"),
    ("application/pkcs7-mime", "sealed"),
    ("application/x-pkcs7-mime", "sealed"),
)
_UNSAID = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-keys")
"""Parts that nobody wrote, and that need not be mentioned."""


_PACKED = b"\x1f\x8b"
"""What a file packed by gzip begins with."""
_REACTIONS = ("text/vnd.google.email-reaction+json",)


class PartInfo(NamedTuple):
    """What the headers of a part say."""

    kind: str
    """Its type, in lower case: `text/plain`."""
    name: str
    """The name of its file, as one line; empty if it has none."""
    said: Mapping[str, str]
    """The other parameters of its type, by name in lower case."""


class MessageContents(NamedTuple):
    """The text of a part, why not all of it could be read, and what else was attached."""

    text: str = ""
    problem: Problem = ""
    enclosed: tuple[IncomingAttachment, ...] = ()
    marked_up: bool = False
    """Whether the text was HTML."""


def parse_mime(raw: bytes) -> Message | None:
    """Parse a letter into its head and parts; of a letter above the limit, its beginning. Returns None if the parser fails or would
    take too long.
    """
    whole = raw[: limits.RAW]
    if not _is_harmless(whole):
        return None
    try:
        return message_from_bytes(whole, policy=policy.compat32)
    except Exception:  # RecursionError, and anything else that hostile MIME can raise in the parser
        return None


def extract_contents(letter: Message | None, cut: bool = False) -> MessageContents:
    """Return the writer's words in a parsed letter. If the letter was cut off, only parts that ended before the cut count."""
    if letter is None:
        return MessageContents(problem="unreadable")
    try:
        found = _read(letter, 0, _last(letter) if cut else None)
    except Exception:  # what decoding a part brings out of the library
        return MessageContents(problem="unreadable")
    if cut:
        found = found._replace(problem="too large")
    elif not found.text.strip() and not found.problem and found.enclosed:
        found = found._replace(problem="binary")
    return _cut(found)


def is_of_calendar(letter: Message | None) -> bool:
    """Whether a program wrote the letter when somebody pressed a button: an answer to an invitation, or a reaction. A calendar's
    file beside one's own words does not make it one.
    """
    try:
        return letter is not None and _is_pressed(letter)
    except Exception:  # what a hostile part's headers bring out of the library
        return False


def _is_pressed(part: Message) -> bool:
    kind, inner = part.get_content_type(), part.get_payload()
    if isinstance(inner, list) and inner:
        within = inner if kind == "multipart/alternative" else inner[:1]
        return any(_is_pressed(each) for each in within[: limits.PARTS] if isinstance(each, Message))
    return kind in _REACTIONS or (kind == "text/calendar" and "method" in _shape(part).said)


def _is_harmless(raw: bytes) -> bool:
    """Whether the parser takes linear time for these bytes."""
    lower = raw.lower()
    if len(_SEPARATOR.findall(raw)) > limits.SEPARATORS and b"multipart" in lower:
        return False
    boundaries = len(_BOUNDARY.findall(lower))
    if boundaries > limits.BOUNDARIES or boundaries * raw.count(b"\n") > limits.COMPARED:
        return False
    if lower.count(b"\ncontent-type:") > limits.HEADED:
        return False
    return all(len(shape[0]) <= limits.PARAMETERS for shape in _SHAPE.finditer(raw))


def _last(letter: Message) -> Message:
    return [part for part in letter.walk() if not part.is_multipart()][-1]


def _read(part: Message, depth: int, broken: Message | None) -> MessageContents:
    """Return what a part and the parts within it say. `broken` is the part in which the letter was cut off."""
    shape = _shape(part)
    if shape.kind.startswith("message/") and depth:
        return (
            MessageContents(enclosed=(IncomingAttachment("letter", shape.name),))
            if shape.kind == "message/rfc822"
            else MessageContents()
        )
    if not part.is_multipart():
        return _leaf(part, shape, depth, part is broken)
    inner = part.get_payload()
    if depth >= limits.DEPTH or not isinstance(inner, list):
        return MessageContents(problem="unreadable")
    found = [_read(each, depth + 1, broken) for each in inner[: limits.PARTS] if isinstance(each, Message)]
    if shape.kind == "multipart/alternative":
        return _best(found)
    return _joined(found)


def _best(ways: list[MessageContents]) -> MessageContents:
    """Choose between versions of the same text: plain text, unless it only points to the other version."""
    told = [way for way in ways if way.text.strip()]
    plain = [way for way in told if not way.marked_up]
    rich = [way for way in told if way.marked_up]
    if plain and rich and len(plain[0].text) < _STUB_LONGEST and _STUB.search(plain[0].text):
        plain = []
    best = next(iter([*plain, *rich, *(way for way in ways if way.problem)]), MessageContents())
    return best._replace(enclosed=tuple(each for way in ways for each in way.enclosed))


def _joined(found: list[MessageContents]) -> MessageContents:
    """Join parts in order, without repeating the same words."""
    texts: dict[str, str] = {}
    for each in found:
        if each.text.strip():
            texts.setdefault(" ".join(each.text.split()), each.text)
    problem: Problem = next((each.problem for each in found if each.problem and not texts), "")
    enclosed = tuple(other for each in found for other in each.enclosed)
    return MessageContents("\n".join(texts.values()), problem, enclosed, any(each.marked_up for each in found))


def _leaf(part: Message, shape: PartInfo, depth: int, broken: bool) -> MessageContents:
    kind, name, _ = shape
    if kind.startswith(_UNSAID):
        return MessageContents()
    if broken:
        what = _kind(kind, name)
        return MessageContents(enclosed=(IncomingAttachment("file" if what == "text" else what, name),) if depth else ())
    apart = part.get_content_disposition() == "attachment" or (name and depth)
    if apart or kind not in ("text/plain", "text/html"):
        return MessageContents(enclosed=(_enclosed(part, shape),))
    return _text(part, shape)


def _enclosed(part: Message, shape: PartInfo) -> IncomingAttachment:
    what = _kind(shape.kind, shape.name)
    if what == "game":
        text = _game(part, shape)
        return IncomingAttachment("game" if text else "file", shape.name, text)
    if what != "text":
        return IncomingAttachment(what, shape.name)
    found = _cut(_text(part, shape))
    return IncomingAttachment("file", shape.name) if found.problem else IncomingAttachment("text", shape.name, found.text)


def _game(part: Message, shape: PartInfo) -> str:
    """Return the text of a saved game, unpacked if it is packed; '' if it is none, or larger than any game can be."""
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    if raw.startswith(_PACKED):
        unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS)
        try:
            raw = unpacker.decompress(raw, min(limits.GAME, limits.UNPACKED * len(raw)) + 1)
        except zlib.error:
            return ""
        raw = raw if unpacker.eof else b""  # cut off, or too large
    text = decode.to_text(raw, shape.said.get("charset", "")) if len(raw) <= limits.GAME else ""
    return "" if decode.is_binary(text) else decode.normalize_text(text)


def _kind(kind: str, name: str) -> EnclosedKind:
    """Return the kind of an attachment, by its type, or by its name if the type says nothing."""
    by_type = next((what for prefix, what in _BY_TYPE if kind.startswith(prefix)), None)
    ending = name.rpartition(".")[2].lower()
    vague = by_type is None or (by_type == "text" and "." in name) or ending in _GAMES
    return (_BY_ENDING.get(ending) if vague else None) or by_type or "file"


def _text(part: Message, shape: PartInfo) -> MessageContents:
    payload = part.get_payload(decode=True)
    text = decode.to_text(payload if isinstance(payload, bytes) else b"", shape.said.get("charset", ""))
    if decode.is_binary(text):
        return MessageContents(problem="binary")
    text = decode.normalize_text(text)
    if shape.kind == "text/html":
        return MessageContents(html.html_to_text(text), marked_up=True)
    found = _cut(MessageContents(decode.restore_from_lines(text)))
    if shape.said.get("format", "").lower() == "flowed":
        return found._replace(text=flowed.unflow(found.text, shape.said.get("delsp", "").lower() == "yes"))
    return found


def _cut(found: MessageContents) -> MessageContents:
    text = found.text
    if len(text) > limits.TEXT:
        text = text[: text.rfind("\n", 0, limits.TEXT) + 1]
    if text.count("\n") > limits.LINES:
        text = "\n".join(text.split("\n", limits.LINES)[: limits.LINES])
    return found if text is found.text else found._replace(text=text, problem=found.problem or "too long")


def _shape(part: Message) -> PartInfo:
    """Read a part's headers once, because this costs more than the rest of the work on a part."""
    kind = part.get_content_type()
    try:
        said = {key.lower(): value for key, value in reversed(part.get_params([]))}
        name = collapse_rfc2231_value(part.get_param("filename", said.get("name", ""), "content-disposition")).strip()
    except Exception:  # RFC 2231 parameters that contradict themselves
        return PartInfo(kind, "", {})
    told = {key: value for key, value in said.items() if isinstance(value, str)}
    return PartInfo(kind, decode.decode_mime_header(name, limits.SUBJECT)[: limits.NAME], told)
