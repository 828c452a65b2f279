"""The wheel with a compiled referee judges as the other does, also under rules of games, which are not compiled."""

from __future__ import annotations

import runpy
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

from judge.rules import adjudicate
from tests.benchmarks import referee
from tests.installed import ROOT, install_wheel, run

MISSING = [
    *([] if which(str(sysconfig.get_config_var("CC") or "cc").split()[0]) else ["a C compiler"]),
    *([] if Path(sysconfig.get_path("include"), "Python.h").exists() else ["Python.h"]),
    *[name for name in ("mypyc", "setuptools") if find_spec(name) is None],
]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"nothing can be compiled without {', '.join(MISSING)}")

PROGRAM = ROOT / "deploy/release/compile_referee.py"
REPLAY = """
from judge.assets import find_assets
from judge.board import board
from judge.rules import base, movement, strengths
from tests.benchmarks import referee
from tests.test_compiled import outcomes

for module in (board, base, movement, strengths):
    assert module.__file__.endswith(".so"), module.__file__
assert "_assets" in str(find_assets().games)
print(referee.wrong(referee.standard(), referee.phases(referee.standard())))
print(*outcomes(), sep="\\n")
"""


def outcomes() -> list[str]:
    """What each of the 500 phases comes to, with the reason of each result."""
    ruleset = referee.standard()
    judged = [adjudicate(phase.position, phase.orders, ruleset) for phase in referee.phases(ruleset)]
    left = [outcome.position for outcome in judged]
    return [str((o.results, o.removed, p.units, p.dislodged, sorted(p.standoffs))) for o, p in zip(judged, left, strict=True)]


def unfit(folder: Path) -> str:
    """What the program that makes a copy says of a folder."""
    return str(runpy.run_path(str(PROGRAM))["unfit"](folder.resolve(), ROOT))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The Python of an environment with the compiled wheel, and the wheel's name."""
    return install_wheel(tmp_path_factory.mktemp("compiled"), {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"})


@pytest.fixture
def beside(tmp_path: Path) -> str:
    """A folder with these tests, and without the checkout's judge."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    return str(tmp_path)


def test_it_says_that_it_is_compiled(built: tuple[Path, str]) -> None:
    """Nobody would notice otherwise that an upgrade has brought plain Python again."""
    assert run(built[0], "-m", "judge", "--version").stdout.strip().endswith(", with a compiled referee")


@pytest.mark.parametrize("folder", [ROOT, ROOT.parent, ROOT / "out", ROOT / "var/../judge"])
def test_no_copy_is_made_where_it_would_destroy_something(folder: Path) -> None:
    """The checkout, or itself."""
    assert unfit(folder)


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    """An empty one is not, nor an earlier copy."""
    assert not unfit(tmp_path)
    (tmp_path / "thesis.txt").touch()
    assert unfit(tmp_path)
    (tmp_path / "deploy/release").mkdir(parents=True)
    (tmp_path / "deploy/release/compile_referee.py").touch()
    assert not unfit(tmp_path)
    (tmp_path / ".git").mkdir()
    assert unfit(tmp_path)


def test_it_says_for_whom_it_is(built: tuple[Path, str]) -> None:
    """Nobody else's pip takes it."""
    assert built[1].endswith(f"-{sysconfig.get_platform().replace('-', '_')}.whl")
    assert "-py3-none-any" not in built[1]


def test_the_500_phases(built: tuple[Path, str], beside: str) -> None:
    """They come to what they must, and each result has the reason that it has uncompiled."""
    found = run(built[0], "-c", REPLAY, more=beside)
    assert found.returncode == 0, found.stderr
    mistakes, *judged = found.stdout.splitlines()
    assert mistakes == "0"
    assert judged == outcomes()
    assert len(judged) == 500


def test_datc(built: tuple[Path, str], beside: str) -> None:
    """All cases, each with its reports."""
    found = run(built[0], "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", "tests/datc", more=beside)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("game", ["colonial_diplomacy", "colonial_variant", "new_world_1492"])
def test_games_with_rules_of_their_own(built: tuple[Path, str], game: str) -> None:
    """Their classes derive from compiled ones: the rules themselves, claims, moves and paths."""
    found = run(built[0], "-m", "judge", "check-game", game, "--cases")
    assert found.returncode == 0, found.stdout + found.stderr
