"""Draw a scene on its board, as SVG that needs no fonts and looks the same everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import atan2, ceil, cos, dist, radians, sin
from typing import NamedTuple

from judge.board import space_of
from judge.maps import cartouche, margins, shapes, space_labels
from judge.maps.art import AROUND, MARKED, TENTHS, Art, Decoration, OffBoardBox, Point, SpaceLayout
from judge.maps.board_paths import BoardPaths, format_length, open_path
from judge.maps.colours import PALETTES, Palette
from judge.maps.draw_orders import HELPS, draw_orders, off_board_end
from judge.maps.extra_coasts import add_coasts_to_plate
from judge.maps.ground import GroundParts, draw_ground
from judge.maps.scene import PowerStyle, Scene, SceneMark, SceneUnit
from judge.maps.typeface import TextWriter, TypefaceStyle

SMALL = 0.72
"""The size of a unit that is aboard another, or that comes from beside the board."""
SPREAD, IN_BOX, BESIDE = 24.0, 38.0, 33.0
"""The distance between units that share a space, or a box beside the board; and between a dislodged unit and its attacker."""
TURNS = (0, 25, -25, 50, -50, 75, -75, 100, -100, 125, -125)
"""By how many degrees a dislodged unit may stand beside its usual place, where that is too near the frame."""
FRAME = 16.0
"""What a box keeps free above and below its units, together."""
TOO_WIDE, STRIP, LAPS = 2.0, 0.9, 0.06
"""How wide a picture is that is drawn in parts, too, and about how wide each part is, in heights; by how much parts overlap."""
BOX_STRIP = 4.0
"""About how wide each part of a crowded box beside the board is, in heights of the box."""
KEY_STEP = 48.0
"""By how much room for a key grows in pictures of one size."""
CLEAR = 18.0
"""The least distance between a mark and a unit."""


class DrawingKit(NamedTuple):
    """What every picture of a variant is drawn with."""

    plate: BoardPaths
    faces: Mapping[str, TypefaceStyle]
    words: Mapping[str, str]
    """The words in the picture besides names: `position`, `results`, `move`, `failed`, … → text."""


class Layers(NamedTuple):
    """A picture in two parts, each an SVG: the ground with its names, which rarely changes, and what stands on it."""

    ground: str
    over: str


class Sheets(NamedTuple):
    """A picture as four SVGs that lie upon one another: of these only the owners' colours and what stands on the ground change from
    phase to phase, and from game to game of one board.
    """

    ground: str
    owned: str
    lines: str
    over: str


class _Parts(NamedTuple):
    size: tuple[float, float]
    origin: Point
    """Where the board begins in the picture."""
    high: float
    """The height of the ground."""
    defs: str
    """The glyphs of the ground, of what stands on it, and of both."""
    ground: GroundParts
    over_defs: str
    over: str
    all_defs: str


def draw_svg(scene: Scene, kit: DrawingKit, palette: str = "colour") -> str:
    """Return the picture of a scene. `palette`: `colour`, or `grey` for photocopiers."""
    parts = _parts(scene, kit, palette)
    return _document(parts.size, parts.all_defs, "".join(parts.ground) + parts.over)


def draw_page_svg(scene: Scene, kit: DrawingKit, told: Mapping[str, str]) -> str:
    """Return the picture for a page that can be pointed at: spaces carry `data-space`, and lines of orders `data-order`.

    `told`: what is said of an order, by `order_key`.
    """
    parts = _parts(scene, kit, _ink(scene), told)
    return _document(parts.size, parts.all_defs, "".join(parts.ground) + parts.over)


def draw_layers(scene: Scene, kit: DrawingKit, across: int) -> Layers:
    """Return the same picture in two parts, for callers that draw many pictures on the same ground. `across`: its width in pixels.
    """
    parts = _parts(scene, kit, _ink(scene))
    return Layers(
        _in_pixels((parts.size[0], parts.high), across, parts.defs, "".join(parts.ground)),
        _in_pixels(parts.size, across, parts.over_defs, parts.over),
    )


def draw_sheets(scene: Scene, kit: DrawingKit, size: tuple[int, int]) -> Sheets:
    """Return the same picture as sheets of so many pixels across and down, in whose middle it stands as large as it can be. A key
    that is a little higher does not make it smaller.
    """
    parts = _parts(scene, kit, _ink(scene))
    wide, high = parts.size[0], parts.high + ceil((parts.size[1] - parts.high) / KEY_STEP) * KEY_STEP
    scale = max(wide / size[0], high / size[1])
    across, down = size[0] * scale, size[1] * scale
    corner = f"{format_length((wide - across) / 2)} {format_length((high - down) / 2)}"
    box = f"{corner} {format_length(across)} {format_length(down)}"
    under, owned, lines = parts.ground
    drawn = (("", under), ("", owned), (parts.defs, lines), (parts.over_defs, parts.over))
    return Sheets(*(_svg(box, size, defs, inside) for defs, inside in drawn))


def _ink(scene: Scene) -> str:
    """Return in what a picture on a screen is drawn: the board alone, which is there to be printed and coloured in, in grey."""
    return "grey" if scene.what == "blank" else "colour"


def draw_strips(scene: Scene, kit: DrawingKit) -> tuple[str, ...]:
    """Return parts of the same picture, from west to east, of what nobody can read on a phone: of the whole, if it is so wide, and
    of a box beside the board in which units are drawn smaller.
    """
    parts, plate = _parts(scene, kit, _ink(scene)), kit.plate
    (wide, high), (left, top) = parts.size, parts.origin
    windows = _windows((0, 0, wide, high), STRIP) if wide > TOO_WIDE * high else []
    for box, size in unit_sizes(scene, plate).items():
        if size < 1:
            x, y, *there = plate.art.boxes[box].rect
            windows += _windows((x + left, y + top, *there), BOX_STRIP)
    return tuple(_document(size, parts.all_defs, "".join(parts.ground) + parts.over, at) for at, size in windows)


def _windows(area: Sequence[float], share: float) -> list[tuple[Point, tuple[float, float]]]:
    """Return parts of an area, each about `share` times as wide as high: where it begins, and its size."""
    left, top, width, height = area
    number = max(2, round(width / height / share))
    each = width / number * (1 + LAPS)
    return [((left + (width - each) * n / (number - 1), top), (each, height)) for n in range(number)]


def _document(size: tuple[float, float], defs: str, inside: str, at: Point = (0, 0)) -> str:
    width, height = size
    box = f"{format_length(at[0])} {format_length(at[1])} {format_length(width)} {format_length(height)}"
    return _svg(box, (round(width), round(height)), defs, inside)


def _in_pixels(size: tuple[float, float], across: int, defs: str, inside: str) -> str:
    """Return a document of whole pixels, so that two of different heights are scaled alike, to a hair."""
    width, height = size
    down = ceil(height * across / width)
    return _svg(f"0 0 {format_length(width)} {down * width / across * TENTHS:.6g}", (across, down), defs, inside)


def _svg(box: str, size: tuple[int, int], defs: str, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{box}" width="{size[0]}" height="{size[1]}">'
        f"<defs>{defs}</defs>{inside}</svg>"
    )


def _parts(scene: Scene, kit: DrawingKit, palette: str, told: Mapping[str, str] | None = None) -> _Parts:
    kit = kit._replace(plate=add_coasts_to_plate(kit.plate.wider(scene.lots), scene.shores))
    colours, pen, upper, art = PALETTES[palette], TextWriter(kit.faces), TextWriter(kit.faces), kit.plate.art
    left, top, right, bottom = (margin + margins.EDGE if margin else margins.EDGE for margin in art.margins)
    (wide, high), width = art.size, left + art.size[0] + right
    deep = top + high + bottom
    moved = f"translate({format_length(left)} {format_length(top)})"
    beside = "".join(_box(box, pen, colours) for box in art.boxes.values())
    board = draw_ground(scene, kit.plate, colours, told is not None)
    lines = (
        f'<g transform="{moved}">{board.over}{_extras(art, colours, pen)}</g>'
        f'<path fill="{colours.paper}" fill-rule="evenodd" d="'
        f"M0 0h{format_length(width)}v{format_length(deep)}h{-format_length(width)}z"
        f'M{format_length(left)} {format_length(top)}h{format_length(wide)}v{format_length(high)}h{-format_length(wide)}z"/>'
        f'<g transform="{moved}">{cartouche.rect((0, 0, wide, high), "none", colours.coast, 24)}{beside}'
        f"{space_labels.draw_labels(scene, kit.plate, colours, pen)}</g>"
    )
    ground = GroundParts(f'<g transform="{moved}">{board.under}</g>', f'<g transform="{moved}">{board.owned}</g>', lines)
    under_it, tall = margins.key_below_board(scene, kit.plate, kit.words, deep, width, upper, colours)
    spots = unit_places(scene, kit.plate)
    on = _over(scene, kit.plate, colours, upper, spots, told)
    on += margins.cartouche_in_corner(scene, kit.plate, kit.words, upper, colours)
    over = (
        f'<path fill="{colours.paper}" d="'
        f'M0 {format_length(deep - 2)}h{format_length(width)}v{format_length(tall + 2)}h{-format_length(width)}z"/>'
        f"{cartouche.rect((4, 4, width - 8, deep + tall - 8), 'none', colours.border, 8)}"
        f'<g transform="{moved}">{on}</g>{under_it}'
    )
    return _Parts(
        (width, deep + tall), (left, top), deep, pen.glyphs(), ground, upper.glyphs(), over, pen.glyphs(upper)
    )


def unit_places(scene: Scene, plate: BoardPaths) -> dict[SceneUnit, Point]:
    """Return where each unit on the board stands. Dislodged units stand to one side; several in one space stand side by side."""
    found: dict[SceneUnit, Point] = {}
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
        columns, step = _rows(piece.place, many, plate)
        if space_of(piece.place) not in plate.art.boxes:
            at = plate.art.inside(at, AROUND, (columns - 1) / 2 * step, (many - 1) // columns * step)
        x = at[0] + (n % columns - (columns - 1) / 2) * step
        found[piece] = (x, at[1] + (n // columns - _rise(piece.place, many, columns, plate)) * step)
    return found


def _rise(place: str, many: int, columns: int, plate: BoardPaths) -> float:
    """Return by how many rows the units of a box begin above its middle, so that they fill it."""
    return ((many - 1) // columns) / 2 if space_of(place) in plate.art.boxes else 0.0


def _rows(place: str, many: int, plate: BoardPaths) -> tuple[int, float]:
    """Return how many units of a space stand side by side, and how far apart: four on the board, in a box as many as it holds."""
    box = plate.art.boxes.get(space_of(place))
    if box is None:
        return min(many, 4), SPREAD * plate.art.scale
    wide, high = box.rect[2] - 1.2 * box.rect[3], box.rect[3] - FRAME  # its name stands at one end
    step = IN_BOX * plate.art.scale
    while step > 8 and -(-many // max(1, int(wide // step))) * step > max(high, IN_BOX * plate.art.scale):
        step -= 1
    return min(many, max(1, int(wide // step))), step


def unit_sizes(scene: Scene, plate: BoardPaths) -> dict[str, float]:
    """Return each box beside the board whose units must be drawn smaller → their size."""
    many = Counter(space_of(piece.place) for piece in scene.pieces)
    usual = IN_BOX * plate.art.scale
    return {box: min(1.0, _rows(box, many[box], plate)[1] / usual) for box in plate.art.boxes if many[box]}


def _beside(place: str, plate: BoardPaths) -> Point | None:
    """Return the place of a dislodged unit: far enough from the attacker to keep its letters clear of the burst; if that is not
    within the frame, beside it, and off the space's name.
    """
    here, there = plate.unit(place), plate.second(place)
    if here is None or there is None:
        return there
    off, way = max(dist(here, there), BESIDE * plate.art.scale), atan2(there[1] - here[1], there[0] - here[0])
    turned = [(here[0] + off * cos(way + radians(turn)), here[1] + off * sin(way + radians(turn))) for turn in TURNS]
    inside = [at for at in turned if plate.art.inside(at, AROUND) == at]
    if not inside or inside[0] == turned[0]:
        return turned[0]
    space = plate.place(place)
    name = space.label.at if space and space.label else here
    return next((at for at in inside if dist(at, name) > AROUND * plate.art.scale), inside[0])


def _shared(piece: SceneUnit, scene: Scene) -> bool:
    """Whether another unit stands in the space from which this one was dislodged."""
    return any(other is not piece and space_of(other.place) == space_of(piece.place) for other in scene.pieces)


def _over(
    scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter, spots: Mapping[SceneUnit, Point],
    told: Mapping[str, str] | None,
) -> str:  # fmt: skip
    """Draw everything that stands on the ground."""
    powers = {power.name: power for power in scene.powers}
    marks = mark_places(scene, plate)
    parts = [_centre(sign, plate, powers, pen, palette) for sign in scene.centres]
    parts += [
        shapes.draw_mark(mark, powers.get(mark.power, shapes.NOBODY), at, pen, palette, plate.art.scale) for mark, at in marks
    ]
    lines = draw_orders(scene, plate, palette, pen, spots, space_labels.label_boxes(scene, plate, pen), told)
    rings = [*lines.rings, *(at for _, at in marks)]
    parts += [lines.text, space_labels.draw_labels_again(scene, plate, palette, pen, lines.ways, rings)]
    parts += _comers(scene, plate, powers, pen, palette)
    sizes = unit_sizes(scene, plate)
    for piece, at in spots.items():
        aboard = piece.kind == "A" and scene.ground.get(space_of(piece.place)) == "sea"
        scale = plate.art.scale * (SMALL if aboard else 1) * sizes.get(space_of(piece.place), 1)
        unit = shapes.draw_unit(piece, powers.get(piece.power, shapes.NOBODY), at, pen, palette, scale)
        parts.append(unit if told is None else f'<g data-space="{space_of(piece.place)}">{unit}</g>')
    bursts = [at for piece, at in spots.items() if piece.state == "dislodged"]
    struck = [line.end for line in scene.lines if line.style == "throw" and not line.failed]
    bursts += [spot for place in struck if (spot := plate.unit(place))]
    return "".join(parts) + space_labels.draw_labels_over_bursts(scene, plate, palette, pen, bursts)


def _extras(art: Art, palette: Palette, pen: TextWriter) -> str:
    """Draw the board's lines and texts besides its spaces."""
    parts = [_extra(extra, palette) for extra in art.extras if extra.kind != "text"]
    for extra in art.extras:
        for x, y in extra.stops.values():
            dot = f'<circle cx="{format_length(x)}" cy="{format_length(y)}" r="45" fill="#ffffff" '
            parts.append(f'{dot}stroke="{palette.track}" stroke-width="16"/>')
        if extra.text and extra.points:
            size = extra.size or 14
            parts.append(pen.write(extra.text, extra.points[0], size, palette.unseen_ink, "italic", "middle", spaced=1.5))
    return "".join(parts)


def _extra(extra: Decoration, palette: Palette) -> str:
    """Draw a line of the board: a track with sleepers, a bridge, or dots where fleets pass between two seas."""
    line = open_path(extra.points)
    if not line:
        return ""
    if extra.kind in ("passage", "channel"):
        look = f'stroke="{palette.passage}" stroke-width="22" stroke-dasharray="4 40" stroke-linecap="round"'
        return f'<path d="{line}" fill="none" {look}/>'
    wide = f'<path d="{line}" fill="none" stroke="{palette.track}" stroke-width="44"/>'
    dashes = ' stroke-dasharray="70 60"' if extra.kind == "track" else ""
    return f'{wide}<path d="{line}" fill="none" stroke="#ffffff" stroke-width="24"{dashes}/>'


def _comers(scene: Scene, plate: BoardPaths, powers: Mapping[str, PowerStyle], pen: TextWriter, palette: Palette) -> list[str]:
    """Draw units that come onto the board from beside it, small, where their lines begin."""
    found = [line for line in scene.lines if line.style not in HELPS and plate.unit(line.start) is None]
    ends = [(line, at) for line in found if (at := plate.unit(line.end))]
    return [
        shapes.draw_unit(
            SceneUnit(line.power, "A", ""), powers.get(line.power, shapes.NOBODY), off_board_end(at, plate), pen, palette, SMALL
        )
        for line, at in ends
    ]


def _centre(sign: SceneMark, plate: BoardPaths, powers: Mapping[str, PowerStyle], pen: TextWriter, palette: Palette) -> str:
    place = plate.art.places.get(sign.space)
    at = place.centre if place else None
    power, scale = powers.get(sign.power, shapes.NOBODY), plate.art.scale
    return shapes.draw_centre(sign, power, at, pen, palette, scale) if at else ""


def mark_places(scene: Scene, plate: BoardPaths) -> list[tuple[SceneMark, Point]]:
    """Return where each shape beside a unit stands: those of one space in a row, clear of a unit that was driven out there."""
    found: list[tuple[SceneMark, Point]] = []
    count: Counter[tuple[str, str]] = Counter()
    units = [(space_of(piece.place), at) for piece, at in unit_places(scene, plate).items()]
    for mark in scene.signs:
        place = plate.place(mark.space)
        at = _spot(mark.spot, place)
        if at is None or place is None:
            continue
        there = [other for space, other in units if space == mark.space]
        near = CLEAR * plate.art.scale
        if mark.spot == "second" and len(there) > 1 and min(dist(at, other) for other in there) < near:
            at = _aside(there[0], there[1], place, 1.8 * near)
        n = count[mark.space, mark.spot]
        count[mark.space, mark.spot] += 1
        row = (at[0] + 19 * n, at[1])
        found.append((mark, row if mark.space in plate.art.boxes else plate.art.inside(row, MARKED)))
    return found


def _aside(one: Point, other: Point, place: SpaceLayout | OffBoardBox, off: float) -> Point:
    """Return a point between two units and to one side of them: the one on which the space's name does not stand."""
    length = dist(one, other) or 1.0
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    across = (-(other[1] - one[1]) / length * off, (other[0] - one[0]) / length * off)
    sides = [(middle[0] + sign * across[0], middle[1] + sign * across[1]) for sign in (-1, 1)]
    label = place.label.at if place.label else middle
    return max(sides, key=lambda side: dist(side, label))


def _spot(spot: str, place: SpaceLayout | OffBoardBox | None) -> Point | None:
    if place is None:
        return None
    if spot == "centre" and isinstance(place, SpaceLayout):
        return place.centre
    return place.unit if spot == "unit" else place.second


def _box(box: OffBoardBox, pen: TextWriter, palette: Palette) -> str:
    """Draw a box for a space in the margin."""
    parts = [cartouche.rect(box.rect, palette.sea, palette.sea_ink, 14)]
    for label, size in ((box.label, "bold"), (box.note, "italic")):
        if label:
            parts.append(pen.write(label.text, label.at, label.size, palette.sea_ink, size, label.anchor))
    return "".join(parts)
