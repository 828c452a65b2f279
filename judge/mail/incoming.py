"""What every way in needs: the envelope sender of a letter, and the key under which it is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from judge.letters import Letter
from judge.mail import limits

Take = Callable[[Letter], object]
"""Commits a letter durably before it returns. Raises if it cannot."""
TakeAll = Callable[[Sequence[Letter]], object]
"""Commits several letters durably before it returns. Raises if it cannot, and then has committed none."""
BATCH = 20
"""Letters that are committed together where many wait."""
T = TypeVar("T")

UNKNOWN = "?"
"""The envelope sender of a letter whose way in does not tell it. It is not empty, because that would mean a bounce."""


def source_key(way: str, raw: bytes, sender: str, recipient: str, fresh: Callable[[], str]) -> str:
    """Return the key of a letter whose way in has none.

    A sender that never saw our 250 sends the same bytes again: with a Message-ID in them they are one letter.
    Without one, nothing tells a repetition from a second letter that says the same, so each counts under a `fresh` name.
    """
    head = raw[: limits.HEADERS].replace(b"\r\n", b"\n").partition(b"\n\n")[0].lower()
    if b"\nmessage-id:" not in b"\n" + head:
        return f"{way}:{fresh()}"
    mark = hashlib.sha256(f"{sender}\0{recipient}\0".encode("utf-8", "replace") + raw)
    return f"{way}:{mark.hexdigest()}"


def is_known_again(source: str) -> bool:
    """Whether a letter that comes once more has this key again (`source_key`)."""
    return len(source.partition(":")[2]) == 2 * hashlib.sha256().digest_size


def sanitize_address(address: str) -> str:
    """Return an envelope address without characters that could not be stored."""
    return "".join(each for each in address if each.isprintable())[:320]


def split_batches(some: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Split a sequence into portions of at most `size`."""
    for start in range(0, len(some), size):
        yield some[start : start + size]
