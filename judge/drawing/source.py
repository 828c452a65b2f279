"""What a board is drawn from: a folder's art.yaml and grid.txt, and those facts of its map that the drawing shows."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.board import Board
from judge.variants.folder import GRID, PEN, read_text
from judge.variants.yaml_source import FolderError, parse_document

NUMBER = re.compile(r"-?\d+(\.\d+)?")
WORDS = ("labels", "notes", "text", "note")
"""Keys under which a number is a text."""


class Source(NamedTuple):
    """One folder's drawing."""

    pen: Mapping[str, Any]
    """art.yaml, its numbers read."""
    grid: str
    fingerprint: str
    """SHA-256 of both and of the map's facts."""


def read_source(path: Path, board: Board) -> Source:
    """The source in a folder. Raises FolderError if missing."""
    text, grid = read_text(path / PEN), read_text(path / GRID)
    if not text:
        raise FolderError(str(path / PEN), 0, "is missing; a board is drawn from it")
    return Source(_numbers(parse_document(text, str(path / PEN)).plain()), grid, fingerprint(text, grid, board))


def fingerprint(text: str, grid: str, board: Board) -> str:
    """The fingerprint that shows whether a drawing is up to date."""
    facts = {code: [space.kind, space.centre, space.coasts, bool(board.places("F", code))] for code, space in board.spaces.items()}
    return hashlib.sha256("\0".join((text, grid, json.dumps(facts))).encode()).hexdigest()


def _numbers(value: Any, key: str = "") -> Any:
    if isinstance(value, Mapping):
        return {name: _numbers(part, name if key not in WORDS else key) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_numbers(part, key) for part in value]
    return float(value) if key not in WORDS and NUMBER.fullmatch(value) else value
