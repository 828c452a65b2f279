"""Measure and draw the cartouche with game, phase and powers, and the key to what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.maps import draw_orders, ground, hatching, shapes
from judge.maps.art import Point
from judge.maps.board_paths import format_length
from judge.maps.colours import Palette, ink_colour, tint_colour
from judge.maps.hatching import hatch_dots
from judge.maps.scene import PowerStyle, Scene, SceneMark, SceneUnit
from judge.maps.typeface import TextWriter

Rect = tuple[float, float, float, float]
ROW = 21.0


def rect(at: Rect, fill: str, edge: str, width: int = 12) -> str:
    """Return a rectangle."""
    x, y, w, h = map(format_length, at)
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}" stroke="{edge}" stroke-width="{width}"/>'


def double_frame(at: Rect, palette: Palette) -> str:
    """Return a panel with a double edge."""
    x, y, w, h = at
    return rect(at, palette.paper, palette.coast, 14) + rect((x + 4, y + 4, w - 8, h - 8), "none", palette.border, 7)


class PowerTable(NamedTuple):
    """The list of powers, in columns."""

    columns: int
    rows: int
    width: float


def measure_power_table(powers: Sequence[PowerStyle], pen: TextWriter, columns: int) -> PowerTable:
    """Return the measures of the list of powers in this number of columns."""
    widest = max((pen.width(f"{power.name} ({power.letters})", 15) for power in powers), default=40.0)
    return PowerTable(columns, -(-len(powers) // columns) if powers else 0, widest + 62)


def cartouche_size(scene: Scene, words: Mapping[str, str], pen: TextWriter, columns: int = 1) -> Point:
    """Return the width and height that the cartouche needs."""
    found = measure_power_table(scene.powers, pen, columns)
    texts = (pen.width(scene.phase, _title(scene, pen), "bold"), pen.width(_under(scene, words), 14, "italic"))
    wide = max(*texts, found.width * columns)
    return wide + 34, 62 + found.rows * ROW + 8


def _title(scene: Scene, pen: TextWriter) -> float:
    """Return the size of the phase's name; a long name is written smaller."""
    return max(16.0, min(24.0, 24.0 * 150 / pen.width(scene.phase, 24, "bold")))


def _under(scene: Scene, words: Mapping[str, str]) -> str:
    return f"{words[scene.what]} · {scene.game}"


def draw_cartouche(scene: Scene, words: Mapping[str, str], at: Rect, pen: TextWriter, palette: Palette, columns: int = 1) -> str:
    """Draw game, phase, and powers with their centres."""
    x, y, w, _ = at
    parts = [
        double_frame(at, palette),
        pen.write(scene.phase, (x + w / 2, y + 30), _title(scene, pen), palette.ink, "bold", "middle"),
        pen.write(_under(scene, words), (x + w / 2, y + 48), 14, palette.ink, "italic", "middle"),
    ]
    shape = measure_power_table(scene.powers, pen, columns)
    ranked = sorted(scene.powers, key=lambda power: (-int(power.centres or 0), power.name))
    for n, power in enumerate(ranked):
        column = min((w - 34) / columns, shape.width + 60)
        left = x + 17 + (n // shape.rows) * column
        top = y + 62 + (n % shape.rows) * ROW
        parts.append(_row(power, scene.powers.index(power), left, top, column - (24 if columns > 1 else 0), pen, palette))
    return "".join(parts)


def _row(power: PowerStyle, number: int, x: float, y: float, wide: float, pen: TextWriter, palette: Palette) -> str:
    box: Rect = (x, y, 22.0, 15.0)
    if palette.name == "colour":
        swatch, colour = (
            rect(box, power.ground or tint_colour(power.colour), ink_colour(power.colour), 14),
            ink_colour(power.colour),
        )
    else:
        hatch, colour = ground.HATCHES[number % len(ground.HATCHES)], "#000000"
        corners = ((x, y), (x + 22, y), (x + 22, y + 15), (x, y + 15))
        strokes = "".join(hatching.hatch_lines([corners], angle, hatch.gap) for angle in hatch.angles)
        strokes += hatching.hatch_dots([corners], hatch.gap) if hatch.dotted else ""
        swatch = rect(box, hatch.fill or "#ffffff", "#000000", 12)
        swatch += ground.path_element(
            strokes, fill="none", stroke="#777777", stroke_width=format_length(hatch.width), stroke_linecap="round"
        )
    size = 9.5 if len(power.letters) > 1 else 13
    letters = pen.write(power.letters, (x + 11, y + 11.8), size, colour, "bold", "middle") if palette.name == "colour" else ""
    text = power.name if palette.name == "colour" else f"{power.name} ({power.letters})"
    name = pen.write(text, (x + 29, y + 12.5), 15, palette.ink)
    return swatch + letters + name + pen.write(power.centres, (x + wide - 2, y + 12.5), 15, colour, "bold", "end")


class KeyEntry(NamedTuple):
    """One sample in the key, and its meaning."""

    sample: str
    text: str


def key_entries(scene: Scene, words: Mapping[str, str]) -> list[KeyEntry]:
    """Return what the key explains: all that is in the picture, lines first."""
    styles = {line.style for line in scene.lines}
    own = {sample for sample, _ in scene.legend}
    found = [KeyEntry(style, words[style]) for style in ("move", "support", "convoy", "retreat") if style in styles]
    if any(line.failed for line in scene.lines):
        found.append(KeyEntry("failed", words["failed"]))
    states = {piece.state for piece in scene.pieces}
    found += [KeyEntry(state, words[state]) for state in ("held", "dislodged", "new", "gone") if state in states]
    kinds = {"unit-A": "army", "unit-F": "fleet"}
    found += [
        KeyEntry(sample, words[word]) for sample, word in kinds.items() if any(f"unit-{p.kind}" == sample for p in scene.pieces)
    ]
    if any(sign.shape == "ring" for sign in scene.centres) and "ring" not in own:
        found.append(KeyEntry("ring", words["centre"]))
    if any(sign.shape == "boxed" for sign in scene.centres):
        found.append(KeyEntry("boxed", words["neutral"]))
    return [*found, *(KeyEntry(sample, text) for sample, text in scene.legend)]


def draw_key(scene: Scene, words: Mapping[str, str], at: Rect, pen: TextWriter, palette: Palette) -> tuple[str, float]:
    """Draw the key in as many rows as its width needs; return it and its height."""
    left, top, width, _ = at
    parts, x, y = [], left + 12, top + 20
    for entry in key_entries(scene, words):
        wide = 50 + pen.width(entry.text, 15, "italic") + 22
        if x + wide > left + width and x > left + 12:
            x, y = left + 12, y + 28
        parts.append(_sample(entry.sample, (x, y), pen, palette))
        parts.append(pen.write(entry.text, (x + 48, y + 5), 15, palette.ink, "italic"))
        x += wide
    return "".join(parts), y + 18 - top


def _sample(sample: str, at: Point, pen: TextWriter, palette: Palette) -> str:
    x, y = at
    nobody = shapes.NOBODY
    if sample in ("held", "dislodged", "new", "gone"):
        return shapes.draw_unit(SceneUnit("", "A", "", "", sample), nobody, (x + 24, y), pen, palette, 0.72)
    if sample.startswith("unit-"):
        return shapes.draw_unit(SceneUnit("", sample[5:], ""), nobody, (x + 26, y), pen, palette, 0.72)
    if sample in draw_orders.LOOKS or sample == "failed":
        return draw_orders.sample_line("move" if sample == "failed" else sample, at, palette, failed=sample == "failed")
    if sample in ("ring", "boxed", "double", "hollow", "dot", "age"):
        return shapes.draw_centre(SceneMark(sample, "", "", ""), nobody, (x + 26, y), pen, palette)
    if sample in shapes.SHAPES:
        return shapes.draw_mark(SceneMark(sample, ""), nobody, (x + 26, y), pen, palette)
    ground = rect((x + 12, y - 8, 28, 16), getattr(palette, sample, palette.land), palette.border)
    if sample != "unseen":
        return ground
    corners = ((x + 12, y - 8), (x + 40, y - 8), (x + 40, y + 8), (x + 12, y + 8))
    dots = hatch_dots([corners], 6)
    return f'{ground}<path d="{dots}" fill="none" stroke="{palette.hatch}" stroke-width="18" stroke-linecap="round"/>'
