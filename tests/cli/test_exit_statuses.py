"""Exit statuses: programs that start the judge (systemd, cron, mail servers, monitoring) act on them, and all commands agree."""

from __future__ import annotations

import re
import socket
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from judge import cli
from judge.store import Store
from tests.ports import free_port

HANDBOOK = Path(__file__).parents[2] / "docs" / "operator.md"
READS = (
    "print quill s1901m", "archive {0}/out", "backup", "restore {0}/x", "purge", "status", "letter 1", "doctor", "upgrade --check",
    "person export ann@mail.example", "replay", "verify quill",
)  # fmt: skip
"""Commands that read judge.yaml."""


@pytest.mark.parametrize(
    ("command", "status"), [*((each, 2) for each in READS), ("run", 78), ("tick", 78), ("deliver", 75), ("status --check", 3)]
)
def test_a_judge_yaml_that_cannot_be_used(tmp_path: Path, command: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing was begun: 2. systemd does not try again, a mail server keeps the letter, monitoring cannot tell."""
    (tmp_path / "judge.yaml").write_text("adress: judge@pbm.example\n")
    assert cli.main([*command.format(tmp_path).split(), "--config", str(tmp_path / "judge.yaml")]) == status
    assert "unknown key 'adress' (address?)" in "".join(capsys.readouterr())


def test_stores_named_by_a_judge_yaml_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "judge.yaml").write_text("adress: judge@pbm.example\n")
    assert cli.main(["store", "copy", str(tmp_path / "judge.yaml"), f"sqlite:///{tmp_path}/judge.db"]) == 2


def house(folder: Path, more: str = "") -> list[str]:
    (folder / "judge.yaml").write_text(f"store: sqlite:///{folder}/judge.db\nmaildir: {folder}/mail\ntake: []\n{more}")
    return ["--config", str(folder / "judge.yaml")]


@pytest.mark.parametrize(
    ("key", "mode", "says"),
    [("0" * 64, 0o644, "can be used by others; chmod go-rwx"), ("0" * 9, 0o600, "empty or cut short; put your copy of it back")],
)
def test_a_key_that_cannot_be_used(tmp_path: Path, key: str, mode: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Only a person can help, so systemd need not try every five seconds for ever."""
    config = house(tmp_path)
    (tmp_path / "judge.key").write_text(key)
    (tmp_path / "judge.key").chmod(mode)
    for command in ("run", "tick"):
        assert cli.main([command, *config]) == 78
        assert says in capsys.readouterr().err


def test_a_key_that_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = house(tmp_path)
    (tmp_path / "judge.key").mkdir(mode=0o700)
    assert cli.main(["run", *config]) == 78
    assert f"the key {tmp_path}/judge.key cannot be read: Is a directory" in capsys.readouterr().err


def test_an_older_program_on_a_newer_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Trying again does not make it newer."""
    config, url = house(tmp_path), f"sqlite:///{tmp_path}/judge.db"
    Store.open(url).close()
    with closing(create_engine(url).raw_connection()) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()
    assert cli.main(["run", *config]) == 78
    assert "its tables are a newer judge's" in capsys.readouterr().err


@pytest.mark.parametrize("said", ["no password supplied", 'password authentication failed for user "judge"'])
def test_a_database_that_does_not_let_the_judge_in(said: str) -> None:
    """PostgreSQL's words for what only a person mends; a server that is down may come back by itself."""
    from judge.store.store import is_refused_for_good

    assert is_refused_for_good(f'connection failed: connection to server at "127.0.0.1", port 5432 failed: FATAL: {said}')
    assert not is_refused_for_good('connection to server at "127.0.0.1", port 5432 failed: Connection refused')


def test_what_may_mend_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A database server that is down: systemd tries again."""
    config = house(tmp_path)
    (tmp_path / "judge.key").touch(0o600)
    (tmp_path / "judge.key").write_text("0" * 64)
    (tmp_path / "judge.yaml").write_text(
        f"store: postgresql://judge@127.0.0.1:{free_port()}/judge\nkey: {tmp_path}/judge.key\nmaildir: {tmp_path}/mail\ntake: []\n"
    )
    assert cli.main(["run", *config]) == 69
    assert "cannot be opened" in capsys.readouterr().err


def test_a_metrics_port_in_use_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its setting, as those for letters are."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.main(["run", *house(tmp_path, f"metrics: 127.0.0.1:{port}\n")]) == 69
    said = capsys.readouterr().err
    assert f"`metrics` in judge.yaml: 127.0.0.1:{port} cannot be opened: another program has that port" in said
    assert f"`ss -ltnp sport = :{port}` shows which" in said


def test_the_handbook_has_them_all() -> None:
    """One table, of every status that a command ends with."""
    page = HANDBOOK.read_text("utf-8").partition("\n## Exit statuses\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| (\d+) \|", page, re.MULTILINE) == ["0", "1", "2", "3", "69", "74", "75", "78", "130", "141"]
