"""How wide a word is on a map, by the outlines that maps are lettered with."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

GLYPHS = Path(__file__).resolve().parent.parent / "maps" / "glyphs.json"


@cache
def _glyphs() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(GLYPHS.read_text("utf-8"))
    return found


def text_width(text: str, size: float, style: str) -> float:
    """The width of a text in units of the drawing, in a style (`regular`, `italic`, `bold`)."""
    glyphs = _glyphs()
    advance: float = sum(glyphs[style].get(letter, glyphs[style]["n"])[0] for letter in text)
    return advance * size / float(glyphs["em"])
