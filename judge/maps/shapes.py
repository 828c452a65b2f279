"""Draw what stands on a map: shields, ships, centres and the shapes that folders declare, around (0, 0), in tenths of a unit."""

from __future__ import annotations

from judge.maps.art import Point
from judge.maps.board_paths import format_length
from judge.maps.colours import Palette, ink_colour
from judge.maps.scene import PowerStyle, SceneMark, SceneUnit
from judge.maps.typeface import TextWriter

RADIUS = 13.0
"""Half the width of a unit, and the room that arrows leave around it."""
SHIELD = "M-105-118h210v112q0 92-105 138q-105-46-105-138z"
SHIP = "M-92-128q64 14 184 0q34 84 0 150h-184q28-66 0-150zM-135 44h270q-12 62-62 78h-146q-50-16-62-78zM-12 22h24v22h-24z"
STRIPE = "M-112 82h224"
ROUND = "M-115 0a115 115 0 1 1 230 0a115 115 0 1 1-230 0z"
BURST = "M0-235l48 118l120-58l-46 122l120 46l-118 50l58 120l-122-48l-48 120l-50-118l-120 58l48-122l-120-46l118-50l-58-120l122 48z"
BOX = "M-66-66h132v132h-132z"
CROSS = "M-100-100l200 200M-100 100l200-200"
PLUS = "M120 0h96M168 -48v96"
NOBODY = PowerStyle("", "", "#6b6459")

SHAPES = {
    "ball": "M-70 15a70 70 0 1 1 140 0a70 70 0 1 1-140 0zM-22-58h44v-24h-44zM0-82q10-40 48-34",
    "pit": "M-110 10a110 62 0 1 1 220 0a110 62 0 1 1-220 0zM-66 18a66 30 0 1 1 132 0a66 30 0 1 1-132 0z",
    "tower": "M-78 80v-120h-18v-62h42v24h34v-24h40v24h34v-24h42v62h-18v120h-52v-48q-26-34-52 0v48z",
    "fallen": "M-90 80l12-74l30 26l14-70l40 58l26-32l28 44l22-18l18 66z",
    "hut": "M-95-6l95-92l95 92h-28v86h-134v-86z",
    "chest": "M-85 70v-82q0-44 44-44h82q44 0 44 44v82zM-85-6h170M-16-18h32v40h-32z",
    "flag": "M-62 90v-190M-62-100l128 34l-128 42z",
}
"""Shapes that stand beside units; those of centres are circles."""


def draw_unit(piece: SceneUnit, power: PowerStyle, at: Point, pen: TextWriter, palette: Palette, size: float = 1.0) -> str:
    """Draw a unit with its power's letters and its result."""
    colour = ink_colour(power.colour) if palette.name == "colour" else "#222222"
    shape = SHIELD if piece.kind == "A" else SHIP if piece.kind.endswith("F") else ROUND
    afloat = shape is SHIP
    turned = " rotate(-14)" if piece.state == "dislodged" else ""
    scale = f" scale({size:.3g})" if size != 1 else ""
    faded = ' opacity=".55"' if piece.state == "gone" else ""
    inside = []
    if piece.state == "dislodged":
        inside.append(f'<path d="{BURST}" fill="{palette.alarm}" stroke="{palette.failed}" stroke-width="22"/>')
    if piece.state == "held":
        inside.append(f'<circle r="185" fill="none" stroke="{colour}" stroke-width="22" stroke-dasharray="50 34"/>')
    inside.append(f'<path d="{shape}" fill="{colour}" stroke="#ffffff" stroke-width="46" stroke-linejoin="round"/>')
    inside.append(f'<path d="{shape}" fill="{colour}" stroke="{palette.coast}" stroke-width="10" stroke-linejoin="round"/>')
    if afloat and piece.kind != "F":
        inside.append(f'<path d="{STRIPE}" stroke="#ffffff" stroke-width="20" fill="none"/>')
    letter = {1: 17.0, 2: 12.0}.get(len(power.letters), 9.5)
    low = letter * 0.33 - (5.4 if afloat else 1.2)
    inside.append(pen.write(power.letters, (0, low), letter, "#ffffff", "bold", "middle"))
    if piece.name:
        inside.append(f'<circle cx="112" cy="-112" r="62" fill="#ffffff" stroke="{colour}" stroke-width="14"/>')
        inside.append(pen.write(piece.name, (11.2, -7.6), 11, colour, "bold", "middle"))
    if piece.state == "new":
        inside.append(f'<circle cx="168" cy="0" r="80" fill="#ffffff" stroke="{colour}" stroke-width="22"/>')
        inside.append(f'<path d="{PLUS}" stroke="{colour}" stroke-width="34" fill="none"/>')
    x, y = map(format_length, at)
    drawn = f'<g transform="translate({x} {y}){turned}{scale}"{faded}>{"".join(inside)}</g>'
    if piece.state == "gone":
        drawn += f'<path transform="translate({x} {y})" d="{CROSS}" stroke="#ffffff" stroke-width="70" fill="none"/>'
        drawn += f'<path transform="translate({x} {y})" d="{CROSS}" stroke="{palette.failed}" stroke-width="38" fill="none"/>'
    return drawn


def draw_centre(sign: SceneMark, power: PowerStyle, at: Point, pen: TextWriter, palette: Palette, size: float = 1.0) -> str:
    """Draw a supply centre: a ring with a dot, a double ring, a hollow one, or a hollow one with a number in it."""
    colour = (ink_colour(power.colour) if palette.name == "colour" else "#000000") if power.name else palette.ink
    x, y = map(format_length, at)
    rings = {
        "boxed": ((46, "#ffffff", 14), (17, colour, 0)),
        "ring": ((46, "#ffffff", 14), (17, colour, 0)),
        "double": ((66, "#ffffff", 13), (38, colour, 0)),
        "hollow": ((50, "#ffffff", 20),),
        "dot": ((44, colour, 12),),
        "age": ((78, "#ffffff", 18),),
    }[sign.shape]
    box = f'<path d="{BOX}" fill="{palette.land}" stroke="{palette.ink}" stroke-width="12"/>' if sign.shape == "boxed" else ""
    parts = [box, *(f'<circle r="{r}" fill="{fill}" stroke="{colour}" stroke-width="{width}"/>' for r, fill, width in rings)]
    if sign.text:
        parts.append(pen.write(sign.text, (0, 4.2), 12, colour, "bold", "middle"))
    return f'<g transform="translate({x} {y}) scale({size:.3g})">{"".join(parts)}</g>'


def draw_mark(mark: SceneMark, power: PowerStyle, at: Point, pen: TextWriter, palette: Palette, size: float = 1.0) -> str:
    """Draw a shape that a folder declares, with its text beside it."""
    colour = (ink_colour(power.colour) if palette.name == "colour" else "#000000") if power.name else palette.ink
    x, y = map(format_length, at)
    drawn = ""
    if mark.shape in SHAPES:
        d = SHAPES[mark.shape]
        drawn = f'<path d="{d}" fill="none" stroke="#ffffff" stroke-width="44" stroke-linejoin="round"/>'
        drawn += f'<path d="{d}" fill="{colour}" stroke="{colour}" stroke-width="14" stroke-linejoin="round" fill-rule="evenodd"/>'
    beside = (0.0, 4.0) if mark.shape == "number" else (9.0, 8.0)
    if mark.text:
        drawn += pen.write(mark.text, beside, 13, colour, "bold", "middle" if mark.shape == "number" else "start", "#ffffff")
    return f'<g transform="translate({x} {y}) scale({size:.3g})">{drawn}</g>'
