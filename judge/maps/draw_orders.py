"""Draw the orders of a picture: each as a line between its places, in its style, crossed out if it failed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from judge.board import space_of
from judge.maps import curves
from judge.maps.art import Art, Point
from judge.maps.board_paths import BoardPaths, format_length, open_path
from judge.maps.colours import Palette, ink_colour
from judge.maps.curves import Curve
from judge.maps.failure_marks import BoxSides, Failure, Placed, place_marks
from judge.maps.scene import Scene, SceneOrder, SceneUnit
from judge.maps.shapes import BURST, RADIUS
from judge.maps.shapes import SHAPES as DRAWN
from judge.maps.typeface import TextWriter

HELPS = ("support", "convoy")
MARK, HELP_MARK = (0.66, 66), (0.5, 50)
"""Where on its line the mark of a failure usually stands, as a part of the length, and its radius: of a move, and of a support."""
ABOVE = (26.0, -58.0)
"""Where a line to or from a space beside the board begins, relative to its other end."""


FLAG = DRAWN["flag"]


class LineStyle(NamedTuple):
    """A style of line."""

    width: float
    dash: str = ""
    head: float = 11.0
    colour: str = ""
    """A colour of the palette; '' for the power's ink."""
    grey: str = ""
    """What stands for that colour in grey: dashes, or CORE."""


CORE = "core"
"""A white line within the line."""
LOOKS: Mapping[str, LineStyle] = {
    "move": LineStyle(3.2),
    "retreat": LineStyle(3.0, "90 40 20 40"),
    "support": LineStyle(2.4, "70 45", 0),
    "convoy": LineStyle(2.2, "", 0),
    "train": LineStyle(4.2, "", 13, "train", CORE),
    "pass": LineStyle(3.6, "", 12, "passage", "120 32 12 32"),
    "throw": LineStyle(2.6, "24 44", 13, "failed"),
    "board": LineStyle(2.6, "30 34", 9),
    "claim": LineStyle(2.2, "12 34", 0),
}


class DrawnOrder(NamedTuple):
    """A line with its curve on the board."""

    line: SceneOrder
    curve: Curve
    note: str = ""
    """Where it leads, if it leaves the board over the edge on the far side from its goal."""


class DrawnOrders(NamedTuple):
    """All lines of a scene: their SVG, their curves on the board, and the middles of rings and marks beside them."""

    text: str
    ways: list[Curve]
    rings: list[Point]


def draw_orders(
    scene: Scene, plate: BoardPaths, palette: Palette, pen: TextWriter, spots: Mapping[SceneUnit, Point],
    names: Sequence[BoxSides] = (), told: Mapping[str, str] | None = None,
) -> DrawnOrders:  # fmt: skip
    """Draw all lines of a scene. `names`: the boxes of written names, which marks of failure avoid where they can. `told`: what is
    said of each order (`order_key`), for a page on which lines can be pointed at.
    """
    inks = {power.name: ink_colour(power.colour) if palette.name == "colour" else "#111111" for power in scene.powers}
    around = [at for piece, at in spots.items() if piece.state != "gone"]
    moves = drawn_moves(scene, plate, spots)
    helps = [drawn for line in scene.lines if line.style in HELPS and (drawn := _help(line, plate, moves, around))]
    ends = {(round(x), round(y)): 10.0 if piece.state == "dislodged" else 4.0 for piece, (x, y) in spots.items()}
    held = [drawn for drawn in helps if not drawn.line.end or drawn.line.of == drawn.line.end]
    parts = [_held(drawn, palette, inks) for drawn in held]
    order = [*helps, *sorted(moves, key=lambda drawn: not drawn.line.failed)]
    parts += [_pointed(drawn.line, _line(drawn, palette, inks, ends, plate.art.scale), told) for drawn in order]
    parts += [_goal(drawn, plate.art.size[0], pen, palette) for drawn in order if drawn.note]
    ways = [drawn.curve for drawn in order]
    failed = [drawn.line for drawn in order if drawn.line.failed]
    marks = list(_marks(order, ways, around, names, plate.art, palette, inks))
    parts += [_pointed(line, _cross(mark, size, palette, ink), told) for line, (mark, size, ink) in zip(failed, marks, strict=True)]
    return DrawnOrders("".join(parts), ways, [*(drawn.curve[-1] for drawn in held), *(mark.at for mark, _, _ in marks)])


def _goal(drawn: DrawnOrder, width: float, pen: TextWriter, palette: Palette) -> str:
    """Write where a line leads that leaves the board, at the edge and above its head."""
    x, y = drawn.curve[-1]
    right = x > width / 2
    at = (x - 8 if right else x + 8, y - 9)
    return pen.write(drawn.note, at, 15, palette.ink, "bold", "end" if right else "start", palette.sea)


def order_key(power: str, place: str, unit: str) -> str:
    """Return what names an order in a picture: its Power, its unit (`A1`), and the space where that stood."""
    return f"{power} {unit}({space_of(place)})"


def _pointed(line: SceneOrder, drawn: str, told: Mapping[str, str] | None) -> str:
    """Return a drawn line as a group that says what became of its order."""
    if told is None or not drawn:
        return drawn
    key = order_key(line.power, line.start, line.unit)
    said = f"<title>{escape(told[key])}</title>" if key in told else ""
    return f'<g class="order" data-order="{escape(key, quote=True)}">{said}{drawn}</g>'


def _marks(
    order: Sequence[DrawnOrder], ways: Sequence[Curve], around: Sequence[Point], names: Sequence[BoxSides], art: Art,
    palette: Palette, inks: Mapping[str, str],
) -> Iterator[tuple[Placed, int, str]]:  # fmt: skip
    """Yield the mark of each failed order: usually a little behind the middle of its line, where supports do not end."""
    failed = [(n, drawn) for n, drawn in enumerate(order) if drawn.line.failed]
    failures = [Failure(n, drawn.curve, *(HELP_MARK if drawn.line.style in HELPS else MARK)) for n, drawn in failed]
    (wide, high), (left, top, right, bottom) = art.size, art.margins
    frame = BoxSides(-left, -top, wide + right, high + bottom)
    for (_, drawn), each, placed in zip(failed, failures, place_marks(failures, ways, around, names, frame), strict=True):
        yield placed, each.size, inks.get(drawn.line.power, palette.failed)


def _starts(spots: Mapping[SceneUnit, Point]) -> dict[tuple[str, str, str], Point]:
    """Return (power, place, unit) → where the unit that left from there, or still stands there, is drawn; '' for any of them."""
    found = {(piece.power, piece.place, ""): at for piece, at in spots.items()}
    return found | {(piece.power, piece.place, f"{piece.kind}{piece.name}"): at for piece, at in spots.items()}


def drawn_moves(scene: Scene, plate: BoardPaths, spots: Mapping[SceneUnit, Point]) -> list[DrawnOrder]:
    """Return the curve of each order but supports and convoys. `spots`: where units stand."""
    around = [at for piece, at in spots.items() if piece.state != "gone"]
    starts = _starts(spots)
    found: list[DrawnOrder] = []
    for line in scene.lines:
        if line.style in HELPS:
            continue
        a, b = _start(line, plate, starts), plate.unit(line.end)
        if a is None and b is None:
            continue
        a, b = a or off_board_end(b, plate), b or off_board_end(a, plate)
        a = a if _unit(line) in starts else _touching(line.start, a, b, plate, len(found))
        b = _touching(line.end, b, a, plate, len(found))
        leaves = _leaves(a, b, line, plate)
        box = plate.art.boxes.get(space_of(line.end))
        note = box.label.text if leaves and box and box.label else ""
        found.append(DrawnOrder(line, _way(line, a, leaves or b, scene, plate, around), note))
    return found


def _start(line: SceneOrder, plate: BoardPaths, starts: Mapping[tuple[str, str, str], Point]) -> Point | None:
    if line.style == "retreat":
        return plate.second(line.start) or plate.unit(line.start)
    return starts.get(_unit(line)) or _on_another_coast(line, starts) or plate.unit(line.start)


def _on_another_coast(line: SceneOrder, starts: Mapping[tuple[str, str, str], Point]) -> Point | None:
    """Return where the only such unit of the space stands: an order may name a coast from which it goes, where it is on none."""
    wanted = line.power, space_of(line.start), line.unit
    found = [at for (power, place, kind), at in starts.items() if (power, space_of(place), kind) == wanted]
    return found[0] if len(found) == 1 else None


def _unit(line: SceneOrder) -> tuple[str, str, str]:
    """Return what names the unit of a line among those drawn."""
    return line.power, line.start, line.unit


def _touching(place: str, here: Point, there: Point, plate: BoardPaths, number: int) -> Point:
    """Return where a line meets a wide box: above or below its other end, each a little beside the one before."""
    box = plate.art.boxes.get(space_of(place))
    if box is None or box.rect[2] < plate.art.size[0] / 2:
        return here
    x, y, width, height = box.rect
    beside = there[0] + (number % 5 - 2) * 16
    return min(max(beside, x + 20), x + width - 20), y + height - 14 if y < there[1] else y + 14


def _leaves(a: Point, b: Point, line: SceneOrder, plate: BoardPaths) -> Point | None:
    """Return where a line to a box on the other side of the board leaves it: at the nearer edge. None for other lines."""
    width = plate.art.size[0]
    if space_of(line.end) not in plate.art.boxes or abs(a[0] - b[0]) < width / 2:
        return None
    return (width - 4 if a[0] > width / 2 else 4.0), a[1] - 12


def off_board_end(point: Point | None, plate: BoardPaths) -> Point:
    """Return where a line from or to a space beside the board begins or ends."""
    x, y = point or (0.0, 0.0)
    return plate.art.inside((x + ABOVE[0], y + ABOVE[1]), RADIUS)


def _way(line: SceneOrder, a: Point, b: Point, scene: Scene, plate: BoardPaths, around: list[Point]) -> Curve:
    """Return a line's curve: along a line of the board, past the fleets that convoy it, through the places it names, or bent around
    obstacles.
    """
    if line.track:
        tracks = [extra for extra in plate.art.extras if line.track in (extra.kind, extra.name)]
        if tracks:
            stops = tracks[0].stops
            ends = (stops.get(space_of(line.start), a), stops.get(space_of(line.end), b))
            return curves.follow_line(tracks[0].points, *ends)
    fleets = [point for place in _carriers(line, scene) if (point := plate.unit(place))]
    if fleets and line.style == "move":
        return curves.convoy_curve(a, b, fleets)
    between = [point for place in line.via if (point := plate.unit(place))]
    if between and line.style == "move":
        return curves.spline([a, *(_beside(point, a, b) for point in between), b])
    boxed = space_of(line.start) in plate.art.boxes or space_of(line.end) in plate.art.boxes
    left, width = line.style in ("move", "retreat"), plate.art.size[0]
    return curves.route_curve(a, b, around, usual=not boxed, left=left, width=width)


def _carriers(line: SceneOrder, scene: Scene) -> list[str]:
    """Return the fleets that were ordered to convoy this move."""
    way = (space_of(line.start), space_of(line.end))
    return [c.start for c in scene.lines if c.style == "convoy" and (space_of(c.of), space_of(c.end)) == way]


def _beside(point: Point, a: Point, b: Point) -> Point:
    """Return a point a little to one side of a unit."""
    length = math.dist(a, b) or 1.0
    return point[0] + (b[1] - a[1]) / length * 20, point[1] - (b[0] - a[0]) / length * 20


def _help(line: SceneOrder, plate: BoardPaths, moves: list[DrawnOrder], around: list[Point]) -> DrawnOrder | None:
    """Return a support's curve: to the middle of the line it supports, or to the unit that it supports to hold."""
    a, of = plate.unit(line.start), plate.unit(line.of)
    if a is None:
        return None
    way = (space_of(line.of), space_of(line.end))
    helped = next((m for m in moves if (space_of(m.line.start), space_of(m.line.end)) == way), None)
    there = plate.unit(line.end) if line.end else of
    if helped:
        goal = curves.point_at(helped.curve, 0.5) if line.style == "support" else curves.nearest_point(helped.curve, a)
    elif line.end and of and there:
        goal = ((of[0] + there[0]) / 2, (of[1] + there[1]) / 2)
    else:
        goal = of or there or a
    if math.dist(a, goal) < 1:
        return None
    return DrawnOrder(line, curves.route_curve(a, goal, [] if helped else around, usual=False))


def _held(drawn: DrawnOrder, palette: Palette, inks: Mapping[str, str]) -> str:
    """Draw a ring around a unit that was supported to hold."""
    x, y = map(format_length, drawn.curve[-1])
    colour = inks.get(drawn.line.power, palette.ink)
    return f'<circle cx="{x}" cy="{y}" r="178" fill="none" stroke="{colour}" stroke-width="18" stroke-dasharray="44 30"/>'


def _line(drawn: DrawnOrder, palette: Palette, inks: Mapping[str, str], ends: Mapping[tuple[int, int], float],
          scale: float = 1.0) -> str:  # fmt: skip
    line, look = drawn.line, LOOKS.get(drawn.line.style, LOOKS["move"])
    colour = getattr(palette, look.colour) if look.colour else inks.get(line.power, palette.ink)
    last = drawn.curve[-1]
    taken = ends.get((round(last[0]), round(last[1])))
    room = 0.0 if line.style in HELPS and line.end else (RADIUS + taken) * scale if taken else 2.0
    whole = curves.trim(drawn.curve, RADIUS * scale, room)
    curve = curves.trim(whole, 0, look.head * 0.5) if look.head else whole
    path = open_path(curves.wavy(curve) if line.style == "convoy" else curve)
    if not path:
        return _flag(last, colour) if line.style == "claim" else ""
    width = format_length(look.width if not line.failed or line.style == "train" else look.width * 0.75)
    grey = look.grey if palette.name == "grey" else ""
    pattern = look.dash or ("90 45" if line.style == "train" and line.failed else grey if grey != CORE else "")
    dash = f' stroke-dasharray="{pattern}"' if pattern else ""
    tip = curves.arrowhead(whole, look.head) if look.head else ""
    struck = _strike(last, palette, scale) if line.style == "throw" and not line.failed else ""
    return (
        f'{struck}<path d="{path}" fill="none" stroke="#ffffff" stroke-width="{width + 26}" '
        'stroke-linecap="round" stroke-opacity=".8"/>'
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash} stroke-linejoin="round"/>'
        + (f'<path d="{path}" fill="none" stroke="#ffffff" stroke-width="16"/>' if grey == CORE else "")
        + (_flag(last, colour) if line.style == "claim" else "")
        + (f'<path d="{tip}" fill="{colour}" stroke="#ffffff" stroke-width="8"/>' if tip else "")
    )


def _strike(at: Point, palette: Palette, scale: float) -> str:
    """Draw what a throw does where it lands, under the unit that stands there."""
    x, y = map(format_length, at)
    look = f'fill="{palette.failed}" fill-opacity=".25" stroke="{palette.failed}" stroke-width="16" stroke-linejoin="round"'
    return f'<path transform="translate({x} {y}) scale({1.15 * scale:.3g})" d="{BURST}" {look}/>'


def _flag(at: Point, colour: str) -> str:
    """Draw the end of a line that claims a space."""
    x, y = format_length(at[0] + 13), format_length(at[1] - 13)
    look = f'fill="#ffffff" stroke="{colour}" stroke-width="22" stroke-linejoin="round"'
    return f'<path transform="translate({x} {y})" d="{FLAG}" {look}/>'


def _cross(mark: Placed, size: int, palette: Palette, ink: str) -> str:
    """Draw the mark of a failure in a ring of its Power's ink; one that stands beside its line is tied to it."""
    (x, y), (fx, fy) = map(format_length, mark.at), map(format_length, mark.foot)
    tie = "" if mark.at == mark.foot else f'<path d="M{fx} {fy}L{x} {y}" stroke="{ink}" stroke-width="16"/>'
    arm = size * 5 // 10
    return (
        f'{tie}<g transform="translate({x} {y})"><circle r="{size}" fill="#ffffff" stroke="{ink}" stroke-width="16"/>'
        f'<path d="M{-arm} {-arm}L{arm} {arm}M{-arm} {arm}L{arm} {-arm}" stroke="{palette.failed}" stroke-width="18"/></g>'
    )


def sample_line(style: str, at: Point, palette: Palette, failed: bool = False) -> str:
    """Draw a short line of a style, for the key."""
    x, y = at
    ends = {"claim": [(x - 12, y + 8), (x + 26, y + 8)], "throw": [(x - 12, y), (x + 34, y)]}.get(style, [(x - 12, y), (x + 44, y)])
    drawn = DrawnOrder(SceneOrder(style, "", "", "-", failed=failed), ends)
    middle = (x + 24, y)
    line = _line(drawn, palette, {}, {}, 0.4 if style == "throw" else 1.0)
    return line + (_cross(Placed(middle, middle), MARK[1], palette, palette.ink) if failed else "")
