"""`make release`: what is built twice is the same, byte for byte; a release is what its tag and the changelog say."""

from __future__ import annotations

import hashlib
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.checkout import CHANGES, commit, git, make_checkout

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "deploy/release/release.py"
pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="no git")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return make_checkout(tmp_path / "checkout")


def release(checkout: Path, *arguments: str) -> tuple[int, str]:
    """Exit status, and what it says; without a program that builds images."""
    command = [sys.executable, str(PROGRAM), "--root", str(checkout), "--engine", "none", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=checkout)
    return done.returncode, done.stdout + done.stderr


def test_a_release_is_built(checkout: Path) -> None:
    """A source archive, a wheel, their sums, and which programs made them; the archive holds what an operator copies."""
    git(checkout, "tag", "-a", "v0.2.0", "-m", "0.2.0")
    status, said = release(checkout)
    assert status == 0, said
    assert "Judge 0.2.0, a release" in said
    assert "Built twice, the same" in said
    assert {path.name for path in (checkout / "dist").iterdir()} == {
        "judge-0.2.0.tar.gz", "judge-0.2.0-py3-none-any.whl", "judge-0.2.0.buildinfo", "SHA256SUMS",
    }  # fmt: skip
    sums = dict(line.split("  ")[::-1] for line in (checkout / "dist/SHA256SUMS").read_text().splitlines())
    assert {name: hashlib.sha256((checkout / "dist" / name).read_bytes()).hexdigest() for name in sums} == sums
    assert len(sums) == 3
    info = (checkout / "dist/judge-0.2.0.buildinfo").read_text()
    assert f"commit: {git(checkout, 'rev-parse', 'HEAD')}\n" in info
    assert f"source-date-epoch: {git(checkout, 'log', '-1', '--format=%ct')}\n" in info
    assert re.search(r"^hatchling: [0-9]", info, re.MULTILINE)
    with tarfile.open(checkout / "dist/judge-0.2.0.tar.gz") as packed:
        assert {"judge-0.2.0/CHANGELOG.md", "judge-0.2.0/deploy/words.txt"} <= set(packed.getnames())
    with zipfile.ZipFile(checkout / "dist/judge-0.2.0-py3-none-any.whl") as wheel:
        assert "judge/_assets/games/words.txt" in wheel.namelist()


def test_the_same_commit_gives_the_same_bytes(checkout: Path, tmp_path: Path) -> None:
    """In another clone, another day."""
    assert release(checkout)[0] == 0
    git(tmp_path, "clone", "--quiet", str(checkout), "another")
    assert release(tmp_path / "another")[0] == 0
    assert (checkout / "dist/SHA256SUMS").read_text() == (tmp_path / "another/dist/SHA256SUMS").read_text()


def test_a_commit_that_is_no_release(checkout: Path) -> None:
    """It is built under its own version, for trying; what an earlier build left stays out of the sums."""
    git(checkout, "tag", "v0.2.0")
    release(checkout)
    two = commit(checkout, "two")
    status, said = release(checkout)
    assert status == 0, said
    assert f"Judge 0.2.1.dev1+g{two}, no release" in said
    assert "0.2.0-py3" not in (checkout / "dist/SHA256SUMS").read_text()


def test_changed_files_are_no_release(checkout: Path) -> None:
    """They are named, and nothing is built."""
    (checkout / "judge/words.txt").write_text("better")
    status, said = release(checkout)
    assert status == 1
    assert "judge/words.txt" in said
    assert not (checkout / "dist").exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (CHANGES.replace("0.2.0", "0.1.9"), "the newest release in CHANGELOG.md is 0.1.9"),
        (CHANGES.replace("### For operators", "### Other"), "the part 0.2.0 of CHANGELOG.md has no `### For operators`"),
    ],
)
def test_a_release_that_the_changelog_does_not_describe(checkout: Path, changes: str, said: str) -> None:
    """Operators read there what they have to do."""
    (checkout / "CHANGELOG.md").write_text(changes)
    commit(checkout, "two")
    git(checkout, "tag", "v0.2.0")
    status, told = release(checkout)
    assert (status, said in told) == (1, True), told
    assert not (checkout / "dist").exists()


def test_two_builds_that_differ(tmp_path: Path) -> None:
    """The files in which they do are named."""
    for name, words in (("one", "1"), ("two", "2")):
        (tmp_path / name).mkdir()
        with zipfile.ZipFile(tmp_path / name / "judge.whl", "w") as wheel:
            wheel.writestr(zipfile.ZipInfo("same"), "same")
            wheel.writestr(zipfile.ZipInfo("judge/x.py"), words)
        (tmp_path / name / "judge.tar.gz").write_bytes(b"")
    program = runpy.run_path(str(PROGRAM))
    with pytest.raises(program["Refused"], match=r"judge.whl.*: judge/x.py$"):
        program["compare"](tmp_path / "one", tmp_path / "two")


def test_an_images_name() -> None:
    """What a version may hold, and a tag of an image may not."""
    assert runpy.run_path(str(PROGRAM))["image_name"]("0.2.1.dev7+g1a2b3c4d") == "judge:0.2.1.dev7-g1a2b3c4d"


def test_the_changelog() -> None:
    """Its newest part, released or not, says first what operators must know."""
    parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    newest = next(part for part in parts if part.count("\n") > 2)
    assert re.findall(r"^### (.*)$", newest, re.MULTILINE)[0] == "For operators"
