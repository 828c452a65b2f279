"""What a game master's acts leave in a game: a phase that is held, orders entered for a power, letters that came too late."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from judge.notation import Order
from judge.seat import Seat


class HeldPhase(NamedTuple):
    """A phase whose time is over and whose report the GM has not published."""

    until: datetime | None
    """When it is published by itself; None if it waits for the GM."""
    orders: Mapping[str, tuple[Order, ...]]
    """power → the orders that stood when the phase was closed."""


class GMOrders(NamedTuple):
    """Orders that the GM entered for a power, or let count though they were late; said in the report."""

    power: str
    """'' where the reader may not know whose they are."""
    orders: tuple[Order, ...]
    """Those of them that stand; () where the reader may not know them."""
    reason: str
    late: bool = False
    """Whether they are the player's own, sent too late."""


class LateOrders(NamedTuple):
    """A letter of orders that came after its phase was closed or run."""

    seat: Seat
    phase: str
    lines: tuple[str, ...]
    letter: str
    """Fingerprint of its Message-ID; '' if it had none."""
