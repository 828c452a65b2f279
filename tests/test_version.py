"""Every commit has a version of its own, wherever it is built; without git or tags a build does not fail, but says so."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

from judge import version
from judge.version import git_version, source_version
from tests.checkout import commit, git, make_checkout

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="no git")
@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return make_checkout(tmp_path / "checkout")


def test_a_release(checkout: Path) -> None:
    """The commit with a release's tag has that version."""
    git(checkout, "tag", "-a", "v0.2.0", "-m", "0.2.0")
    assert source_version(checkout) == git_version(checkout) == "0.2.0"


def test_commits_after_a_release(checkout: Path) -> None:
    """Each has another version, between that release and the next."""
    git(checkout, "tag", "v0.2.0")
    two = commit(checkout, "two")
    assert git_version(checkout) == f"0.2.1.dev1+g{two}"
    three = commit(checkout, "three")
    assert git_version(checkout) == f"0.2.1.dev2+g{three}"


def test_changed_files(checkout: Path) -> None:
    """What is not the release is not called so; files that git does not know make no other judge."""
    git(checkout, "tag", "v0.2.0")
    (checkout / "notes.txt").write_text("to do")
    assert git_version(checkout) == "0.2.0"
    (checkout / "judge/words.txt").write_text("better")
    assert git_version(checkout) == f"0.2.1.dev0+g{git(checkout, 'rev-parse', '--short=8', 'HEAD')}.changed"


def test_other_tags(checkout: Path) -> None:
    """Tags of candidates, and of anything else, are no releases."""
    git(checkout, "tag", "v0.2.0")
    two = commit(checkout, "two")
    for name in ("v0.3.0rc1", "versions", "v2", "0.9.0"):
        git(checkout, "tag", name)
    assert git_version(checkout) == f"0.2.1.dev1+g{two}"


def test_no_tags(checkout: Path) -> None:
    """The changelog says which release was the last, and commits are counted."""
    two = commit(checkout, "two")
    assert git_version(checkout) == f"0.2.1.dev2+g{two}"
    (checkout / "judge/words.txt").write_text("three")
    assert git_version(checkout) == f"0.2.1.dev2+g{two}.changed"


def test_a_shallow_clone(checkout: Path, tmp_path: Path) -> None:
    """As continuous integration makes them: the tags are out of reach."""
    git(checkout, "tag", "v0.2.0")
    commit(checkout, "two")
    three = commit(checkout, "three")
    git(tmp_path, "clone", "--quiet", "--depth=1", checkout.as_uri(), "shallow")
    assert git_version(tmp_path / "shallow") == f"0.2.1.dev1+g{three}"


def test_an_archive(checkout: Path, tmp_path: Path) -> None:
    """`git archive` leaves git's files out and notes what they say."""
    git(checkout, "tag", "-a", "v0.2.0", "-m", "0.2.0")
    assert source_version(archive(checkout, tmp_path / "at")) == "0.2.0"
    two = commit(checkout, "two")
    assert source_version(archive(checkout, tmp_path / "after")) == f"0.2.1.dev1+g{two}"
    git(checkout, "tag", "--delete", "v0.2.0")
    assert source_version(archive(checkout, tmp_path / "untagged")) == f"0.2.1.dev0+g{two}"


def archive(checkout: Path, folder: Path) -> Path:
    folder.mkdir()
    git(checkout, "archive", "--output", str(folder / "all.tar"), "HEAD")
    with tarfile.open(folder / "all.tar") as packed:
        packed.extractall(folder, filter="data")
    return folder


def test_a_copy_without_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing says which commit it is, unless whoever builds says so; nothing fails."""
    shutil.rmtree(checkout / ".git")
    assert source_version(checkout) == "0.2.1.dev0+unknown"
    monkeypatch.setenv(version.GIVEN, "0.2.1.dev7+gabcdef01")
    assert source_version(checkout) == "0.2.1.dev7+gabcdef01"
    monkeypatch.delenv(version.GIVEN)
    (checkout / "CHANGELOG.md").unlink()
    (checkout / ".git_archival.txt").unlink()
    assert source_version(checkout) == "0.0.1.dev0+unknown"


def test_without_the_program_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout on a machine that has no git, or whose git will not look at another user's files."""
    monkeypatch.setenv("PATH", str(checkout))
    assert git_version(checkout) == ""
    assert source_version(checkout) == "0.2.1.dev0+unknown"


def test_another_repositorys_environment(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook of git tells its children of its own repository; and a folder inside another's checkout is none itself."""
    git(checkout, "tag", "v0.2.0")
    monkeypatch.setenv("GIT_DIR", str(ROOT / ".git"))
    assert git_version(checkout) == "0.2.0"
    assert git_version(checkout / "judge") == ""


def test_a_wheel_and_a_source_archive(checkout: Path, tmp_path: Path) -> None:
    """Both have the version of the commit; the source archive keeps it without git."""
    git(checkout, "tag", "v0.2.0")
    two = commit(checkout, "two")
    name = f"judge-0.2.1.dev1+g{two}"
    build(checkout, tmp_path / "sdist", "sdist")
    with tarfile.open(tmp_path / "sdist" / f"{name}.tar.gz") as packed:
        packed.extractall(tmp_path, filter="data")
    build(tmp_path / name, tmp_path / "wheel", "wheel")
    assert [file.name for file in (tmp_path / "wheel").iterdir()] == [f"{name}-py3-none-any.whl"]


def build(folder: Path, target: Path, kind: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", target]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_what_runs_in_a_checkout(checkout: Path) -> None:
    """It says the commit that is checked out now, not the one that was when pip made a link to it."""
    ask = [sys.executable, "-c", "from judge.version import judge_version; print(judge_version())"]

    def asked() -> str:
        return subprocess.run(ask, cwd=checkout, check=True, capture_output=True, text=True).stdout.strip()

    git(checkout, "tag", "v0.2.0")
    assert asked() == "0.2.0"
    two = commit(checkout, "two")
    assert asked() == f"0.2.1.dev1+g{two}"


@pytest.mark.slow
def test_a_newer_wheel_replaces_an_older_one(checkout: Path, tmp_path: Path) -> None:
    """And an older one a newer one, for those who go back: pip leaves alone only what has the same version."""
    git(checkout, "tag", "v0.2.0")
    build(checkout, tmp_path / "old", "wheel")
    commit(checkout, "two")
    build(checkout, tmp_path / "new", "wheel")
    venv.create(tmp_path / "env", with_pip=False)
    python = str(tmp_path / "env/bin/python")
    for which in ("old", "new", "old"):
        (wheel,) = (tmp_path / which).iterdir()
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", str(wheel)]
        subprocess.run(pip, check=True, capture_output=True)
        ask = [python, "-c", "from judge.version import judge_version; print(judge_version())"]
        found = subprocess.run(ask, cwd="/", check=True, capture_output=True, text=True, env={}).stdout.strip()
        assert wheel.name.startswith(f"judge-{found}-")
