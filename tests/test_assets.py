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


def test_templates_have_lines_of_at_most_132_columns() -> None:
    """As in the code; within a tag or a string of Jinja's a line may be broken anywhere."""
    root = Path(__file__).parents[1]
    templates = [*(root / "templates").rglob("*.j2"), *(root / "games").rglob("*.j2")]
    assert len(templates) > 100
    long = [f"{path.relative_to(root)}:{n}" for path in templates
            for n, line in enumerate(path.read_text("utf-8").splitlines(), 1) if len(line) > 132]  # fmt: skip
    assert not long
