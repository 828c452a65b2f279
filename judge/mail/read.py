"""Reading: the bytes of a letter → Mail. Pure; never raises, whatever the bytes are, and takes linear time.

The structure is parsed under `compat32`, the only policy that survives hostile headers; every header and body is
decoded by our own guarded decoders.
"""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import Message
from email.utils import getaddresses
from typing import NamedTuple

from judge.letters import MARKER
from judge.mail import decode, flowed, guard, html, limits
from judge.mail.mail import Mail, Problem
from judge.mail.quotes import own_words

_ID = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,200}>")
_ADDRESS = re.compile(r"[!#-'*+/-9=?A-Z^-~.-]{1,64}@[A-Za-z0-9.-]{1,190}")
_TO = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")


class _Found(NamedTuple):
    text: str = ""
    problem: Problem = ""


def read(raw: bytes, envelope: str | None = None, recipient: str = "", own: str = "", marker: str = MARKER) -> Mail:
    """What a letter says.

    Args:
        raw: the letter as it came.
        envelope: envelope sender, empty for bounces; None if the letter came in without one.
        recipient: envelope recipient; empty if it came in without one.
        own: the judge's own address, to know its own letters again.
        marker: the words of the marker line, in lower case; what stands below it is not read.
    """
    head = raw[: _head_end(raw)]
    if len(head) > limits.HEADERS:
        return Mail(problem="too large", auto="no sender")
    mail = _of_head(head, envelope, recipient, own)
    found = _Found(problem="too large") if len(raw) > limits.RAW else _body(raw)
    text = own_words(found.text, marker)
    problem = found.problem or ("" if text.strip() else "empty")
    return mail._replace(text=text, problem=problem)


def _head_end(raw: bytes) -> int:
    ends = [at for at in (raw.find(b"\n\n", 0, limits.HEADERS + 4), raw.find(b"\r\n\r\n", 0, limits.HEADERS + 4)) if at >= 0]
    return min(ends) + 2 if ends else len(raw)


def _of_head(head: bytes, envelope: str | None, recipient: str, own: str) -> Mail:
    headers = _headers(head)
    name, sender = _sender(headers)
    ids = [_ID.findall(value[: limits.ADDRESSES]) for value in headers.get("message-id", [])]
    referred = " ".join(value[: limits.ADDRESSES] for value in headers.get("references", []) + headers.get("in-reply-to", []))
    to = [recipient, *(value for each in _TO for value in _addresses(headers.get(each, [])))]
    return Mail(
        sender=sender,
        sender_name=decode.header(name, limits.SUBJECT)[:80],
        subject=decode.header("".join(headers.get("subject", [])[:1]), limits.SUBJECT),
        message_id=ids[0][0] if len(ids) == 1 and ids[0] else "",
        references=tuple(dict.fromkeys(_ID.findall(referred)))[-20:],
        recipients=tuple(dict.fromkeys(address.lower() for address in to if address)),
        auto=guard.why_not(headers, sender, envelope, own),
    )


def _headers(head: bytes) -> dict[str, list[str]]:
    try:
        parsed = message_from_bytes(head, policy=policy.compat32)
    except Exception:  # the parser's own faults: a letter with a broken head is one without headers
        return {}
    headers: dict[str, list[str]] = {}
    for name, value in parsed.raw_items():
        headers.setdefault(name.lower(), []).append(str(value))
    return headers


def _sender(headers: dict[str, list[str]]) -> tuple[str, str]:
    """Name and address of the writer. Several From lines, or several mailboxes in one, are nobody's letter."""
    values = headers.get("from", [])
    if len(values) != 1 or len(values[0]) > limits.ADDRESSES:
        return "", ""
    pairs = _pairs(values)
    if len(pairs) != 1 or not _ADDRESS.fullmatch(pairs[0][1]):
        return "", ""
    return pairs[0][0], pairs[0][1].lower()


def _addresses(values: list[str]) -> list[str]:
    return [address for _, address in _pairs(values) if _ADDRESS.fullmatch(address)]


def _pairs(values: list[str]) -> list[tuple[str, str]]:
    try:
        return getaddresses([value[: limits.ADDRESSES] for value in values[:5]])
    except Exception:  # malformed beyond what the library foresees
        return []


def _body(raw: bytes) -> _Found:
    if raw.lower().count(b"content-type:") > limits.PARTS:
        return _Found(problem="unreadable")
    try:
        return _choose(message_from_bytes(raw, policy=policy.compat32))
    except Exception:  # RecursionError, and whatever else hostile MIME brings out of the parser
        return _Found(problem="unreadable")


def _choose(letter: Message) -> _Found:
    """The first plain text that says anything, else the first HTML."""
    best = _Found(problem="empty")
    for kind in ("text/plain", "text/html"):
        for part in _parts(letter):
            if part.get_content_type() == kind:
                best = _text(part)
                if best.text.strip() or best.problem:
                    return best
    return best if _has_text(letter) else _Found(problem="binary")


def _has_text(letter: Message) -> bool:
    return any(part.get_content_maintype() == "text" for part in _parts(letter))


def _parts(letter: Message) -> list[Message]:
    """The parts that are the writer's own, in order: no attachments, nothing inside a forwarded letter."""
    found: list[Message] = []
    waiting: list[Message] = [letter]
    while waiting:
        part = waiting.pop()
        if part is not letter and part.get_content_disposition() == "attachment":
            continue
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            waiting.extend(reversed([each for each in part.get_payload() if isinstance(each, Message)]))
        elif not part.is_multipart():
            found.append(part)
    return found


def _text(part: Message) -> _Found:
    payload = part.get_payload(decode=True)
    text = decode.to_text(payload if isinstance(payload, bytes) else b"", _parameter(part, "charset"))
    if decode.is_binary(text):
        return _Found(problem="binary")
    text = decode.clean(text)
    if part.get_content_type() == "text/html":
        text = html.to_text(text)
    elif _parameter(part, "format").lower() == "flowed":
        text = flowed.unflow(text, _parameter(part, "delsp").lower() == "yes")
    if len(text) > limits.TEXT:
        return _Found(text[: text.rfind("\n", 0, limits.TEXT) + 1], "too long")
    return _Found(text)


def _parameter(part: Message, name: str) -> str:
    try:
        value = part.get_param(name, "")
    except Exception:  # RFC 2231 parameters that contradict themselves
        return ""
    return value if isinstance(value, str) else ""
