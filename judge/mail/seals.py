"""Verify the seals of forwarders (ARC, RFC 8617), and believe those that the operator names.

A forwarder that adds a line to a letter breaks its signature, and is not a host that may send for the writer's provider. Its seal
tells what it found itself when the letter came to it. Anybody can seal a letter, so only forwarders count that the operator lists,
and only for letters to an address there whose mail comes to the judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import dkim

from judge.mail.authentication_results import sealed_verdict
from judge.mail.dns_records import Resolve
from judge.mail.signed_head import (
    MOST,
    SILENT,
    WEAKEST,
    Header,
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


def sealed_sender(raw: bytes, forwarders: Mapping[str, str], at: datetime, resolve: Resolve) -> str:
    """Return the address in From, in lower case, if the newest seal is of a named forwarder that found `dmarc=pass`; else ''.
    Never raises.

    Args:
        raw: the letter as it came.
        forwarders: address there, which To or Cc must name → the domain that seals (`d=`), both in lower case.
        at: when the letter came, since signatures may expire.
        resolve: asks name servers for keys.
    """
    try:
        return _sealed_sender(raw, forwarders, at, resolve)
    except Exception:  # the library's errors on what strangers write, and those of the name servers
        return ""


def _sealed_sender(raw: bytes, forwarders: Mapping[str, str], at: datetime, resolve: Resolve) -> str:
    if not forwarders or not may_be_verified(raw, b"arc-seal:"):
        return ""
    letter = dkim.ARC(raw, logger=SILENT, minkey=WEAKEST)
    headers = lowered(letter.headers)
    trusted = {forwarders[each] for each in written_to(headers, forwarders)}
    sender = only_sender(headers) if trusted and is_read_alike(raw, headers) else ""
    found = _newest(headers, "arc-authentication-results").decode("utf-8", "replace")
    if not sender or sealed_verdict(found, sender) != "pass":
        return ""
    seal, signature = (tags_of(_newest(headers, name)) for name in ("arc-seal", "arc-message-signature"))
    domains = {each.get(b"d", b"").decode("ascii").lower() for each in (seal, signature)}
    if len(domains) != 1 or not domains <= trusted or not covers_all(signature, headers):
        return ""
    sound = is_sound(seal, at) and is_sound(signature, at)
    return sender if sound and letter.verify(key_finder(resolve))[0] == dkim.CV_Pass else ""


def _newest(headers: Sequence[Header], wanted: str) -> bytes:
    """Return the header of the newest of a letter's sets, which are numbered from 1 without a gap; empty if they are not, or are
    too many.
    """
    numbered = {_number(value): value for name, value in headers if name == wanted}
    times = sum(name == wanted for name, _ in headers)
    return numbered[times] if times <= MOST and sorted(numbered) == [*range(1, times + 1)] and times else b""


def _number(value: bytes) -> int:
    """Return the instance that a header of a set begins with, or has as a tag; 0 if it cannot be read."""
    tags = [tag.partition(b"=") for tag in value.split(b";")]
    told = [number.strip() for name, _, number in tags if name.strip().lower() == b"i"]
    return int(told[0]) if len(told) == 1 and told[0].isdigit() and len(told[0]) < 3 else 0
