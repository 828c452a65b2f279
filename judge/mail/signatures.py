"""Verify a letter's DKIM signatures (RFC 6376), where no mail server of ours has done it.

A signature proves the From address only if nobody else can have made this letter, from nothing or from another signed one. So it
must cover every header that says who wrote what, to whom and when, and the letter must be addressed to the judge: nobody may
forward to the judge what a player signed for somebody else.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from email import message_from_bytes, policy
from email.utils import getaddresses

import dkim
from dkim.util import InvalidTagValueList, parse_tag_value

from judge.letters import ADDRESS
from judge.mail import limits
from judge.mail.dns_records import Resolve, record_tags

MOST = 3
"""The most signatures of one letter that are verified; each needs a query to name servers."""
LONGEST_KEY = 1200
"""The most characters of a key's record. 4096 bits need 750; the time to verify grows with the square."""
LONGEST_RUN = 100
"""The most blanks and line ends in a row: the library's patterns take time that grows with their square."""
WEAKEST = 1024
"""The fewest bits of an RSA key (RFC 8301, section 3.2)."""
ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
ONCE = ("from", "date", "message-id")
"""Headers that must occur exactly once, and be signed."""
SIGNED = (*ONCE, "to", "cc", "subject")
"""Headers that must be signed wherever they occur."""
NOT_TWICE = ("content-type", "content-transfer-encoding", "mime-version")
"""Headers that must not occur twice, because readers differ in which one they take."""
_BARE = re.compile(rb"\r(?!\n)|^From ", re.MULTILINE)
"""Characters at which mail programs split a head differently."""
_BLANKS = re.compile(rb"\s{%d}" % LONGEST_RUN)
_log = logging.getLogger(f"{__name__}.library")
_log.propagate = False  # the library logs each signature that fails, which does not matter here
_log.addHandler(logging.NullHandler())


def signed_sender(raw: bytes, own: str, at: datetime, resolve: Resolve) -> str:
    """Return the address in From, in lower case, if a valid signature of its domain covers it; else ''. Never raises.

    Args:
        raw: the letter as it came.
        own: the judge's own address, which a To or Cc line must name.
        at: when the letter came, since signatures may expire.
        resolve: asks name servers for keys.
    """
    try:
        return _signed_sender(raw, own, at, resolve)
    except Exception:  # the library's errors on what strangers write, and those of the name servers
        return ""


def _signed_sender(raw: bytes, own: str, at: datetime, resolve: Resolve) -> str:
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    if len(head) > limits.HEADERS or len(raw) > limits.RAW or b"dkim-signature:" not in head.lower():
        return ""
    if _BARE.search(head) or _BLANKS.search(raw):
        return ""
    letter = dkim.DKIM(raw, logger=_log, minkey=WEAKEST)
    headers = [(name.decode("ascii").lower(), value) for name, value in letter.headers]
    sender = _sender(headers) if _is_read_alike(raw, headers) and _is_to(headers, own) else ""
    tried = 0
    for n, value in enumerate(value for name, value in headers if name == "dkim-signature"):
        tags = _tags(value) if sender and tried < MOST else {}
        if tags and _covers(tags, headers, sender) and _is_sound(tags, at):
            tried += 1
            if _verifies(letter, n, resolve):
                return sender
    return ""


def _is_read_alike(raw: bytes, headers: list[tuple[str, bytes]]) -> bool:
    """Whether we find the same headers as the library does, and none twice that may occur only once."""
    found = message_from_bytes(raw, policy=policy.compat32)
    read = [(name.lower(), str(value).encode("utf-8", "surrogateescape")) for name, value in found.raw_items()]
    names = [name for name, _ in headers]
    alike = [(name, value.split()) for name, value in read] == [(name, value.split()) for name, value in headers]
    return alike and all(names.count(name) == 1 for name in ONCE) and all(names.count(name) <= 1 for name in NOT_TWICE)


def _sender(headers: Iterable[tuple[str, bytes]]) -> str:
    """Return the one address in From, in lower case; '' if there are several or none."""
    found = _addresses(headers, "from")
    return found[0] if len(found) == 1 and ADDRESS.fullmatch(found[0]) else ""


def _is_to(headers: Iterable[tuple[str, bytes]], own: str) -> bool:
    """Whether the letter is addressed to the judge, with or without a plus part."""
    local, _, host = own.lower().partition("@")
    pairs = [address.partition("@") for name in ("to", "cc") for address in _addresses(headers, name)]
    return any(there == host and before.partition("+")[0] == local for before, _, there in pairs)


def _addresses(headers: Iterable[tuple[str, bytes]], wanted: str) -> list[str]:
    values = [value.decode("utf-8", "replace")[: limits.ADDRESSES] for name, value in headers if name == wanted]
    return [address.lower() for _, address in getaddresses(values)]


def _tags(value: bytes) -> Mapping[bytes, bytes]:
    """Return a signature's tags; none if they cannot be read."""
    try:
        found: Mapping[bytes, bytes] = parse_tag_value(value)
    except InvalidTagValueList:
        return {}
    return found


def _covers(tags: Mapping[bytes, bytes], headers: Iterable[tuple[str, bytes]], sender: str) -> bool:
    """Whether a signature is by the sender's domain or a parent of it, and covers every part of the letter that matters.

    Headers are signed from the bottom, so if one occurs more often in the letter than in `h=`, the topmost may have been added
    (section 5.4.2).
    """
    names = [name for name, _ in headers]
    covered = [name.strip() for name in tags.get(b"h", b"").decode("ascii").lower().split(":")]
    local, _, host = sender.partition("@")
    domain = tags.get(b"d", b"").decode("ascii").lower()
    signer = tags.get(b"i", b"").decode("ascii").lower().rpartition("@")[0]
    aligned = "." in domain.strip(".") and (host == domain or host.endswith(f".{domain}"))
    return aligned and signer in ("", local) and b"l" not in tags and all(
        names.count(name) <= covered.count(name) for name in SIGNED
    )  # fmt: skip


def _is_sound(tags: Mapping[bytes, bytes], at: datetime) -> bool:
    """Whether its algorithm is still accepted (RFC 8301) and it has not expired."""
    ends = tags.get(b"x", b"")
    return tags.get(b"a", b"").lower() in ALGORITHMS and (not ends or (ends.isdigit() and int(ends) >= at.timestamp()))


def _verifies(letter: dkim.DKIM, n: int, resolve: Resolve) -> bool:
    """Whether the signature number `n`, from the top, is valid. Raises OSError if the name servers do not answer."""

    def find_key(name: bytes, timeout: float = 0) -> bytes:
        records = resolve(name.decode("ascii").rstrip("."), "TXT")
        return records[0].encode("ascii") if len(records) == 1 and _is_for_mail(records[0]) else b""

    try:
        return letter.verify(n, find_key) is True
    except dkim.DKIMException:
        return False


def _is_for_mail(record: str) -> bool:
    """Whether a key may sign mail and is not in test mode (RFC 6376, section 3.6.1)."""
    tags = record_tags(record)
    return (
        len(record) <= LONGEST_KEY
        and tags.get("v", "DKIM1") == "DKIM1"
        and "y" not in tags.get("t", "").split(":")
        and not {"*", "email"}.isdisjoint(tags.get("s", "*").split(":"))
        and "sha256" in tags.get("h", "sha256").split(":")
    )
