"""What our own mail server found out about a letter's sender: `Authentication-Results` (RFC 8601), read with distrust.

Anybody can write such a header. One counts only if it names our own server and stands above the `Received` lines that
our own servers put there: whatever a sender forged lies below them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Verdict = Literal["pass", "fail", "none"]
"""Whether DMARC vouches for the From line: `none` is no evidence either way."""

_LONGEST = 4000
_QUOTED = re.compile(r'"[^"]*"')


class TrustedServer(NamedTuple):
    """Our own mail server, in whose findings we believe."""

    authserv: str
    """The name it gives itself in its headers (authserv-id)."""
    received: int = 1
    """How many `Received` lines our own servers put on top of each letter."""


def sender_verdict(headers: Sequence[tuple[str, str]], sender: str, verifier: TrustedServer | None) -> Verdict:
    """What our server says of a sender. Never raises.

    Args:
        headers: (name in lower case, value) as they stand in the letter, from the top.
        sender: the one address in From, in lower case.
        verifier: whose word counts; None where there is nobody.
    """
    if verifier is None or not sender:
        return "none"
    said = [_dmarc(value, sender, verifier.authserv.lower()) for value in _above(headers, verifier.received)]
    if "fail" in said:
        return "fail"
    return "pass" if "pass" in said else "none"


def _above(headers: Sequence[tuple[str, str]], received: int) -> list[str]:
    """The headers above the boundary; none where there are not as many `Received` lines as there must be."""
    found: list[str] = []
    for name, value in headers:
        if name == "received":
            received -= 1
            if received <= 0:
                return found
        elif name == "authentication-results":
            found.append(value)
    return []


def _dmarc(value: str, sender: str, authserv: str) -> Verdict:
    """DMARC's word in one header, about this sender's domain and nobody else's."""
    head, *findings = _without_comments(value[:_LONGEST]).split(";")
    if [word.lower() for word in head.split()][:1] != [authserv]:
        return "none"
    domain = sender.rpartition("@")[2]
    for finding in findings:
        words = finding.lower().replace(" = ", "=").split()
        if words[:1] and words[0].partition("/")[0].partition("=")[0] == "dmarc":
            result = words[0].partition("=")[2]
            if result == "pass":
                return "pass" if f"header.from={domain}" in words[1:] else "none"
            return "fail" if result == "fail" else "none"
    return "none"


def _without_comments(value: str) -> str:
    """The header without its comments, which may be nested, and without quoted strings, which nothing here needs."""
    kept: list[str] = []
    depth = 0
    for each in _QUOTED.sub('""', value):
        depth += each == "("
        if not depth:
            kept.append(each)
        depth -= each == ")" and depth > 0
    return "".join(kept)
