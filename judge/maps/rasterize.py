"""The room's edge to the world: SVG in, a PNG of few colours out. Its own program, run once a picture (see `png`).

resvg holds Python's lock while it draws, so that in the daemon's process every letter would wait for a picture; and all that it may
meet in a picture, it can only take itself down.
"""

from __future__ import annotations

import io
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

SECONDS = 60.0
"""How long a picture may take before it is given up."""
COLOURS, FEWER = 256, 96
"""Colours of a picture, and of one that would be LARGE with so many: what is lost then is in the edges of letters."""
LARGE = 200_000
"""Bytes."""


class RasterizeError(RuntimeError):
    """A picture could not be made; the message says why."""


def svg_to_png(svg: str, width: int, ground: bytes = b"") -> bytes:
    """The picture so many pixels wide, made in its own process. `ground`: a PNG that it is laid upon. Raises RasterizeError."""
    command = [sys.executable, "-m", __name__, str(width), str(len(ground))]
    try:
        done = subprocess.run(command, input=ground + svg.encode(), capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RasterizeError(str(error)) from error
    if done.returncode or not done.stdout:
        raise RasterizeError(f"exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-500:]}")
    return done.stdout


def render_png(svg: str, width: int, ground: bytes = b"") -> bytes:
    """The picture, made here and now, with a palette of its commonest colours, without dots between them. Raises ValueError if
    it is no SVG."""
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
    """The ground and the SVG on standard input, a PNG on standard output."""
    width, long = map(int, sys.argv[1:])
    given = sys.stdin.buffer.read()
    sys.stdout.buffer.write(render_png(given[long:].decode(), width, given[:long]))


if __name__ == "__main__":
    main()
