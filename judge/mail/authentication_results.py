"""Read what our own mail server found out about a letter's sender: `Authentication-Results` (RFC 8601).

Anybody can write such a header. One counts only if it names our own server and stands above the `Received` lines that
our own servers put there: forged ones are below them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from judge.config import AuthResultsConfig

Verdict = Literal["pass", "fail", "none"]
"""DMARC's result for the From line. `none` is no evidence either way."""

_LONGEST = 4000
_TOKEN = re.compile(r'\\.|.', re.DOTALL)  # a quoted pair, or one character (RFC 5322, section 3.2.1)


class TrustedServer(NamedTuple):
    """Our own mail server, whose findings count."""

    authserv: str
    """The name it gives itself in its headers (authserv-id)."""
    received: int = 1
    """How many `Received` lines our own servers put on top of each letter."""
    milter: bool = False
    """Whether the first header below those lines also counts, because a milter in Postfix puts it there."""


def trusted_server(said: AuthResultsConfig | None) -> TrustedServer | None:
    """Return the server that an operator trusts (`verified`); None for none."""
    return TrustedServer(said.authserv, said.received, said.milter) if said else None


def sender_verdict(headers: Sequence[tuple[str, str]], sender: str, verifier: TrustedServer | None) -> Verdict:
    """Return what our server says of a sender. Never raises.

    Args:
        headers: (name in lower case, value) as they stand in the letter, from the top.
        sender: the one address in From, in lower case.
        verifier: the server whose word counts; None if there is none.
    """
    if verifier is None or not sender:
        return "none"
    said = [_dmarc(each, sender) for each in _findings(headers, verifier)]
    if "fail" in said:
        return "fail"
    return "pass" if "pass" in said else "none"


def spf_failed(headers: Sequence[tuple[str, str]], verifier: TrustedServer | None) -> bool:
    """Whether our server says that the letter came from a host that may not send for its envelope's domain (RFC 7208).

    The first `Received-SPF` counts without a verifier, too: forging it harms nobody but the forger. Never raises.

    Args:
        headers: (name in lower case, value) as they stand in the letter, from the top.
        verifier: the server whose word counts in `Authentication-Results`; None if there is none.
    """
    own = next((value for name, value in headers if name == "received-spf"), "")
    found = _findings(headers, verifier) if verifier else []
    return own.split()[:1] in (["fail"], ["Fail"], ["FAIL"]) or any(_results(each, "spf") == ["fail"] for each in found)


def sealed_verdict(value: str, sender: str) -> Verdict:
    """Return what a forwarder found of a sender, by its `ARC-Authentication-Results` (RFC 8617, section 4.1.1). Never raises.

    Args:
        value: the header's, with its instance and the forwarder's name in front. Its seal must have been verified.
        sender: the one address in From, in lower case.
    """
    findings = _without_comments(value[:_LONGEST]).split(";")[2:]
    return _dmarc([each.lower().replace(" = ", "=").split() for each in findings], sender)


def _findings(headers: Sequence[tuple[str, str]], verifier: TrustedServer) -> list[list[list[str]]]:
    """Return the words of each finding in each header of our server's, in lower case."""
    found = list[list[list[str]]]()
    for value in _above(headers, verifier):
        head, *findings = _without_comments(value[:_LONGEST]).split(";")
        if [word.lower() for word in head.split()][:1] == [verifier.authserv.lower()]:
            found.append([each.lower().replace(" = ", "=").split() for each in findings])
    return found


def _above(headers: Sequence[tuple[str, str]], verifier: TrustedServer) -> list[str]:
    """Return the headers above the boundary, and the milter's at it; none if there are fewer `Received` lines than `verifier`
    expects.
    """
    found: list[str] = []
    left = verifier.received
    for number, (name, value) in enumerate(headers, 1):
        if name == "received":
            left -= 1
            if left <= 0:
                below = headers[number : number + 1] if verifier.milter else []
                return found + [value for name, value in below if name == "authentication-results"]
        elif name == "authentication-results":
            found.append(value)
    return []


def _dmarc(findings: list[list[str]], sender: str) -> Verdict:
    """Return DMARC's result for this sender's domain in one header. Of two results the worse counts."""
    results = _results(findings, "dmarc")
    if len(results) != 1:
        return "fail" if "fail" in results else "none"
    if results[0] != "pass":
        return "fail" if results[0] == "fail" else "none"
    named = f"header.from={sender.rpartition('@')[2]}"
    return "pass" if any(_method(words) == "dmarc" and named in words[1:] for words in findings) else "none"


def _results(findings: list[list[str]], method: str) -> list[str]:
    """Return the results of one method in a header."""
    return [words[0].partition("=")[2] for words in findings if _method(words) == method]


def _method(words: list[str]) -> str:
    """Return the method of a finding, without its version."""
    return words[0].partition("=")[0].partition("/")[0] if words else ""


def _without_comments(value: str) -> str:
    """Return the header without comments, which may be nested, and without quoted strings.

    A quotation mark in a comment begins no string, and a bracket in a string no comment; a quoted pair is neither (RFC 5322,
    sections 3.2.1 to 3.2.4). If one does not end, the rest of the header is left out.
    """
    kept: list[str] = []
    depth, quoted = 0, False
    for each in _TOKEN.findall(value):
        if quoted:
            quoted = each != '"'
        elif depth:
            depth += (each == "(") - (each == ")")
        elif each == "(":
            depth = 1
        elif each == '"':
            quoted = True
            kept.append('""')
        else:
            kept.append(each)
    return "".join(kept)
