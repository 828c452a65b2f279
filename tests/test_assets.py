"""The data folders are found in the wheel first, then beside the package."""

from __future__ import annotations

from pathlib import Path

from judge.assets import find_assets


def test_the_wheels_own_folders_go_first(tmp_path: Path) -> None:
    package = tmp_path / "judge"
    package.mkdir()
    assert find_assets(package).games == tmp_path / "games"
    (package / "_assets").mkdir()
    assert find_assets(package).games == package / "_assets" / "games"


def test_grammars_are_read_by_name() -> None:
    found = find_assets()
    assert "orders" in found.grammars()
    assert (found.templates / "report.txt.j2").is_file()
    assert (found.games / "standard" / "game.yaml").is_file()
