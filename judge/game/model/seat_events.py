"""Events of seats: who comes, leaves, stands by, looks on, and takes over. They name seats and powers, never people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from judge.game.model.events import Event
from judge.rules.variant import Power
from judge.seat import Seat

SILENT = "silent"
"""Why a seat is vacant by the rule on silence."""


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Someone took a seat."""

    seat: Seat
    prefers: tuple[str, ...] = ()
    by: Seat | None = None
    """The seat that the player had as somebody invited or looking on."""
    promised: str = ""
    """The power that the GM invited the player to play."""
    brings: Power | None = None
    """The power that came with the player, in a game that takes its powers so."""


@dataclass(frozen=True, slots=True)
class Wished(Event):
    """A player would like other powers than before; the game has not begun."""

    seat: Seat
    prefers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player gave up a seat before the start, so that it is free again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player gave up a seat in a running game; its units stand from now on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Vacated(Event):
    """A seat was declared vacant, by the GM or by the rule on silence; its units stand from now on."""

    seat: Seat
    reason: str
    """The GM's; SILENT by the rule."""


@dataclass(frozen=True, slots=True)
class StandbyListed(Event):
    """Somebody stands by for the game; `power` is one that the GM has offered to that person, or ''."""

    seat: Seat
    power: str = ""


@dataclass(frozen=True, slots=True)
class StandbyLeft(Event):
    """Somebody stands by no longer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StandbyCalled(Event):
    """A standby's orders will be used for a power if its player is silent again."""

    power: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """A standby has taken a seat over: from now on it is that person's."""

    seat: Seat
    by: Seat
    """The seat that person had as a standby."""
    due: datetime | None = None
    """The running phase's deadline from now on."""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ObserverCame(Event):
    """Somebody looks on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatGivenUp(Event):
    """Somebody who does not play has left: an observer, an invited person or a second GM."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ejected(Event):
    """The GM has put somebody out of the game, from any seat."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Invited(Event):
    """Somebody was asked to play; `power` is what was promised, or ''."""

    seat: Seat
    power: str = ""


@dataclass(frozen=True, slots=True)
class Promoted(Event):
    """Somebody who stood by or looked on runs the game together with its GM from now on."""

    seat: Seat
    by: Seat
    """The seat that person had before."""
