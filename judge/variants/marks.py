"""What a folder declares about its map, and the drawn board: marks.yaml and art.json, its own before those that it extends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.maps.art import Art, ArtError, read_art
from judge.maps.colours import parse_rgb
from judge.maps.mark_rules import (
    GROUNDS,
    SHAPES,
    SOURCES,
    SPOTS,
    STYLES,
    Fill,
    Mark,
    Marks,
    OrderLineStyle,
    SpaceSelection,
    SpaceSelector,
)
from judge.variants.folder import VariantFolder, extends_chain, merge, read_text, without_powers
from judge.variants.yaml_source import FolderError, YamlNode, parse_document

MARKS, ART = "marks.yaml", "art.json"
KEYS = ("marks", "fills", "centres", "orders", "ways", "units", "beside", "country", "beyond", "colours")
NOTE = "note "
"""What the country begins with if the map's own notes tell it."""


def load_marks(folder: str, roots: Sequence[Path]) -> Marks:
    """What a folder and those it extends declare. Raises FolderError at the first mistake."""
    return read_marks(merged_marks(tuple(extends_chain(folder, roots))))


def load_art(folder: str, roots: Sequence[Path]) -> Art | None:
    """The board as it is drawn, by the nearest folder that has it; None if none has. Raises FolderError if it cannot be read."""
    for each in reversed(tuple(extends_chain(folder, roots))):
        if text := read_text(each.path / ART):
            try:
                return read_art(text)
            except ArtError as error:
                raise FolderError(str(each.path / ART), 0, str(error)) from None
    return None


def merged_marks(chain: Sequence[VariantFolder]) -> YamlNode:
    """The marks.yaml of a folder and all it extends, as one; a list is taken over whole or not at all. What is told of a power is
    dropped where a folder takes the power away.
    """
    sheet = YamlNode({}, str(chain[-1].path / MARKS), 0)
    for each in chain:
        below = without_powers(sheet, each.powers_gone, "country", "colours")
        sheet = merge(below, parse_document(each.text(MARKS), str(each.path / MARKS)))
    return sheet


def read_marks(sheet: YamlNode) -> Marks:
    """All marks. Raises FolderError."""
    sheet.only(*KEYS)
    country = sheet.get("country")
    noted = isinstance(country.value, str)
    return Marks(
        marks=tuple(_mark(item, "second") for item in sheet.get("marks").list()),
        fills=tuple(map(_fill, sheet.get("fills").list())),
        centres=tuple(_mark(item, "centre") for item in sheet.get("centres").list()),
        orders={verb: _way(entry) for verb, entry in sheet.get("orders").table().items()},
        ways={via: _way(entry) for via, entry in sheet.get("ways").table().items()},
        units={kind: word.text() for kind, word in sheet.get("units").table().items()},
        beside={space: title.text() for space, title in sheet.get("beside").table().items()},
        country={} if noted else {space: power.text() for space, power in country.table().items()},
        country_note=country.text().removeprefix(NOTE) if noted else "",
        beyond=sheet.get("beyond").text(),
        colours={power: _colour(entry) for power, entry in sheet.get("colours").table().items()},
    )


def _mark(item: YamlNode, spot: str) -> Mark:
    item.only("shape", "at", "but", "colour", "text", "spot", "legend")
    shape = _one_of(item.get("shape"), SHAPES)
    where = item.get("spot")
    spot = spot if where.empty else _one_of(where, SPOTS)
    return Mark(shape, _chosen(item), item.get("colour").text(), item.get("text").text(), spot, item.get("legend").text())


def _fill(item: YamlNode) -> Fill:
    item.only("ground", "at", "but", "colour", "legend")
    ground = "land" if item.get("ground").empty else _one_of(item.get("ground"), GROUNDS)
    return Fill(ground, _chosen(item), item.get("colour").text(), item.get("legend").text())


def _way(entry: YamlNode) -> OrderLineStyle:
    entry.only("style", "from", "to", "track", "legend")
    start, end = (entry.get(key) for key in ("from", "to"))
    ends = ("unit", "of", "target")
    return OrderLineStyle(
        _one_of(entry.get("style"), STYLES),
        "unit" if start.empty else _one_of(start, ends),
        "target" if end.empty else _one_of(end, ends),
        entry.get("track").text(),
        entry.get("legend").text(),
    )


def _chosen(item: YamlNode) -> SpaceSelection:
    at, but = (tuple(map(_choice, item.get(key).list())) for key in ("at", "but"))
    if not at:
        raise item.wrong("`at` must say which spaces: fact NAME, note NAME, kind NAME, homes or centres")
    return SpaceSelection(at, but)


def _choice(item: YamlNode) -> SpaceSelector:
    source, _, rest = item.text().partition(" ")
    name, _, value = rest.partition(" ")
    if source not in SOURCES or bool(name) == (source in ("homes", "centres")):
        raise item.wrong(f"{item.text()!r} names no spaces: write fact NAME, note NAME, kind NAME, homes or centres")
    return SpaceSelector(source, name, value)


def _one_of(sheet: YamlNode, known: Sequence[str]) -> str:
    if sheet.text() not in known:
        raise sheet.wrong(f"{sheet.text()!r} is none of {', '.join(known)}")
    return sheet.text()


def _colour(sheet: YamlNode) -> str:
    """One colour, or two: that of units, and that of land."""
    parts = sheet.text().split()
    if not 1 <= len(parts) <= 2:
        raise sheet.wrong("one colour is expected here, or two: that of units and that of land")
    for part in parts:
        try:
            parse_rgb(part)
        except ValueError as error:
            raise sheet.wrong(str(error)) from None
    return " ".join(parts)
