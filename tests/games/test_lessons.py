"""`judge check-game` and a folder's lessons: boards and orders that cannot be read, and a solution that misses its goal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.checking.folder import check_folder

STANDARD = Path(__file__).parents[2] / "games" / "standard"


@pytest.mark.parametrize(
    ("put", "instead", "says"),
    [
        ("solution: [A Bur-Bel, A Spa H]", "solution: [A Bur-Ruh, A Spa H]", "does not reach the goal A(Bel), A(Spa)"),
        ("France: A(Bur), A(Spa)", "France: A(Bur), A(Sap)", "unit: A(Sap)"),
        ("[A(Pie)-Mar, F(LYO) S A(Pie)-Mar]", "[A(Pie)-Marr, F(LYO) S A(Pie)-Mar]", "an order of Italy cannot be read"),
        ("power: France", "power: Narnia", "'Narnia' is no power of this game"),
        ("title: Support", "titel: Support", "unknown key 'titel'"),
    ],
)
def test_a_mistake_in_a_lesson_is_found(tmp_path: Path, put: str, instead: str, says: str) -> None:
    folder = tmp_path / "standard"
    shutil.copytree(STANDARD, folder)
    text = (folder / "lesson.yaml").read_text("utf-8")
    assert put in text
    (folder / "lesson.yaml").write_text(text.replace(put, instead, 1), "utf-8")
    found = [str(each) for each in check_folder(folder, [tmp_path], find_assets())]
    assert len(found) == 1, found
    assert says in found[0]
    assert "lesson.yaml:" in found[0]
