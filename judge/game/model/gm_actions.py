"""What a GM's acts leave in a game: a held phase, orders entered for a power, late mails."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from judge.board import Position
from judge.notation import Order
from judge.seat import Seat


class HeldPhase(NamedTuple):
    """A closed phase whose report the GM has not published."""

    until: datetime | None
    """When it is published automatically; None if it waits for the GM."""
    orders: Mapping[str, tuple[Order, ...]]
    """Power → the current orders when the phase was closed."""
    at: datetime | None = None
    """Since when it waits for the GM; None if that was not noted."""


class GMOrders(NamedTuple):
    """Orders that the GM entered for a power, or accepted although late; the report mentions them."""

    power: str
    """'' if the reader may not know the power."""
    orders: tuple[Order, ...]
    """Those of them that still count; () if the reader may not know them."""
    reason: str
    late: bool = False
    """Whether they are the player's own late orders."""


class Habit(NamedTuple):
    """What units that the GM orders for do in a movement phase for which the GM orders nothing."""

    what: str
    """`wander`: each goes to a neighbouring space or stays, as it is drawn; `always`: the orders, for the units that they fit."""
    orders: tuple[Order, ...] = ()


class LateOrders(NamedTuple):
    """A mail with orders that came after its phase was closed or processed."""

    seat: Seat
    phase: str
    lines: tuple[str, ...]
    letter: str
    """Fingerprint of its Message-ID; '' if it had none."""


class PastPhase(NamedTuple):
    """A phase that was played elsewhere, which is judged again when the game starts."""

    phase: str
    orders: Mapping[str, tuple[Order, ...]]
    position: Position | None = None
    """The board after it in the source, if the referee comes to another."""
