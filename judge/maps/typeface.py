"""Letters as outlines: the text of a picture is drawn as paths, so that it looks the same everywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.maps.art import TENTHS, Point
from judge.maps.board_paths import format_length

STYLES = ("regular", "bold", "italic")


@dataclass(frozen=True, eq=False)
class TypefaceStyle:
    """One style of a typeface: glyphs as SVG paths with y down, and their widths, both in units of 1/`em` of the size."""

    style: str
    em: float
    widths: Mapping[str, float]
    paths: Mapping[str, str]

    def width(self, text: str, size: float) -> float:
        """Return the width of a text."""
        return sum(self.widths.get(c, self.em / 2) for c in text) * size / self.em

    def glyph(self, c: str) -> str:
        """Return the name of a glyph in a picture."""
        return f"{self.style[0]}{ord(c):x}"


@lru_cache(maxsize=4096)
def _uses(face: TypefaceStyle, text: str, space: int) -> str:
    """Return references to the glyphs of a text, in order."""
    uses, along = [], 0.0
    for c in text:
        if face.paths.get(c):
            uses.append(f'<use href="#{face.glyph(c)}" xlink:href="#{face.glyph(c)}" x="{round(along)}"/>')
        along += face.widths.get(c, face.em / 2) + space
    return "".join(uses)


class TextWriter:
    """Writes the texts of a picture."""

    def __init__(self, faces: Mapping[str, TypefaceStyle]) -> None:
        self.faces = faces
        self.used: dict[str, set[str]] = {style: set() for style in faces}
        """The letters that were written, by style."""

    def width(self, text: str, size: float, style: str = "regular") -> float:
        """Return the width of a text."""
        return self.faces[style].width(text, size)

    def write(self, text: str, at: Point, size: float, colour: str, style: str = "regular", anchor: str = "start", halo: str = "",
              spaced: float = 0) -> str:  # fmt: skip
        """Write a text with its base line at a point. `halo`: the colour around its letters; `spaced`: more room between them."""
        face = self.faces[style]
        wide = face.width(text, size) + spaced * max(0, len(text) - 1)
        x = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        place = f"translate({format_length(x)} {format_length(at[1])}) scale({size * TENTHS / face.em:.4g})"
        self.used[style].update(text)
        inside = _uses(face, text, round(spaced * face.em / size))
        if not halo:
            return f'<g transform="{place}" fill="{colour}">{inside}</g>'
        ring = f'stroke="{halo}" stroke-width="{round(3 / size * face.em)}" stroke-linejoin="round"'
        return f'<g transform="{place}" fill="{colour}"><g {ring}>{inside}</g>{inside}</g>'

    def glyphs(self, *others: TextWriter) -> str:
        """Return definitions of all glyphs that were written, also by others."""
        used = {style: letters.union(*(other.used[style] for other in others)) for style, letters in self.used.items()}
        found = [(face, c) for face in self.faces.values() for c in sorted(used[face.style]) if face.paths.get(c)]
        return "".join(f'<path id="{face.glyph(c)}" d="{face.paths[c]}"/>' for face, c in found)


def read_faces(text: str) -> dict[str, TypefaceStyle]:
    """Read the styles of a typeface from glyphs.json: `em`, and for each style letter → [width, path]. Raises ValueError."""
    try:
        data = json.loads(text)
        em = float(data["em"])
        return {style: _face(style, em, data[style]) for style in STYLES}
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"these are no glyphs ({type(error).__name__}: {error})") from None


def _face(style: str, em: float, glyphs: Mapping[str, Sequence[float | str]]) -> TypefaceStyle:
    return TypefaceStyle(
        style, em, {c: float(entry[0]) for c, entry in glyphs.items()}, {c: str(entry[1]) for c, entry in glyphs.items()}
    )
