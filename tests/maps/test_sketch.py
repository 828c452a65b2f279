"""A board sketched from its borders alone: only neighbours touch, and the rest is joined by lines or allowed by name."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("judge.drawing.sketch_folder")

from judge.assets import Assets, find_assets
from judge.board import Board
from judge.checking.drawing import drawing_notes
from judge.cli import main
from judge.drawing import cli
from judge.drawing.sketch import may_touch, sketched
from judge.drawing.sketch_folder import sketch_folder
from judge.drawing.write_art import format_art
from judge.importing import read_board, write_folder
from judge.maps.art import read_art
from judge.maps.drawn_borders import is_space, shared_border_lengths
from judge.variants import load_ruleset

TINY = Path(__file__).parents[1] / "importing" / "samples" / "njudge" / "data" / "map.tiny"


@pytest.fixture
def tiny(tmp_path: Path, shipped: Assets) -> tuple[Path, Board]:
    write_folder(read_board(TINY), tmp_path / "tiny")
    return tmp_path / "tiny", load_ruleset("tiny", [tmp_path], shipped.grammars()).board


def test_only_neighbours_touch(tiny: tuple[Path, Board], shipped: Assets) -> None:
    folder, board = tiny
    art = sketch_folder(folder, board, [folder.parent])
    assert {name for name in art.faces if is_space(name)} == set(board.spaces)
    assert [pair for pair in shared_border_lengths(art) if not may_touch(board, *sorted(pair))] == []
    assert list(drawing_notes(folder, [folder.parent, find_assets().games], shipped)) == []
    text = (folder / "art.json").read_text("utf-8")
    assert format_art(read_art(text)) == text


def test_a_sketch_is_the_same_every_time(tiny: tuple[Path, Board]) -> None:
    assert sketched(tiny[1]) == sketched(tiny[1])


def test_places_that_somebody_knows_are_kept(tiny: tuple[Path, Board]) -> None:
    """The grid is read by hand: the first letter of a space's cells is where it was told to be."""
    _, board = tiny
    codes = list(board.spaces)
    places = {code: [(float(n % 3), float(n // 3))] for n, code in enumerate(codes)}
    grid, pen = sketched(board, places)
    rows = [row[number % 2 :] for number, row in enumerate(grid.splitlines()[1:])]
    signs = dict(part.split(": ") for part in pen.split("named: {")[1].split("}")[0].split(", "))
    spots: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x in range(0, len(row), 2):
            spots.setdefault(signs.get(row[x : x + 2], "").strip('"'), []).append((x // 2, y))
    middle = {code: [sum(axis) / len(spots[code]) for axis in zip(*spots[code], strict=True)] for code in codes}
    assert middle[codes[0]][0] < middle[codes[1]][0] < middle[codes[2]][0]
    assert middle[codes[0]][1] < middle[codes[3]][1] < middle[codes[6]][1]


def test_a_folder_says_where_its_spaces_lie(tiny: tuple[Path, Board]) -> None:
    """North is up; a space told as a line is long; and the board is as high as it is wide, for 60 degrees north are half."""
    folder, board = tiny
    lines = [f"{code}: [{20 * (n % 3)}, {60 - 5 * (n // 3)}]" for n, code in enumerate(board.spaces) if code != "NSE"]
    (folder / "places.yaml").write_text("\n".join([*lines, "NSE: [[0, 70], [40, 70]]"]))
    art = sketch_folder(folder, board, [folder.parent])
    spot = {code: layout.unit for code, layout in art.places.items()}
    codes = [code for code in board.spaces if code != "NSE"]
    assert spot["NSE"][1] < min(spot[code][1] for code in codes)
    top = [x for arc in art.arcs if "NSE" in arc.sides for x, y in arc.points if y < 1]
    assert max(top) - min(top) > art.size[0] * 0.8


@pytest.mark.parametrize(("line", "says"), [
    ("Nowhere: [1, 2]", "places.yaml:1: Nowhere: is no space of the board"),
    ("NSE: north", "places.yaml:1: NSE: a place is [longitude, latitude]"),
    ("NSE: [1, 2]", "places.yaml: does not say where Ard, "),
])  # fmt: skip
def test_a_slip_in_the_places_is_named(
    line: str, says: str, tiny: tuple[Path, Board], capsys: pytest.CaptureFixture[str]
) -> None:
    (tiny[0] / "places.yaml").write_text(line)
    assert main(["draw-map", str(tiny[0]), "--sketch"]) == 2
    assert says in capsys.readouterr().err
    assert not (tiny[0] / "grid.txt").exists()


def test_what_somebody_drew_is_not_replaced(tiny: tuple[Path, Board], capsys: pytest.CaptureFixture[str]) -> None:
    folder, _ = tiny
    assert main(["draw-map", str(folder), "--sketch"]) == 0
    before = (folder / "grid.txt").read_text("utf-8")
    assert main(["draw-map", str(folder), "--sketch"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (folder / "grid.txt").read_text("utf-8") == before


def test_watching_draws_again_when_a_file_changes(
    tiny: tuple[Path, Board], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = tiny
    assert main(["draw-map", str(folder), "--sketch"]) == 0
    naps = iter(["", "width: 900\n", "width: 800\n"])

    def nap(seconds: float) -> None:
        """Nothing at first; then the width is changed twice, and then somebody presses Ctrl-C."""
        width = next(naps, None)
        if width is None:
            raise KeyboardInterrupt
        text = (folder / "art.yaml").read_text("utf-8")
        (folder / "art.yaml").write_text(text.replace(text[text.index("width:") : text.index("cells:")], width) if width else text)

    monkeypatch.setattr(cli, "sleep", nap)
    assert main(["draw-map", str(folder), "--watch"]) == 130
    assert read_art((folder / "art.json").read_text("utf-8")).size[0] == 800


@pytest.mark.slow
@pytest.mark.parametrize("game", ["_template", "standard", "colonial_diplomacy"])
def test_boards_of_ours_can_be_sketched(game: str, tmp_path: Path, shipped: Assets) -> None:
    board = load_ruleset(game, [find_assets().games], shipped.grammars()).board
    (tmp_path / game).mkdir()
    art = sketch_folder(tmp_path / game, board, [tmp_path, find_assets().games])
    assert {name for name in art.faces if is_space(name)} == set(board.spaces)
