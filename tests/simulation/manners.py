"""How a run is made: its seed's last digit says how stormy it is, by which way letters come, and what runs side by side."""

from __future__ import annotations

from typing import NamedTuple


class Manner(NamedTuple):
    """How a judge lives in one run."""

    storm: float = 1.0
    """How often things go wrong with the machine, compared with a stormy run."""
    mailbox: bool = False
    """Whether letters are fetched from a mailbox by IMAP; else our mail server hands them over."""
    threads: bool = False
    """Whether the judge's threads take turns within their steps; else one step ends before the next begins."""


QUIET = 0.1
MANNERS = {
    6: Manner(QUIET),
    7: Manner(mailbox=True), 8: Manner(QUIET, mailbox=True),
    9: Manner(threads=True), 0: Manner(QUIET, threads=True),
}  # fmt: skip
"""The last digit of a seed → its manner; 1 to 5 are stormy."""


def manner_of(seed: int) -> Manner:
    """Return how a run is made."""
    return MANNERS.get(seed % 10, Manner())
