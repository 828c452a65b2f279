"""The wheel is whole: installed into an empty environment, the judge runs from anywhere, without the checkout."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.installed import LENT, ROOT, install_wheel, run


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that holds only the wheel."""
    python, name = install_wheel(tmp_path_factory.mktemp("wheel"), {})
    assert name.endswith("-py3-none-any.whl")
    return python


def judge(python: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed judge."""
    return run(python, "-m", "judge", *arguments, stdin=stdin)


def test_the_installed_judge_is_not_the_checkout(installed: Path) -> None:
    """What runs is the wheel's own code and data."""
    code = "import judge.assets; print(judge.assets.__file__); print(judge.assets.find_assets().games)"
    found = subprocess.run([installed, "-c", code], cwd="/", env={"PYTHONPATH": LENT}, capture_output=True, text=True, check=True)
    assert str(ROOT) not in found.stdout
    assert "judge/_assets/games" in found.stdout


def test_the_wheel_adjudicates(installed: Path) -> None:
    """A case is judged and reported with the wheel's games, grammar and templates."""
    case = "units: {France: [A(Par)], Germany: [A(Mun)]}\norders: {France: [a par - bur], Germany: [A Mun-Bur]}\n"
    found = judge(installed, "adjudicate", "-", stdin=case)
    assert found.returncode == 0, found.stderr
    assert "stood each other out" in found.stdout


def test_the_wheel_answers_a_letter(installed: Path, tmp_path: Path) -> None:
    """A letter delivered to it is answered into a Maildir, the store migrated by what is in the wheel."""
    config = tmp_path / "judge.yaml"
    config.write_text(f"store: sqlite:///{tmp_path}/judge.db\nmaildir: {tmp_path}/mail\n")
    letter = "From: you@home.example\nSubject: hello\n\nHELP\n"
    assert judge(installed, "deliver", "--config", str(config), stdin=letter).returncode == 0
    ticked = judge(installed, "tick", "--config", str(config))
    assert ticked.returncode == 0, ticked.stderr
    (answer,) = (tmp_path / "mail/you@home.example/new").iterdir()
    assert "JOIN" in answer.read_text("utf-8")
