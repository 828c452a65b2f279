"""What every way in does with a letter's bytes: who sent them, and under which key they are kept."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from judge.letters import Letter
from judge.mail import limits

Take = Callable[[Letter], object]
"""Commits a letter durably before it returns; raises if it cannot."""
TakeAll = Callable[[Sequence[Letter]], object]
"""Commits letters durably before it returns, all of them; raises, and has committed none, if it cannot."""
BATCH = 20
"""Letters that are committed together where many lie waiting."""
T = TypeVar("T")

UNKNOWN = "?"
"""Envelope sender of a letter whose way in does not say it; not empty, for that would make it a bounce."""


def source_key(way: str, raw: bytes, sender: str, recipient: str) -> str:
    """The key a letter is kept under where its way in has none.

    A sender that never saw our 250 sends the same bytes again: with a Message-ID in them they are one letter.
    Without one, nothing tells a repetition from a second letter that says the same, so each counts.
    """
    head = raw[: limits.HEADERS].replace(b"\r\n", b"\n").partition(b"\n\n")[0].lower()
    if b"\nmessage-id:" not in b"\n" + head:
        return f"{way}:{uuid.uuid4().hex}"
    mark = hashlib.sha256(f"{sender}\0{recipient}\0".encode("utf-8", "replace") + raw)
    return f"{way}:{mark.hexdigest()}"


def sanitize_address(address: str) -> str:
    """An envelope address without anything that could not be stored."""
    return "".join(each for each in address if each.isprintable())[:320]


def split_batches(some: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The same in portions of at most `size`."""
    for start in range(0, len(some), size):
        yield some[start : start + size]
