"""Letters as outlines, so that a map looks the same everywhere and needs no fonts: a typeface in, judge/maps/glyphs.json out.

`python -m judge.drawing.glyphs` rewrites it. The typeface is EB Garamond under the Open Font Licence (text in the folder).
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from fontTools.misc.transform import Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from judge.drawing.atlas import download_atlas

PACKAGE = "@fontsource/eb-garamond@5.3.0"
STYLES = {"regular": "400-normal", "italic": "400-italic", "bold": "700-normal"}
PLAIN = "".join(map(chr, range(32, 127)))
MORE = "ÄÖÜäöüßÅåØøÇçÉéÈèÊêáàâíîñóôúû–—‘’“”…·×½"
EM = 360
"""Units an em is divided into: at 20 px a letter's corners are right to the eighteenth part of a pixel."""
OUT = Path(__file__).resolve().parent.parent / "maps"


class PathWriter(BasePen):  # type: ignore[misc]
    """Writes a path in whole units, each step from where the one before it ended."""

    def __init__(self, shapes: Any) -> None:
        super().__init__(shapes)
        self.text: list[str] = []
        self.start, self.last, self.command = (0, 0), (0, 0), ""

    def _step(self, command: str, *points: tuple[float, float]) -> None:
        steps = [round(end) - start for point in points for end, start in zip(point, self.last, strict=True)]
        numbers = "".join(f"{step}" if step < 0 or not n else f" {step}" for n, step in enumerate(steps))
        between = " " if command == self.command and steps[0] >= 0 else ""
        self.text.append((between if command == self.command else command) + numbers)
        self.last, self.command = (round(points[-1][0]), round(points[-1][1])), command

    def _moveTo(self, point: tuple[float, float]) -> None:
        self._step("m", point)
        self.start = self.last

    def _lineTo(self, point: tuple[float, float]) -> None:
        self._step("l", point)

    def _qCurveToOne(self, by: tuple[float, float], to: tuple[float, float]) -> None:
        self._step("q", by, to)

    def _curveToOne(self, by: tuple[float, float], near: tuple[float, float], to: tuple[float, float]) -> None:
        self._step("c", by, near, to)

    def _closePath(self) -> None:
        self.text.append("z")
        self.last, self.command = self.start, "z"


def glyph_outlines(font: Any, letters: str) -> dict[str, list[Any]]:
    """Letter → [advance, path], in ems of `EM` units, y going down from the base line."""
    names, shapes = font.getBestCmap(), font.getGlyphSet()
    scale = EM / font["head"].unitsPerEm
    found: dict[str, list[Any]] = {}
    for letter in filter(lambda each: ord(each) in names, letters):
        glyph, pen = shapes[names[ord(letter)]], PathWriter(shapes)
        glyph.draw(TransformPen(pen, Transform(scale, 0, 0, -scale, 0, 0)))
        found[letter] = [round(glyph.width * scale), "".join(pen.text)]
    return found


def main() -> None:
    """Fetch the typeface and write its outlines and its licence."""
    styles = {}
    for style, file in STYLES.items():
        font = TTFont(io.BytesIO(download_atlas(PACKAGE, f"package/files/eb-garamond-latin-{file}.woff")))
        styles[style] = glyph_outlines(font, PLAIN + MORE)
    lines = [
        f'"{style}":{{\n' + ",\n".join(f"{json.dumps(k, ensure_ascii=False)}:{json.dumps(v)}" for k, v in of.items()) + "\n}"
        for style, of in styles.items()
    ]
    text = f'{{"em":{EM},\n' + ",\n".join(lines) + "}\n"
    (OUT / "glyphs.json").write_text(text.replace('", "', '","').replace(", ", ","), "utf-8")
    (OUT / "OFL.txt").write_bytes(download_atlas(PACKAGE, "package/LICENSE"))


if __name__ == "__main__":
    main()
