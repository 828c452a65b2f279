"""A wheel of the judge that is not installed: what is in it, what it needs, and its own answer to `judge upgrade --check`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import message_from_string
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_NEEDS = re.compile(r"([\w.-]+)(?:\[[^]]*\])?(?:>=([\d.]+))?")
_COMMAND = "judge/cli/upgrade.py"
_STEPS = "judge/store/migrations/versions"


@dataclass(frozen=True, slots=True)
class Wheel:
    """An unpacked wheel."""

    folder: Path
    version: str
    requires: Sequence[str]
    """What it needs, as its metadata say it, the needs of extras among them."""

    @property
    def steps(self) -> list[str]:
        """The names of the store's steps that it knows, newest last."""
        return sorted(path.name.partition("_")[0] for path in (self.folder / _STEPS).glob("[0-9]*.py"))

    @property
    def can_check(self) -> bool:
        """Whether its judge has the command `judge upgrade`."""
        return (self.folder / _COMMAND).is_file()

    def lacking(self) -> Iterator[str]:
        """Yield what it needs and is not installed here, or too old. The needs of extras count where they are installed."""
        for line in self.requires:
            what, _, where = line.partition(";")
            read = _NEEDS.match(what.replace(" ", ""))
            if read is None:
                continue
            here = _installed(read[1])
            if (not here and "extra" not in where) or (here and _numbers(here) < _numbers(read[2] or "0")):
                yield what.strip()

    def check(self, config: Path | None) -> int:
        """Have its own judge check, with the packages that are installed here. Return the exit status."""
        command = [sys.executable, "-P", "-m", "judge", "upgrade", "--check", *(["--config", str(config)] if config else [])]
        sys.stdout.flush()
        return subprocess.run(command, env={**os.environ, "PYTHONPATH": str(self.folder)}, check=False).returncode


def unpack_wheel(file: Path, folder: Path) -> Wheel:
    """Unpack a wheel into a folder. Raises ValueError if it is none of the judge."""
    try:
        with zipfile.ZipFile(file) as packed:
            [metadata] = [name for name in packed.namelist() if re.fullmatch(r"judge-[^/]+\.dist-info/METADATA", name)]
            packed.extractall(folder)
            said = message_from_string(packed.read(metadata).decode("utf-8"))
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise ValueError(f"{file} is no wheel of the judge") from error
    return Wheel(folder, str(said["Version"]), [str(each) for each in said.get_all("Requires-Dist", [])])


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _numbers(said: str) -> list[int]:
    """Return the numbers with which a version begins; zeros at the end say nothing."""
    found = [int(each) for each in re.match(r"[\d.]*", said)[0].split(".") if each]  # type: ignore[index]  # it matches everything
    while found and not found[-1]:
        found.pop()
    return found
