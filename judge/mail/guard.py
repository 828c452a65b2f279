"""The guard at the door: letters written by machines, and our own coming back, are neither answered nor obeyed.

A vacation reply quotes the judge's letter, orders and all; an answer to a bounce bounces. Headers and envelope
decide, before any command is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from judge.mail import limits
from judge.mail.mail import Auto

Headers = Mapping[str, Sequence[str]]
"""Header values by lower-case name, in the order they stand."""

LOOP_HEADER = "X-Judge-Loop"
"""Stands in every letter of every judge; a letter that carries it was written by one."""

_OURS = re.compile(r"<judge\.[0-9a-f]{32}@[^<>@\s]+>")  # what `judge.mail.write.message_id` makes
_BULK = ("bulk", "junk", "list", "auto_reply")
_ROBOTS = ("mailer-daemon@", "postmaster@")
_AUTO_HEADERS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-fc-machinegenerated")


def why_not(headers: Headers, sender: str, envelope: str | None, own: str) -> Auto | None:
    """Why a letter must not be answered or obeyed; None for a letter from a person.

    Args:
        headers: of the letter.
        sender: the address in From (the first of several), in lower case; empty if there is none.
        envelope: the envelope sender, empty for bounces (RFC 5321, section 4.5.5); None if the letter came in without one.
        own: the judge's own address.
    """
    if LOOP_HEADER.lower() in headers or len(headers.get("received", ())) > limits.RECEIVED:
        return "loop"
    if sender and sender == own.lower():
        return "loop"
    host = own.lower().rpartition("@")[2]
    if host and _OURS.fullmatch(_first(headers, "message-id")) and _first(headers, "message-id").endswith(f"@{host}>"):
        return "loop"
    if _is_bounce(headers, sender, envelope):
        return "bounce"
    if _is_auto(headers):
        return "auto-reply"
    if "list-id" in headers or "list-post" in headers or _first(headers, "precedence") in _BULK:
        return "list"
    return None if sender else "no sender"


def _is_bounce(headers: Headers, sender: str, envelope: str | None) -> bool:
    report = "report" in _first(headers, "content-type").split(";")[0]
    return report or envelope in ("", "<>") or _first(headers, "return-path") == "<>" or sender.startswith(_ROBOTS)


def _is_auto(headers: Headers) -> bool:
    """RFC 3834, section 5: anything but `no` in Auto-Submitted, comments and parameters aside."""
    said = _first(headers, "auto-submitted").split(";")[0].split("(")[0].strip()
    precedence = _first(headers, "precedence")
    return said not in ("", "no") or precedence == "auto_reply" or any(name in headers for name in _AUTO_HEADERS)


def _first(headers: Headers, name: str) -> str:
    values = headers.get(name)
    return values[0].strip().lower() if values else ""
