"""What jDip calls a board: a folder's jdip.yaml. EXPORT then brings a game for jDip, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.variants.folder import JDIP, extends_chain
from judge.variants.yaml_source import YamlNode, parse_document


@dataclass(frozen=True)
class JdipBoard:
    """A board that jDip has, too, with the same short names of spaces."""

    variant: str
    """Its name there."""
    beyond: Mapping[str, str] = field(default_factory=dict)
    """Short name → name of spaces that are drawn there, and that nobody may enter."""


def load_jdip_board(folder: str, roots: Sequence[Path]) -> JdipBoard | None:
    """The board of a folder as jDip has it; None if the folder does not say so. Raises FolderError."""
    *_, own = extends_chain(folder, roots)
    return read_jdip_board(parse_document(own.text(JDIP), str(own.path / JDIP)))


def read_jdip_board(sheet: YamlNode) -> JdipBoard | None:
    """What jdip.yaml says; None if it is empty. Raises FolderError."""
    if sheet.empty:
        return None
    sheet.only("variant", "beyond")
    return JdipBoard(sheet.get("variant").text(), {short: name.text() for short, name in sheet.get("beyond").table().items()})
