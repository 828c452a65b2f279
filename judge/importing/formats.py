"""Which judge's files these are, by looking; and their board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from judge.importing.dpjudge import is_map, read_map
from judge.importing.foreign import ForeignBoard, ImportFault
from judge.importing.godip import is_godip, read_godip
from judge.importing.jdip import is_jdip, read_jdip
from judge.importing.njudge import is_njudge, read_njudge
from judge.importing.tidy import tidy

FORMATS: Mapping[str, Callable[[Path, str], ForeignBoard]] = {
    "njudge": lambda path, variant: read_njudge(path),
    "godip": lambda path, variant: read_godip(path),
    "jdip": read_jdip,
    "dpjudge": lambda path, variant: read_map(path),
    "diplomacy": lambda path, variant: read_map(path),
}
"""Name → reader of a path and, where one file has several boards, the name of one."""
LARGEST = 4_000_000
"""Bytes of a file that is looked into."""


def find_format(path: Path) -> str:
    """The format of a file or folder, '' if it is none that is known."""
    if is_godip(path):
        return "godip"
    if is_jdip(path):
        return "jdip"
    if not path.is_file() or path.stat().st_size > LARGEST:
        return ""
    text = path.read_text("latin-1")
    if is_map(path, text):
        return "dpjudge"
    return "njudge" if is_njudge(path, text) else ""


def read_board(path: Path, form: str = "", variant: str = "") -> ForeignBoard:
    """The board of a file or folder, made sound. `variant`: which, where there are several.

    Raises ImportFault.
    """
    if not path.exists():
        raise ImportFault(f"there is no {path}")
    form = form or find_format(path)
    if form not in FORMATS:
        known = "a map of njudge, a `.map`, jDip's variants.xml, or a folder of godip"
        raise ImportFault(f"{path} is no board that I know ({known}); --format says which it is")
    try:
        return tidy(FORMATS[form](path, variant))
    except (ValueError, IndexError, KeyError, OSError) as error:
        if isinstance(error, ImportFault):
            raise
        raise ImportFault(f"{path} cannot be read as a board of {form}: {error!r}") from error
