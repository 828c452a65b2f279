"""A board on real ground: countries of an atlas, cut by the seeds and strokes of an art.yaml, into borders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.drawing.merge_pieces import PieceGraph, rim
from judge.drawing.projection import Magnifier, Projection
from judge.drawing.regions import LAKE, faces_of, ground, seeds_of
from judge.drawing.smooth import simplified
from judge.maps.art import Point
from judge.maps.border_graph import Border, borders_of
from judge.maps.hand_drawn import rough, rounded

COAST, WANDER, SEA, FRAME = 0.4, 1.4, 2.5, 0.05
"""Tolerances, in units: shores, borders on land, borders at sea, the frame."""
WOBBLE, FINEST = 0.2, 9.0
"""How far a border on land wanders, and down to which length."""


def projection_of(pen: Mapping[str, Any]) -> Projection:
    """The projection an art.yaml tells."""
    glasses = [Magnifier(glass["at"], glass["radius"], glass["gain"]) for glass in pen.get("glasses", ())]
    told = pen["projection"]
    return Projection(told["centre"], told["lens"], pen["window"], pen["width"], glasses, pen.get("height", 0))


def draw(pen: Mapping[str, Any], countries: Mapping[str, Any], seas: set[str]) -> tuple[Point, list[Border]]:
    """The frame's size, and every border of the board, smoothed."""
    project = projection_of(pen)
    seeds = seeds_of(pen, project)
    pieces, labels = faces_of(ground(pen, countries, project, seeds), seeds)
    wet = {*seas, LAKE}
    labels = PieceGraph(pieces, labels, seeds, wet).settled()
    borders = borders_of((label, rim(piece)) for piece, label in zip(pieces, labels, strict=True))
    return project.size, [border._replace(points=list(_pen(border, wet))) for border in borders]


def _pen(border: Border, wet: set[str]) -> Sequence[Point]:
    if "" in border[:2]:
        return simplified(border.points, FRAME)
    if border.left in wet and border.right in wet:
        return rounded(simplified(border.points, SEA), 2)
    if border.left in wet or border.right in wet:
        return simplified(border.points, COAST)
    return rounded(rough(simplified(border.points, WANDER), WOBBLE, FINEST), 1)
