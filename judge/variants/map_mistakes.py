"""What can be wrong with a map, all of it: spaces without a kind, links to nowhere, borders that do not lead back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain

from judge.board import IMPASSABLE, normalize_name, space_of
from judge.board.derived_links import EDGE
from judge.variants.yaml_source import FolderError, YamlNode

Entries = Mapping[str, YamlNode]


def map_mistakes(sheet: YamlNode) -> Iterator[FolderError]:
    """Every mistake of a merged map.yaml, each at its line. A list where a table should be, or the like, raises instead."""
    entries = {code: entry for code, entry in sheet.table().items() if isinstance(entry.value, Mapping)}
    for code, entry in sheet.table().items():
        if code not in entries:
            yield entry.wrong("a space is a table: {name: …, kind: …, borders: […]}")
    for code, entry in entries.items():
        yield from _space(code, entry)
    yield from _names(entries)
    for code, entry in entries.items():
        yield from _borders(code, entry, entries)
    for kind in ("A", "F"):
        told = {code: list(_told(code, kind, entries)) for code in entries}
        known = {(place, item.text()) for links in told.values() for place, item in links}
        for code, links in told.items():
            yield from _ways(code, kind, entries, links, known)


def _space(code: str, entry: YamlNode) -> Iterator[FolderError]:
    if "." in code or code == EDGE:
        yield entry.wrong("a dot parts a space from its coast, and # is an edge; neither is part of a code")
    if not entry.get("kind").text():
        yield entry.wrong("a space needs a kind: land, sea or a word of the game's own")
    told = [key for key in ("armies", "fleets") if not entry.get(key).empty]
    yield from _words(code, entry, told)
    if told and not entry.get("borders").empty:
        yield entry.get(told[0]).wrong("a space tells its borders or its armies and fleets, not both")
    if entry.get("kind").text() == "sea" and not entry.get("armies").empty:
        yield entry.get("armies").wrong("armies do not stand at sea")
    coasts = entry.get("fleets").value
    for coast, to in coasts.items() if isinstance(coasts, Mapping) else ():
        if to.empty:
            yield to.wrong(f"the coast {coast!r} has no links")


def _words(code: str, entry: YamlNode, told: Sequence[str]) -> Iterator[FolderError]:
    """What is said besides of a space that does not go with its links. `told`: the keys of its links."""
    if told and entry.get("kind").text() == IMPASSABLE:
        yield entry.get(told[0]).wrong("nobody enters a space of this kind; leave its links out")
    if not entry.get("convoys").empty and entry.get("fleets").empty and entry.get("borders").empty:
        yield entry.get("convoys").wrong("no fleet can stand here to convoy")
    ways = [item.text() for _, item in chain(_told(code, "A", {code: entry}), _told(code, "F", {code: entry}))]
    for item in entry.get("one_way").list():
        if item.text() not in ways:
            yield item.wrong(f"no link that is told here leads to {item.text()}")


def _names(entries: Entries) -> Iterator[FolderError]:
    """A code or a full name is one space's; only what stands under `also` may be two's, which is asked about."""
    first: dict[str, str] = {}
    for code, entry in entries.items():
        for name in dict.fromkeys((normalize_name(code), normalize_name(entry.get("name").text() or code))):
            if first.setdefault(name, code) != code:
                yield entry.wrong(f"{first[name]} is called {name!r} too")


def _borders(code: str, entry: YamlNode, entries: Entries) -> Iterator[FolderError]:
    seen: set[str] = set()
    for item in entry.get("borders").list():
        other = item.text()
        if other == EDGE or other in seen:
            continue
        seen.add(other)
        if other == code:
            yield item.wrong("a space does not border itself")
        elif other not in entries:
            yield item.wrong(f"{other!r} is no space of this map")
        elif code not in _around(other, entries):
            yield item.wrong(f"{code} borders {other}, but {other} does not border {code} ({_where(entries[other], item)})")


def _around(code: str, entries: Entries) -> frozenset[str]:
    """Spaces that a space says it touches, in either style."""
    told = (space_of(item.text()) for kind in ("A", "F") for _, item in _told(code, kind, entries))
    return frozenset((*entries[code].get("borders").texts(), *told))


def _ways(
    code: str, kind: str, entries: Entries, links: Sequence[tuple[str, YamlNode]], known: Set[tuple[str, str]]
) -> Iterator[FolderError]:
    """Links that are told lead to places where such a unit can stand, and back. `known` has all (place, target) that are told."""
    one_way = entries[code].get("one_way").texts()
    for place, item in links:
        target = item.text()
        if target == place:
            yield item.wrong("a space is not linked to itself; land that nobody may enter is `kind: impassable`, without links")
        elif space_of(target) not in entries:
            yield item.wrong(f"{target!r} is no space of this map")
        elif target not in _places(space_of(target), kind, entries):
            choice = _places(space_of(target), kind, entries)
            more = f"; write one of {', '.join(choice)}" if choice else ""
            yield item.wrong(f"{target!r} is no place of this map where {kind} can stand{more}")
        elif target not in one_way and not _leads_back(target, place, entries, known):
            there = _where(entries[space_of(target)], item)
            yield item.wrong(f"{place} leads to {target}, but {target} does not lead back ({there})")


def _told(code: str, kind: str, entries: Entries) -> Iterator[tuple[str, YamlNode]]:
    """(place, target) for each link that a space tells itself."""
    entry = entries[code]
    links = entry.get("armies" if kind == "A" else "fleets")
    if not entry.get("borders").empty or (kind == "A" and entry.get("kind").text() == "sea"):
        return
    if isinstance(links.value, Mapping):
        for coast, to in links.value.items():
            yield from ((f"{code}.{coast}", item) for item in to.list())
    else:
        yield from ((code, item) for item in links.list())


def _places(code: str, kind: str, entries: Entries) -> tuple[str, ...]:
    """Places in a space where a unit of this kind can stand, as far as the map tells them."""
    entry = entries[code]
    sort = entry.get("kind").text()
    if kind == "A":
        return () if sort == "sea" else (code,)
    if not entry.get("borders").empty:
        near = [item.text() for item in entry.get("borders").list()]
        shore = any(other in entries and entries[other].get("kind").text() != "land" for other in near)
        return (code,) if sort != "land" or shore else ()
    fleets = entry.get("fleets")
    if isinstance(fleets.value, Mapping):
        return tuple(f"{code}.{coast}" for coast in fleets.value)
    return (code,) if sort == "sea" or not fleets.empty else ()


def _leads_back(target: str, place: str, entries: Entries, known: Set[tuple[str, str]]) -> bool:
    around = entries[space_of(target)].get("borders")
    return (target, place) in known if around.empty else space_of(place) in around.texts()


def _where(sheet: YamlNode, seen_from: YamlNode) -> str:
    return f"line {sheet.line}" if sheet.file == seen_from.file else f"{sheet.file}:{sheet.line}"
