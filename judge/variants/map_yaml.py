"""A folder's map.yaml to a Board: spaces with their names, and links that are told, or derived from borders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.board import IMPASSABLE, Board, PlaceNames, Space, space_of
from judge.board.derived_links import EDGE, Links, derive_links
from judge.variants.map_mistakes import map_mistakes
from judge.variants.yaml_source import YamlNode

KNOWN = ("name", "kind", "centre", "also", "abroad", "armies", "fleets", "borders", "convoys", "one_way")
HOME = "home of "


def read_board(sheet: YamlNode) -> Board:
    """The board of a merged map.yaml. Raises FolderError with the line of the first mistake."""
    for wrong in map_mistakes(sheet):
        raise wrong
    entries = sheet.table()
    kinds = {code: _kind(entry) for code, entry in entries.items()}
    links = _links(entries, kinds)
    spaces = {code: _space(code, entry, kinds[code], links) for code, entry in entries.items()}
    return Board(spaces, links, PlaceNames.of(_names(spaces)))


def _links(entries: Mapping[str, YamlNode], kinds: Mapping[str, str]) -> Links:
    closed = {code for code, kind in kinds.items() if kind == IMPASSABLE}
    bordered = {
        code: tuple(EDGE if other in closed else other for other in entry.get("borders").texts())
        for code, entry in entries.items()
        if not entry.get("borders").empty and code not in closed
    }
    links = derive_links(kinds, bordered)
    for code, entry in entries.items():
        if code not in bordered and code not in closed:
            _told(code, entry, links)
    for by_place in links.values():
        for place, target in [(place, to) for place, targets in by_place.items() for to in targets if to in bordered]:
            by_place[target] = by_place.get(target, frozenset()) | {place}  # no more than is there, or what a told space tells
    return links


def _kind(entry: YamlNode) -> str:
    kind = entry.get("kind").text()
    if not kind:
        raise entry.wrong("a space needs a kind: land, sea or a word of the game's own")
    return kind


def _told(code: str, entry: YamlNode, links: Links) -> None:
    """Enter the links a space tells itself (`armies`, `fleets`, the latter by coast where it is split)."""
    if _kind(entry) != "sea":
        links["A"][code] = frozenset(entry.get("armies").texts())
    fleets = entry.get("fleets")
    if isinstance(fleets.value, Mapping):
        links["F"].update({f"{code}.{coast}": frozenset(to.texts()) for coast, to in fleets.value.items()})
    elif not fleets.empty or _kind(entry) == "sea":
        links["F"][code] = frozenset(fleets.texts())


def _space(code: str, entry: YamlNode, kind: str, links: Links) -> Space:
    fleets = entry.get("fleets")
    coasts = tuple(fleets.value) if isinstance(fleets.value, Mapping) else ()
    centre = entry.get("centre").text()
    shore = kind == "land" and any(space_of(place) == code for place in links["F"])
    notes = {key: _note(part) for key, part in entry.table().items() if key not in KNOWN or key == "borders"}
    return Space(
        code=code,
        name=entry.get("name").text() or code,
        kind="coast" if shore else kind,
        coasts=coasts,
        centre=centre not in ("", "no"),
        home=centre.removeprefix(HOME) if centre.startswith(HOME) else "",
        also=entry.get("also").texts(),
        abroad=entry.get("abroad").texts(),
        convoys=not entry.get("convoys").empty and entry.get("convoys").flag(),
        one_way=entry.get("one_way").texts(),
        notes=notes,
    )


def _note(part: YamlNode) -> str:
    return part.value if isinstance(part.value, str) else " ".join(part.texts())


def _names(spaces: Mapping[str, Space]) -> Iterator[tuple[str, str]]:
    for code, space in spaces.items():
        yield from ((name, code) for name in (code, space.name, *space.also, *space.abroad))
