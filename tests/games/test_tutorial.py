"""games/README.md's board from a blank page: its files are written as the page says, and each step does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.cli import main
from judge.maps.art import read_art

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "games" / "README.md").read_text("utf-8")
FILES = dict(re.findall(r"^```yaml\n# lagoon/(\S+?)(?:,[^\n]*)?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
MADE = ("grid.txt", "art.yaml", "art.json")


def test_the_page_has_a_board_from_a_blank_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("judge.drawing.sketch_folder")
    assert set(FILES) == {"map.yaml", "game.yaml", "cases/lagoon.yaml", "places.yaml", "art.yaml"}
    folder = tmp_path / "lagoon"
    (folder / "cases").mkdir(parents=True)
    for name in ("map.yaml", "game.yaml", "cases/lagoon.yaml"):
        (folder / name).write_text(FILES[name])
    assert main(["check-game", str(folder), "--cases"]) == 0

    assert main(["draw-map", str(folder), "--sketch"]) == 0
    laid = outline(folder)
    for name in MADE:
        (folder / name).unlink()
    (folder / "places.yaml").write_text(FILES["places.yaml"])
    assert main(["draw-map", str(folder), "--sketch"]) == 0
    assert outline(folder) != laid
    art = read_art((folder / "art.json").read_text())
    west, east = art.places["OUT"].unit, art.places["Bay"].unit
    assert west[0] < art.places["LAG"].unit[0] < east[0]

    (cells,) = re.findall(r"^cells:\n(?:  .*\n)+", (folder / "art.yaml").read_text(), re.MULTILINE)
    (folder / "art.yaml").write_text(FILES["art.yaml"] + cells)
    assert main(["draw-map", str(folder)]) == 0
    drawn = read_art((folder / "art.json").read_text())
    assert drawn.size[0] == 560
    label = drawn.places["LAG"].label
    assert label is not None
    assert label.text == "Lagoon"
    assert [extra.text for extra in drawn.extras] == ["the Strait"]
    assert main(["check-game", str(folder), "--cases"]) == 0
    assert "no mistake found" in capsys.readouterr().err


def outline(folder: Path) -> str:
    return (folder / "grid.txt").read_text()


def test_each_step_has_its_picture() -> None:
    shown = re.findall(r"!\[[^]]+\]\((\S+)\)", PAGE)
    assert len(shown) == 3
    for picture in shown:
        assert (ROOT / "games" / picture).resolve().read_bytes().startswith(b"\x89PNG")


def test_every_key_of_a_drawing_is_explained() -> None:
    """What the drawing code asks an art.yaml for is in the table of docs/games.md."""
    table = (ROOT / "docs" / "games.md").read_text("utf-8").split("### art.yaml and grid.txt")[1].split("Every value is text.")[0]
    asked = {
        key
        for path in (ROOT / "judge" / "drawing").glob("*.py")
        for key in re.findall(r'(?:pen|source)(?:\[|\.get\()"(\w+)"', path.read_text("utf-8"))
    }
    assert len(asked) > 10
    assert {key for key in asked if f"`{key}`" not in table} == set()
