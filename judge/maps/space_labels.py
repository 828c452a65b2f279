"""Draw the names of spaces: upright on land, slanted on water, with an edge where a line comes near."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from judge.maps.art import AROUND, Label, Point, SpaceLayout
from judge.maps.board_paths import BoardPaths
from judge.maps.colours import WHITE, Palette, tint_colour
from judge.maps.curves import CELL, Curve, curve_cells
from judge.maps.failure_marks import BoxSides
from judge.maps.scene import Scene
from judge.maps.typeface import TextWriter

RING = 18.0
"""The most that a ring or a mark beside a line reaches from its middle."""
BODY = 12.0
"""How far the letters on a unit reach from its middle, and a little more."""
COAST = 13.0
"""Letters of a coast."""
CAPITALS = 0.7
"""The height of a name's letters above the base line, in ems."""


def draw_labels(scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter) -> str:
    """Draw the names of spaces: upright on land, slanted on water, pale where the space is unseen."""
    owners = _owner_colours(scene)
    return "".join(_label(space, _usual_edge(space, scene, plate, palette, owners), scene, plate, palette, pen)
                   for space in plate.art.places)  # fmt: skip


def draw_labels_again(
    scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter, ways: Sequence[Curve], rings: Sequence[Point]
) -> str:
    """Draw those names again, with an edge, that something was drawn over: lines, or rings and marks with these middles. An edge
    around every name would take as long to draw as the land.
    """
    owners, parts = _owner_colours(scene), []
    over = {cell for way in ways for cell in curve_cells(way)}
    over.update(cell for x, y in rings for cell in _cells(BoxSides(x - RING, y - RING, x + RING, y + RING)))
    for space, place in plate.art.places.items():
        if place.label and not over.isdisjoint(_cells(_edges(place.label, _style(space, scene), pen), CELL // 2)):
            parts.append(_edged(space, scene, plate, palette, pen, owners))
    return "".join(parts)


def draw_labels_over_bursts(scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter, bursts: Sequence[Point]) -> str:
    """Draw those names again, with an edge, that a burst covers, but not where the unit in it stands."""
    owners, parts, scale = _owner_colours(scene), [], plate.art.scale
    for space, place in plate.art.places.items() if bursts else ():
        if place.label:
            box = _edges(place.label, _style(space, scene), pen)
            if any(_meets(box, at, AROUND * scale) for at in bursts) and not any(_meets(box, at, BODY * scale) for at in bursts):
                parts.append(_edged(space, scene, plate, palette, pen, owners))
    return "".join(parts)


def _meets(box: BoxSides, at: Point, reach: float) -> bool:
    """Whether a box comes nearer to a point than so far to the side and so far up or down."""
    return box.left - reach < at[0] < box.right + reach and box.top - reach < at[1] < box.bottom + reach


def _edged(space: str, scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter, owners: Mapping[str, str]) -> str:
    edge = _usual_edge(space, scene, plate, palette, owners) or _ground_colour(space, scene, palette, owners)
    return _label(space, edge, scene, plate, palette, pen)


def _label(space: str, edge: str, scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter) -> str:
    place, kind, style = plate.art.places[space], scene.ground.get(space, "unseen"), _style(space, scene)
    pen.used[style].update(place.label.text if place.label else "")
    pen.used["italic"].update(*place.coast_labels)
    key = ("label", space, palette.name, kind, edge, *place.coast_labels.items())
    return plate.once(key, partial(_written, place, kind, style, edge, palette, pen))


def _usual_edge(space: str, scene: Scene, plate: BoardPaths, palette: Palette, owners: Mapping[str, str]) -> str:
    """Return the colour around a name that nothing is drawn over: letters on hatches, and small ones, need an edge; else ''."""
    if palette.name != "colour":
        return palette.ruin if scene.ground.get(space) == "ruin" else WHITE
    return _ground_colour(space, scene, palette, owners) if plate.art.scale < 1 else ""


def _ground_colour(space: str, scene: Scene, palette: Palette, owners: Mapping[str, str]) -> str:
    return owners.get(scene.owners.get(space, "")) or str(getattr(palette, scene.ground.get(space, "unseen")))


def _owner_colours(scene: Scene) -> dict[str, str]:
    return {power.name: power.ground or tint_colour(power.colour) for power in scene.powers}


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


def _cells(box: BoxSides, around: int = 0) -> Iterator[tuple[int, int]]:
    """Return the cells of the grid of `curve_cells` that a box, and some room around it, has parts of."""
    columns = range(int((box.left - around) // CELL), int((box.right + around) // CELL) + 1)
    rows = range(int((box.top - around) // CELL), int((box.bottom + around) // CELL) + 1)
    return product(columns, rows)


def _written(place: SpaceLayout, kind: str, style: str, halo: str, palette: Palette, pen: TextWriter) -> str:
    """Draw one space's name and the letters of its coasts."""
    colour = {"sea": palette.sea_ink, "unseen": palette.unseen_ink, "ruin": palette.paper}.get(kind, palette.ink)
    label, parts = place.label, []
    if label:
        parts.append(pen.write(label.text, label.at, label.size, colour, style, label.anchor, halo))
    for coast, at in place.coast_labels.items():
        parts.append(pen.write(coast, (at[0], at[1] + 3.5), COAST, palette.failed, "italic", "middle", palette.sea))
    return "".join(parts)
