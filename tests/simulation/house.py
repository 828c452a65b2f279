"""One judge on the simulated machine: a process image that is thrown away at a crash, and the files that stay."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import OperationalError

from judge.clock import JumpGuardClock
from judge.config import AuthResultsConfig, Config, RelayConfig
from judge.daemon import wiring
from judge.daemon.daemon import Daemon
from judge.daemon.wiring import Application, build_application
from judge.daemon.world import World
from judge.letters import Letter
from judge.mail.arrivals import TAKEN, Arrivals
from judge.mail.authentication_results import trusted_server
from judge.store import Store, store
from tests.conftest import _once, _Statements
from tests.simulation.machine import Machine
from tests.simulation.relay import Relay

ADDRESS, SERVER = "judge@pbm.example", "mx.pbm.example"
WATCHED = timedelta(minutes=30)
"""How often the monitor looks. In a real daemon every 20 seconds, which costs more than all letters."""


class House:
    """A judge that can be started, stepped and killed."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        self.machine, self.relay, self.file = machine, Relay(machine), folder / "judge.db"
        key = folder / "judge.key"
        key.write_text("not-at-all-secret")
        key.chmod(0o600)
        self.settings = Config(  # no operator: mails to one name the folder, which is another in each run
            address=ADDRESS, key=key, store=f"sqlite:///{self.file}", smtp=None, maps=False,
            relay=RelayConfig("relay.pbm.example", tls="none"), verified=AuthResultsConfig(SERVER), trust_from=True,
            letters_an_hour=10**6, games_a_day=0, guests_a_day=0, invitation_days=0, strangers_an_hour=10**6, keep_days=0,
        )  # fmt: skip
        self.parts: Application | None = None
        self._watched = machine.time
        self._reader = sqlite3.connect(self.file, isolation_level=None)

    @property
    def up(self) -> bool:
        """Whether a process is at work."""
        return self.parts is not None

    def start(self) -> None:
        """Begin a new process image on the files. Raises Crash if it dies meanwhile."""
        machine = self.machine
        machine.boot()
        clock = JumpGuardClock(machine, machine.elapsed)
        world = World(machine.chance, machine.elapsed, self.relay.call, free=lambda folder: 2**40)
        self.parts = build_application(self.settings, clock, synchronised=lambda: not machine.wrong, world=world)
        _listen(self.parts.store, machine)
        self.daemon = Daemon(self.parts)
        trusted = trusted_server(self.settings.verified)
        self.arrivals = Arrivals("smtp", self.daemon.take_all, clock, trusted, world.name)
        self.daemon.intakes = (self.arrivals,)  # type: ignore[assignment]  # of which the daemon asks only what is in hand
        self.parts.store.free_claims()
        self.parts.times.begin()

    def end(self) -> None:
        """Throw the process image away; the system closes its files."""
        if self.parts:
            self.parts.store.close()
        self.parts = None

    def close(self) -> None:
        """Nobody reads the database any more."""
        self._reader.close()

    def commit(self, some: list[Letter]) -> list[bool]:
        """Commit letters in hand; return of each whether it was accepted."""
        return [said == TAKEN for said in self.arrivals.commit(some)]

    def decide(self) -> bool:
        """One step of the office."""
        return self.daemon.decide()

    def send(self) -> bool:
        """One step of the sender."""
        return self.daemon.send(lambda longest: None)

    def watch(self) -> bool:
        """One look of the monitor, if it is time; return whether mail was queued."""
        assert self.parts
        if self.machine.time - self._watched < WATCHED:
            return False
        self._watched = self.machine.time
        return self.parts.watch.look()

    def read(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database, past the program."""
        return self._reader.execute(statement, values).fetchall()


def _listen(opened: Store, machine: Machine) -> None:
    """Make each statement and each commit a step; a full disk takes no change."""
    engine, write = opened._engine, opened._locks.write

    def stated(connection: Connection, cursor: object, statement: str, values: object, context: object, many: bool) -> None:
        machine.step("a statement")
        if machine.full and not statement.startswith(("SELECT", "BEGIN")):
            machine.faults["disk full"] += 1
            raise OperationalError(statement, {}, sqlite3.OperationalError("database or disk is full"))

    event.listen(engine, "before_cursor_execute", stated)
    event.listen(engine, "commit", lambda connection: machine.step("a commit, before it"))

    @contextmanager
    def watched() -> Iterator[Connection]:
        with write() as connection:
            yield connection
        machine.step("a commit, after it")

    opened._locks.write = watched  # type: ignore[method-assign]


@contextmanager
def quickly() -> Iterator[None]:
    """Make once what follows from the checkout alone, for all process images; and let nobody read the log."""
    log = logging.getLogger("judge")
    level, _ = log.level, log.setLevel(logging.CRITICAL + 1)
    names = ("ruleset_loader", "map_loader", "names_to_folders", "template_loader")
    loaders = {name: _once(getattr(wiring, name)) for name in names}
    engine = partial(create_engine, execution_options={"compiled_cache": _Statements()})
    try:
        with patch.multiple(wiring, **loaders), patch.object(store, "create_engine", engine):
            yield
    finally:
        log.setLevel(level)
