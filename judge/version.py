"""Which judge this is: a version for every commit. The build reads it (pyproject.toml), and so does the running program.

    0.2.0                       the commit with the tag v0.2.0, and nothing was changed in it
    0.2.1.dev7+g1a2b3c4d        seven commits after it
    0.2.1.dev7+g1a2b3c4d.changed    the same, with files that differ from it
    0.2.1.dev0+unknown          a copy of the files without git, taken after 0.2.0

Without tags (a shallow clone) the commits that are there are counted. This module imports nothing but the standard library, because
a build has nothing else.
"""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 10.0
"""Seconds to wait for git."""
GIVEN = "JUDGE_VERSION"
"""The environment's variable by which a build is told its version: of a container, to which git's files are not copied."""
_RELEASE = re.compile(r"^## (\d+\.\d+\.\d+)\b", re.MULTILINE)
_DESCRIBED = re.compile(r"v(\d+\.\d+\.\d+)(?:-(\d+)-g([0-9a-f]+))?(-changed)?")
_TAGS = ("--tags", "--match=v[0-9]*.[0-9]*.[0-9]*", "--exclude=v*[a-z]*")
"""Releases only: no tags of release candidates, and none that mean something else."""


def referee_is_compiled() -> bool:
    """Whether this judge's referee was compiled when it was installed (docs/operator.md); else it is plain Python."""
    return any((Path(__file__).parent / "rules").glob("solver.*.so"))


@cache
def judge_version() -> str:
    """Return the version of the judge that is running. A checkout's is asked of git each time a program starts: what pip noted when
    it installed a link to the checkout would soon be another commit's.
    """
    return git_version(ROOT) or _installed() or source_version(ROOT)


def source_version(root: Path = ROOT) -> str:
    """Return the version of the source files in a folder, for a build: never '', whatever is missing."""
    return os.environ.get(GIVEN) or git_version(root) or _archived(root) or f"{_next(_last_release(root))}.dev0+unknown"


def git_version(root: Path) -> str:
    """Return what git says of the checkout in a folder; '' if it is none, or there is no git."""
    if not (root / ".git").exists() or not (root / "pyproject.toml").exists():
        return ""
    described = _git(root, "describe", "--long", "--abbrev=8", "--dirty=-changed", *_TAGS)
    if not described:
        commit, changed = _git(root, "describe", "--always", "--abbrev=8", "--exclude=*", "--dirty=-changed").partition("-")[::2]
        count = _git(root, "rev-list", "--count", "HEAD")
        described = f"v{_last_release(root)}-{count}-g{commit}{changed and '-changed'}" if commit and count else ""
    return _from_description(described)


def _from_description(described: str) -> str:
    """Return the version of a commit as `git describe --long` describes it; '' if that is not understood."""
    read = _DESCRIBED.fullmatch(described)
    if read is None:
        return ""
    release, distance, commit, changed = read.groups()
    if not changed and int(distance or 0) == 0:
        return str(release)
    return f"{_next(release)}.dev{distance or 0}+g{commit or 'it'}{'.changed' if changed else ''}"


def _next(release: str) -> str:
    """Return the release that can follow at the earliest: a version on the way to it sorts before it."""
    first, second, third = release.split(".")
    return f"{first}.{second}.{int(third) + 1}"


def _last_release(root: Path) -> str:
    """Return the newest release in the changelog."""
    with suppress(OSError):
        if found := _RELEASE.search((root / "CHANGELOG.md").read_text("utf-8")):
            return found[1]
    return "0.0.0"


def _archived(root: Path) -> str:
    """Return the version that `git archive` has put into a file; '' if there is none."""
    with suppress(OSError):
        said = dict(line.split(": ", 1) for line in (root / ".git_archival.txt").read_text("ascii").splitlines() if ": " in line)
        commit = said.get("commit", "")
        if re.fullmatch("[0-9a-f]{8,}", commit):
            described = re.sub(r"(?<=-g)[0-9a-f]+$", commit[:8], said.get("described", ""))  # as long as git thought enough there
            return _from_description(described) or f"{_next(_last_release(root))}.dev0+g{commit[:8]}"
    return ""


def _installed() -> str:
    """Return the version that the installed wheel says; '' if none is installed."""
    from importlib.metadata import PackageNotFoundError, version  # here: it takes as long as all else of `judge --help`

    with suppress(PackageNotFoundError):
        return version("judge")
    return ""


def _git(root: Path, *arguments: str) -> str:
    """Return what git prints; '' if it fails, or is not there. It writes nothing, and heeds no other repository's environment."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "--no-optional-locks", "-C", str(root), *arguments]
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""
    return ""
