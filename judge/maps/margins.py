"""Draw what stands around the board: the cartouche in its free corner or below, the key, and spaces that are not on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.board import space_of
from judge.maps import cartouche, shapes
from judge.maps.art import Point
from judge.maps.board_paths import BoardPaths, format_length
from judge.maps.cartouche import Rect
from judge.maps.colours import Palette, tint_colour
from judge.maps.scene import PowerStyle, Scene, SceneMark
from judge.maps.typeface import TextWriter

EDGE = 12.0
"""The room between the picture's edge and its content."""
LEAST = 0.75
"""The smallest size of a cartouche, relative to the usual."""

Written = Mapping[str, str]
"""The words of a picture besides names, by key."""


def cartouche_in_corner(scene: Scene, plate: BoardPaths, words: Written, pen: TextWriter, palette: Palette) -> str:
    """Draw the cartouche in the corner that the board keeps free, a little smaller if needed; '' if it goes below the board."""
    room = plate.art.cartouche
    shape = _shape(scene, plate, words, pen)
    if room is None or shape is None:
        return ""
    columns, scale = shape
    wide, high = cartouche.cartouche_size(scene, words, pen, columns)
    (x, y, w, h), (width, height) = room, plate.art.size
    left = x if x + w / 2 < width / 2 else x + w - wide * scale
    top = y if y + h / 2 < height / 2 else y + h - high * scale
    drawn = cartouche.draw_cartouche(scene, words, (0, 0, wide, high), pen, palette, columns)
    return f'<g transform="translate({format_length(left)} {format_length(top)}) scale({scale:.3g})">{drawn}</g>'


def _shape(scene: Scene, plate: BoardPaths, words: Written, pen: TextWriter) -> tuple[int, float] | None:
    """Return the columns and the size with which the powers fit the free corner; None if they do not."""
    room = plate.art.cartouche
    for columns in (1, 2, 3) if room else ():
        wide, high = cartouche.cartouche_size(scene, words, pen, columns)
        scale = min(1.0, room[2] / wide, room[3] / high) if room else 0.0
        if scale >= LEAST:
            return columns, scale
    return None


def key_below_board(
    scene: Scene, plate: BoardPaths, words: Written, top: float, width: float, pen: TextWriter, palette: Palette
) -> tuple[str, float]:
    """Draw the key; before it the cartouche if the board has no room for it; and spaces beside the board. Return it all with its
    height.
    """
    parts, y = [], top
    if _shape(scene, plate, words, pen) is None:
        columns = max(1, int((width - 2 * EDGE - 34) // (cartouche.measure_power_table(scene.powers, pen, 1).width + 24)))
        high = cartouche.cartouche_size(scene, words, pen, min(columns, len(scene.powers) or 1))[1]
        at: Rect = (EDGE, y + 6, width - 2 * EDGE, high)
        parts.append(cartouche.draw_cartouche(scene, words, at, pen, palette, min(columns, len(scene.powers) or 1)))
        y += high + 6
    for space, title in scene.beside.items():
        if space in plate.art.boxes:
            continue
        drawn, high = _panel(space, title, scene, y + 6, width, pen, palette)
        parts.append(drawn)
        y += high + 6
    if away := _unmapped(scene, plate):
        drawn, high = _beyond(away, scene, words["beyond"], y + 6, width, pen, palette)
        parts.append(drawn)
        y += high + 6
    drawn, high = cartouche.draw_key(scene, words, (EDGE, y, width - 2 * EDGE, 0), pen, palette)
    return "".join(parts) + drawn, y + high + 4 - top


def _panel(space: str, title: str, scene: Scene, top: float, width: float, pen: TextWriter, palette: Palette) -> tuple[str, float]:
    """Draw a space that is not on the board: its units, power by power."""
    powers = {power.name: power for power in scene.powers}
    here = [piece for piece in scene.pieces if space_of(piece.place) == space]
    parts, x, y = [], EDGE + 24 + pen.width(title, 17, "bold"), top + 26
    last = ""
    for piece in sorted(here, key=lambda piece: (piece.power, piece.name)):
        x += 34 if piece.power == last else 56
        last = piece.power
        if x > width - 40:
            x, y = EDGE + 50, y + 42
        parts.append(shapes.draw_unit(piece, powers.get(piece.power, shapes.NOBODY), (x, y), pen, palette))
    high = y + 26 - top
    edge = cartouche.double_frame((EDGE, top, width - 2 * EDGE, high), palette)
    return edge + pen.write(title, (EDGE + 16, top + 32), 17, palette.ink, "bold") + "".join(parts), high


def _unmapped(scene: Scene, plate: BoardPaths) -> list[str]:
    """Return spaces that the reader knows and the board does not show."""
    return sorted(space for space in scene.ground if plate.place(space) is None and space not in scene.beside)


def _beyond(
    spaces: Sequence[str], scene: Scene, title: str, top: float, width: float, pen: TextWriter, palette: Palette
) -> tuple[str, float]:
    """List what lies off the board: each space in the colour of its ground or owner, with what stands in it."""
    powers = {power.name: power for power in scene.powers}
    parts = [pen.write(title, (EDGE + 16, top + 28), 17, palette.ink, "bold")]
    x, y = EDGE + 40 + pen.width(title, 17, "bold"), top + 22
    for space in spaces:
        here = [piece for piece in scene.pieces if space_of(piece.place) == space]
        wide = 34 + pen.width(space, 15, "bold") + 26 * len(here) + 18
        if x + wide > width - 2 * EDGE:
            x, y = EDGE + 40, y + 34
        owner = powers.get(scene.owners.get(space, ""))
        fill = (
            (owner.ground or tint_colour(owner.colour))
            if owner and palette.name == "colour"
            else getattr(palette, scene.ground[space])
        )
        parts.append(cartouche.rect((x, y - 8, 24, 17), fill, palette.coast))
        parts += [_listed(sign, powers, (x + 12, y + 0.5), pen, palette) for sign in scene.centres if sign.space == space]
        parts.append(pen.write(space, (x + 30, y + 5), 15, palette.ink, "bold"))
        left = x + 44 + pen.width(space, 15, "bold")
        for n, piece in enumerate(here):
            at = (left + 26 * n, y)
            parts.append(shapes.draw_unit(piece, powers.get(piece.power, shapes.NOBODY), at, pen, palette, 0.8))
        x += wide
    high = y + 20 - top
    return cartouche.double_frame((EDGE, top, width - 2 * EDGE, high), palette) + "".join(parts), high


def _listed(sign: SceneMark, powers: Mapping[str, PowerStyle], at: Point, pen: TextWriter, palette: Palette) -> str:
    return shapes.draw_centre(sign, powers.get(sign.power, shapes.NOBODY), at, pen, palette)
