"""The picture that other programs show beside a link to a game's page (Open Graph): 1200 to 630 pixels."""

from __future__ import annotations

import io

from judge.maps.colours import PALETTES
from judge.maps.rasterize import svg_to_png

SIZE = (1200, 630)


def card_png(svg: str) -> bytes:
    """Return a map as such a picture, whole, in the middle of paper. Raises RasterizeError."""
    from PIL import Image

    with Image.open(io.BytesIO(svg_to_png(svg, SIZE[0]))) as drawn:
        share = min(SIZE[0] / drawn.width, SIZE[1] / drawn.height)
        small = drawn.convert("RGB").resize((round(drawn.width * share), round(drawn.height * share)), Image.Resampling.LANCZOS)
    card = Image.new("RGB", SIZE, PALETTES["colour"].paper)
    card.paste(small, ((SIZE[0] - small.width) // 2, (SIZE[1] - small.height) // 2))
    out = io.BytesIO()
    card.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
