"""A folder's drawn board: whether it shows every space, and which borders it shows otherwise than the rules have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.assets import Assets
from judge.board import Board
from judge.maps.art import Art
from judge.maps.drawn_borders import compare_links
from judge.variants.folder import ART, PEN, load_ruleset, read_text
from judge.variants.marks import load_art
from judge.variants.yaml_source import FolderError, parse_document

CONTACTS = "scenery_contacts"
"""The key of art.yaml with pairs of spaces that may touch as drawn."""


def drawing_mistakes(path: Path, art: Art, board: Board) -> Iterator[FolderError]:
    """Spaces that are not drawn, of a board whose facts make no more of them."""
    if (path / ART).is_file():
        for space in board.spaces:
            if space not in art.faces and space not in art.boxes:
                yield FolderError(str(path / ART), 0, f"{space} is not drawn; `judge draw-map` draws the board")


def drawing_notes(path: Path, roots: Sequence[Path], assets: Assets) -> Iterator[str]:
    """What somebody should know of a sound folder's map: that there is none, or which borders it does not show as they are."""
    board = load_ruleset(path.name, roots, assets.grammars()).board
    art = load_art(path.name, roots)
    if art is None:
        yield "there is no drawn board, so letters bring no map; `judge draw-map` draws one"
        return
    pen = parse_document(read_text(path / PEN), str(path / PEN)).get(CONTACTS)
    yield from (f"the map: {said}" for said in sorted(compare_links(art, board, [pair.texts() for pair in pen.list()])))
