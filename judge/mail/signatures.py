"""Verify a letter's DKIM signatures (RFC 6376), where no mail server of ours has done it.

The letter must be addressed to the judge: nobody may forward to the judge what a player signed for somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import dkim

from judge.mail.dns_records import Resolve
from judge.mail.signed_head import (
    MOST,
    SILENT,
    WEAKEST,
    covers_all,
    is_read_alike,
    is_sound,
    key_finder,
    lowered,
    may_be_verified,
    only_sender,
    tags_of,
    written_to,
)


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
    if not may_be_verified(raw, b"dkim-signature:"):
        return ""
    letter = dkim.DKIM(raw, logger=SILENT, minkey=WEAKEST)
    headers = lowered(letter.headers)
    sender = only_sender(headers) if is_read_alike(raw, headers) and written_to(headers, [own]) else ""
    tried = 0
    for n, value in enumerate(value for name, value in headers if name == "dkim-signature"):
        tags = tags_of(value) if sender and tried < MOST else {}
        if tags and _is_of(tags, sender) and covers_all(tags, headers) and is_sound(tags, at):
            tried += 1
            if _verifies(letter, n, resolve):
                return sender
    return ""


def _is_of(tags: Mapping[bytes, bytes], sender: str) -> bool:
    """Whether a signature is by the sender's domain or a parent of it, and names no other mailbox."""
    local, _, host = sender.partition("@")
    domain = tags.get(b"d", b"").decode("ascii").lower()
    signer = tags.get(b"i", b"").decode("ascii").lower().rpartition("@")[0]
    return "." in domain.strip(".") and (host == domain or host.endswith(f".{domain}")) and signer in ("", local)


def _verifies(letter: dkim.DKIM, n: int, resolve: Resolve) -> bool:
    """Whether the signature number `n`, from the top, is valid. Raises OSError if the name servers do not answer."""
    try:
        return letter.verify(n, key_finder(resolve)) is True
    except dkim.DKIMException:
        return False
