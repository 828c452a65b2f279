"""`judge upgrade --check`: what another judge will do with the store, told before it is started, and nothing changed."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from judge.assets import find_assets
from judge.cli import main, upgrade, wheel
from judge.daemon.single import only_judge
from judge.store import Store
from judge.store.schema_versions import migration_names, migration_summary
from judge.version import judge_version
from tests.letters.post_office import PostOffice
from tests.store.postgres import Server

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
OLDER = ROOT / "tests/store/older.sql"


class House:
    """A judge's folder with its configuration."""

    def __init__(self, folder: Path, capsys: Captured) -> None:
        self.folder, self.capsys = folder, capsys
        self.config = folder / "judge.yaml"
        self.store = f"sqlite:///{folder}/judge.db"
        self.config.write_text(f"store: {self.store}\nmaildir: {folder}/mail\ntake: []\n")

    def asked(self, *arguments: str) -> tuple[int, str]:
        """The exit status, and what is said, without line breaks."""
        self.capsys.readouterr()
        status = main(["upgrade", "--check", *arguments, "--config", str(self.config)])
        told = self.capsys.readouterr()
        return status, " ".join((told.out + told.err).split())

    def backup(self) -> Path:
        assert main(["backup", "--config", str(self.config)]) == 0
        return max((self.folder / "backups").iterdir())

    def older(self) -> None:
        """Put the store of a judge from before the first release here."""
        with closing(sqlite3.connect(self.folder / "judge.db")) as db:
            db.executescript(OLDER.read_text("utf-8"))
            db.execute("PRAGMA journal_mode=WAL")


@pytest.fixture
def house(tmp_path: Path, capsys: Captured) -> House:
    return House(tmp_path, capsys)


@pytest.fixture
def played(house: House) -> House:
    """With a game that has had a phase."""
    office = PostOffice(house.folder)
    office.game()
    office.orders("France", "A(Par)-Bur")
    office.wait(days=5)
    office.parts.store.close()
    return house


def sums(folder: Path) -> dict[str, str]:
    """Every file, with its contents."""
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def test_nothing_is_to_be_done(played: House) -> None:
    """The same tables and the same rules: go ahead, and nothing has changed."""
    before = sums(played.folder)
    status, said = played.asked()
    assert status == 0, said
    assert f"This is Judge {judge_version()}." in said
    assert f"The store's tables are at step {migration_names()[-1]}, as this judge's: it takes no step." in said
    assert "No judge is at work in the store." in said
    assert "Games in which every phase comes out as it did: 1." in said
    assert said.endswith("Nothing stands in the way: this judge may be started.")
    assert sums(played.folder) == before


def test_steps_are_named_and_tried(house: House) -> None:
    """On a copy of the store; without a backup they should not be taken, and with one they may."""
    house.older()
    before = sums(house.folder)
    status, said = house.asked()
    assert status == 1
    first, *rest = [name for name in migration_names() if name > "0012"]
    assert f" {first} A question whether a letter counts is about no seat {rest[0]} Rename " in said
    assert "An older judge noted less of walk" in said
    assert "There is no backup" in said
    assert "Do: judge backup" in said
    assert re.search(r"A copy of the store took these steps in [0-9.]+ s\.", said)
    assert sums(house.folder) == before


def test_a_fresh_backup_is_enough(played: House, another_step: Callable[[], str]) -> None:
    played.backup()
    new = another_step()
    status, said = played.asked()
    assert status == 0, said
    assert "The next start takes the steps below." in said
    assert f" {new} " in said
    assert "The newest backup is" in said
    assert "Games in which every phase comes out as it did: 1." in said


def test_an_old_backup(played: House, another_step: Callable[[], str]) -> None:
    """What came since would be lost on the way back."""
    file = played.backup()
    another_step()
    os.utime(file, (0, 0))
    status, said = played.asked()
    assert (status, "Do: judge backup" in said) == (1, True), said


def test_a_damaged_backup(played: House, another_step: Callable[[], str]) -> None:
    played.backup().write_bytes(b"SQLite format 3\0 no more")
    another_step()
    status, said = played.asked()
    assert (status, "cannot be used: " in said) == (1, True), said


def test_an_older_judge_is_at_work(played: House, another_step: Callable[[], str]) -> None:
    """It must end first. Without steps it may be started again at any time."""
    with only_judge(played.store):
        status, said = played.asked()
        assert status == 0
        assert f"At work is a judge (process {os.getpid()}, version {judge_version()}). Start it again" in said
        played.backup()
        another_step()
        status, said = played.asked()
        assert status == 1
        assert "stop it, and every other worker, before this judge is started" in said


def test_workers(house: House, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of another release they must all have ended before the first is started."""
    house.config.write_text(f"store: {postgres_url}\nkey: {house.folder}/judge.key\nmaildir: {house.folder}/mail\ntake: []\n")
    assert main(["tick", "--config", str(house.config)]) == 0
    status, said = house.asked()
    assert (status, "No judge is at work" in said) == (0, True), said
    worker = Store.open(postgres_url)
    worker.free_claims()
    try:
        status, said = house.asked()
        assert (status, f"At work is at least one worker (version {judge_version()}). Start it again" in said) == (0, True), said
        monkeypatch.setattr(upgrade, "judge_version", lambda: "9.9.9")
        status, said = house.asked()
        assert (status, "stop it, and every other worker" in said) == (1, True), said
    finally:
        worker.close()


def test_steps_are_tried_beside_workers(
    house: House, postgres: Server, postgres_url: str, another_step: Callable[[], str]
) -> None:
    """In a database of their own, on the same server, while a worker is at work; afterwards it is gone."""
    house.config.write_text(f"store: {postgres_url}\nkey: {house.folder}/judge.key\nmaildir: {house.folder}/mail\ntake: []\n")
    worker = Store.open(postgres_url)
    worker.free_claims()
    before = Store.look_at(postgres_url).step
    another_step()
    status, said = house.asked()
    worker.close()
    assert (status, "A copy of the store took these steps" in said) == (1, True), said
    assert "comes out as it did" in said
    assert Store.look_at(postgres_url).step == before
    assert not postgres.run("SELECT datname FROM pg_database WHERE datname LIKE 'judge_try%'")


def test_a_role_that_makes_no_database(house: House, postgres: Server, postgres_url: str, another_step: Callable[[], str]) -> None:
    """The steps are not tried then; it is said how they could be."""
    postgres.run("DO $$ BEGIN CREATE ROLE meek LOGIN IN ROLE judge; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
    url = postgres_url.replace("judge@/", "meek@/")
    assert url != postgres_url
    with create_engine(postgres_url.replace("postgresql:", "postgresql+psycopg:")).begin() as connection:
        connection.execute(text("GRANT ALL ON ALL TABLES IN SCHEMA public TO meek"))
    house.config.write_text(f"store: {url}\nkey: {house.folder}/judge.key\nmaildir: {house.folder}/mail\ntake: []\n")
    another_step()
    _, said = house.asked()
    assert "permission denied to create database" in said
    assert "ALTER ROLE judge CREATEDB" in said
    assert "comes out as it did" not in said


def test_a_newer_judges_store(played: House) -> None:
    """It is refused; the backup that this judge can use is named."""
    file = played.backup()
    with create_engine(played.store).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("INSERT INTO store_facts VALUES ('version', '9.9.9')"))
    status, said = played.asked()
    assert status == 1
    assert f"a newer judge's (9.9.9, step 9999) than this one's, {judge_version()} (step {migration_names()[-1]})" in said
    assert f"judge restore {file} --replace" in said


def test_a_game_that_comes_out_differently(played: House) -> None:
    with create_engine(played.store).begin() as connection:
        connection.execute(text("update positions set body = replace(body, '\"France A(Bur)\"', '\"France A(Gas)\"')"))
    status, said = played.asked()
    assert status == 1
    assert "quillfeather" in said
    assert "Do: judge replay quillfeather" in said


def test_rules_that_have_changed(played: House) -> None:
    """They are told; if no phase comes out differently, nothing is to be done."""
    with create_engine(played.store).begin() as connection:
        [was] = connection.execute(text("select json_extract(body, '$.version') from events where seq = 0")).scalars()
        for table, column in (("events", "body"), ("games", "head")):
            connection.execute(text(f"update {table} set {column} = replace({column}, '{was}', '0123456789ab')"))
    status, said = played.asked()
    assert "The rules have changed of quillfeather" in said
    assert status == 0, said


def test_a_step_that_fails(played: House, another_step: Callable[[], str]) -> None:
    """On the copy only; the older judge can go on."""
    played.backup()
    another_step()
    with create_engine(played.store).begin() as connection:
        connection.execute(text("CREATE TABLE more (number INTEGER)"))
    status, said = played.asked()
    assert status == 1
    assert "A copy of the store could not take these steps" in said
    assert "table more already exists" in said


def test_no_store_yet(house: House) -> None:
    before = sums(house.folder)
    status, said = house.asked()
    assert (status, "the first start makes it" in said) == (0, True), said
    assert sums(house.folder) == before


def test_a_configuration_that_is_not_understood(house: House) -> None:
    """By this judge, though the last one did."""
    house.config.write_text("adress: judge@localhost\n")
    status, said = house.asked()
    assert status == 2
    assert "adress" in said


def test_only_checks(house: House) -> None:
    """Installing is pip's."""
    with pytest.raises(SystemExit, match="2"):
        main(["upgrade", "--config", str(house.config)])


def test_the_words(house: House) -> None:
    """The keys that stand in the code are those of the template."""
    code = Path(upgrade.__file__).read_text("utf-8") + Path(wheel.__file__).read_text("utf-8")
    keys = set(re.findall(r'"((?:store|work|backup|try|games|wheel|needs)-[a-z-]+)"', code))
    template = (find_assets().templates / "upgrade.j2").read_text("utf-8")
    assert keys == set(re.findall(r'^    "([a-z-]+)": \(', template, re.MULTILINE))


def made_wheel(folder: Path, version: str, requires: str = "lark>=1.2", step: str = "", *, knows: bool = True) -> Path:
    """A wheel of this judge under another version; with another step; of a judge that does not know the command."""
    judge = folder / "unpacked/judge"
    shutil.copytree(ROOT / "judge", judge, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("grammar", "templates", "games"):
        shutil.copytree(ROOT / name, judge / "_assets" / name, ignore=shutil.ignore_patterns("__pycache__"))
    steps = judge / "store/migrations/versions"
    if step:
        newest = migration_names()[-1]
        (steps / f"{step}_more.py").write_text(
            f'"""Add more."""\n\nrevision = "{step}"\ndown_revision = "{newest}"\n\n\ndef upgrade():\n    pass\n'
        )
    if not knows:
        (judge / "cli/upgrade.py").unlink()
        sorted(steps.glob("0*.py"))[-1].unlink()
    info = folder / f"unpacked/judge-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: judge\nVersion: {version}\nRequires-Python: >=3.11\nRequires-Dist: {requires}\n"
        "Requires-Dist: nowhere>=1; extra == 'dev'\n"
    )
    file = folder / f"judge-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as packed:
        for path in sorted((folder / "unpacked").rglob("*")):
            packed.write(path, path.relative_to(folder / "unpacked"))
    return file


def run(house: House, file: Path) -> tuple[int, str]:
    """By a program of its own, as the wheel's judge is one."""
    command = [sys.executable, "-m", "judge", "upgrade", "--check", str(file), "--config", str(house.config)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_a_newer_wheel(played: House, tmp_path_factory: pytest.TempPathFactory) -> None:
    """It is not installed; its own code says what it would do."""
    file = made_wheel(tmp_path_factory.mktemp("wheel"), "9.9.9", step="9000")
    played.backup()
    before = sums(played.folder)
    status, said = run(played, file)
    assert status == 0, said
    assert f"The wheel is Judge 9.9.9; installed here is {judge_version()}." in said
    assert " 9000 Add more " in said
    assert "Games in which every phase comes out as it did: 1." in said
    assert sums(played.folder) == before


def test_a_wheel_that_needs_more(house: House, tmp_path: Path) -> None:
    """What pip would have to bring along is named."""
    status, said = house.asked(str(made_wheel(tmp_path, "9.9.9", "quillpen>=2.1")))
    assert status == 1
    assert "needs quillpen>=2.1" in said
    assert "an environment of its own" in said


def test_an_older_wheel(played: House, tmp_path_factory: pytest.TempPathFactory) -> None:
    """It knows fewer steps, so it would refuse the store; and it does not know this command."""
    file = played.backup()
    status, said = played.asked(str(made_wheel(tmp_path_factory.mktemp("wheel"), "0.0.9", knows=False)))
    assert status == 1
    assert f"its last step is {migration_names()[-2]}, and the store's tables are at step {migration_names()[-1]}" in said
    assert "It would refuse the store." in said
    assert file.exists()


def test_what_is_no_wheel(house: House) -> None:
    status, said = house.asked(str(house.config))
    assert (status, "is no wheel of the judge" in said) == (1, True), said


def test_every_step_says_what_it_does() -> None:
    """In one sentence, for `judge upgrade --check`."""
    assert all(migration_summary(name) for name in migration_names())
