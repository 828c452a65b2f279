"""Debian's poppler-utils: what stands in a PDF, and what its pages look like."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO

from PIL import Image


def missing() -> str:
    """Why a PDF cannot be looked at, '' if it can."""
    return "" if shutil.which("pdftotext") else "tier missing: no pdftotext here (Debian: apt-get install poppler-utils)"


def words_of(pdf: bytes, page: int = 0) -> str:
    """All its text, or that of a page, lines run together."""
    only = ("-f", str(page), "-l", str(page)) if page else ()
    return " ".join(_asked("pdftotext", "-layout", *only, "-", "-", given=pdf).decode().split())


def about(pdf: bytes) -> dict[str, str]:
    """What pdfinfo says of it: `Pages`, `Page size`, `Title`."""
    lines = _asked("pdfinfo", "-", given=pdf).decode().splitlines()
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def pictures(pdf: bytes, pages: int, dots: int) -> list[Image.Image]:
    """Each page in grey, so many dots to the inch."""
    once = ("pdftoppm", "-gray", "-r", str(dots))
    return [Image.open(BytesIO(_asked(*once, "-f", str(n), "-l", str(n), "-", given=pdf))) for n in range(1, pages + 1)]


def _asked(*argv: str, given: bytes) -> bytes:
    return subprocess.run(argv, input=given, capture_output=True, check=True, timeout=300).stdout
