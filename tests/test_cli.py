"""Commands of a shell end in a word and an exit status, never in a traceback."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from judge import cli
from judge.cli import status
from judge.daemon.logging_setup import KeyValueFormatter
from judge.version import judge_version

COMMANDS = (
    "status", "replay", "letter 1", "purge", "person export a@b", "print paris", "archive out", "verify paris", "backup x", "tick",
)  # fmt: skip
Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_store_that_is_none(command: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that is none, a port that is no number, a file that is no database; no file at all."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "noise").write_bytes(b"noise" * 2000)
    config = tmp_path / "judge.yaml"
    for said in ("store: hello", "store: postgresql://judge@host:port/x\nkey: k", "store: sqlite:///noise", "store: [", None):
        config.write_text(said) if said else config.unlink()
        assert cli.main([*command.split(), "--config", str(config)]) in (1, 2, 69, 78), said
        assert capsys.readouterr().err.startswith("judge: "), said


def test_numbers_and_folders_that_cannot_be(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is there; what is asked of it is not possible."""
    monkeypatch.chdir(tmp_path)
    Path("judge.yaml").write_text("store: sqlite:///judge.db\nmaildir: mail\n")
    assert cli.main(["tick", "--config", "judge.yaml"]) == 0
    for command in ("purge --days 99999999999", "letter 99999999999999999999", "archive judge.yaml", "backup judge.yaml/x"):
        assert cli.main([*command.split(), "--config", "judge.yaml"]) in (1, 2, 74), command
        assert capsys.readouterr().err.startswith("judge: "), command


def test_whoever_listens_has_gone() -> None:
    """Or has no room: `judge … | head`, and a disk that is full."""
    ours, theirs = os.pipe()
    os.close(ours)
    buffered = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    with open("/dev/full", "wb") as full:
        for to, code, said in ((theirs, cli.UNREAD, b""), (full.fileno(), cli.TROUBLE, b"judge: [Errno 28]")):
            command = [sys.executable, "-m", "judge", "--help"]
            done = subprocess.run(command, stdout=to, stderr=subprocess.PIPE, check=False, env=buffered)
            assert (done.returncode, done.stderr[: len(said) or None]) == (code, said)
    os.close(theirs)


def test_nobody_else_reads_the_store_or_the_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders and reply addresses lie in them; whatever the shell's umask is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"From: ann@mail.example\nSubject: hello\n\nHELP\n")))
    Path("judge.yaml").write_text("store: sqlite:///var/judge.db\nmaildir: var/mail\n")
    before = os.umask(0o022)
    try:
        assert cli.main(["deliver", "--config", "judge.yaml"]) == 0
        assert cli.main(["tick", "--config", "judge.yaml"]) == 0
        assert cli.main(["backup", "--config", "judge.yaml", "var/copy"]) == 0
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    made = list(Path("var").rglob("*"))
    assert len(made) > 5
    assert [str(path) for path in made if path.stat().st_mode & 0o077] == []


def test_ctrl_c(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """Nothing more is said."""

    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(status, "run", interrupted)
    assert cli.main(["status"]) == cli.INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_the_log_begins_with_what_runs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Version, database and step of the store: a report of a fault that has the log needs no more questions."""
    (tmp_path / "judge.yaml").write_text(f"store: sqlite:///{tmp_path}/judge.db\nmaildir: {tmp_path}/mail\n")
    caplog.set_level("INFO", "judge")
    with caplog.at_level("INFO", "judge.cli.run"):
        assert cli.main(["tick", "--config", str(tmp_path / "judge.yaml")]) == 0
    [line] = [KeyValueFormatter().format(record) for record in caplog.records if record.getMessage() == "starting"]
    assert re.search(rf'said=starting version={re.escape(judge_version())} store="SQLite 3[0-9.]+" step=[0-9]+$', line), line


def test_a_judge_that_was_installed_and_not_started(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """`judge status` is a new program's; it says that another was started last, as long as that is so."""
    config = tmp_path / "judge.yaml"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\nmaildir: {tmp_path}/mail\n")

    def asked() -> str:
        assert cli.main(["status", "--config", str(config)]) == 0
        return capsys.readouterr().out

    assert cli.main(["tick", "--config", str(config)]) == 0
    assert "started last" not in asked()
    monkeypatch.setattr(status, "judge_version", lambda: "9.9.9")
    assert "judge     9.9.9; store: SQLite" in asked()
    assert f"started last: {judge_version()}; start it again" in asked()


def test_the_version(capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"judge {judge_version()}\n"


def test_the_configuration_of_the_environment(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """JUDGE_CONFIG counts where `--config` is not given; a backup goes where the configuration says."""
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        Path(f"{name}.yaml").write_text(f"store: sqlite:///{name}/judge.db\nbackups: {name}-copies\nmaildir: mail\n")
    monkeypatch.setenv(cli.CONFIG, "one.yaml")
    assert cli.main(["tick"]) == 0
    assert cli.main(["backup"]) == 0
    assert cli.main(["tick", "--config", "two.yaml"]) == 0
    assert cli.main(["backup", "--config", "two.yaml"]) == 0
    assert [len(list(Path(f"{name}-copies").glob("judge-*.backup"))) for name in ("one", "two")] == [1, 1]
    assert not Path("one/backups").exists()
    assert cli.main(["say", "reply/status"]) == 0  # has no configuration
    capsys.readouterr()
