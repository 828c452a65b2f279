"""What a letter's head must be like before a signature in it can prove who wrote (RFC 6376, and RFC 8617 for forwarders' seals).

A signature proves the From address only if nobody else can have made this letter, from nothing or from another signed one. So it
must cover every header that says who wrote what, to whom and when.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.utils import getaddresses

from dkim.util import InvalidTagValueList, parse_tag_value

from judge.letters import ADDRESS
from judge.mail import limits
from judge.mail.dns_records import Resolve, record_tags

Header = tuple[str, bytes]
"""A header's name in lower case, and its value as it stands in the letter."""

MOST = 3
"""The most signatures, or seals, of one letter that are verified; each needs a query to name servers."""
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
SILENT = logging.getLogger(f"{__name__}.library")
"""For the library, which logs each signature that fails; that does not matter here."""
SILENT.propagate = False
SILENT.addHandler(logging.NullHandler())


def may_be_verified(raw: bytes, header: bytes) -> bool:
    """Whether a letter's head has a header (in lower case, with its colon), and the library can read it in a short time."""
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    if len(head) > limits.HEADERS or len(raw) > limits.RAW or header not in head.lower():
        return False
    return not (_BARE.search(head) or _BLANKS.search(raw))


def lowered(headers: Iterable[tuple[bytes, bytes]]) -> list[Header]:
    """Return the headers that the library found. Raises UnicodeDecodeError if a name is not in ASCII."""
    return [(name.decode("ascii").lower(), value) for name, value in headers]


def is_read_alike(raw: bytes, headers: Sequence[Header]) -> bool:
    """Whether we find the same headers as the library does, and none twice that may occur only once."""
    found = message_from_bytes(raw, policy=policy.compat32)
    read = [(name.lower(), str(value).encode("utf-8", "surrogateescape")) for name, value in found.raw_items()]
    names = [name for name, _ in headers]
    alike = [(name, value.split()) for name, value in read] == [(name, value.split()) for name, value in headers]
    return alike and all(names.count(name) == 1 for name in ONCE) and all(names.count(name) <= 1 for name in NOT_TWICE)


def only_sender(headers: Iterable[Header]) -> str:
    """Return the one address in From, in lower case; '' if there are several or none."""
    found = _addresses(headers, "from")
    return found[0] if len(found) == 1 and ADDRESS.fullmatch(found[0]) else ""


def written_to(headers: Sequence[Header], wanted: Iterable[str]) -> list[str]:
    """Return those of some addresses that To or Cc names, with or without a plus part."""
    pairs = [address.partition("@") for name in ("to", "cc") for address in _addresses(headers, name)]
    named = {f"{local.partition('+')[0]}@{host}" for local, _, host in pairs}
    return [each for each in wanted if each.lower() in named]


def _addresses(headers: Iterable[Header], wanted: str) -> list[str]:
    values = [value.decode("utf-8", "replace")[: limits.ADDRESSES] for name, value in headers if name == wanted]
    return [address.lower() for _, address in getaddresses(values)]


def tags_of(value: bytes) -> Mapping[bytes, bytes]:
    """Return a signature's tags; none if they cannot be read."""
    try:
        found: Mapping[bytes, bytes] = parse_tag_value(value)
    except InvalidTagValueList:
        return {}
    return found


def covers_all(tags: Mapping[bytes, bytes], headers: Iterable[Header]) -> bool:
    """Whether a signature covers every part of the letter that matters.

    Headers are signed from the bottom, so if one occurs more often in the letter than in `h=`, the topmost may have been added
    (RFC 6376, section 5.4.2).
    """
    names = [name for name, _ in headers]
    covered = [name.strip() for name in tags.get(b"h", b"").decode("ascii").lower().split(":")]
    return b"l" not in tags and all(names.count(name) <= covered.count(name) for name in SIGNED)


def is_sound(tags: Mapping[bytes, bytes], at: datetime) -> bool:
    """Whether its algorithm is still accepted (RFC 8301) and it has not expired."""
    ends = tags.get(b"x", b"")
    return tags.get(b"a", b"").lower() in ALGORITHMS and (not ends or (ends.isdigit() and int(ends) >= at.timestamp()))


def key_finder(resolve: Resolve) -> Callable[..., bytes]:
    """Return the function by which the library asks for keys. It raises OSError if the name servers do not answer."""

    def find_key(name: bytes, timeout: float = 0) -> bytes:
        records = resolve(name.decode("ascii").rstrip("."), "TXT")
        return records[0].encode("ascii") if len(records) == 1 and _is_for_mail(records[0]) else b""

    return find_key


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
