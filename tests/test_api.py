"""The public API: every example of docs/api.md runs, its table is complete, and importing it is light."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from inspect import get_annotations
from pathlib import Path

import pytest

import judge
from judge import JudgedOrder, LoadedGame, PhaseResult, adjudicate, load_game

PAGE = (Path(__file__).parents[1] / "docs" / "api.md").read_text("utf-8")
HEAVY = ("sqlalchemy", "alembic", "aiosmtpd", "imapclient", "prometheus_client", "PIL", "judge.store", "judge.daemon", "judge.mail")
"""What only the daemon needs."""


def test_the_examples_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/api.md", "docs/api.md", 0)
    told: list[str] = []
    assert len(test.examples) > 20
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append).failed == 0, "".join(told)


def test_the_page_names_all_that_is_promised() -> None:
    table = re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE)
    assert sorted(table) == sorted(judge.__all__)


@pytest.mark.parametrize("kind", [JudgedOrder, PhaseResult, LoadedGame])
def test_the_page_names_every_public_attribute(kind: type) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind.__name__}`"))
    public = {name for name in (*kind.__dict__, *get_annotations(kind)) if not name.startswith("_")}
    assert set(re.findall(r"`(\w+)", row)) - {kind.__name__} == public


def test_importing_judge_loads_nothing_and_the_api_nothing_of_the_daemon() -> None:
    ask = (
        "import sys, judge; print(*(m for m in sys.modules if m.startswith('judge.')))\n"
        "from judge import adjudicate, load_game; load_game(); print(*sys.modules)"
    )
    first, second = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout.splitlines()
    assert first == ""
    loaded = second.split()
    assert [name for name in loaded if name.startswith(HEAVY)] == []


def test_a_name_that_is_not_promised_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        judge.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("orders", "throws", "told"),
    [
        ({"Atlantis": ["A Par H"]}, {}, "Atlantis"),
        ({}, {"46": 7}, "dice.46"),
    ],
)
def test_a_wrong_argument_is_named(orders: dict[str, list[str]], throws: dict[str, int], told: str) -> None:
    game = load_game()
    with pytest.raises(ValueError, match=told):
        adjudicate(game, game.start, orders, throws=throws)


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="nowhere"):
        load_game("nowhere")


def test_throws_are_stated_or_follow_from_the_seed() -> None:
    game = load_game("columbus")
    assert adjudicate(game, game.start, {}, seed="a").position == adjudicate(game, game.start, {}, seed="a").position


def test_a_notebook_shows_values_where_a_game_has_no_map(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "game.yaml").write_text("title: Plain\nextends: standard\n")
    drawn = load_game("plain", folders=[tmp_path])
    assert str(adjudicate(drawn, drawn.start, {})._repr_svg_()).startswith("<svg")
    bare = load_game("_template")
    result = adjudicate(bare, bare.start, {})
    assert result._repr_svg_() is None
    with pytest.raises(ValueError, match="no drawn map"):
        result.draw()
