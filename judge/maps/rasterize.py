"""Turn SVG into a PNG with few colours, in a process of its own for each picture (see `svg_to_png`).

resvg holds Python's lock while it draws, so in the daemon's process every letter would wait for a picture. And if a picture makes
it crash, only this process ends.
"""

from __future__ import annotations

import io
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

SECONDS = 60.0
"""Seconds after which a picture is given up."""
COLOURS, FEWER = 256, 96
"""The colours of a picture, and of one that would be LARGE with so many. What is lost is in the edges of letters."""
LARGE = 200_000
"""The size in bytes above which a picture gets fewer colours."""


class RasterizeError(RuntimeError):
    """A picture could not be made; the message says why."""


def svg_to_png(svg: str, width: int, ground: bytes = b"") -> bytes:
    """Return the picture at a width in pixels, made in its own process. `ground`: a PNG to draw it on. Raises RasterizeError."""
    command = [sys.executable, "-m", __name__, str(width), str(len(ground))]
    try:
        done = subprocess.run(command, input=ground + svg.encode(), capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RasterizeError(str(error)) from error
    if done.returncode or not done.stdout:
        raise RasterizeError(f"exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-500:]}")
    return done.stdout


def render_png(svg: str, width: int, ground: bytes = b"") -> bytes:
    """Return the picture, made in this process, with a palette of its commonest colours and without dithering. Raises ValueError if
    it is not an SVG.
    """
    import resvg_py
    from PIL import Image

    picture = Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)))
    whole = Image.new("RGB", picture.size)
    if ground:
        whole.paste(Image.open(io.BytesIO(ground)))
    whole.paste(picture, mask=picture if picture.mode == "RGBA" else None)
    found = _written(whole, COLOURS)
    return found if len(found) <= LARGE else _written(whole, FEWER)


def _written(picture: Image.Image, colours: int) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    picture.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", compress_level=6)
    return out.getvalue()


def main() -> None:
    """Read the ground and the SVG from standard input; write a PNG to standard output."""
    width, long = map(int, sys.argv[1:])
    given = sys.stdin.buffer.read()
    sys.stdout.buffer.write(render_png(given[long:].decode(), width, given[:long]))


if __name__ == "__main__":
    main()
