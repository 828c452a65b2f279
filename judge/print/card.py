"""The picture that other programs show beside a link to a game's page (Open Graph): 1200 to 630 pixels."""

from __future__ import annotations

import io
import re

from judge.maps.colours import PALETTES
from judge.maps.rasterize import svg_to_png

SIZE = (1200, 630)
_SHAPE = re.compile(r'width="(\d+)" height="(\d+)"')


def card_png(svg: str) -> bytes:
    """Return a map as such a picture, whole, in the middle of paper. Raises RasterizeError."""
    from PIL import Image

    found = _SHAPE.search(svg)
    wide, high = map(int, found.groups()) if found else SIZE
    across = int(min(SIZE[0], SIZE[1] * wide / high))
    with Image.open(io.BytesIO(svg_to_png(svg, across))) as drawn:
        card = Image.new("RGB", SIZE, PALETTES["colour"].paper)
        card.paste(drawn, ((SIZE[0] - drawn.width) // 2, (SIZE[1] - drawn.height) // 2))
        few = drawn.copy()
    out = io.BytesIO()
    card.quantize(palette=few, dither=Image.Dither.NONE).save(out, "PNG", compress_level=6)
    return out.getvalue()
