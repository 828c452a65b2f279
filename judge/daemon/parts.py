"""The parts of a daemon, as far as it uses them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from judge.clock import Clock
from judge.config import Config
from judge.daemon.ways import OwnPort, RelayWay
from judge.daemon.world import World
from judge.mail.polling import PollingLoop
from judge.mail.sender import OutboxSender
from judge.mail.signature_check import SignatureCheck
from judge.store import Store


class Office(Protocol):
    """Decides everything that happens in games."""

    def receive_next(self, now: datetime, before: datetime | None = None) -> bool:
        """Process the oldest letters that were received before this instant; return False if there are none."""

    def tick(self, until: datetime, now: datetime) -> bool:
        """Run, `now`, everything due at `until` or before; return False if nothing is due."""


class Troubles(Protocol):
    """Reports trouble to people."""

    def held_up(self, now: datetime, horizon: datetime, until: datetime) -> None:
        """Report that deadlines after `horizon` wait, until `until` at most."""


class Watch(Protocol):
    """Checks whether the operator is needed."""

    def watch_places(self, places: Sequence[PollingLoop], relay: Sequence[RelayWay], ports: Sequence[OwnPort]) -> None:
        """Also check these ways in and out."""

    def look(self) -> bool:
        """Check once; return whether a mail is to be sent."""

    def line(self) -> str:
        """Return how the judge is, in a line."""

    def end(self) -> None:
        """Note that this worker was stopped."""


class SignOfLife(Protocol):
    """Tells somebody elsewhere that the judge is well."""

    def run(self, stop: threading.Event) -> None:
        """Tell it again and again, until told to stop."""

    def beat(self) -> bool:
        """Tell it once."""


class ClockDoubt(Protocol):
    """Why the clock is not believed yet."""

    @property
    def since(self) -> datetime: ...  # noqa: D102
    @property
    def first(self) -> datetime: ...  # noqa: D102


class Times(Protocol):
    """Compares the clock with what the store has noted of time."""

    def begin(self, usual: timedelta = ..., ends_soon: bool = ...) -> None:
        """Compare at a start; `usual`: the longest gap about which nobody is told."""

    def began(self) -> datetime:
        """Return since when this process has been at work, by the clock of now; `EARLIEST` if it ends soon."""

    def limit(self) -> ClockDoubt | None:
        """Return why nothing after an instant may be run yet; None if the clock is believed."""

    def end(self) -> None:
        """Note the time at the end of work."""


class Parts(Protocol):
    """The parts of a daemon (`judge.daemon.wiring` chooses them)."""

    @property
    def settings(self) -> Config: ...  # noqa: D102
    @property
    def store(self) -> Store: ...  # noqa: D102
    @property
    def office(self) -> Office: ...  # noqa: D102
    @property
    def drain(self) -> OutboxSender: ...  # noqa: D102
    @property
    def clock(self) -> Clock: ...  # noqa: D102
    @property
    def world(self) -> World: ...  # noqa: D102
    @property
    def troubles(self) -> Troubles: ...  # noqa: D102
    @property
    def watch(self) -> Watch: ...  # noqa: D102
    @property
    def times(self) -> Times: ...  # noqa: D102
    @property
    def heartbeat(self) -> SignOfLife | None: ...  # noqa: D102
    @property
    def signatures(self) -> SignatureCheck | None: ...  # noqa: D102
    @property
    def answer(self) -> Callable[[], Callable[[], None]]: ...  # noqa: D102
