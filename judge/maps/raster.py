"""The room's edge to the world: SVG in, a PNG of few colours out. A program of its own, run once a picture (see `png`).

resvg holds Python's lock while it draws, so that in the daemon's process every letter would wait for a picture; and whatever it may
meet in a picture, it can only take itself down.
"""

from __future__ import annotations

import io
import subprocess
import sys

SECONDS = 60.0
"""How long a picture may take before it is given up."""
COLOURS = 256


class NoPicture(RuntimeError):
    """A picture could not be made; the message says why."""


def png(svg: str, width: int) -> bytes:
    """The picture so many pixels wide, made in a process of its own. Raises NoPicture."""
    command = [sys.executable, "-m", __name__, str(width)]
    try:
        done = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoPicture(str(error)) from error
    if done.returncode or not done.stdout:
        raise NoPicture(f"exit {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-500:]}")
    return done.stdout


def shrunk(raw: bytes) -> bytes:
    """A PNG with a palette of its commonest colours, without dots between them."""
    from PIL import Image

    picture = Image.open(io.BytesIO(raw)).convert("RGB")
    small = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", compress_level=6)
    return out.getvalue()


def render(svg: str, width: int) -> bytes:
    """The picture, made here and now. Raises ValueError if it is no SVG."""
    import resvg_py

    return shrunk(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def main() -> None:
    """SVG on standard input, PNG on standard output."""
    sys.stdout.buffer.write(render(sys.stdin.buffer.read().decode(), int(sys.argv[1])))


if __name__ == "__main__":
    main()
