"""`make release`: builds source archive, wheel and image of the commit that is checked out, each twice, and compares them.

    python deploy/release/release.py                   into dist/
    python deploy/release/release.py --base IMAGE      the image on another base than Debian's own
    python deploy/release/release.py --engine none     no image

A release is a commit with a tag `v1.2.3`, whose part of CHANGELOG.md says what operators must know. Any other commit is built under
a version of its own, for trying. Files are built from what is committed, never from what lies around.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version as installed
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from judge.version import git_version  # noqa: E402

ENGINES = ("buildah", "podman")
"""Programs that build an image without a service, and twice the same."""
ROUNDS: Sequence[tuple[Mapping[str, str], int]] = (
    ({"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"}, 0o022),
    ({"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "2"}, 0o077),
)
"""Surroundings and umask of each of the two builds, which must make no difference."""
_RELEASE = re.compile(r"^## (\d+\.\d+\.\d+)\b.*?$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Refused(Exception):
    """There is nothing that may be released; the message says why."""


def main() -> int:
    """Build everything; return 0 if all that was tried has succeeded."""
    parser = argparse.ArgumentParser(description="Build source archive, wheel and image of the commit that is checked out.")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("--engine", choices=[*ENGINES, "none"], help="what builds the image; if left out, what is installed")
    parser.add_argument("--base", metavar="IMAGE", help="the base of the image, if not the one that the Containerfile names")
    chosen = parser.parse_args()
    try:
        version = check(chosen.root)
        build(chosen.root, version)
        engine = chosen.engine or next(filter(shutil.which, ENGINES), "none")
        if engine == "none":
            print("No image: neither buildah nor podman is installed." if chosen.engine is None else "No image.")
        else:
            build_images(chosen.root / "dist", version, engine, chosen.base)
    except Refused as refused:
        print(f"release: {refused}", file=sys.stderr)
        return 1
    return 0


def check(root: Path) -> str:
    """Return the version of the commit that is checked out. Raises Refused if files are changed, or the changelog does not fit."""
    if changed := git(root, "status", "--porcelain", "--untracked-files=no"):
        raise Refused(f"commit these files first, or put them back:\n{changed}")
    version = git_version(root)
    if not version:
        raise Refused(f"{root} is no checkout, or git is not installed")
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        print(f"Judge {version}, no release: this commit has no tag `v1.2.3`.")
        return version
    found = _RELEASE.search((root / "CHANGELOG.md").read_text("utf-8"))
    if found is None or found[1] != version:
        raise Refused(f"the tag is v{version}, but the newest release in CHANGELOG.md is {found[1] if found else 'none'}")
    if "\n### For operators\n" not in found[2]:
        raise Refused(f"the part {version} of CHANGELOG.md has no `### For operators`")
    print(f"Judge {version}, a release.")
    return version


def build(root: Path, version: str) -> None:
    """Build source archive and wheel twice, compare them, and put them into dist/. Raises Refused if they differ."""
    epoch = git(root, "log", "-1", "--format=%ct")
    with tempfile.TemporaryDirectory() as scratch:
        rounds = [Path(scratch, str(number), "x" * number) for number in (1, 2)]
        for folder, (surroundings, umask) in zip(rounds, ROUNDS, strict=True):
            _build(root, folder, {**surroundings, "SOURCE_DATE_EPOCH": epoch, "JUDGE_VERSION": version}, umask)
        compare(*(folder / "dist" for folder in rounds))
        made = rounds[0] / "dist"
        (made / f"judge-{version}.buildinfo").write_text(
            f"version: {version}\ncommit: {git(root, 'rev-parse', 'HEAD')}\nsource-date-epoch: {epoch}\n"
            f"python: {platform.python_version()}\nhatchling: {installed('hatchling')}\n"
        )
        files = sorted(made.iterdir())
        sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
        (made / "SHA256SUMS").write_text(sums)
        shutil.copytree(made, root / "dist", dirs_exist_ok=True)
    print(f"Built twice, the same byte for byte:\n{sums}", end="")


def _build(root: Path, folder: Path, surroundings: Mapping[str, str], umask: int) -> None:
    """Build both from a fresh copy of the commit: first the source archive, and the wheel from what is in that."""
    source, made = folder / "source", folder / "dist"
    source.mkdir(parents=True)
    packed = folder / "source.tar"
    git(root, "archive", "--output", str(packed), "HEAD")
    _unpack(packed, source)
    _hatch(source, made, "sdist", surroundings, umask)
    (archive,) = made.glob("*.tar.gz")
    _unpack(archive, folder)
    _hatch(folder / archive.name.removesuffix(".tar.gz"), made, "wheel", surroundings, umask)


def _unpack(packed: Path, folder: Path) -> None:
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")


def _hatch(source: Path, made: Path, kind: str, surroundings: Mapping[str, str], umask: int) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(made)]
    done = subprocess.run(
        command, cwd=source, env={**os.environ, **surroundings}, umask=umask, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Refused(f"the {kind} could not be built:\n{done.stderr}{done.stdout}")


def compare(one: Path, two: Path) -> None:
    """Compare two folders of built files. Raises Refused, which names the files, and what differs in them."""
    names = sorted(path.name for path in one.iterdir())
    if names != sorted(path.name for path in two.iterdir()):
        raise Refused("the two builds have files of different names")
    for name in names:
        if (one / name).read_bytes() != (two / name).read_bytes():
            differ = {path for path, *_ in _members(one / name) ^ _members(two / name)}
            raise Refused(f"{name} is not the same in two builds: {', '.join(sorted(differ))}")


def _members(archive: Path) -> set[tuple[str, ...]]:
    """Return each file in an archive, with what may differ."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return {(e.filename, str(e.date_time), str(e.external_attr), str(e.CRC)) for e in wheel.infolist()}
    with tarfile.open(archive) as packed:
        return {(e.name, str(e.mtime), str(e.mode), str(e.uid), _sum(packed, e)) for e in packed}


def _sum(packed: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    file = packed.extractfile(member)
    return hashlib.sha256(file.read()).hexdigest() if file else ""


def image_name(version: str) -> str:
    """Return the name of a version's image: a tag may not hold a plus."""
    return f"judge:{version.replace('+', '-')}"


def build_images(made: Path, version: str, engine: str, base: str | None) -> None:
    """Build the image twice from the source archive, and compare. Raises Refused if it cannot be built, or the two differ."""
    epoch = dict(line.split(": ") for line in (made / f"judge-{version}.buildinfo").read_text().splitlines())["source-date-epoch"]
    with tempfile.TemporaryDirectory() as scratch:
        _unpack(made / f"judge-{version}.tar.gz", Path(scratch))
        source = Path(scratch, f"judge-{version}")
        command = [
            engine, "build", "--no-cache", "--quiet", f"--timestamp={epoch}", f"--tag={image_name(version)}",
            f"--build-arg=JUDGE_VERSION={version}", f"--build-arg=SOURCE_DATE_EPOCH={epoch}",
            *([f"--build-arg=BASE={base}"] if base else []), f"--file={source}/deploy/container/Containerfile", str(source),
        ]  # fmt: skip
        names = [_ran(command).splitlines()[-1] for _ in range(2)]
    if names[0] != names[1]:
        raise Refused(f"the image is not the same in two builds: {' and '.join(names)}")
    print(f"{names[0][:64]}  {image_name(version)} (image, by {engine}; the same in both builds)")


def _ran(command: Sequence[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"the image could not be built:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout.strip()


def git(root: Path, *arguments: str) -> str:
    """Return what git prints. Raises Refused if it fails."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
