"""Turn SVG into a PNG with few colours, in a process of its own for each picture (see `svg_to_png`).

If a picture makes the renderer crash, only this process ends; and the daemon's process, with its letters, has no part in the work.
"""

from __future__ import annotations

import ctypes
import io
import sys
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from PIL import Image
    from thorvg_python.paint.picture import Picture

SECONDS = 60.0
"""Seconds after which a picture is given up."""
FLATS, EDGES = 128, 8
"""The most colours that fill areas, and the most of others, which are in the edges of letters and lines: nobody misses them there,
but they are a fifth of the bytes.
"""
FLAT_APART, APART, FLAT = 10, 36, 24_000
"""How far apart any two are, and what part of the picture a colour fills that fills areas: one unit does."""


MANY = 65_536
"""The most colours that are counted; drawings have about ten thousand."""
Colour = tuple[int, int, int]
Counted = list[tuple[int, Colour]]
_ANY = (1, 1, 1, 0)
"""Adds the channels of a colour: 0 if it is black."""
_NO_AREA = (1, 2, 3)
"""Stands for the pixels whose neighbour has another colour."""


class RasterizeError(RuntimeError):
    """A picture could not be made; the message says why."""


def svg_to_png(svg: str, width: int, ground: bytes = b"") -> bytes:
    """Return the picture at a width in pixels, made in its own process. `ground`: a PNG to draw it on. Raises RasterizeError."""
    import subprocess  # the program that draws does without it, and begins sooner

    command = [sys.executable, "-m", __name__, str(width), str(len(ground))]
    try:
        done = subprocess.run(command, input=ground + svg.encode(), capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RasterizeError(str(error)) from error
    if done.returncode or not done.stdout:
        raise RasterizeError(f"exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-500:]}")
    return done.stdout


def render_png(svg: str, width: int, ground: bytes = b"") -> bytes:
    """Return the picture, made in this process, in a few of its commonest colours and without dithering. Raises ValueError if it is
    not an SVG.
    """
    out = io.BytesIO()
    _in_few_colours(_drawn(svg, width, ground)).save(out, "PNG", compress_level=7)
    return out.getvalue()


def _drawn(svg: str, width: int, ground: bytes) -> Image.Image:
    """Return the picture in all its colours; black where nothing is drawn."""
    from PIL import Image

    drawing = _read_svg(svg)
    _, wide, high = drawing.get_size()
    drawing.set_size(width, high * width / wide)
    below = Image.new("RGBX", (width, ceil(high * width / wide)))
    if ground:
        below.paste(Image.open(io.BytesIO(ground)).convert("RGBX"))
    return _painted(drawing, below).convert("RGB")


def paint_sheet(svg: str, below: Image.Image) -> Image.Image:
    """Return the pixels of an SVG of the same size upon others: of mode RGBX upon a picture, of mode RGBa (a sheet that one can see
    through) upon such a sheet. Raises ValueError if it is not an SVG.
    """
    return _painted(_read_svg(svg), below)


def _read_svg(svg: str) -> Picture:
    from thorvg_python.base import Result
    from thorvg_python.engine import Engine
    from thorvg_python.paint.picture import Picture

    drawing = Picture(Engine(threads=0))
    if drawing.load_data(svg.encode(), "svg", None, True) != Result.SUCCESS:
        raise ValueError("not an SVG that can be drawn")
    return drawing


def _painted(drawing: Picture, below: Image.Image) -> Image.Image:
    from PIL import Image
    from thorvg_python.canvas.sw import SwCanvas

    canvas = SwCanvas(drawing.engine)
    canvas.set_target(*below.size)
    pixels = canvas.buffer_arr
    if pixels is None:
        raise ValueError(f"no canvas of {below.width} by {below.height} pixels")
    ctypes.memmove(pixels, below.tobytes(), ctypes.sizeof(pixels))
    canvas.add(drawing)
    canvas.draw(clear=False)
    canvas.sync()
    canvas.destroy()
    return Image.frombytes(below.mode, below.size, bytes(pixels), "raw", below.mode)


def _in_few_colours(picture: Image.Image) -> Image.Image:
    """Return the picture in the colours that fill its areas and a few others; of each kind the commonest are taken, as counted in
    every second pixel of every second row.
    """
    from PIL import Image, ImageChops

    size = (-(-picture.width // 2), -(-picture.height // 2))
    sample = picture.resize(size, Image.Resampling.NEAREST)
    beside = ImageChops.offset(picture, -2, -2).resize(size, Image.Resampling.NEAREST)
    edges = ImageChops.difference(sample, beside).convert("L", _ANY).point([0] + [255] * 255)
    areas, found = sample.copy(), cast("Counted | None", sample.getcolors(MANY))
    areas.paste(_NO_AREA, mask=edges)
    inside = cast("Counted | None", areas.getcolors(MANY))
    if found is None or inside is None:
        return picture.quantize(EDGES + FLATS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    least = size[0] * size[1] / FLAT
    flat = {colour for many, colour in inside if many >= least}
    order = [colour for _, colour in sorted(found, key=lambda each: (-each[0], each[1]))]
    kept: list[Colour] = []
    _keep(kept, [colour for colour in order if colour in flat], FLAT_APART, FLATS)
    _keep(kept, [colour for colour in order if colour not in flat], APART, len(kept) + EDGES)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in kept for part in colour] + list(kept[0]) * (256 - len(kept)))
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def _keep(kept: list[Colour], order: Sequence[Colour], apart: int, most: int) -> None:
    """Add colours to those that are kept till there are so many, but none that is nearer to another."""
    for red, green, blue in order:
        if len(kept) == most:
            return
        for r, g, b in kept:
            if (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 < apart * apart:
                break
        else:
            kept.append((red, green, blue))


def main() -> None:
    """Read the ground and the SVG from standard input; write a PNG to standard output."""
    width, long = map(int, sys.argv[1:])
    given = sys.stdin.buffer.read()
    sys.stdout.buffer.write(render_png(given[long:].decode(), width, given[:long]))


if __name__ == "__main__":
    main()
