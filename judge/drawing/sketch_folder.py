"""A board that nobody drew: sketched from its borders, with lines between neighbours that the sketch cannot show side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import cos, radians
from pathlib import Path

from judge.board import Board, space_of
from judge.drawing.draw_variant import draw_board
from judge.drawing.sketch import Places, quoted, sketched
from judge.drawing.write_art import format_art
from judge.maps.art import Art, Point
from judge.maps.drawn_borders import compare_links
from judge.variants.folder import ART, GRID, PEN, PLACES, read_text
from judge.variants.yaml_source import FolderError, parse_document

FAR = re.compile(r"(?P<pair>\S+–\S+): neighbours for (?P<kind>armies|fleets), but they do not touch")
CLOSE = re.compile(r"(?P<pair>\S+–\S+): (they touch, but are no neighbours|a contact that no rule knows)")
ROUNDS = 3
"""How often lines are added and the board compared again: a bridge for armies joins fleets, too, which must be allowed."""


def sketch_folder(path: Path, board: Board, roots: Sequence[Path]) -> Art:
    """Write grid.txt, art.yaml and art.json into a folder; they must not be there. Raises FileExistsError."""
    for name in (GRID, PEN, ART):
        if (path / name).exists():
            raise FileExistsError(f"{path / name} is there already; a sketch would replace what somebody drew")
    grid, pen = sketched(board, read_places(read_text(path / PLACES), board, str(path / PLACES)))
    (path / GRID).write_text(grid, "utf-8")
    art = _drawn(path, pen, board, roots)
    lines, allowed = list[str](), list[str]()
    for _ in range(ROUNDS):
        said = list(compare_links(art, board, [pair.split("–") for pair in allowed]))
        if not said:
            break
        for each in said:
            if far := FAR.match(each):
                one, other = far["pair"].split("–")
                lines.append(_joined(art, one, other, far["kind"]))
            elif (close := CLOSE.match(each)) and close["pair"] not in allowed:
                allowed.append(close["pair"])
        art = _drawn(path, _amended(pen, lines, allowed), board, roots)
    (path / ART).write_text(format_art(art), "utf-8")
    return art


def read_places(text: str, board: Board, name: str) -> Places | None:
    """A folder's places.yaml: where each space lies, in longitude and latitude; None without a text. Raises FolderError."""
    if not text:
        return None
    root = parse_document(text, name)
    told: dict[str, list[tuple[float, float]]] = {}
    for code, node in root.table().items():
        line = node.plain()
        if code not in board.spaces:
            raise node.wrong("is no space of the board")
        try:
            told[code] = [(float(x), float(y)) for x, y in (line if isinstance(line[0], list) else [line])]
        except (ValueError, TypeError, IndexError):
            raise node.wrong(f"a place is [longitude, latitude], or a list of such points, not {line!r}") from None
    if left := sorted(set(board.spaces) - set(told)):
        raise FolderError(name, 0, f"does not say where {', '.join(left)} lies")
    north = [y for line in told.values() for _, y in line]
    shrunk = cos(radians((max(north) + min(north)) / 2))
    return {code: [(x * shrunk, -y) for x, y in line] for code, line in told.items()}


def _drawn(path: Path, pen: str, board: Board, roots: Sequence[Path]) -> Art:
    (path / PEN).write_text(pen, "utf-8")
    return draw_board(path, board, roots, bytes)


def _amended(pen: str, lines: Sequence[str], allowed: Sequence[str]) -> str:
    """art.yaml with more lines among its extras, and with pairs that may touch."""
    if lines and "\nextras:\n" not in pen:
        pen += "# Neighbours that do not touch on paper.\nextras:\n"
    if lines:
        pen += "\n".join(lines) + "\n"
    if allowed:
        pen += "# These touch on paper, or are joined by a bridge, though not every unit may go that way.\n"
        pen += "".join(_contacts(allowed))
    return pen


def _contacts(allowed: Sequence[str]) -> Iterator[str]:
    yield "scenery_contacts:\n"
    for pair in sorted(allowed):
        yield f"  - [{', '.join(quoted(place) for place in pair.split('–'))}]\n"


def _joined(art: Art, one: str, other: str, kind: str) -> str:
    """A line between two places: a bridge for armies, a passage for fleets."""
    ends = [list(_berth(art, place)) for place in (one, other)]
    what = "bridge" if kind == "armies" else "passage"
    return f"  - {{kind: {what}, between: [{quoted(one)}, {quoted(other)}], line: {ends}}}"


def _berth(art: Art, place: str) -> Point:
    """Where a unit stands in a place."""
    spot = art.places[space_of(place)]
    x, y = spot.coasts.get(place.partition(".")[2], spot.unit)
    return round(x, 1), round(y, 1)
