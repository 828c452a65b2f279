"""The picture that other programs show beside a link to a game's page (Open Graph): 1200 to 630 pixels."""

from __future__ import annotations

import io
import re

from judge.maps.colours import PALETTES
from judge.maps.rasterize import render_png

SIZE = (1200, 630)
_SHAPE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="\d+" height="\d+"')


def card_png(svg: str) -> bytes:
    """Return a map as such a picture, whole, in the middle of paper. Raises ValueError if it is not a map."""
    from PIL import Image

    found = _SHAPE.search(svg)
    if found is None:
        raise ValueError("not a map")
    wide, high = map(float, found.groups())
    scale = max(wide / SIZE[0], high / SIZE[1])
    across, down = (side * scale for side in SIZE)
    around = f"{(wide - across) / 2:.1f} {(high - down) / 2:.1f} {across:.1f} {down:.1f}"
    paper = io.BytesIO()
    Image.new("RGB", SIZE, PALETTES["colour"].paper).save(paper, "PNG")
    shape = f'viewBox="{around}" width="{SIZE[0]}" height="{SIZE[1]}"'
    return render_png(svg.replace(found.group(), shape, 1), SIZE[0], paper.getvalue())
