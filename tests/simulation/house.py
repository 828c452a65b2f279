"""One judge on the simulated machine: a process image that is thrown away at a crash, and the files that stay."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
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
from judge.daemon.wiring import Application, build_application, shared_worker_config
from judge.daemon.world import World
from judge.letters import Letter
from judge.mail.arrivals import TAKEN, Arrivals
from judge.mail.authentication_results import trusted_server
from judge.store import Store, postgres, store
from judge.store.letter_locks import Sort
from judge.store.store import address_of
from tests.conftest import _once, _Statements
from tests.simulation.machine import Broken, Crash, Machine
from tests.simulation.mailbox import BOX, Mailbox
from tests.simulation.manners import Manner
from tests.simulation.older import OLDEST, Contents, differs, leave_oldest, to_be, turn_back
from tests.simulation.relay import Relay
from tests.simulation.threads import Threads, Turn

ADDRESS, SERVER = "judge@pbm.example", "mx.pbm.example"
STRANGERS = 10
"""How many of them are answered in an hour."""
QUESTIONS = 6
"""About how many letters an hour that are forged in one name its owner is asked."""
NO_ROOM = 0.2
"""How often a full disk takes no statement; it always takes no commit."""
FULL = 2
"""SQLite's `synchronous` with which each commit waits for the disk."""
WATCHED = timedelta(hours=12)
"""How often the monitor looks. In a real daemon every 20 seconds, which costs more than all letters."""


class House:
    """A judge that can be started, stepped and killed."""

    def __init__(self, folder: Path, machine: Machine, manner: Manner) -> None:
        self.machine, self.relay, self.file = machine, Relay(machine), folder / "judge.db"
        self.mailbox = Mailbox(machine) if manner.mailbox else None
        self.threads = Threads(machine.lots) if manner.threads else None
        if self.threads:
            machine.between = self.threads.step
        self.settings, self.worker = settings(folder, f"sqlite:///{self.file}", manner), ""
        self.parts: Application | None = None
        self.reached = True
        """Whether the last look into the mailbox came to its end."""
        self._watched = machine.time
        self.step, self._to_be = "", Contents()
        """The step at which an older judge has left the store, which is not brought up to date yet; and what must be in it then."""
        if manner.older:
            leave_oldest(self.file)
            self._is_older(OLDEST)
        self._reader = self._opened()
        self._log, self._backup = Path(f"{self.file}-wal"), folder / "backup.db"
        self._kept = 0
        """How many bytes of SQLite's log the disk was told to keep."""

    @property
    def up(self) -> bool:
        """Whether a process is at work."""
        return self.parts is not None

    def start(self) -> None:
        """Begin a new process image on the files. Raises Crash if it dies meanwhile."""
        try:
            parts = self._upgraded() if self.step else self._application(self._open)
        except OSError as error:
            if self.machine.full:
                raise Crash("no room to begin") from error
            raise
        if self.threads:
            parts.store._locks._turn = Turn(self.threads)  # type: ignore[attr-defined]
        self._begin(parts)

    def _begin(self, parts: Application) -> None:
        """Begin to work with these parts."""
        self.daemon = Daemon(parts)
        trusted = trusted_server(self.settings.verified)
        self.arrivals = Arrivals("smtp", self.daemon.take_all, parts.clock, trusted, parts.world.name, parts.world.elapsed)
        self.daemon.intakes = (self.arrivals,)  # type: ignore[assignment]  # of which the daemon asks only what is in hand
        parts.store.free_claims()
        parts.times.begin()

    def _upgraded(self) -> Application:
        """Begin on an older judge's store. Raises Broken if something is in it afterwards that is not what was in it."""
        self._reader.close()  # nobody else may have it open
        try:
            parts = self._application(self._open)
        except OSError as error:
            if self.machine.full:
                raise
            raise Broken(f"the upgrade from step {self.step}: {error}") from error
        finally:
            self._reader = self._opened()
        if wrong := differs(self.file, self._to_be):
            raise Broken(f"the upgrade from step {self.step}: {wrong}")
        self.machine.faults["upgraded"] += 1
        self.step, self._to_be = "", {}
        return parts

    def turn_back(self) -> None:
        """Make the store what an older judge leaves behind at its end."""
        self._reader.close()
        self._is_older(turn_back(self.file, self.machine.lots))
        self._reader = self._opened()

    def _is_older(self, step: str) -> None:
        self.step, self._to_be = step, to_be(self.file)
        self.machine.tell("older", step)

    def _open(self, url: str, key: bytes, sort: Sort) -> Store:
        """Open the store, with each statement on the way there a step."""
        found: list[Store] = []

        def begin(opened: Store) -> None:
            found.append(opened)
            listen(opened, self.machine, self._committed, partial(sqlite3.OperationalError, "database or disk is full"))
            opened._begin(shared_worker_config(self.settings))

        try:
            opened = Store._opened(address_of(url), key, sort, begin)
        except Crash:
            found[0].close()
            raise
        with closing(opened._engine.raw_connection()) as connection:
            self._committed(connection.driver_connection)
        return opened

    def _application(self, opened: Callable[[str, bytes, Sort], Store] | None = None) -> Application:
        machine = self.machine
        clock = JumpGuardClock(machine, machine.elapsed)
        world = World(machine.chance, machine.elapsed, self.relay.call, free=lambda folder: 2**40)
        if self.mailbox:
            world = replace(world, mailbox=self.mailbox.call)
        self.parts = build_application(
            self.settings, clock, opened=opened, synchronised=lambda: not machine.wrong, worker=self.worker, world=world
        )
        return self.parts

    def _committed(self, driver: Any) -> None:
        """Note what the disk has been told to keep: with every commit, if SQLite is so set."""
        if driver.execute("PRAGMA synchronous").fetchone()[0] >= FULL and self._log.exists():
            self._kept = self._log.stat().st_size

    def stop(self) -> None:
        """Let the process end in good order: it notes the time."""
        assert self.parts
        self.parts.times.end()
        self.parts.watch.end()

    def end(self) -> None:
        """Throw the process image away; the system closes its files."""
        if self.parts:
            self.parts.store.close()
        self.parts = None

    def cut_power(self) -> None:
        """Let the machine lose its power: the disk forgets what it was not told to keep."""
        files = {path: path.read_bytes() for path in (self.file, self._log) if path.exists()}
        files[self._log] = files.get(self._log, b"")[: self._kept]
        self.end()
        self._reader.close()
        self._put(files)

    def back_up(self) -> None:
        """Make a backup."""
        self._backup.unlink(missing_ok=True)
        with closing(sqlite3.connect(self._backup)) as copy:
            self._reader.backup(copy)

    def restore(self) -> None:
        """Put the backup back into its place, and tell everybody, as `judge restore` does."""
        self.end()
        self._reader.close()
        self._put({self.file: self._backup.read_bytes()})
        machine, url = self.machine, str(self.settings.store)
        with closing(Store.open(url)) as opened:
            opened.begin_epoch(machine.chance(16).hex())
        self._application().office.tell_of_restore(machine.now())
        self.end()

    def _put(self, files: Mapping[Path, bytes]) -> None:
        for path in (self.file, self._log, Path(f"{self.file}-shm")):
            path.unlink(missing_ok=True)
        for path, kept in files.items():
            path.write_bytes(kept)
        self._kept = len(files.get(self._log, b""))  # what has outlasted that is on the disk
        self._reader = self._opened()

    def _opened(self) -> sqlite3.Connection:
        return sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)

    def close(self) -> None:
        """Nobody reads the database any more."""
        self._reader.close()

    def commit(self, some: list[Letter]) -> list[bool]:
        """Commit letters in hand; return of each whether it was accepted."""
        return [said == TAKEN for said in self.arrivals.commit(some)]

    def decide(self) -> bool:
        """One step of the office."""
        return self.daemon.decide()

    def poll(self) -> bool:
        """One look into the mailbox; return whether a letter was taken out of it."""
        assert self.mailbox
        before = len(self.mailbox.moved)
        self.reached = self.daemon.rounds[0].attempt()
        return len(self.mailbox.moved) > before

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


def settings(folder: Path, store: str, manner: Manner) -> Config:
    """Return a judge's settings, with a key in this folder. No operator: mails to one name the folder, another in each run."""
    key = folder / "judge.key"
    key.write_text("not-at-all-secret")
    key.chmod(0o600)
    return Config(
        address=ADDRESS, key=key, store=store, smtp=None, maps=False, imap=BOX if manner.mailbox else None,
        relay=RelayConfig("relay.pbm.example", tls="none"), verified=AuthResultsConfig(SERVER), trust_from=True,
        letters_an_hour=10**6, games_a_day=0, guests_a_day=0, invitation_days=0, strangers_an_hour=STRANGERS, keep_days=0,
    )  # fmt: skip


def listen(opened: Store, machine: Machine, committed: Callable[[Any], None], full: Callable[[], Exception]) -> None:
    """Make each statement and each commit a step; a full disk keeps no change, of which the driver says `full`."""
    engine, write = opened._engine, opened._locks.write
    writing: set[Connection] = set()
    """Connections in whose transaction something was changed."""

    def fails(statement: str) -> OperationalError:
        machine.faults["disk full"] += 1
        return OperationalError(statement, {}, full())

    def stated(connection: Connection, cursor: object, statement: str, values: object, context: object, many: bool) -> None:
        machine.step("a statement")
        if statement.lstrip().startswith(("SELECT", "BEGIN")):
            return
        writing.add(connection)
        if machine.full and machine.lots.random() < NO_ROOM:
            raise fails(statement)

    def committing(connection: Connection) -> None:
        machine.step("a commit, before it")
        if connection in writing and machine.full:
            raise fails("COMMIT")
        writing.discard(connection)

    event.listen(engine, "before_cursor_execute", stated)
    event.listen(engine, "commit", committing)
    event.listen(engine, "rollback", writing.discard)

    @contextmanager
    def watched(durable: bool = True) -> Iterator[Connection]:
        with write(durable) as connection:
            yield connection
            driver = connection.connection.driver_connection
        committed(driver)
        machine.step("a commit, after it")

    opened._locks.write = watched  # type: ignore[method-assign]


def _compiled_once(owner: Any) -> AbstractContextManager[Any]:
    """Let all engines that a module makes know the statements that one of them has compiled."""
    return patch.object(owner, "create_engine", partial(create_engine, execution_options={"compiled_cache": _Statements()}))


@contextmanager
def quickly() -> Iterator[None]:
    """Make once what follows from the checkout alone, for all process images; and let nobody read the log."""
    log = logging.getLogger("judge")
    level, _ = log.level, log.setLevel(logging.CRITICAL + 1)
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL + 1)
    names = ("ruleset_loader", "map_loader", "names_to_folders", "template_loader")
    loaders = {name: _once(getattr(wiring, name)) for name in names}
    try:
        with patch.multiple(wiring, **loaders), _compiled_once(store), _compiled_once(postgres):
            yield
    finally:
        log.setLevel(level)
