"""An SQLite store has one judge at a time; whoever comes second is told so, and a judge that died stands in nobody's way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from judge import cli
from judge.daemon.single import judge_at_work, lock_path, only_judge
from judge.version import judge_version

HOLDS = """
import sys
from judge.daemon.single import only_judge
with only_judge(sys.argv[1]):
    print("in", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("command", ["run", "tick"])
def test_a_second_judge_is_not_started(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    """Neither with another port nor without any."""
    store = f"sqlite:///{tmp_path}/judge.db"
    (tmp_path / "judge.yaml").write_text(f"store: {store}\ntake: []\nmaildir: {tmp_path}/mail\n")
    first = subprocess.Popen([sys.executable, "-c", HOLDS, store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    assert first.stdout.readline() == "in\n"
    try:
        assert cli.main([command, "--config", str(tmp_path / "judge.yaml")]) == 69
        who = f"a judge (process {first.pid}, version {judge_version()})"
        assert f"{who} is already at work in the store" in capsys.readouterr().err
    finally:
        first.kill()
        first.communicate()
    assert judge_at_work(store) == ""
    assert cli.main(["tick", "--config", str(tmp_path / "judge.yaml")]) == 0


def test_a_store_that_workers_share_is_not_locked() -> None:
    assert lock_path("postgresql://judge@db.example/judge") is None
    with only_judge("postgresql://judge@db.example/judge"), only_judge("postgresql://judge@db.example/judge"):
        assert judge_at_work("postgresql://judge@db.example/judge") == ""


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="store"), only_judge("mysql://here/judge"):
        pass
