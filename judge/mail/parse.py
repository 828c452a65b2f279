"""Read the bytes of a letter into a ParsedMail. Pure; never raises for any bytes, and takes linear time.

The headers are parsed under `compat32`, the only policy that survives hostile ones; every value is decoded by our own
guarded decoders. The body is `parts`, what of it the writer wrote `quotes`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from functools import lru_cache

from judge.commands.answers import tells_more
from judge.letters import ADDRESS, MARKER
from judge.mail import auto_replies, decode, limits
from judge.mail.authentication_results import TrustedServer, sender_verdict, spf_failed
from judge.mail.mime import extract_contents, is_of_calendar, parse_mime
from judge.mail.parsed import UNTOLD, ParsedMail, UnmarkedQuotation
from judge.mail.plus_addressing import find_token
from judge.mail.quotes import has_signature_mark, split_quotes, strip_quotes

_ID = re.compile(r"<[!-;=?A-~]{1,200}@[!-;=?A-~]{1,200}>")
_MARKS = re.compile(r"<!--|-->|<(?P<close>/?)(?P<name>[a-z]*)[^<>]*>|&(?:#\d+|\w+);", re.IGNORECASE)
_UNSHOWN = ("style", "script", "title", "head")
_TO = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")


def parse_mail(
    raw: bytes,
    envelope: str | None = None,
    recipient: str = "",
    own: str = "",
    marker: str = MARKER,
    verifier: TrustedServer | None = None,
    signed: str = "",
) -> ParsedMail:
    """Return what a letter says.

    Args:
        raw: the letter as it came.
        envelope: envelope sender, empty for bounces; None if the letter came in without one.
        recipient: envelope recipient; empty if it came in without one.
        own: the judge's own address, to recognise its own mail.
        marker: the words of the marker line, in lower case; what stands below it is not read.
        verifier: the mail server whose word about the sender counts.
        signed: the address in From that was verified on arrival (`Letter.signed`). It counts more than what a server says, who sees
            only the last host of a letter that was forwarded.
    """
    head = raw[: _head_end(raw)]
    if len(head) > limits.HEADERS:
        return ParsedMail(problem="too large", auto="no sender")
    letter = parse_mime(raw)
    mail = _of_head(_headers(head, letter), envelope, recipient, own, verifier, signed)
    if not mail.auto and is_of_calendar(letter):
        mail = mail._replace(auto="auto-reply")
    found = extract_contents(letter, len(raw) > limits.RAW)
    names = frozenset(re.findall(r"\w+", f"{mail.sender_name} {mail.sender.partition('@')[0]}".lower()))
    words = split_quotes(found.text, marker, names)
    text = words.text
    enclosed = tuple(each._replace(text=strip_quotes(each.text, marker)) for each in found.enclosed)
    problem = found.problem or ("" if text.strip() else "empty")
    wordless = problem == "empty" and not any(each.text.strip() for each in enclosed)
    wordless = wordless and not words.may_ask and not _may_say_more(letter, found.text, marker)
    unmarked = UnmarkedQuotation(words.below, len(words.left), words.within) if words.may_ask else None
    return mail._replace(
        text=text, pieces=words.pieces, problem=problem, wordless=wordless, unmarked=unmarked, enclosed=enclosed,
        signed=has_signature_mark(found.text),
    )  # fmt: skip


def _may_say_more(letter: Message | None, text: str, marker: str) -> bool:
    """Whether a letter without text may still say something: text that could not be shown, a quotation that is not ours, or a "no"
    below a signature's mark.
    """
    if not text.strip():
        return letter is None or any(map(_holds_words, letter.walk()))
    above, ours, _ = text.lower().partition(marker)
    quoted = any(line.lstrip().startswith(">") for line in above.split("\n"))
    return (quoted and not ours) or tells_more(re.sub(r"(?m)^[> ]+", "", above))


def _holds_words(part: Message) -> bool:
    """Whether a part of text contains letters, outside the tags of HTML."""
    if part.is_multipart() or part.get_content_maintype() != "text":
        return False
    source = str(part.get_payload())[: limits.HTML]
    if str(part.get("content-transfer-encoding", "")).strip().lower() == "base64":
        try:
            source = bytes(part.get_payload(decode=True) or b"").decode("utf-8", "replace") or source
        except Exception:  # what decoding a part brings out of the library
            return True
    if part.get_content_subtype() == "html":
        source = _unmarked(source)
    return any(map(str.isalnum, source))


def _unmarked(source: str) -> str:
    """Return HTML without its tags, and without the content of elements that show nothing."""
    kept, passed = list[str](), list[str]()
    at, inside = 0, ""
    for mark in _MARKS.finditer(source):
        (passed if inside else kept).append(source[at : mark.start()])
        at, name = mark.end(), "!" if mark[0] in ("<!--", "-->") else (mark["name"] or "").lower()
        closes = bool(mark["close"]) or mark[0] == "-->"
        if inside == name and closes:
            inside, passed = "", []
        elif not inside and not closes and name in (*_UNSHOWN, "!"):
            inside = name
    return "".join([*kept, *passed, source[at:]])


def parse_sender_and_token(raw: bytes, recipient: str, own: str) -> tuple[str, str]:
    """Return the writer's address and the letter's token, as `parse_mail` and `find_token` find them; '' for what is missing.

    Args:
        raw: the letter or its beginning; empty if only the envelope matters.
        recipient, own: as for `parse_mail`.
    """
    head = raw[: _head_end(raw)]
    if not head:
        return "", find_token(own, [recipient])
    if len(head) > limits.HEADERS:
        return "", ""
    mail = _of_head(_headers(head, None), None, recipient, own, None, "")
    return mail.sender, find_token(own, mail.recipients, mail.subject)


def _head_end(raw: bytes) -> int:
    ends = [at for at in (raw.find(b"\n\n", 0, limits.HEADERS + 4), raw.find(b"\r\n\r\n", 0, limits.HEADERS + 4)) if at >= 0]
    return min(ends) + 2 if ends else len(raw)


def _of_head(
    ordered: list[tuple[str, str]], envelope: str | None, recipient: str, own: str, verifier: TrustedServer | None,
    signed: str,
) -> ParsedMail:
    headers: dict[str, list[str]] = {}
    for key, value in ordered:
        headers.setdefault(key, []).append(value)
    written_by = _pairs(headers.get("from", []))
    name, sender = _sender(headers, written_by)
    claimed = tuple(dict.fromkeys(address.lower() for _, address in written_by if ADDRESS.fullmatch(address)))
    ids = [_ID.findall(value[: limits.ADDRESSES]) for value in headers.get("message-id", [])]
    referred = " ".join(value[: limits.ADDRESSES] for value in headers.get("references", []) + headers.get("in-reply-to", []))
    subject = decode.decode_mime_header("".join(headers.get("subject", [])[:1]), limits.SUBJECT)
    to = [recipient, *(value for each in _TO for value in _addresses(headers.get(each, [])))]
    verdict = "pass" if signed and sender == signed else sender_verdict(ordered, sender, verifier)
    forged = verdict == "fail" or (verdict == "none" and spf_failed(ordered, verifier))
    return ParsedMail(
        sender=sender,
        sender_name=decode.decode_mime_header(name, limits.SUBJECT)[:80],
        subject=subject,
        message_id=ids[0][0] if len(ids) == 1 and ids[0] else "",
        references=tuple(dict.fromkeys(_ID.findall(referred)))[-20:],
        recipients=tuple(dict.fromkeys(address.lower() for address in to if address)),
        auto=auto_replies.reason_to_ignore(headers, sender or next(iter(claimed), ""), envelope, own, subject),
        stranger_doubt=auto_replies.reason_to_ignore_stranger(headers, sender, forged),
        claimed=claimed,
        verdict=verdict,
        date=_date(headers),
    )


def _headers(head: bytes, letter: Message | None) -> list[tuple[str, str]]:
    """Return (name in lower case, value) from the top; from the head alone if the letter could not be parsed."""
    try:
        parsed = message_from_bytes(head, policy=policy.compat32) if letter is None else letter
    except Exception:  # a fault of the parser: treat a letter with a broken head as one without headers
        return []
    return [(name.lower(), str(value)) for name, value in parsed.raw_items()]


def _date(headers: dict[str, list[str]]) -> datetime | None:
    try:
        date = parsedate_to_datetime(headers.get("date", [""])[0][:100])
        return date.replace(tzinfo=UNTOLD) if date.astimezone(UTC) and date.tzinfo is None else date  # with its writer's offset
    except Exception:  # invalid dates, years out of range
        return None


def _sender(headers: dict[str, list[str]], pairs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Return name and address of the writer; none if there are several From lines or mailboxes."""
    values = headers.get("from", [])
    if len(values) != 1 or len(values[0]) > limits.ADDRESSES:
        return "", ""
    if len(pairs) != 1 or not ADDRESS.fullmatch(pairs[0][1]):
        return "", ""
    return pairs[0][0], pairs[0][1].lower()


def _addresses(values: list[str]) -> list[str]:
    return [address for _, address in _pairs(values) if ADDRESS.fullmatch(address)]


def _pairs(values: list[str]) -> Sequence[tuple[str, str]]:
    return _mailboxes(tuple(value[: limits.ADDRESSES] for value in values[:5])) if values else ()


@lru_cache(100)
def _mailboxes(values: tuple[str, ...]) -> Sequence[tuple[str, str]]:
    """Return (name, address) of the mailboxes in headers, which are read when a letter comes and again when it is decided."""
    try:
        return tuple(getaddresses(values))
    except Exception:  # malformed beyond what the library foresees
        return ()
