"""Draws docs/example.png, the map that README.md shows, from docs/example.yaml.

    python deploy/docs/example.py
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import yaml
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from judge import PhaseResult, adjudicate, load_game
from judge.maps.rasterize import render_png

DOCS = Path(__file__).parents[2] / "docs"
CASE, PICTURE = DOCS / "example.yaml", DOCS / "example.png"
WIDTH = 1000
SOURCE = "source"
"""The key in the picture under which its SVG's fingerprint stands: pixels differ with the renderer's version, the SVG does not."""


def example() -> PhaseResult:
    """The turn of docs/example.yaml, judged."""
    case = yaml.safe_load(CASE.read_text("utf-8"))
    game = load_game(case["variant"])
    return adjudicate(game, game.position(case["phase"], units=case["units"], owners=case["owners"]), case["orders"])


def fingerprint(svg: str) -> str:
    """What tells whether a picture is that of an SVG."""
    return hashlib.sha256(svg.encode()).hexdigest()


def main() -> None:
    """Draw the picture again."""
    svg = example().draw()
    about = PngInfo()
    about.add_text(SOURCE, fingerprint(svg))
    Image.open(io.BytesIO(render_png(svg, WIDTH))).save(PICTURE, optimize=True, pnginfo=about)


if __name__ == "__main__":
    main()
