"""Compile the referee with mypyc, for a wheel that only one kind of machine and one Python can use, and that judges faster.

Hatchling runs it as a build hook, and only where it is asked to; every other build gives the wheel for all machines:

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=true pip install .

It needs a C compiler and the headers of Python. As a program it makes a copy of the checkout with a compiled referee, for tests and
benchmarks (`make compiled`): `python deploy/release/compile_referee.py FOLDER`. The checkout itself stays as it is, for a compiled
module beside its source would hide every change of the source.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = (
    "judge/board/board.py",
    "judge/rules/adjustments.py",
    "judge/rules/base.py",
    "judge/rules/centres.py",
    "judge/rules/claim_rules.py",
    "judge/rules/claims.py",
    "judge/rules/movement.py",
    "judge/rules/movement_turn.py",
    "judge/rules/opening.py",
    "judge/rules/outcomes.py",
    "judge/rules/passages.py",
    "judge/rules/phases.py",
    "judge/rules/retreats.py",
    "judge/rules/solver.py",
    "judge/rules/strengths.py",
    "judge/rules/visibility.py",
)
"""What is compiled: modules that do work. Those that say what things are stay as they are written: the compiler cannot take
dataclasses with defaults, and makes named tuples no faster.
"""
SETUP = f"""\
from mypyc.build import mypycify
from setuptools import setup

options = ["--explicit-package-bases", "--namespace-packages", "--ignore-missing-imports"]
modules = mypycify([*options, *{MODULES!r}], debug_level="0", group_name="judge_referee")
setup(name="judge_referee", packages=[], ext_modules=modules)
"""
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "var", "dist", "*.egg-info", "*.so")


class CompiledReferee(BuildHookInterface[Any]):
    """The build hook: compiled modules beside their sources in the wheel, and a wheel's name that says for whom it is."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the build is a link to a checkout. Raises RuntimeError with what the compilers say if they fail."""
        if version == "editable":
            return
        self._scratch = tempfile.TemporaryDirectory()
        for made in compile_modules(Path(self.root), Path(self._scratch.name)):
            build_data["force_include"][str(Path(self._scratch.name, made))] = made.as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw away what is in the wheel now."""
        if version != "editable":
            self._scratch.cleanup()


def compile_modules(root: Path, scratch: Path) -> list[Path]:
    """Compile the modules of a checkout in an empty folder; return what was made there. Raises RuntimeError if that fails."""
    compiler = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        raise RuntimeError(f"the referee could not be compiled: no {compiler} here. apt-get install gcc python3-dev")
    shutil.copytree(root / "judge", scratch / "judge", ignore=LEFT_OUT)
    (scratch / "setup.py").write_text(SETUP)  # in a checkout setuptools would read the pyproject.toml, which is not for it
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the referee could not be compiled:\n{done.stdout}{done.stderr}")
    shutil.rmtree(scratch / "build")  # where each of them was first
    return sorted(path.relative_to(scratch) for path in scratch.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"))


def unfit(folder: Path, root: Path) -> str:
    """Say why a copy of the checkout must not be put into a folder, of which nothing would be left; '' if it may."""
    if root.is_relative_to(folder):
        return "the checkout itself is in it"
    if folder.is_relative_to(root) and folder.relative_to(root).parts[0] not in ("var", "dist"):
        return "it is in the checkout: take one in var"
    if folder.exists() and not folder.is_dir():
        return "it is a file"
    is_copy = (folder / Path(__file__).resolve().relative_to(root)).exists() and not (folder / ".git").exists()
    return "it has something else in it" if folder.exists() and any(folder.iterdir()) and not is_copy else ""


def main() -> int:
    """Copy the checkout into a folder, and compile for it."""
    asked = argparse.ArgumentParser(description="Make a copy of the checkout with a compiled referee.")
    asked.add_argument("folder", type=Path, help="a new folder, or one with an earlier copy, which is replaced")
    root, folder = Path(__file__).resolve().parents[2], asked.parse_args().folder.resolve()
    if why := unfit(folder, root):
        asked.error(f"{folder}: {why}")
    with tempfile.TemporaryDirectory() as scratch:
        try:
            compiled = compile_modules(root, Path(scratch))
        except RuntimeError as error:
            asked.exit(1, f"{error}\n")
        if folder.exists():
            shutil.rmtree(folder)
        shutil.copytree(root, folder, ignore=LEFT_OUT)
        for made in compiled:
            shutil.copy(Path(scratch, made), folder / made)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
