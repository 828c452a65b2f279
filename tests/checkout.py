"""A small repository of a judge, for tests of versions and releases."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.example", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.example",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
}  # fmt: skip
CHANGES = "# Changes\n\n## Unreleased\n\n## 0.2.0 (2027-01-01)\n\n### For operators\n\n- Nothing is to be done.\n\n## 0.1.0\n"


def git(folder: Path, *arguments: str) -> str:
    """What git prints; nobody's own configuration counts."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | NAMED
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path, words: str) -> str:
    """Change a file, commit it, and return the commit's short name."""
    (folder / "judge/words.txt").write_text(words)
    git(folder, "add", "--all")
    git(folder, "commit", "-m", words)
    return git(folder, "rev-parse", "--short=8", "HEAD")


def make_checkout(folder: Path) -> Path:
    """A repository with one commit, whose changelog says that 0.2.0 was the last release."""
    for name in ("judge", "grammar", "templates", "games", "deploy"):
        (folder / name).mkdir(parents=True)
        (folder / name / "words.txt").touch()
    for name in (".gitattributes", ".git_archival.txt", "pyproject.toml", "README.md", "LICENSE", "judge/version.py"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "judge/__init__.py").touch()
    (folder / "CHANGELOG.md").write_text(CHANGES)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, "one")
    return folder
