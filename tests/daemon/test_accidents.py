"""Accidents of a judge, each on a machine of its own whose clock the test moves: the operator is told within fifteen minutes.

The table of accidents, and of where each is told in which words, is accidents.yaml.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
import yaml
from sqlalchemy import Connection, event

from judge import cli
from judge.cli.status import check
from judge.config import load_config
from judge.daemon import wiring
from judge.daemon.single import only_judge
from judge.daemon.wiring import build_application
from judge.doctor import diagnosis, work_check
from judge.doctor.diagnosis import diagnose
from judge.doctor.finding import State, Surroundings
from judge.office import worker
from judge.store import StoreUnavailable, locks
from judge.store.copying import copy_between_stores
from tests.daemon import prometheus
from tests.daemon.simulated_house import MINUTE, OPERATOR, House, Machine, Relay, connect
from tests.letters.post_office import GM, POWERS, START, body
from tests.mail.servers import listening

LEVELS = ("OK", "WARNING", "CRITICAL", "UNKNOWN")
TABLE = yaml.safe_load(Path(__file__).with_name("accidents.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with a game, as its machine left it."""
    folder, machine = tmp_path_factory.mktemp("house"), Machine()
    with pytest.MonkeyPatch.context() as patch:
        connect(machine, patch)
        house = House(folder, machine)
        house.furnish()
        house.start()
        for sender, text in [
            (GM, "CREATE quillfeather VARIANT ours\nDEADLINE every 48 hours"),
            *((f"{power.lower()}@mail.example", f"JOIN quillfeather PREFER {power}") for power in POWERS), (GM, "START"),
        ]:  # fmt: skip
            house.come(sender, text)
            house.live([timedelta(seconds=10)])
        house.stop()
    assert any("Spring 1901" in each["Subject"] for each in machine.sent)
    return folder


@pytest.fixture
def house(furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    folder = tmp_path / "house"
    shutil.copytree(furnished, folder)
    (folder / "judge.db").chmod(0o600)
    (folder / "backups" / "judge-1.backup").write_text("all")
    machine = Machine(time=START + timedelta(hours=1))
    connect(machine, monkeypatch)
    built = House(folder, machine)
    built.start()
    built.live([MINUTE])
    machine.sent.clear()
    yield built
    built.stop()


@pytest.fixture
def closing_all() -> Iterator[ExitStack]:
    """What is opened in it is closed when the test ends."""
    with ExitStack() as stack:
        yield stack


def failing(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


EXPIRED = ssl.SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired")
UNKNOWN = socket.gaierror(-2, "Name or service not known")


class Accidents:
    """Each happens to a house at work. `status` is that of a start that was tried, None if none was."""

    def __init__(self, house: House, patch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
        self.house, self.machine, self.patch, self.request = house, house.machine, patch, request
        self.status: int | None = None

    def restart(self, gap: timedelta = MINUTE) -> None:
        self.house.stop()
        self.machine.time += gap
        self.house.start()

    def refused(self, config: Path | None = None) -> None:
        self.house.stop()
        self.status = cli.main(["run", "--config", str(config or self.house.file)])

    def mailbox_password(self) -> None:
        """The relay is another provider's, and lets the judge in."""
        self.machine.password = "another"
        self.patch.setattr(Relay, "login", lambda *_: None)
        self.hang_up()

    def both_passwords(self) -> None:
        """Of a hosted mailbox: the provider has one password for both."""
        self.machine.password = "another"
        self.hang_up()

    def mailbox_certificate(self) -> None:
        self.machine.mailbox = failing(EXPIRED)
        self.hang_up()

    def hang_up(self) -> None:
        for place in self.house.daemon.rounds:
            place.drop()

    def mailbox_full(self) -> None:
        self.machine.full = True
        self.house.come("ann@mail.example", "HELP")

    def mailbox_folder(self) -> None:
        self.hang_up()
        del self.machine.folders["Games"]

    def spool_folder(self) -> None:
        shutil.rmtree(self.house.folder / "spool")
        (self.house.folder / "spool").touch()

    def relay_password(self) -> None:
        self.patch.setattr(Relay, "login", failing_login)
        self.house.come("ann@mail.example", "HELP")

    def relay_dead(self) -> None:
        self.machine.relay = failing(ConnectionRefusedError(111, "Connection refused"))
        self.house.come("ann@mail.example", "HELP")

    def relay_certificate(self) -> None:
        self.machine.relay = failing(EXPIRED)
        self.house.come("ann@mail.example", "HELP")

    def relay_refuses(self) -> None:
        self.machine.refuses = "5.7.1 relaying denied"
        self.house.come("france@mail.example", "A(Par)-Bur")

    def no_names(self) -> None:
        self.house.come("ann@mail.example", "HELP")
        self.house.live([timedelta(seconds=0)])
        self.machine.sent.clear()
        self.machine.mailbox = self.machine.relay = failing(UNKNOWN)
        self.hang_up()
        self.letter_waits()

    def letter_waits(self) -> None:
        """A letter that was taken before is answered."""
        assert self.house.parts
        spool = self.house.folder / "spool" / "new" / "1"
        spool.write_bytes(b"From: ann@mail.example\r\nMessage-ID: <waits@x.example>\r\n\r\nHELP\r\n")
        os.utime(spool, (self.machine.time.timestamp(),) * 2)

    def disk_nearly_full(self, free: int = 17) -> None:
        self.patch.setattr(shutil, "disk_usage", lambda path: Usage(2**40, 2**40, free * 2**20))

    def disk_full(self) -> None:
        """No transaction that changed anything can be kept, so no letter about it can be queued."""
        self.disk_nearly_full(0)
        self.patch.setattr(locks.SqliteLocks, "write", full_write)

    def store_read_only(self) -> None:
        """Its disk was mounted anew after an error, for example. For those that have it open, and for those that open it."""
        assert self.house.parts
        engine = self.house.parts.store._engine
        event.listen(engine, "connect", only_reads)
        engine.dispose()
        real = locks._set_up
        self.patch.setattr(locks, "_set_up", lambda dbapi, record: (real(dbapi, record), only_reads(dbapi, record)))

    def clock_ahead(self) -> None:
        self.machine.time += timedelta(days=3)

    def clock_back(self) -> None:
        self.machine.time -= timedelta(days=3)

    def clock_doubted(self) -> None:
        self.machine.synchronised = False
        self.restart(timedelta(days=3))

    def clock_alone(self) -> None:
        self.machine.synchronised = False

    def key_changed(self) -> None:
        (self.house.folder / "judge.key").write_text("another" * 9)
        self.restart()

    def key_cut_short(self) -> None:
        (self.house.folder / "judge.key").write_text("f00")
        self.refused()

    def key_open(self) -> None:
        (self.house.folder / "judge.key").chmod(0o644)
        self.refused()

    def key_gone(self) -> None:
        (self.house.folder / "judge.key").unlink()
        self.restart()

    def backup_old(self) -> None:
        file = self.house.folder / "backups" / "judge-1.backup"
        made = (self.machine.time - timedelta(days=4)).timestamp()
        file = file.rename(file.with_name("judge-0.backup"))
        os.utime(file, (made, made))

    def backup_fails(self) -> None:
        self.patch.setattr("judge.cli.backup.write_backup", lambda *_: failing(OSError(28, "No space left on device"))())
        self.patch.setattr("judge.cli.backup._now", self.machine.now)
        assert cli.main(["backup", "--config", str(self.house.file)]) == 1

    def backups_removed(self) -> None:
        """With their disk, for example. There was one a minute ago."""
        self.patch.setattr("judge.cli.backup._now", self.machine.now)
        assert cli.main(["backup", "--config", str(self.house.file)]) == 0
        shutil.rmtree(self.house.folder / "backups")

    def backups_unmounted(self) -> None:
        """The folder is there, and empty."""
        self.backups_removed()
        (self.house.folder / "backups").mkdir()

    def second_judge(self) -> None:
        with only_judge(load_config(self.house.file).store):
            self.refused()

    def older_program(self) -> None:
        self.house.stop()
        self.house.sql("UPDATE alembic_version SET version_num = '9999'")
        self.refused()

    def other_worker(self) -> None:
        store = self.request.getfixturevalue("postgres_url")
        config = self.house.folder / "worker.yaml"
        config.write_text(
            f"address: judge@pbm.example\nstore: {store}\ntake: []\n"
            f"key: {self.house.folder}/judge.key\nmaildir: {self.house.folder}/mail\n"
        )
        with self.patch.context() as patch:
            patch.setattr(wiring, "judge_version", lambda: "0.1.7")
            first = build_application(load_config(config), synchronised=lambda: True)
        self.refused(config)
        first.store.close()

    def judge_dead(self) -> None:
        """Killed: it notes nothing at its end."""
        assert self.house.parts
        self.house.parts.store.close()
        self.house.parts = None

    def game_unreadable(self) -> None:
        self.house.sql("UPDATE games SET head = '{}'")

    def folder_unreadable(self) -> None:
        (self.house.folder / "games" / "ours" / "game.yaml").write_text("powers: [\n")
        self.restart()

    def folder_incomplete(self) -> None:
        (self.house.folder / "games" / "ours" / "map.yaml").unlink()
        self.restart()

    def relay_silent(self) -> None:
        self.machine.relay = failing(ConnectionRefusedError(111, "Connection refused"))

    def sender_stuck(self) -> None:
        assert self.house.parts
        self.patch.setattr(type(self.house.parts.drain), "run", lambda *_: 0)
        self.house.come("ann@mail.example", "HELP")

    def office_stuck(self) -> None:
        self.patch.setattr(self.house, "_decide", lambda: None)
        self.house.come("ann@mail.example", "HELP")

    def deadline_missed(self) -> None:
        self.patch.setattr(self.house, "_decide", lambda: None)
        due = (self.machine.time - MINUTE).isoformat(timespec="microseconds")
        self.house.sql(f"UPDATE games SET next_due = '{due}'")

    def no_backup(self) -> None:
        (self.house.folder / "backups" / "judge-1.backup").unlink()

    def port_dead(self, port: int = 1) -> None:
        """It did answer, a moment ago."""
        self.house.stop()
        config = self.house.file.read_text().replace("take: [imap, inbox]", "take: [imap, inbox, lmtp]")
        self.house.file.write_text(f"{config}lmtp: {{port: {port}}}\n")
        self.house.start(SimpleNamespace(host="127.0.0.1", port=port))

    def port_taken(self) -> None:
        stack = self.request.getfixturevalue("closing_all")
        self.port_dead(stack.enter_context(listening(object())))

    def worker_dead(self) -> None:
        """Two workers of one PostgreSQL, of which the second is killed."""
        self.house.stop()
        store = self.request.getfixturevalue("postgres_url")
        copy_between_stores(f"sqlite:///{self.house.folder}/judge.db", store)
        config = self.house.file.read_text()
        self.house.file.write_text(
            config.replace(f"sqlite:///{self.house.folder}/judge.db", store)
            + f"key: {self.house.folder}/judge.key\nbackups: {self.house.folder}/backups\n"
        )
        self.house.start()
        second = build_application(load_config(self.house.file), self.machine, synchronised=lambda: True, worker="second")
        second.watch.look()
        second.store.close()

    def store_damaged(self) -> None:
        """A disk error, for example, in the middle of the file."""
        assert self.house.parts
        self.house.parts.store._engine.dispose()
        file = self.house.folder / "judge.db"
        size = file.stat().st_size
        for beside in ("-wal", "-shm"):
            file.with_name(f"judge.db{beside}").unlink(missing_ok=True)
        with file.open("r+b") as opened:
            opened.seek(4096)
            opened.write(os.urandom(size - 4096))

    def letter_fails(self) -> None:
        self.patch.setattr(worker, "accept_letter", lambda *_: 1 // 0)
        self.house.come("ann@mail.example", "HELP")


class Usage(NamedTuple):
    """As `shutil.disk_usage` returns it."""

    total: int
    used: int
    free: int


@contextmanager
def full_write(self: locks.SqliteLocks) -> Iterator[Connection]:
    with self._turn, self.engine.connect() as connection, connection.begin() as transaction:
        raw = connection.connection.driver_connection
        assert raw
        before = raw.total_changes
        yield connection
        if raw.total_changes != before:
            transaction.rollback()
            raise StoreUnavailable("database or disk is full")


def only_reads(dbapi: Any, record: object) -> None:
    dbapi.execute("PRAGMA query_only=ON")


def failing_login(*_: str) -> None:
    raise smtplib.SMTPAuthenticationError(535, b"5.7.8 Error: authentication failed")


def told(house: House) -> list[str]:
    """Mails to the operator, each in one line."""
    found = [each for each in house.machine.sent if each["To"] == OPERATOR]
    return [" ".join(f"{each['Subject']}\n{body(each)}".split()) for each in found]


def checked(house: House) -> int:
    """`judge status --check`."""
    return check(house.file, house.machine.time, lambda: house.machine.synchronised)


def to_do(house: House) -> set[str]:
    """The keys of what `judge doctor` says is to be done, on a machine with no name server."""
    around = Surroundings(
        house.machine.time, lambda name, kind: (), backups=house.folder / "backups", synchronised=lambda: house.machine.synchronised
    )
    return {each.key for each in diagnose(load_config(house.file), around) if each.state is State.TO_DO}


@pytest.mark.parametrize("row", TABLE, ids=[row["accident"] for row in TABLE])
def test_the_operator_is_told(
    row: dict[str, Any], house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    request: Any,
) -> None:  # fmt: skip
    assert told(house) == []
    assert LEVELS[checked(house)] == "OK", capsys.readouterr().out
    for checks in (diagnosis, work_check):
        monkeypatch.setattr(checks, "judge_at_work", lambda store: "a judge" if house.parts else "")
    assert to_do(house) == set()
    accidents = Accidents(house, monkeypatch, request)
    getattr(accidents, row["accident"])()
    if "start" in row:
        assert accidents.status == row["start"]["status"]
        said = " ".join(capsys.readouterr().err.split())
        assert [words for words in row["start"]["says"] if words not in said] == [], said
    house.live()
    if "letter" in row:
        letters = told(house)
        assert any(all(words in letter for words in row["letter"]) for letter in letters), "\n".join(letters)
    if "check" in row:
        capsys.readouterr()
        level, said = LEVELS[checked(house)], capsys.readouterr().out
        assert (level, [words for words in row["check"]["says"] if words not in said]) == (row["check"]["level"], []), said
        assert to_do(house), "the doctor calls it well"
    house.live([MINUTE] * 2)  # Prometheus asks once a minute
    assert house.beats[0]
    assert house.beats[-1] is ("start" not in row and row.get("check", {}).get("level") != "CRITICAL")
    if "alert" in row and prometheus.PROMTOOL:
        assert prometheus.check(house.scrapes, tmp_path, {0: None, house.scrapes.minutes - 1: row["alert"]}) == ""


def test_what_is_told_where() -> None:
    """At least twenty accidents, each told somewhere; every alert fires for one."""
    assert len(TABLE) >= 20
    assert {row["alert"] for row in TABLE if "alert" in row} == prometheus.names()
    assert all(set(row) & {"letter", "check", "start"} for row in TABLE)
    assert {row["accident"] for row in TABLE} <= set(vars(Accidents))


def test_promtool_finds_no_mistake_in_the_alerts() -> None:
    """It is Prometheus's own, and plays the alerts of every accident above where it is here."""
    if not prometheus.PROMTOOL:
        pytest.skip("no promtool here")
    done = subprocess.run([prometheus.PROMTOOL, "check", "rules", prometheus.RULES], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
