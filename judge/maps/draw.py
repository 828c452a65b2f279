"""A picture: a scene on its board, as SVG that needs no fonts and looks the same wherever it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from math import dist
from typing import NamedTuple

from judge.board import space_of
from judge.maps import shapes, sheet
from judge.maps.arrows import CELL, Curve, cells
from judge.maps.art import Art, Box, Extra, Label, Place, Point
from judge.maps.berths import moored
from judge.maps.colours import PALETTES, WHITE, Palette, tint
from judge.maps.ground import ground
from judge.maps.lettering import Face, Pen
from judge.maps.plate import Plate, stroke, tenths
from judge.maps.scene import Piece, Scene, Sign, Tinct
from judge.maps.sheet import Rect
from judge.maps.traffic import HELPS, Edges, above, traffic

EDGE = 12.0
"""Room between the picture's edge and what is in it."""
LEAST = 0.75
"""How much smaller than usual a cartouche may be."""
SMALL = 0.72
"""The size of a unit that is aboard another, or comes from beside the board."""
COAST = 13.0
"""Letters of a coast."""
CAPITALS = 0.7
"""How high a name's letters reach above its base line, in ems."""
SPREAD, IN_BOX, BESIDE = 24.0, 38.0, 33.0
"""How far apart units stand that share a space, and a box beside the board; and one that was driven out from who came."""


class Kit(NamedTuple):
    """What every picture of a kind of game is drawn with."""

    plate: Plate
    faces: Mapping[str, Face]
    words: Mapping[str, str]
    """What the picture says beside names: `position`, `results`, `move`, `failed`, … → in words."""


class Layers(NamedTuple):
    """A picture in two parts, each an SVG: the ground, which stays the same for years, and what stands on it."""

    ground: str
    over: str


class _Parts(NamedTuple):
    size: tuple[float, float]
    high: float
    """How far down the ground reaches."""
    defs: str
    """Letters of the ground."""
    ground: str
    all_defs: str
    over: str


def svg(scene: Scene, kit: Kit, palette: str = "colour") -> str:
    """The picture of a scene. `palette`: `colour`, or `grey` for copiers."""
    parts = _parts(scene, kit, palette)
    return _document(parts.size, parts.all_defs, parts.ground + parts.over)


def layers(scene: Scene, kit: Kit, palette: str = "colour") -> Layers:
    """The same picture in two parts, for whoever draws many with the same ground."""
    parts = _parts(scene, kit, palette)
    ground = _document((parts.size[0], parts.high), parts.defs, parts.ground)
    return Layers(ground, _document(parts.size, parts.all_defs, parts.over))


def _document(size: tuple[float, float], defs: str, inside: str) -> str:
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {tenths(width)} {tenths(height)}" width="{round(width)}" height="{round(height)}">'
        f"<defs>{defs}</defs>{inside}</svg>"
    )


def _parts(scene: Scene, kit: Kit, palette: str) -> _Parts:
    kit = kit._replace(plate=moored(kit.plate.wider(scene.lots), scene.shores))
    colours, pen, art = PALETTES[palette], Pen(kit.faces), kit.plate.art
    left, top, right, bottom = (margin + EDGE if margin else EDGE for margin in art.margins)
    (wide, high), width = art.size, left + art.size[0] + right
    deep = top + high + bottom
    moved = f"translate({tenths(left)} {tenths(top)})"
    under = (
        f'<g transform="{moved}">{ground(scene, kit.plate, colours)}{_extras(art, colours, pen)}</g>'
        f'<path fill="{colours.paper}" fill-rule="evenodd" d="M0 0h{tenths(width)}v{tenths(deep)}h{-tenths(width)}z'
        f'M{tenths(left)} {tenths(top)}h{tenths(wide)}v{tenths(high)}h{-tenths(wide)}z"/>'
    )
    defs = pen.glyphs()
    below, tall = _below(scene, kit, deep, width, pen, colours)
    frame = sheet.rect((0, 0, wide, high), "none", colours.coast, 24)
    beside = "".join(_box(box, pen, colours) for box in art.boxes.values())
    spots = placed(scene, kit.plate)
    on = _over(scene, kit.plate, colours, pen, spots) + _cartouche(scene, kit, pen, colours)
    over = (
        f'<path fill="{colours.paper}" d="M0 {tenths(deep - 2)}h{tenths(width)}v{tenths(tall + 2)}h{-tenths(width)}z"/>'
        f'{sheet.rect((4, 4, width - 8, deep + tall - 8), "none", colours.border, 8)}'
        f'<g transform="{moved}">{frame}{beside}{on}</g>{below}'
    )
    return _Parts((width, deep + tall), deep, defs, under, pen.glyphs(), over)


def placed(scene: Scene, plate: Plate) -> dict[Piece, Point]:
    """Where each unit on the board stands. Those that were driven out stand beside; several of one space side by side."""
    found: dict[Piece, Point] = {}
    number = Counter((space_of(p.place), p.state == "dislodged") for p in scene.pieces)
    count: Counter[tuple[str, bool]] = Counter()
    for piece in scene.pieces:
        aside = (piece.state == "dislodged" and scene.what != "results") or (piece.state == "dislodged" and _shared(piece, scene))
        at = _beside(piece.place, plate) if aside else plate.unit(piece.place)
        if at is None:
            continue
        key = (space_of(piece.place), piece.state == "dislodged")
        n, many = count[key], number[key]
        count[key] += 1
        columns = min(many, _columns_of(piece, plate))
        step = (IN_BOX if space_of(piece.place) in plate.art.boxes else SPREAD) * plate.art.scale
        x = at[0] + (n % columns - (columns - 1) / 2) * step
        found[piece] = (x, at[1] + n // columns * step)
    return found


def _beside(place: str, plate: Plate) -> Point | None:
    """Where a unit stands that was driven out: far enough from whoever came that its burst leaves that one's letters free."""
    here, there = plate.unit(place), plate.second(place)
    if here is None or there is None:
        return there
    share = max(1.0, BESIDE * plate.art.scale / (dist(here, there) or 1.0))
    return here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share


def _columns_of(piece: Piece, plate: Plate) -> int:
    """How many units stand side by side: four on the board, as many as it has room for in a box beside it."""
    box = plate.art.boxes.get(space_of(piece.place))
    return max(1, int(box.rect[2] // IN_BOX) - 1) if box else 4


def _shared(piece: Piece, scene: Scene) -> bool:
    """Whether another unit stands where this one was driven out."""
    return any(other is not piece and space_of(other.place) == space_of(piece.place) for other in scene.pieces)


def _over(scene: Scene, plate: Plate, palette: Palette, pen: Pen, spots: Mapping[Piece, Point]) -> str:
    """Everything that stands on the ground."""
    powers = {power.name: power for power in scene.powers}
    parts = [_centre(sign, plate, powers, pen, palette) for sign in scene.centres]
    parts += _signs(scene, plate, powers, pen, palette)
    lines = traffic(scene, plate, palette, spots, _names(scene, plate, pen))
    parts += [lines.text, _labels(scene, plate, palette, pen, lines.ways)]
    parts += _comers(scene, plate, powers, pen, palette)
    for piece, at in spots.items():
        aboard = piece.kind == "A" and scene.ground.get(space_of(piece.place)) == "sea"
        scale = plate.art.scale * (SMALL if aboard else 1)
        parts.append(shapes.unit(piece, powers.get(piece.power, shapes.NOBODY), at, pen, palette, scale))
    return "".join(parts)


def _extras(art: Art, palette: Palette, pen: Pen) -> str:
    """Lines and words that the board has beside its spaces."""
    parts = [_extra(extra, palette) for extra in art.extras if extra.kind != "text"]
    for extra in art.extras:
        for x, y in extra.stops.values():
            dot = f'<circle cx="{tenths(x)}" cy="{tenths(y)}" r="45" fill="#ffffff" '
            parts.append(f'{dot}stroke="{palette.track}" stroke-width="16"/>')
        if extra.text and extra.points:
            size = extra.size or 14
            parts.append(pen.write(extra.text, extra.points[0], size, palette.unseen_ink, "italic", "middle", spaced=1.5))
    return "".join(parts)


def _extra(extra: Extra, palette: Palette) -> str:
    """A line of the board: a track with sleepers, a bridge, or dots where fleets pass between two seas."""
    line = stroke(extra.points)
    if not line:
        return ""
    if extra.kind in ("passage", "channel"):
        look = f'stroke="{palette.passage}" stroke-width="22" stroke-dasharray="4 40" stroke-linecap="round"'
        return f'<path d="{line}" fill="none" {look}/>'
    wide = f'<path d="{line}" fill="none" stroke="{palette.track}" stroke-width="44"/>'
    dashes = ' stroke-dasharray="70 60"' if extra.kind == "track" else ""
    return f'{wide}<path d="{line}" fill="none" stroke="#ffffff" stroke-width="24"{dashes}/>'


def _labels(scene: Scene, plate: Plate, palette: Palette, pen: Pen, ways: Sequence[Curve]) -> str:
    """The names of spaces: upright on land, slanted on water, pale where nobody has been."""
    owners = {power.name: power.ground or tint(power.colour) for power in scene.powers}
    parts, passed = [], {cell for way in ways for cell in cells(way)}
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


def _names(scene: Scene, plate: Plate, pen: Pen) -> list[Edges]:
    """Where names are written, if anything failed whose mark could cover them."""
    if not any(line.failed for line in scene.lines):
        return []
    return [_edges(place.label, _style(space, scene), pen) for space, place in plate.art.places.items() if place.label]


def _edges(label: Label, style: str, pen: Pen) -> Edges:
    """Where a name is written; nothing hangs below its base line but tails."""
    (x, y), wide = label.at, pen.width(label.text, label.size, style)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    return Edges(left, y - label.size * CAPITALS, left + wide, y)


def _run_over(at: Edges, passed: set[tuple[int, int]], plate: Plate) -> bool:
    """Whether a line comes near a name, so that its letters need an edge; one round every name would take as long as the land."""
    if not passed or plate.art.scale < 1:
        return plate.art.scale < 1
    half = CELL // 2
    columns = range(int((at.left - half) // CELL), int((at.right + half) // CELL) + 1)
    rows = range(int((at.top - half) // CELL), int((at.bottom + half) // CELL) + 1)
    return any((column, row) in passed for column in columns for row in rows)


def _written(place: Place, kind: str, style: str, halo: str, palette: Palette, pen: Pen) -> str:
    """One space's name and the letters of its coasts."""
    colour = {"sea": palette.sea_ink, "unseen": palette.unseen_ink, "ruin": palette.paper}.get(kind, palette.ink)
    label, parts = place.label, []
    if label:
        parts.append(pen.write(label.text, label.at, label.size, colour, style, label.anchor, halo))
    for coast, at in place.coast_labels.items():
        parts.append(pen.write(coast, (at[0], at[1] + 3.5), COAST, palette.failed, "italic", "middle", palette.sea))
    return "".join(parts)


def _comers(scene: Scene, plate: Plate, powers: Mapping[str, Tinct], pen: Pen, palette: Palette) -> list[str]:
    """Units that come onto the board from beside it, small, where their lines begin."""
    found = [line for line in scene.lines if line.style not in HELPS and plate.unit(line.start) is None]
    ends = [(line, at) for line in found if (at := plate.unit(line.end))]
    return [
        shapes.unit(Piece(line.power, "A", ""), powers.get(line.power, shapes.NOBODY), above(at), pen, palette, SMALL)
        for line, at in ends
    ]


def _centre(sign: Sign, plate: Plate, powers: Mapping[str, Tinct], pen: Pen, palette: Palette) -> str:
    place = plate.art.places.get(sign.space)
    at = place.centre if place else None
    power, scale = powers.get(sign.power, shapes.NOBODY), plate.art.scale
    return shapes.centre(sign, power, at, pen, palette, scale) if at else ""


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
        power, scale = powers.get(mark.power, shapes.NOBODY), plate.art.scale
        parts.append(shapes.sign(mark, power, (at[0] + 19 * n, at[1]), pen, palette, scale))
    return parts


def _spot(spot: str, place: Place | Box | None) -> Point | None:
    if place is None:
        return None
    if spot == "centre" and isinstance(place, Place):
        return place.centre
    return place.unit if spot == "unit" else place.second


def _cartouche(scene: Scene, kit: Kit, pen: Pen, palette: Palette) -> str:
    """In the corner that the board keeps free for it, a little smaller if need be; else it stands below the board."""
    room = kit.plate.art.cartouche
    shape = _shape(scene, kit, pen)
    if room is None or shape is None:
        return ""
    columns, scale = shape
    wide, high = sheet.cartouche_size(scene, kit.words, pen, columns)
    (x, y, w, h), (width, height) = room, kit.plate.art.size
    left = x if x + w / 2 < width / 2 else x + w - wide * scale
    top = y if y + h / 2 < height / 2 else y + h - high * scale
    drawn = sheet.cartouche(scene, kit.words, (0, 0, wide, high), pen, palette, columns)
    return f'<g transform="translate({tenths(left)} {tenths(top)}) scale({scale:.3g})">{drawn}</g>'


def _shape(scene: Scene, kit: Kit, pen: Pen) -> tuple[int, float] | None:
    """In how many columns, and how much smaller, the powers fit the corner that is kept free; None if they do not."""
    room = kit.plate.art.cartouche
    for columns in (1, 2, 3) if room else ():
        wide, high = sheet.cartouche_size(scene, kit.words, pen, columns)
        scale = min(1.0, room[2] / wide, room[3] / high) if room else 0.0
        if scale >= LEAST:
            return columns, scale
    return None


def _below(scene: Scene, kit: Kit, top: float, width: float, pen: Pen, palette: Palette) -> tuple[str, float]:
    """The key, before it the cartouche where the board has no room for it, and spaces beside the board; and the height of all."""
    parts, y = [], top
    if _shape(scene, kit, pen) is None:
        columns = max(1, int((width - 2 * EDGE - 34) // (sheet.table(scene.powers, pen, 1).width + 24)))
        high = sheet.cartouche_size(scene, kit.words, pen, min(columns, len(scene.powers) or 1))[1]
        at: Rect = (EDGE, y + 6, width - 2 * EDGE, high)
        parts.append(sheet.cartouche(scene, kit.words, at, pen, palette, min(columns, len(scene.powers) or 1)))
        y += high + 6
    for space, title in scene.beside.items():
        if space in kit.plate.art.boxes:
            continue
        drawn, high = _panel(space, title, scene, y + 6, width, pen, palette)
        parts.append(drawn)
        y += high + 6
    if away := _unmapped(scene, kit.plate):
        drawn, high = _beyond(away, scene, kit.words["beyond"], y + 6, width, pen, palette)
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


def _unmapped(scene: Scene, plate: Plate) -> list[str]:
    """Spaces that the reader knows of and that the board does not show."""
    return sorted(space for space in scene.ground if plate.place(space) is None and space not in scene.beside)


def _beyond(
    spaces: Sequence[str], scene: Scene, title: str, top: float, width: float, pen: Pen, palette: Palette
) -> tuple[str, float]:
    """What lies off the board, in a list: each space in the colour of its ground or owner, with whatever stands in it."""
    powers = {power.name: power for power in scene.powers}
    parts = [pen.write(title, (EDGE + 16, top + 28), 17, palette.ink, "bold")]
    x, y = EDGE + 40 + pen.width(title, 17, "bold"), top + 22
    for space in spaces:
        here = [piece for piece in scene.pieces if space_of(piece.place) == space]
        wide = 34 + pen.width(space, 15, "bold") + 26 * len(here) + 18
        if x + wide > width - 2 * EDGE:
            x, y = EDGE + 40, y + 34
        owner = powers.get(scene.owners.get(space, ""))
        fill = (owner.ground or tint(owner.colour)) if owner and palette.name == "colour" else getattr(palette, scene.ground[space])
        parts.append(sheet.rect((x, y - 8, 24, 17), fill, palette.coast))
        parts += [_listed(sign, powers, (x + 12, y + 0.5), pen, palette) for sign in scene.centres if sign.space == space]
        parts.append(pen.write(space, (x + 30, y + 5), 15, palette.ink, "bold"))
        left = x + 44 + pen.width(space, 15, "bold")
        for n, piece in enumerate(here):
            at = (left + 26 * n, y)
            parts.append(shapes.unit(piece, powers.get(piece.power, shapes.NOBODY), at, pen, palette, 0.8))
        x += wide
    high = y + 20 - top
    return sheet.double((EDGE, top, width - 2 * EDGE, high), palette) + "".join(parts), high


def _listed(sign: Sign, powers: Mapping[str, Tinct], at: Point, pen: Pen, palette: Palette) -> str:
    return shapes.centre(sign, powers.get(sign.power, shapes.NOBODY), at, pen, palette)


def _box(box: Box, pen: Pen, palette: Palette) -> str:
    """A space drawn beside the board, in its margin."""
    parts = [sheet.rect(box.rect, palette.sea, palette.sea_ink, 14)]
    for label, size in ((box.label, "bold"), (box.note, "italic")):
        if label:
            parts.append(pen.write(label.text, label.at, label.size, palette.sea_ink, size, label.anchor))
    return "".join(parts)
