"""From a game's folder to its Art: the source read, the ground drawn, everything given its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from judge.board import Board
from judge.drawing import grid, natural_ground
from judge.drawing.atlas import read_atlas
from judge.drawing.build_art import build_art
from judge.drawing.placement import BASE, DOT, SECOND, SIZE, BoardPlacement
from judge.drawing.projection import Projection
from judge.drawing.source import read_source
from judge.drawing.world_edge import world_edge
from judge.maps.art import Art, Decoration, Label, OffBoardBox, Point, read_art
from judge.maps.hand_drawn import round_corners
from judge.variants.folder import art_text

ROOM, TALL, GAP = 96.0, 70.0, 10.0
"""Width and height of a box beside the board, in which a unit has room between name and note, and how far from it."""


def draw_board(path: Path, board: Board, roots: Sequence[Path], atlas: Callable[[], bytes]) -> Art:
    """The drawn board of a folder. Raises FolderError, KeyError or ValueError where the source cannot be drawn."""
    source = read_source(path, board)
    pen = source.pen
    art = read_art(art_text(pen["of"], roots)) if "of" in pen else _drawn(pen, source.grid, board, atlas)
    boxes = {name: _box(art, name, told, board) for name, told in pen.get("boxes", {}).items()}
    return replace(art, source=source.fingerprint, boxes=boxes, margins=_margins(art, boxes))


def _drawn(pen: Mapping[str, Any], text: str, board: Board, atlas: Callable[[], bytes]) -> Art:
    kinds = {code: space.kind for code, space in board.spaces.items()}
    project: Projection | None = None
    if text:
        cells = grid.read_grid(text, cell_names(pen["cells"]))
        size, borders = grid.grid_borders(cells, pen["width"], kinds, pen.get("glasses", ()))
    else:
        project = natural_ground.projection_of(pen)
        seas = {code for code, kind in kinds.items() if kind == "sea"}
        size, borders = natural_ground.natural_borders(pen, read_atlas(atlas(), pen["bounds"]), seas)
    art = build_art(size, borders, kinds, extras=tuple(_extras(pen, project)), scale=pen.get("scale", 1.0))
    if "rim" in pen:
        art = replace(art, rim=world_edge(art, pen["rim"]))
    cartouche = tuple(pen["cartouche"]) if "cartouche" in pen else None
    return replace(art, places=BoardPlacement(art, board, pen).all(), cartouche=cartouche)


def cell_names(told: Mapping[str, Any]) -> dict[str, str]:
    """Two characters of a grid → the space they stand for: plain numbers, a sign for region and tens, or a name told."""
    names = {f"{n:2d}": f"{told['numbered']}{n}" for n in range(1, 100)} if "numbered" in told else {}
    for sign, (region, tens) in told.get("tens", {}).items():
        names |= {f"{sign}{n}": f"{region}{int(tens) + n}" for n in range(10)}
    return names | dict(told.get("named", {}))


def _extras(pen: Mapping[str, Any], project: Projection | None) -> Iterator[Decoration]:
    """What is drawn over the ground; lines are told as the ground is, in degrees or in units."""

    def line(points: Sequence[Sequence[float]]) -> tuple[Point, ...]:
        array = np.array(points, dtype=float)
        return tuple((float(x), float(y)) for x, y in (project(array) if project else array))

    for told in pen.get("extras", ()):
        stops = {name: line([point])[0] for name, point in told.get("stops", {}).items()}
        points = (
            tuple(round_corners(line(told["line"]), 2 if told["kind"] == "track" else 1)) if "line" in told else line([told["at"]])
        )
        yield Decoration(
            told["kind"], "", points, stops, tuple(told.get("between", ())), told.get("text", ""), told.get("size", 0.0)
        )


def _box(art: Art, name: str, told: Mapping[str, Any], board: Board) -> OffBoardBox:
    """A box beside the board, at a height on its left or right; or along the whole of its top."""
    wide, high = art.size
    if told["side"] == "top":
        rect = (0.0, -told["high"] - GAP, wide, told["high"])
        label = Label(board.spaces[name].name, (14.0, rect[1] + 22), "start", SIZE)
        return OffBoardBox(rect, (wide / 2, rect[1] + told["high"] / 2), (wide / 2 + SECOND[0], rect[1] + told["high"] / 2), label)
    x = -GAP - ROOM if told["side"] == "left" else wide + GAP
    y = min(max(told["at"] - TALL / 2, 0.0), high - TALL)
    label = Label(board.spaces[name].name, (x + ROOM / 2, y + 15), "middle", SIZE - 2)
    note = Label(told["note"], (x + ROOM / 2, y + TALL - 6), "middle", SIZE - 4) if "note" in told else None
    unit, second = (x + ROOM / 2 - DOT, y + TALL / 2 + BASE * 6), (x + ROOM / 2 + SECOND[0], y + TALL / 2 + BASE * 6)
    return OffBoardBox((x, y, ROOM, TALL), unit, second, label, note, (0.0 if told["side"] == "left" else wide, y + TALL / 2))


def _margins(art: Art, boxes: Mapping[str, OffBoardBox]) -> tuple[float, float, float, float]:
    """The room that the boxes need."""
    wide, high = art.size
    rects = [box.rect for box in boxes.values()]
    left, top = (max([-rect[n] for rect in rects], default=0.0) for n in (0, 1))
    right = max([rect[0] + rect[2] - wide for rect in rects], default=0.0)
    bottom = max([rect[1] + rect[3] - high for rect in rects], default=0.0)
    a, b, c, d = (side + GAP if side > 0 else 0.0 for side in (left, top, right, bottom))
    return a, b, c, d
