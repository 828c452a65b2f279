"""1492: read the world that a GM writes, by mail or in a file: from YAML to facts, with every mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from judge.board import Board
from judge.rules.variant import Variant
from judge.rules.variant_commands import YamlValue

from .atlas import EDGE, areas_of, charted, is_beyond
from .reaching import balanced, unreachable

CODE = re.compile(r"[A-Za-z]{3}")
SPOT = re.compile(r"-?[0-9]{1,2} [0-9]{1,2}")
KEYS = ("kind", "borders", "centre", "natives", "note", "at")
ABOVE = ("natives", "roaming", "closed")
"""Keys besides the areas: areas held by natives, areas from which natives roam, and edges with nothing beyond."""
EDGES = (EDGE, "edge", "ice")
YES, NO, ROAM = ("yes", "true", "on"), ("no", "false", "off", ""), ("roam", "roaming", "move", "moving", "moves")
KNOWN = (8, 3)
"""The columns and rows of the known world, from column 0 and row 1 on (`at: column row`)."""
MOST_AREAS, MOST_BORDERS, LONGEST_NOTE = 200, 24, 400


class Fault(NamedTuple):
    """One mistake: its key in words/world-fault.j2, its line, its area and further facts."""

    why: str
    line: int = 0
    area: str = ""
    other: str = ""


class Reading(NamedTuple):
    """A world that was read."""

    facts: Mapping[str, Any]
    """`world`, `natives` and `roaming`; valid only if there are no faults."""
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...] = ()
    """What is unusual but may be meant."""


def read(variant: Variant, sheet: YamlValue) -> Reading:
    """Read a world: areas by their codes, either alone or below `world:`, as `judge new-world` prints them."""
    if not isinstance(sheet.value, Mapping) or not sheet.value:
        return Reading({}, (Fault("no-table", sheet.line),))
    top = dict(sheet.value)
    above = {name: top.pop(name) for name in ABOVE if name in top}
    areas = _table(top.pop("world")) if "world" in top else top
    if areas is None or len(areas) > MOST_AREAS:
        return Reading({}, (Fault("too-many" if areas else "no-table", sheet.line, other=str(MOST_AREAS)),))
    stray = [Fault("stray", part.line, name) for name, part in top.items()] if areas is not top else []
    found = [*stray, *_wrong_codes(variant, areas)]
    for code, area in areas.items():
        found += _wrong_area(code, area)
    found += [fault for name, part in above.items() for fault in _wrong_list(name, part, areas, variant.board)]
    found += _wrong_spots(areas)
    if not found:
        found += _wrong_borders(variant.board, areas)
    facts = _facts(areas, above) if not found else {}
    if facts:
        found += _wrong_world(variant, facts, _texts(above.get("closed")))
    return Reading(facts, tuple(sorted(found, key=_place)), () if found else tuple(_doubtful(variant, facts)))


def _place(fault: Fault) -> tuple[int, str]:
    return fault.line, fault.area


def _table(part: YamlValue) -> dict[str, YamlValue] | None:
    return dict(part.value) if isinstance(part.value, Mapping) else None


def _text(part: YamlValue | None) -> str:
    return part.value.strip() if part is not None and isinstance(part.value, str) else ""


def _texts(part: YamlValue | None) -> list[str]:
    """Return a list of codes; a single text is a list of one."""
    if part is None:
        return []
    return [_text(item) for item in part.value] if isinstance(part.value, tuple) else [_text(part)] if _text(part) else []


def _wrong_codes(variant: Variant, areas: Mapping[str, YamlValue]) -> Iterator[Fault]:
    """Yield invalid codes, and codes that mean something else."""
    seen: dict[str, str] = {}
    for code, area in areas.items():
        first = seen.setdefault(code.lower(), code)
        if not CODE.fullmatch(code):
            yield Fault("code", area.line, code)
        elif variant.board.names.find(code):
            yield Fault("known", area.line, code, variant.board.names.find(code)[0])
        elif variant.notation.vocabulary.knows(code):
            yield Fault("word", area.line, code)
        elif first != code:
            yield Fault("alike", area.line, code, first)


def _wrong_area(code: str, area: YamlValue) -> Iterator[Fault]:
    """Yield what is wrong with an area by itself."""
    table = _table(area)
    if table is None:
        yield Fault("no-area", area.line, code)
        return
    yield from (Fault("key", part.line, code, key) for key, part in table.items() if key not in KEYS)
    kind, centre, natives = (_text(table.get(key)).lower() for key in ("kind", "centre", "natives"))
    if kind not in ("sea", "land"):
        yield Fault("kind", _line(table, "kind", area), code, kind)
    if centre not in (*YES, *NO):
        yield Fault("centre", _line(table, "centre", area), code, centre)
    if natives not in (*YES, *NO, *ROAM):
        yield Fault("natives", _line(table, "natives", area), code, natives)
    if kind == "sea":
        wet = [key for key in ("centre", "natives") if _text(table.get(key)).lower() not in NO]
        yield from (Fault("at-sea", _line(table, key, area), code, key) for key in wet)
    if "note" in table and not 0 < len(_text(table["note"])) <= LONGEST_NOTE:
        yield Fault("note", table["note"].line, code, str(LONGEST_NOTE))
    if "at" in table and not SPOT.fullmatch(_text(table["at"])):
        yield Fault("at", table["at"].line, code)
    if not 0 < len(_texts(table.get("borders"))) <= MOST_BORDERS:
        yield Fault("borders", _line(table, "borders", area), code)


def _line(table: Mapping[str, YamlValue], key: str, area: YamlValue) -> int:
    return table[key].line if key in table else area.line


def _wrong_list(name: str, part: YamlValue, areas: Mapping[str, YamlValue], board: Board) -> Iterator[Fault]:
    for code in _texts(part):
        if name == "closed" and "edge" not in (board.spaces[code].notes if code in board.spaces else ()):
            yield Fault("not-edge", part.line, code)
        elif name != "closed" and code not in areas:
            yield Fault("no-such", part.line, code, name)
        elif name != "closed" and _text((_table(areas[code]) or {}).get("kind")) == "sea":
            yield Fault("at-sea", part.line, code, "natives")


def _wrong_spots(areas: Mapping[str, YamlValue]) -> Iterator[Fault]:
    """Yield areas that are placed where the known world lies, or another area."""
    taken: dict[tuple[int, int], str] = {}
    for code, area in areas.items():
        at = (_table(area) or {}).get("at")
        if at is None or not SPOT.fullmatch(_text(at)):
            continue
        x, y = map(int, _text(at).split())
        if 0 <= x < KNOWN[0] and 1 <= y <= KNOWN[1]:
            yield Fault("at-known", at.line, code)
        elif (x, y) in taken:
            yield Fault("at-taken", at.line, code, taken[x, y])
        taken.setdefault((x, y), code)


def _wrong_borders(board: Board, areas: Mapping[str, YamlValue]) -> Iterator[Fault]:
    rings = {code: _ring(area) for code, area in areas.items()}
    for code, area in areas.items():
        line = _line(_table(area) or {}, "borders", area)
        others = [other for other in rings[code] if other != EDGE]
        yield from (Fault("twice", line, code, other) for other in dict.fromkeys(others) if others.count(other) > 1)
        for other in dict.fromkeys(others):
            if other == code:
                yield Fault("itself", line, code)
            elif other in board.spaces and "edge" not in board.spaces[other].notes:
                yield Fault("inside", line, code, other)
            elif other not in board.spaces and other not in rings:
                yield Fault("nowhere", line, code, other)
            elif other in rings and code not in rings[other]:
                yield Fault("one-way", line, code, other)


def _ring(area: YamlValue) -> list[str]:
    told = _texts((_table(area) or {}).get("borders"))
    return [EDGE if other.lower() in EDGES else other for other in told]


def _facts(areas: Mapping[str, YamlValue], above: Mapping[str, YamlValue]) -> dict[str, Any]:
    """Return what was written as the facts that the game stores."""
    world: dict[str, dict[str, Any]] = {}
    natives, roaming = set(_texts(above.get("natives"))), set(_texts(above.get("roaming")))
    for code, area in sorted(areas.items()):
        table = _table(area) or {}
        world[code] = {"kind": _text(table["kind"]).lower(), "borders": _ring(area)}
        world[code] |= {key: _text(table[key]) for key in ("at", "note") if key in table}
        if _text(table.get("centre")).lower() in YES:
            world[code]["centre"] = "yes"
        held = _text(table.get("natives")).lower()
        natives |= {code} if held in YES else set()
        roaming |= {code} if held in ROAM else set()
    return {"world": world, "natives": sorted(natives - roaming), "roaming": sorted(roaming)}


def _wrong_world(variant: Variant, facts: Mapping[str, Any], closed: list[str]) -> Iterator[Fault]:
    """Yield what is wrong with a world as a whole."""
    world = facts["world"]
    if not any(area.get("centre") for area in world.values()):
        yield Fault("no-centres")
    yield from (Fault("cut-off", area=code) for code in unreachable(variant, world))
    board = charted(variant.board, areas_of({"world": world}))
    edges = [code for code, space in variant.board.spaces.items() if "edge" in space.notes and code not in closed]
    ends = [code for code in edges if not any(is_beyond(board, other) for other in board.near[code])]
    bordered = {other for area in world.values() for other in area["borders"]}
    yield from (Fault("no-way", area=code) for code in ends if code in bordered)
    if empty := [code for code in ends if code not in bordered]:
        yield Fault("no-exit", area=", ".join(sorted(empty, key=str.lower)))


def _doubtful(variant: Variant, facts: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is unusual but may be meant."""
    world = facts["world"]
    if not balanced(variant, world):
        yield Fault("unbalanced")
    if lost := [code for code, area in world.items() if "at" not in area]:
        yield Fault("no-at", other="" if len(lost) == len(world) else ", ".join(lost))
    for code, area in world.items():
        ring = area["borders"]
        for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
            if one in world and other in world[one]["borders"] and not _corner(world[one]["borders"], code, other):
                yield Fault("corner", area=one, other=f"{code} {other}")


def _corner(ring: list[str], one: str, other: str) -> bool:
    """Whether two neighbours are side by side in a ring."""
    at = ring.index(one)
    return other in (ring[at - 1], ring[(at + 1) % len(ring)])
