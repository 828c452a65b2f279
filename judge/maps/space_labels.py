"""Draw the names of spaces: upright on land, slanted on water, with an edge where a line comes near."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from judge.maps.art import Label, SpaceLayout
from judge.maps.board_paths import BoardPaths
from judge.maps.colours import WHITE, Palette, tint_colour
from judge.maps.curves import CELL, Curve, curve_cells
from judge.maps.failure_marks import BoxSides
from judge.maps.scene import Scene
from judge.maps.typeface import TextWriter

COAST = 13.0
"""Letters of a coast."""
CAPITALS = 0.7
"""The height of a name's letters above the base line, in ems."""


def draw_labels(scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter, ways: Sequence[Curve]) -> str:
    """Draw the names of spaces: upright on land, slanted on water, pale where the space is unseen."""
    owners = {power.name: power.ground or tint_colour(power.colour) for power in scene.powers}
    parts, passed = [], {cell for way in ways for cell in curve_cells(way)}
    for space, place in plate.art.places.items():
        kind, style = scene.ground.get(space, "unseen"), _style(space, scene)
        halo = "" if palette.name == "colour" else palette.ruin if kind == "ruin" else WHITE
        if place.label and not halo and _run_over(_edges(place.label, style, pen), passed, plate):
            halo = owners.get(scene.owners.get(space, "")) or getattr(palette, kind)
        key = ("label", space, palette.name, kind, halo, *place.coast_labels.items())
        parts.append(plate.once(key, partial(_written, place, kind, style, halo, palette, pen)))
        pen.used[style].update(place.label.text if place.label else "")
        pen.used["italic"].update(*place.coast_labels)
    return "".join(parts)


def _style(space: str, scene: Scene) -> str:
    return "italic" if scene.ground.get(space, "unseen") in ("sea", "barred", "unseen") else "bold"


def label_boxes(scene: Scene, plate: BoardPaths, pen: TextWriter) -> list[BoxSides]:
    """Return the boxes of the names, if a failed order's mark could cover them."""
    if not any(line.failed for line in scene.lines):
        return []
    return [_edges(place.label, _style(space, scene), pen) for space, place in plate.art.places.items() if place.label]


def _edges(label: Label, style: str, pen: TextWriter) -> BoxSides:
    """Return the box of a name; below its base line only descenders reach."""
    (x, y), wide = label.at, pen.width(label.text, label.size, style)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    return BoxSides(left, y - label.size * CAPITALS, left + wide, y)


def _run_over(at: BoxSides, passed: set[tuple[int, int]], plate: BoardPaths) -> bool:
    """Whether a line comes near a name, so that its letters need an edge. An edge around every name would take as long to draw as
    the land.
    """
    if not passed or plate.art.scale < 1:
        return plate.art.scale < 1
    half = CELL // 2
    columns = range(int((at.left - half) // CELL), int((at.right + half) // CELL) + 1)
    rows = range(int((at.top - half) // CELL), int((at.bottom + half) // CELL) + 1)
    return any((column, row) in passed for column in columns for row in rows)


def _written(place: SpaceLayout, kind: str, style: str, halo: str, palette: Palette, pen: TextWriter) -> str:
    """Draw one space's name and the letters of its coasts."""
    colour = {"sea": palette.sea_ink, "unseen": palette.unseen_ink, "ruin": palette.paper}.get(kind, palette.ink)
    label, parts = place.label, []
    if label:
        parts.append(pen.write(label.text, label.at, label.size, colour, style, label.anchor, halo))
    for coast, at in place.coast_labels.items():
        parts.append(pen.write(coast, (at[0], at[1] + 3.5), COAST, palette.failed, "italic", "middle", palette.sea))
    return "".join(parts)
