"""A picture: a scene on its board, as SVG that needs no fonts and looks the same wherever it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from judge.board import space_of
from judge.maps import shapes, sheet
from judge.maps.art import Art, Box, Place, Point
from judge.maps.colours import PALETTES, Palette, tint
from judge.maps.ground import ground
from judge.maps.lettering import Face, Pen
from judge.maps.plate import Plate, stroke, tenths
from judge.maps.scene import Piece, Scene, Sign, Tinct
from judge.maps.sheet import Rect
from judge.maps.traffic import HELPS, above, traffic

EDGE = 12.0
"""Room between the picture's edge and what is in it."""
SPREAD = 24.0
"""How far apart units stand that share a space."""


class Kit(NamedTuple):
    """What every picture of a kind of game is drawn with."""

    plate: Plate
    faces: Mapping[str, Face]
    words: Mapping[str, str]
    """What the picture says beside names: `position`, `results`, `move`, `failed`, … → in words."""


def svg(scene: Scene, kit: Kit, palette: str = "colour") -> str:
    """The picture of a scene. `palette`: `colour`, or `grey` for copiers."""
    colours, pen, art = PALETTES[palette], Pen(kit.faces), kit.plate.art
    left, top, right, bottom = (margin + EDGE if margin else EDGE for margin in art.margins)
    wide, high = art.size
    spots = placed(scene, kit.plate)
    width = left + wide + right
    below, tall = _below(scene, kit, top + high + bottom, width, pen, colours)
    board = _board(scene, kit.plate, colours, pen, spots) + _cartouche(scene, kit, pen, colours)
    frame = sheet.rect((0, 0, wide, high), "none", colours.coast, 24)
    beside = "".join(_box(box, kit.plate, pen, colours) for box in art.boxes.values())
    height = top + high + bottom + tall
    moved = f"translate({tenths(left)} {tenths(top)})"
    inside = (
        f'<g transform="{moved}">{board}</g>'
        f'<path fill="{colours.paper}" fill-rule="evenodd" d="M0 0h{tenths(width)}v{tenths(height)}h{-tenths(width)}z'
        f'M{tenths(left)} {tenths(top)}h{tenths(wide)}v{tenths(high)}h{-tenths(wide)}z"/>'
        f'{sheet.rect((4, 4, width - 8, height - 8), "none", colours.border, 8)}'
        f'<g transform="{moved}">{frame}{beside}</g>{below}'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {tenths(width)} {tenths(height)}" width="{round(width)}" height="{round(height)}">'
        f"<defs>{pen.glyphs(inside)}</defs>{inside}</svg>"
    )


def placed(scene: Scene, plate: Plate) -> dict[Piece, Point]:
    """Where each unit on the board stands. Those that were driven out stand beside; several of one space side by side."""
    found: dict[Piece, Point] = {}
    number = Counter((space_of(p.place), p.state == "dislodged") for p in scene.pieces)
    count: Counter[tuple[str, bool]] = Counter()
    for piece in scene.pieces:
        aside = (piece.state == "dislodged" and scene.what != "results") or (piece.state == "dislodged" and _shared(piece, scene))
        at = plate.second(piece.place) if aside else plate.unit(piece.place)
        if at is None:
            continue
        key = (space_of(piece.place), piece.state == "dislodged")
        n, many = count[key], number[key]
        count[key] += 1
        columns = min(many, 4)
        x = at[0] + (n % columns - (columns - 1) / 2) * SPREAD
        found[piece] = (x, at[1] + n // columns * SPREAD)
    return found


def _shared(piece: Piece, scene: Scene) -> bool:
    """Whether another unit stands where this one was driven out."""
    return any(other is not piece and space_of(other.place) == space_of(piece.place) for other in scene.pieces)


def _board(scene: Scene, plate: Plate, palette: Palette, pen: Pen, spots: Mapping[Piece, Point]) -> str:
    powers = {power.name: power for power in scene.powers}
    parts = [ground(scene, plate, palette), _extras(plate.art, palette, pen)]
    parts += [_centre(sign, plate, powers, pen, palette) for sign in scene.centres]
    parts += _signs(scene, plate, powers, pen, palette)
    parts += [traffic(scene, plate, palette, spots), _labels(scene, plate, palette, pen)]
    parts += _comers(scene, plate, powers, pen, palette)
    for piece, at in spots.items():
        small = piece.kind == "A" and scene.ground.get(space_of(piece.place)) == "sea"
        parts.append(shapes.unit(piece, powers.get(piece.power, shapes.NOBODY), at, pen, palette, small))
    return "".join(parts)


def _extras(art: Art, palette: Palette, pen: Pen) -> str:
    """Lines and words that the board has beside its spaces."""
    parts = []
    for extra in art.extras:
        line = stroke(extra.points)
        if line and extra.kind == "text":
            continue
        if line:
            parts.append(f'<path d="{line}" fill="none" stroke="{palette.track}" stroke-width="44"/>')
            parts.append(f'<path d="{line}" fill="none" stroke="#ffffff" stroke-width="24" stroke-dasharray="70 60"/>')
        for x, y in extra.stops.values():
            parts.append(
                f'<circle cx="{tenths(x)}" cy="{tenths(y)}" r="45" fill="#ffffff" stroke="{palette.track}" stroke-width="16"/>'
            )
        if extra.text and extra.points:
            size = extra.size or 14
            parts.append(pen.write(extra.text, extra.points[0], size, palette.unseen_ink, "italic", "middle", spaced=1.5))
    return "".join(parts)


def _labels(scene: Scene, plate: Plate, palette: Palette, pen: Pen) -> str:
    """The names of spaces: upright on land, slanted on water, pale where nobody has been."""
    key = ("labels", palette.name, tuple(scene.ground.items()), tuple(scene.owners.items()))
    return plate.once(key, lambda: "".join(_written(scene, plate, palette, pen)))


def _written(scene: Scene, plate: Plate, palette: Palette, pen: Pen) -> list[str]:
    parts = []
    owners = {power.name: tint(power.colour) for power in scene.powers}
    for space, place in plate.art.places.items():
        kind = scene.ground.get(space, "unseen")
        style = "italic" if kind in ("sea", "barred", "unseen") else "bold"
        colour = {"sea": palette.sea_ink, "unseen": palette.unseen_ink, "ruin": palette.paper}.get(kind, palette.ink)
        halo = "#ffffff"
        if palette.name == "colour":
            halo = owners.get(scene.owners.get(space, "")) or getattr(palette, kind)
        if place.label:
            label = place.label
            parts.append(pen.write(label.text, label.at, label.size, colour, style, label.anchor, halo))
        for coast, at in place.coast_labels.items():
            parts.append(pen.write(coast, (at[0], at[1] + 3), 9.5, palette.failed, "italic", "middle", palette.sea))
    return parts


def _comers(scene: Scene, plate: Plate, powers: Mapping[str, Tinct], pen: Pen, palette: Palette) -> list[str]:
    """Units that come onto the board from beside it, small, where their lines begin."""
    found = [line for line in scene.lines if line.style not in HELPS and plate.unit(line.start) is None]
    ends = [(line, at) for line in found if (at := plate.unit(line.end))]
    return [
        shapes.unit(Piece(line.power, "A", ""), powers.get(line.power, shapes.NOBODY), above(at), pen, palette, small=True)
        for line, at in ends
    ]


def _centre(sign: Sign, plate: Plate, powers: Mapping[str, Tinct], pen: Pen, palette: Palette) -> str:
    place = plate.art.places.get(sign.space)
    at = place.centre if place else None
    return shapes.centre(sign, powers.get(sign.power, shapes.NOBODY), at, pen, palette) if at else ""


def _signs(scene: Scene, plate: Plate, powers: Mapping[str, Tinct], pen: Pen, palette: Palette) -> list[str]:
    """Shapes beside units, those of one space in a row."""
    parts: list[str] = []
    count: Counter[tuple[str, str]] = Counter()
    for mark in scene.signs:
        place = plate.place(mark.space)
        at = _spot(mark.spot, place)
        if at is None:
            continue
        n = count[mark.space, mark.spot]
        count[mark.space, mark.spot] += 1
        parts.append(shapes.sign(mark, powers.get(mark.power, shapes.NOBODY), (at[0] + 19 * n, at[1]), pen, palette))
    return parts


def _spot(spot: str, place: Place | Box | None) -> Point | None:
    if place is None:
        return None
    if spot == "centre" and isinstance(place, Place):
        return place.centre
    return place.unit if spot == "unit" else place.second


def _cartouche(scene: Scene, kit: Kit, pen: Pen, palette: Palette) -> str:
    """In the corner that the board keeps free for it, if it fits; else it stands below the board."""
    room = kit.plate.art.cartouche
    if room is None:
        return ""
    columns = _columns(scene, kit, pen, room)
    if not columns:
        return ""
    wide, high = sheet.cartouche_size(scene, kit.words, pen, columns)
    x, y, w, h = room
    corner: Rect = (x if x < w else x + w - wide, y if y < h else y + h - high, wide, high)
    return sheet.cartouche(scene, kit.words, corner, pen, palette, columns)


def _columns(scene: Scene, kit: Kit, pen: Pen, room: Rect) -> int:
    """In how many columns the powers fit a rectangle; 0 for none."""
    for columns in (1, 2, 3):
        wide, high = sheet.cartouche_size(scene, kit.words, pen, columns)
        if wide <= room[2] and high <= room[3]:
            return columns
    return 0


def _below(scene: Scene, kit: Kit, top: float, width: float, pen: Pen, palette: Palette) -> tuple[str, float]:
    """The key, before it the cartouche where the board has no room for it, and spaces beside the board; and the height of all."""
    parts, y = [], top
    room = kit.plate.art.cartouche
    if room is None or not _columns(scene, kit, pen, room):
        columns = max(1, int((width - 2 * EDGE - 34) // sheet.table(scene.powers, pen, 1).width))
        high = sheet.cartouche_size(scene, kit.words, pen, min(columns, len(scene.powers) or 1))[1]
        at: Rect = (EDGE, y + 6, width - 2 * EDGE, high)
        parts.append(sheet.cartouche(scene, kit.words, at, pen, palette, min(columns, len(scene.powers) or 1)))
        y += high + 6
    for space, title in scene.beside.items():
        drawn, high = _panel(space, title, scene, y + 6, width, pen, palette)
        parts.append(drawn)
        y += high + 6
    drawn, high = sheet.key(scene, kit.words, (EDGE, y, width - 2 * EDGE, 0), pen, palette)
    return "".join(parts) + drawn, y + high + 4 - top


def _panel(space: str, title: str, scene: Scene, top: float, width: float, pen: Pen, palette: Palette) -> tuple[str, float]:
    """A space that is not on the board: its units, power by power."""
    powers = {power.name: power for power in scene.powers}
    here = [piece for piece in scene.pieces if space_of(piece.place) == space]
    parts, x, y = [], EDGE + 24 + pen.width(title, 17, "bold"), top + 26
    last = ""
    for piece in sorted(here, key=lambda piece: (piece.power, piece.name)):
        x += 34 if piece.power == last else 56
        last = piece.power
        if x > width - 40:
            x, y = EDGE + 50, y + 42
        parts.append(shapes.unit(piece, powers.get(piece.power, shapes.NOBODY), (x, y), pen, palette))
    high = y + 26 - top
    edge = sheet.double((EDGE, top, width - 2 * EDGE, high), palette)
    return edge + pen.write(title, (EDGE + 16, top + 32), 17, palette.ink, "bold") + "".join(parts), high


def _box(box: Box, plate: Plate, pen: Pen, palette: Palette) -> str:
    """A space drawn beside the board, in its margin."""
    parts = [sheet.rect(box.rect, palette.sea, palette.sea_ink, 14)]
    for label, size in ((box.label, "bold"), (box.note, "italic")):
        if label:
            parts.append(pen.write(label.text, label.at, label.size, palette.sea_ink, size, label.anchor))
    return "".join(parts)
