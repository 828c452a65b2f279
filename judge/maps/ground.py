"""Draw the ground of a picture: water and shores, land in its owners' colours, hatches, and every border by what lies on its sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from judge.maps.art import FRAME, TENTHS
from judge.maps.board_paths import BoardPaths, format_length
from judge.maps.colours import Palette, tint_colour
from judge.maps.hatching import dotted_rows
from judge.maps.scene import Scene

WET = ("sea", "barred", "lake")
OWNED = ("land", "meadow")
"""Ground that is drawn in its owner's colour."""
EMPTY = ("barren", "ice", "edge")
"""Ground that is not a space."""


class Hatch(NamedTuple):
    """Lines over ground: their angles (0 level, 1 rising, 2 upright, 3 falling), their distance, and their width."""

    angles: tuple[int, ...]
    gap: float
    width: float = 1.0
    dotted: bool = False
    fill: str = ""


HATCHES = (
    Hatch((1,), 7, 1.5), Hatch((3,), 7, 1.5), Hatch((0,), 6, 1.3), Hatch((2,), 6, 1.3), Hatch((0, 2), 9, 1.2),
    Hatch((1, 3), 10, 1.2), Hatch((), 6, 2.4, True), Hatch((), 0, 0, False, "#bdbdbd"), Hatch((1,), 4, 1.1, False, "#e4e4e4"),
    Hatch((), 0, 0, False, "#dedede"), Hatch((3,), 12, 3.0), Hatch((0,), 12, 3.0), Hatch((2,), 12, 3.0),
)  # fmt: skip
"""The hatches of powers in grey pictures, in order; then they repeat."""
BARREN = Hatch((1,), 8, 0.8)
BARREN_IN_GREY = Hatch((), 6, 2.2, True)
"""Of ground that nobody may enter; in grey dots of its own, for strokes there are a power's."""
DOTS = Hatch((), 15, 1.6, True)
CLOSED = Hatch((1, 3), 9, 1.6)


class GroundParts(NamedTuple):
    """The ground in three parts: what lies below its owners' colours, these, and what lies above them."""

    under: str
    owned: str
    over: str


def draw_ground(scene: Scene, plate: BoardPaths, palette: Palette, apart: bool = False) -> GroundParts:
    """Draw everything below the letters and units. `apart`: each space is a path of its own, which a page can point at."""
    kinds = ground_kinds(scene, plate)
    key = (palette.name, tuple(kinds.items()))
    under = plate.once((*key, "under"), lambda: _shores(plate, kinds, palette) + _fixed(plate, kinds, palette))
    over = plate.once((*key, "over"), lambda: _borders(plate, kinds, palette))
    if not apart:
        return GroundParts(under, _owned(scene, plate, kinds, palette), over)
    return GroundParts(under, _owned_apart(scene, plate, kinds), over + _pointed_at(plate))


def ground_kinds(scene: Scene, plate: BoardPaths) -> dict[str, str]:
    """Map each face to its kind of ground; what the reader's board does not know is unseen."""
    return {name: plate.scenery.get(name) or scene.ground.get(name, "unseen") for name in plate.faces}


def path_element(d: str, **attributes: object) -> str:
    """Return a path element, '' for an empty path."""
    if not d:
        return ""
    return f'<path d="{d}"' + "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items()) + "/>"


def _shores(plate: BoardPaths, kinds: dict[str, str], palette: Palette) -> str:
    """Draw water, then rings along every coast; the land covers their inner halves."""
    coasts = "".join(d for n, d in enumerate(plate.arcs) if _class(plate, n, kinds) == "coast")
    width, height = map(format_length, plate.art.size)
    rings = [
        path_element(coasts, fill="none", stroke=colour, stroke_width=wide, stroke_linejoin="round")
        for colour, wide in zip(palette.shores, (150, 70), strict=False)
    ]
    if not _afloat(plate):
        return f'<rect width="{width}" height="{height}" fill="{palette.sea}"/>' + "".join(rings)
    water = "".join(d for name, d in plate.faces.items() if kinds[name] in WET)
    beyond = f'<rect width="{width}" height="{height}" fill="{palette.unseen}"/>'
    dotted = "".join(path_element(row) for row in dotted_rows(plate.art.size, DOTS.gap))
    look = f'fill="none" stroke-linecap="round" stroke-width="{format_length(DOTS.width)}" stroke="{palette.hatch}"'
    beyond += f'<g {look} stroke-dasharray="1 {round(DOTS.gap * TENTHS) - 1}">{dotted}</g>'
    return beyond + path_element(water, fill=palette.sea, fill_rule="evenodd") + "".join(rings)


def _afloat(plate: BoardPaths) -> bool:
    """Whether the drawn world ends inside the frame, so that unseen ground lies between."""
    return any(plate.ends_inside(n) for n in range(len(plate.arcs)))


def _fixed(plate: BoardPaths, kinds: dict[str, str], palette: Palette) -> str:
    """Draw all ground except owned land."""
    parts = []
    for kind in ("land", "meadow", "unseen", "barren", "ice", "ruin", "barred", "lake", "edge"):
        colour = getattr(palette, {"lake": "sea", "edge": "barren"}.get(kind, kind))
        names = [name for name, known in kinds.items() if known == kind]
        parts.append(path_element("".join(plate.faces[name] for name in names), fill=colour, fill_rule="evenodd"))
        if kind in PATTERNS:
            strokes = {"ruin": palette.ink, "barren": palette.bars, "edge": palette.bars}.get(kind, palette.hatch)
            light = PATTERNS[kind] is BARREN and palette.name == "grey"
            parts.append(draw_hatches(plate, names, BARREN_IN_GREY if light else PATTERNS[kind], strokes))
    return "".join(parts)


PATTERNS = {"barren": BARREN, "edge": BARREN, "unseen": DOTS, "ruin": CLOSED, "barred": CLOSED, "ice": Hatch((0,), 12, 1.0)}


def _owned(scene: Scene, plate: BoardPaths, kinds: dict[str, str], palette: Palette) -> str:
    """Draw land in its owner's colour or hatch."""
    parts = []
    for n, power in enumerate(scene.powers):
        mine = [name for name, owner in scene.owners.items() if owner == power.name and kinds.get(name) in OWNED]
        d = "".join(plate.faces[name] for name in mine)
        if not d:
            continue
        if palette.name == "colour":
            parts.append(path_element(d, fill=power.ground or tint_colour(power.colour), fill_rule="evenodd"))
        else:
            hatch = HATCHES[n % len(HATCHES)]
            parts.append(path_element(d, fill=hatch.fill or palette.land, fill_rule="evenodd"))
            parts.append(draw_hatches(plate, mine, hatch, "#777777"))
    return "".join(parts)


def _owned_apart(scene: Scene, plate: BoardPaths, kinds: dict[str, str]) -> str:
    """Draw land in its owner's colour, a path for each space."""
    colours = {power.name: power.ground or tint_colour(power.colour) for power in scene.powers}
    held = {name: colours[owner] for name, owner in scene.owners.items() if owner in colours}
    mine = [name for name in plate.faces if name in held and kinds.get(name) in OWNED]
    return "".join(path_element(plate.faces[name], fill=held[name], fill_rule="evenodd") for name in mine)


def _pointed_at(plate: BoardPaths) -> str:
    """Draw nothing over each space that can be pointed at."""
    found = [(name, d) for name, d in plate.faces.items() if not plate.scenery.get(name) and d]
    return "".join(f'<path d="{d}" fill-rule="evenodd" fill="none" pointer-events="all" data-space="{name}"/>' for name, d in found)


def draw_hatches(plate: BoardPaths, names: Iterable[str], hatch: Hatch, colour: str) -> str:
    """Draw a hatch over some faces. It is computed as strokes, once for each face, because clipping would cost a renderer more than
    anything else.
    """
    d = "".join(plate.hatch(name, hatch.angles, hatch.gap, hatch.dotted) for name in names)
    return path_element(d, fill="none", stroke=colour, stroke_width=format_length(hatch.width), stroke_linecap="round")


def _class(plate: BoardPaths, number: int, kinds: dict[str, str]) -> str:
    """Return the kind of a stretch of border, by what lies on its sides; '' for one that is not drawn."""
    left, right = plate.art.arcs[number].sides
    if FRAME in (left, right):
        return "rim" if plate.ends_inside(number) else ""
    a, b = kinds[left], kinds[right]
    if "unseen" in (a, b) and not {a, b} & {"edge"}:
        return "unseen" if not {a, b} & set(EMPTY) else "rim"
    if (a in WET) != (b in WET):
        return "coast"
    if a in WET:
        return "sea" if "lake" not in (a, b) else ""
    return "" if a in EMPTY and b in EMPTY else "land"


def _borders(plate: BoardPaths, kinds: dict[str, str], palette: Palette) -> str:
    found: dict[str, list[str]] = {}
    for n, d in enumerate(plate.arcs):
        found.setdefault(_class(plate, n, kinds), []).append(d)
    joined = {kind: "".join(some) for kind, some in found.items()}
    looks: Iterable[tuple[str, str, int, str]] = (
        ("sea", palette.sea_border, 13, "70 50"),
        ("land", palette.border, 10, ""),
        ("unseen", palette.unseen_ink, 16, "1 40"),
        ("rim", palette.unseen_ink, 22, "1 40"),
        ("coast", palette.coast, 13, ""),
    )
    line = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return "".join(
        path_element(
            joined.get(kind, ""), **line, stroke=colour, stroke_width=width, **({"stroke_dasharray": dash} if dash else {})
        )
        for kind, colour, width, dash in looks
    )
