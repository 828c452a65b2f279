"""Seats as tests name them."""

from __future__ import annotations

from judge.seat import Seat


def at(who: str | Seat) -> Seat | None:
    """A seat that a test may write as text; None for '', who has none."""
    return who if isinstance(who, Seat) else Seat.read(who) if who else None
