"""`judge draw-map` on a board of three spaces: drawn, found to differ from its rules, or not drawn at all."""

from pathlib import Path

import pytest

from judge.cli import main
from judge.maps.art import COAST, LAND, read_art

GAME = """
title: Tiny
powers: {Red: {adjective: Red}}
start: {units: {Red: [A(Aaa)]}}
calendar: {start: 1900, seasons: [{name: "Spring {year}", kind: movement}]}
"""
MAP = """
Aaa: {kind: land, centre: home of Red, armies: [Bbb], fleets: [Bbb, SEA]}
Bbb: {kind: land, armies: [Aaa], fleets: [Aaa, SEA]}
SEA: {kind: sea, fleets: [Aaa, Bbb]}
"""
PEN = """
width: 600
cells: {named: {aa: Aaa, bb: Bbb, "~s": SEA}}
"""
ROW = "~s~s" + "aa" * 6 + "bb" * 6 + "~s~s"
GRID = "\n".join(" " * (n % 2) + ("~s" * 16 if n in (0, 1, 8, 9) else ROW) for n in range(10)) + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "tiny"
    path.mkdir()
    for name, text in (("game.yaml", GAME), ("map.yaml", MAP), ("art.yaml", PEN), ("grid.txt", GRID)):
        (path / name).write_text(text, "utf-8")
    return path


def test_a_board_is_drawn_into_its_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw-map", str(folder)]) == 0
    art = read_art((folder / "art.json").read_text("utf-8"))
    assert {(frozenset(arc.sides), arc.kind) for arc in art.arcs if arc.kind in (LAND, COAST)} == {
        (frozenset({"Aaa", "Bbb"}), LAND),
        (frozenset({"Aaa", "SEA"}), COAST),
        (frozenset({"Bbb", "SEA"}), COAST),
    }
    assert set(art.places) == {"Aaa", "Bbb", "SEA"}
    assert art.places["Aaa"].centre
    assert "the shortest contact is Aaa–Bbb" in capsys.readouterr().out


def test_where_drawing_and_rules_differ_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    apart = MAP.replace("armies: [Bbb], fleets: [Bbb, SEA]", "fleets: [SEA]")
    (folder / "map.yaml").write_text(apart.replace("armies: [Aaa], fleets: [Aaa, SEA]", "fleets: [SEA]"), "utf-8")
    assert main(["draw-map", str(folder)]) == 1
    assert "Aaa–Bbb: they touch, but are no neighbours for armies" in capsys.readouterr().out


def test_what_cannot_be_drawn_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "grid.txt").write_text("aabb\n", "utf-8")
    (folder / "art.yaml").write_text(PEN.replace("bb: Bbb, ", ""), "utf-8")
    assert main(["draw-map", str(folder)]) == 2
    assert "'bb' stands for no space" in capsys.readouterr().err
    assert not (folder / "art.json").exists()
