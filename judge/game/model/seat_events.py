"""Events of seats: joining, leaving, standing by, observing and taking over. They name seats and powers, never people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from judge.game.model.events import Event
from judge.rules.variant import Power
from judge.seat import Seat

SILENT = "silent"
"""The reason of a vacancy by the game's NMR policy."""


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Someone took a seat."""

    seat: Seat
    prefers: tuple[str, ...] = ()
    by: Seat | None = None
    """The seat that the player had as an observer or invited person."""
    promised: str = ""
    """The power that the GM invited the player to play."""
    brings: Power | None = None
    """The power that the player defined, in games that allow it."""
    at: datetime | None = None
    last: bool = False
    """Whether all seats were taken with it."""


@dataclass(frozen=True, slots=True)
class Applied(Event):
    """Somebody asked to join a game whose GM admits each player."""

    seat: Seat
    prefers: tuple[str, ...] = ()
    brings: Power | None = None


@dataclass(frozen=True, slots=True)
class Wished(Event):
    """A player changed their preferences for powers before the start."""

    seat: Seat
    prefers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player gave up a seat before the start, so it is free again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player gave up a seat in a running game; its units hold from now on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Vacated(Event):
    """A seat was declared vacant, by the GM or by the NMR policy; its units hold from now on."""

    seat: Seat
    reason: str
    """The GM's reason; SILENT for the NMR policy."""


@dataclass(frozen=True, slots=True)
class HouseSeated(Event):
    """A house player holds a seat until a person takes it over; the seat is vacant."""

    seat: Seat
    level: str
    """Its level; '' if the house player leaves."""


@dataclass(frozen=True, slots=True)
class HousePlayed(Event):
    """All house players have given their orders for the running phase."""


@dataclass(frozen=True, slots=True)
class StandbyListed(Event):
    """Somebody became a standby; `power` is one that the GM has offered them, or ''."""

    seat: Seat
    power: str = ""


@dataclass(frozen=True, slots=True)
class StandbyLeft(Event):
    """A standby left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StandbyCalled(Event):
    """A standby was called: their orders are used for a power if its player misses orders again."""

    power: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """A standby took over a seat."""

    seat: Seat
    by: Seat
    """The seat they had as a standby."""
    due: datetime | None = None
    """The running phase's deadline after it."""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ObserverCame(Event):
    """Somebody became an observer."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatGivenUp(Event):
    """An observer, an invited person or a second GM left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ejected(Event):
    """The GM removed somebody from the game, from any seat."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Invited(Event):
    """Somebody was invited to play; `power` was promised, or ''."""

    seat: Seat
    power: str = ""


@dataclass(frozen=True, slots=True)
class Promoted(Event):
    """A standby or an observer became a second GM."""

    seat: Seat
    by: Seat
    """The seat they had before."""


@dataclass(frozen=True, slots=True)
class HandoverOffered(Event):
    """The GM asked somebody to be the GM; None if the GM withdrew the offer, or it was declined."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class GMChanged(Event):
    """Somebody became the GM in place of the one before, who has no seat any more."""

    by: Seat
    """The seat that the new GM had before."""
    how: str = "handover"
    """`handover`, `resigned` (the one before gave it up), `voted` (by the players), `claimed` (by a second GM), `operator`."""
    at: datetime | None = None
