"""Whoever may be killed: each starts as often as it is told to, and is killed by the operating system, wherever it is."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Protocol

from tests.faults.paused import judge
from tests.faults.relay import relay

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.faults.warm"])
CANNOT_START = 69
PATIENCE = 600.0
"""Seconds for which nothing needs to go forward: tests may run beside it."""


def warm() -> None:
    """Have the server that forks begin to load, while there are other things to do."""
    forkserver.ensure_running()


class Party(Protocol):
    """A server that lives while it is not killed."""

    def start(self) -> None:
        """Start it; it may take a while until it serves."""

    def kill(self) -> None:
        """SIGKILL to its process group; returns when it is dead."""


class Forked:
    """A party that is forked from a server which has loaded all that it needs, as the leader of a process group."""

    def __init__(self, log: Path, main: Callable[..., int | None], *given: Any) -> None:
        self._log, self._main, self._given = log, main, given
        self._process: ForkServerProcess | None = None
        self._turn = threading.RLock()

    def start(self) -> None:
        with self._turn:
            self._process = FORKS.Process(target=_lead, args=(self._log, self._main, *self._given))
            self._process.start()

    def kill(self) -> None:
        """One that could not start (69: without its database, say) is dead already."""
        status = self.end(signal.SIGKILL)
        assert status in (-signal.SIGKILL, CANNOT_START), f"it ended with {status}: {self._log.read_text()[-3000:]}"

    def stop(self) -> None:
        """SIGTERM, as systemd does; it ends in good order."""
        status = self.end(signal.SIGTERM)
        assert status == 0, f"it ended with {status}: {self._log.read_text()[-3000:]}"

    def end(self, how: signal.Signals) -> int | None:
        """End it; returns how it ended."""
        with self._turn:
            if not self._process or not self._process.pid:
                return None
            with suppress(ProcessLookupError):
                try:
                    os.killpg(self._process.pid, how)
                except ProcessLookupError:  # it has not come so far as to lead a group, or is over
                    os.kill(self._process.pid, how)
            self._process.join(PATIENCE)
            status, self._process = self._process.exitcode, None
            return status

    def stall(self, seconds: float) -> None:
        """Stop it, and let it go on after a while."""
        process = self._process
        if process and process.pid:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(process.pid, signal.SIGSTOP)
                time.sleep(seconds)
                os.killpg(process.pid, signal.SIGCONT)

    def revive(self) -> bool:
        """Start it again if it has ended by itself, as systemd would; returns whether it had."""
        with self._turn:
            over = self._process is not None and not self._process.is_alive()
            if over:
                self.kill()
                self.start()
            return over


def forked(log: Path, main: Callable[..., int | None], *given: Any) -> int | None:
    """Run something to its end in the same way; returns how it ended."""
    process = FORKS.Process(target=_lead, args=(log, main, *given))
    process.start()
    process.join()
    return process.exitcode


def _lead(log: Path, main: Callable[..., int | None], *given: Any) -> None:
    """In the child: a process group of its own, which ends when whoever started it does, however that comes about."""
    os.setpgid(0, 0)
    said = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for each in (1, 2):
        os.dup2(said, each)
    random.seed()
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    os._exit(main(*given) or 0)


def _end_with(parent: Any) -> None:
    parent.join()
    os.killpg(0, signal.SIGKILL)


def worker(folder: Path, config: Path) -> Forked:
    """A judge."""
    return Forked(folder / "log", judge, folder, folder / "log", config)


def relay_server(folder: Path, port: int) -> Forked:
    """The mail server that takes the judge's letters."""
    return Forked(folder / "log", relay, folder, port)
