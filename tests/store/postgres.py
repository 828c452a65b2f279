"""A real PostgreSQL for tests: Debian's programs on a folder and a Unix socket of their own; no service, no network, no root.

    def test_something(postgres_url: str) -> None:            # fixtures of tests/conftest.py: an empty database for each test,
        store = Store.open(postgres_url, KEY)                 # with the tables made, on one server a session

    @pytest.mark.parametrize("store_url", ENGINES, indirect=True)   # or both engines: `store_url` is an address on each
    def test_both(store_url: str) -> None: ...

    with running() as server:                                 # or a server of one's own, to be killed:
        url = server.database()                               # an address for Store.open, judge.yaml, create_engine
        server.kill()                                         # SIGKILL to it and all its children
        server.start()                                        # it recovers; addresses stay good

A commit does not wait for the disk (fsync=off): what survives a power cut no test can tell, and what survives a kill does all the
same. `running(durable=True)` is set up as a server is that people trust; `running(disk=…)` keeps its data and its log (WAL) on a
small disk. The databases sort as English does (ICU), so that what sorts by bytes does so because we said it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from judge.store import Store
from tests.parent import ends_with_us
from tests.waiting import LONGEST

OWNERS = ("postgres", "nobody")
"""Whose the server is when root starts it, which it refuses to be."""
ENGINES = ("sqlite", "postgresql")
HASTY = ("fsync=off", "full_page_writes=off")
BESIDE = ("dynamic_shared_memory_type=mmap",)
"""Shared memory in files of its own folder: a server that is killed leaves nothing elsewhere."""
SPARE = ("min_wal_size=2MB", "max_wal_size=16MB")
"""For a small disk: its log (WAL) is in files of a megabyte, and few of them are kept for later."""
SPARE_FILES = """
SELECT count(*) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$' AND name > pg_walfile_name(pg_current_wal_lsn())
"""
_EMPTY = """
DO $$ BEGIN
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY' FROM pg_tables
             WHERE schemaname = 'public' AND tablename <> 'alembic_version');
END $$
"""


def programs() -> Path | None:
    """The folder with the newest of Debian's versions, or of those on the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    there = shutil.which("initdb")
    return found[-1].parent if found else Path(there).parent if there else None


def missing() -> str:
    """Why there can be no server; empty if there can."""
    return "" if programs() else "no PostgreSQL here: apt-get install postgresql"


@dataclass
class Server:
    """A server, and the databases that were asked of it."""

    root: Path
    durable: bool = False
    disk: Path | None = None
    """Where its data lie, if not beside its socket."""
    process: subprocess.Popen[bytes] | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _template: str = ""
    _shared: str = ""

    def url(self, database: str) -> str:
        """The address of a database, for the judge and for SQLAlchemy."""
        return f"postgresql+psycopg://judge@/{database}?host={self.root}&connect_timeout={LONGEST:.0f}"

    @property
    def data(self) -> Path:
        """Its data folder."""
        return (self.disk or self.root) / "data"

    def begin(self) -> None:
        """Make its folder and start it."""
        self.root.chmod(0o755)
        self.data.mkdir()
        if os.getuid() == 0:
            for each in (self.root, self.data):
                os.chown(each, _owner().pw_uid, _owner().pw_gid)
        said = ["-U", "judge", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8"]
        said += ["--locale-provider=icu", "--icu-locale=en-US", *(["--wal-segsize=1"] if self.disk else [])]
        self._run("initdb", "-D", self.data, *said)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers; after a kill it puts its files right first."""
        settings = ["listen_addresses=", f"unix_socket_directories={self.root}", "max_connections=100", "shared_buffers=64MB"]
        command = [_program("postgres"), "-D", str(self.data)]
        for each in [*settings, *BESIDE, *(() if self.durable else HASTY), *(SPARE if self.disk else ())]:
            command += ["-c", each]
        with (self.root / "log").open("ab") as log:
            alone: dict[str, Any] = {"start_new_session": True, "preexec_fn": ends_with_us(signal.SIGQUIT), **_as_owner()}
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **alone)
        if not self._answers():
            raise RuntimeError(f"PostgreSQL does not answer: {(self.root / 'log').read_text()}")

    def revive(self) -> bool:
        """Start it again if it has ended by itself, as systemd would; returns whether it had. It may take a while to know: one that
        is about to end still answers, but what it is told to keep it keeps no more.
        """
        over, until = False, time.monotonic() + LONGEST
        while not self._keeps():
            if not self._answers():
                assert self.process, "nobody killed it"
                assert self.process.poll() is not None, (self.root / "log").read_text()
                self.start()
                over = True
            assert time.monotonic() < until, (self.root / "log").read_text()
        return over

    def _keeps(self) -> bool:
        """Whether it has something on its disk now that was not there."""
        import psycopg

        with suppress(psycopg.OperationalError):
            return bool(self.run("SELECT pg_logical_emit_message(true, 'tests', '') IS NOT NULL")[0][0])
        return False

    def spend_log(self) -> None:
        """Go on in the last file that its log (WAL) has: the one after it needs room."""
        self.run("CHECKPOINT")
        while self.run(SPARE_FILES)[0][0]:
            self.run("SELECT pg_logical_emit_message(true, 'tests', '')")
            self.run("SELECT pg_switch_wal()")

    def _answers(self) -> bool:
        """Whether it does, in the end, and has not ended."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if self._run("pg_isready", "-q", "-h", self.root, "-d", "postgres", check=False) == 0:
                return True
            if self.process and self.process.poll() is not None:
                return False
            time.sleep(0.01)
        return False

    def stop(self) -> None:
        """Stop it in good order, cutting every connection."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it and all its children, in the middle of whatever they do. One that was left would keep its memory, and so the next
        server from starting.
        """
        assert self.process
        self.process.send_signal(signal.SIGSTOP)  # that it begin no more of them
        while _state(self.process.pid) not in ("T", "Z", ""):
            time.sleep(0.001)
        while children := self._children():  # the list may lack some while others of it end (proc(5))
            for each in children:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            time.sleep(0.001)
        self._end(signal.SIGKILL)

    def _children(self) -> list[int]:
        """Its children that run, each of which has a session of its own; not those of whose death it has yet to hear."""
        assert self.process
        with suppress(FileNotFoundError):  # it has ended by itself
            listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
            return [child for child in map(int, listed.split()) if _state(child) not in ("Z", "")]
        return []

    def database(self, empty: bool = False) -> str:
        """The address of a new database: with every table, copied from one that the judge made; or with none."""
        name = f"judge{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}" + ("" if empty else f" TEMPLATE {self._made()}"))
        return self.url(name)

    def drop(self, url: str) -> None:
        """Do away with a database, whoever is connected to it."""
        self.run(f"DROP DATABASE IF EXISTS {url.partition('@/')[2].partition('?')[0]} WITH (FORCE)")

    def emptied(self) -> str:
        """The address of a database with empty tables, each time the same: a fifth of a second less than a new one."""
        if not self._shared:
            self._shared = self.database()
        name = self._shared.partition("@/")[2].partition("?")[0]
        self.run(_EMPTY, name)
        return self._shared

    def run(self, statement: str, database: str = "postgres") -> list[Any]:
        """Run one statement of the test's own; returns the rows."""
        import psycopg

        with closing(psycopg.connect(host=str(self.root), user="judge", dbname=database, autocommit=True)) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def _made(self) -> str:
        if not self._template:
            self.run("CREATE DATABASE made")
            Store.open(self.url("made")).close()
            self._template = "made"
        return self._template

    def _end(self, number: int) -> None:
        if self.process:
            self.process.send_signal(number)
            self.process.wait(timeout=LONGEST)
            self.process = None

    def _run(self, program: str, *arguments: object, check: bool = True) -> int:
        command = [_program(program), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, check=False, cwd=self.root, **_as_owner())
        if check and done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.decode()}")
        return done.returncode


@contextmanager
def running(durable: bool = False, disk: Path | None = None) -> Iterator[Server]:
    """A server without databases, and nothing left of it afterwards."""
    # Its socket must have a short name (107 bytes), so pytest's own folders are too deep.
    server = Server(Path(tempfile.mkdtemp(prefix="postgres-", dir="/tmp")), durable, disk)
    try:
        server.begin()
        yield server
    finally:
        if server.process:
            server.kill()  # nobody will miss what it has not written
        for each in (server.data, server.root):
            shutil.rmtree(each, ignore_errors=True)


def _state(process: int) -> str:
    """A process's state, as proc(5) has it: `T` stopped, `Z` dead, though nobody has heard of it; '' if there is none."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def _program(name: str) -> str:
    folder = programs()
    assert folder, missing()
    return str(folder / name)


def _owner() -> pwd.struct_passwd:
    known = {each.pw_name: each for each in pwd.getpwall()}
    return next(known[name] for name in OWNERS if name in known)


def _as_owner() -> dict[str, Any]:
    return {} if os.getuid() else {"user": _owner().pw_uid, "group": _owner().pw_gid, "extra_groups": []}
