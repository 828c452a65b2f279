"""A wheel of this checkout, installed into an empty environment; the packages that it needs are lent by this one."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

from tests.waiting import LONGEST

ROOT = Path(__file__).parent.parent
LENT = next(path for path in sys.path if path.endswith("site-packages"))


def install_wheel(folder: Path, asked: Mapping[str, str]) -> tuple[Path, str]:
    """Build a wheel with what is asked of the build in the environment; return the Python that has it, and the wheel's name."""
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    done = subprocess.run([*build, str(ROOT)], env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("judge-*.whl")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env/bin/python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), site], check=True)
    return python, wheel.name


def run(python: Path, *arguments: str, stdin: str = "", more: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed judge's Python from the root folder; `more`: a folder from which it imports besides."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([more, LENT] if more else [LENT])}
    command = [python, *arguments]
    return subprocess.run(
        command, cwd=more or "/", env=environment, input=stdin, capture_output=True, text=True, timeout=LONGEST, check=False
    )
