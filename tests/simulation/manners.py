"""How a run is made: its seed says how stormy it is, by which way letters come, what runs side by side, and what it begins with."""

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
    older: bool = False
    """Whether it begins on an older judge's store, and newer versions are started on older stores in mid-game."""
    lasting: bool = False
    """Whether the process never dies, so that whatever it keeps of each letter adds up; it remembers few games and phases."""
    workers: int = 0
    """How many workers share one PostgreSQL, with their threads side by side; 0: one judge on SQLite."""


QUIET = 0.1
MANNERS = {
    6: Manner(QUIET),
    7: Manner(mailbox=True), 8: Manner(QUIET, mailbox=True),
    9: Manner(threads=True), 10: Manner(QUIET, threads=True),
    11: Manner(older=True), 12: Manner(QUIET, older=True),
    13: Manner(mailbox=True, older=True), 14: Manner(threads=True, older=True),
    15: Manner(lasting=True), 16: Manner(QUIET, lasting=True), 17: Manner(mailbox=True, lasting=True),
    18: Manner(threads=True, lasting=True),
}  # fmt: skip
"""Seed modulo 20 → its manner; the others are stormy."""


def manner_of(seed: int, workers: int = 0) -> Manner:
    """Return how a run is made. With several workers every fourth is quieter, and the others are stormy."""
    if workers:
        return Manner(1.0 if seed % 4 else QUIET, workers=workers)
    return MANNERS.get(seed % 20, Manner())
