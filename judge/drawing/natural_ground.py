"""A board on real ground: countries of an atlas, cut by the seeds and strokes of an art.yaml, into borders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.drawing.merge_pieces import PieceGraph, polygon_sides
from judge.drawing.projection import Magnifier, Projection
from judge.drawing.regions import LAKE, country_areas, cut_faces, read_seeds
from judge.drawing.smooth import simplify
from judge.maps.art import Point
from judge.maps.border_graph import Border, find_borders
from judge.maps.hand_drawn import roughen, round_corners

COAST, WANDER, SEA, FRAME = 0.4, 1.4, 2.5, 0.05
"""Tolerances, in units: shores, borders on land, borders at sea, the frame."""
WOBBLE, FINEST = 0.2, 9.0
"""How far a border on land wanders, and down to which length."""


def projection_of(pen: Mapping[str, Any]) -> Projection:
    """The projection an art.yaml tells."""
    glasses = [Magnifier(glass["at"], glass["radius"], glass["gain"]) for glass in pen.get("glasses", ())]
    told = pen["projection"]
    return Projection(told["centre"], told["lens"], pen["window"], pen["width"], glasses, pen.get("height", 0))


def natural_borders(pen: Mapping[str, Any], countries: Mapping[str, Any], seas: set[str]) -> tuple[Point, list[Border]]:
    """The frame's size, and every border of the board, smoothed."""
    project = projection_of(pen)
    seeds = read_seeds(pen, project)
    pieces, labels = cut_faces(country_areas(pen, countries, project, seeds), seeds)
    wet = {*seas, LAKE}
    labels = PieceGraph(pieces, labels, seeds, wet).settled()
    borders = find_borders((label, polygon_sides(piece)) for piece, label in zip(pieces, labels, strict=True))
    return project.size, [border._replace(points=list(_pen(border, wet))) for border in borders]


def _pen(border: Border, wet: set[str]) -> Sequence[Point]:
    if "" in border[:2]:
        return simplify(border.points, FRAME)
    if border.left in wet and border.right in wet:
        return round_corners(simplify(border.points, SEA), 2)
    if border.left in wet or border.right in wet:
        return simplify(border.points, COAST)
    return round_corners(roughen(simplify(border.points, WANDER), WOBBLE, FINEST), 1)
