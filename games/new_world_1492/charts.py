"""1492: what each power has seen of the world beyond the map, stored as its own chart (rule 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from judge.board import Position
from judge.rules.base import Rules
from judge.rules.variant import Variant

Facts = Mapping[str, Any]
Chart = dict[str, dict[str, Any]]
"""Area's code → what its owner knows of it: `label`, `kind`, known `borders` in cyclic order, `centre` and `been`
('yes' or not there), the GM's `note`; while it is in sight, `units` ("Spain F"), and `natives` where there are some."""
EDGE = "#"
"""A stretch of an area's border with nothing passable behind it."""
EVERYBODY = ""
"""The key of the chart with the areas that all powers know, and their labels in the public report."""
WIDE = 15
"""Columns around the world."""
AT = re.compile(r"(-?\d+) (\d+)")
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


class Charts(Rules):
    """Rule 4: a power with a unit at the edge or beyond it at the end of a phase sees the areas around that unit."""

    def facts_after_sighting(self, variant: Variant, position: Position) -> Facts:
        """Return the facts `charts` (power → its chart), `seen` (power → areas in the order found), `beyond` (how many centres
        there are).
        """
        facts = position.facts
        world: Facts = facts.get("world") or {}
        if not world:
            return facts
        seen: dict[str, list[str]] = {}
        charts: dict[str, Chart] = {}
        for power in variant.powers:
            views = lookouts(position, power.name, (facts.get("seen") or {}).get(power.name) or ())
            seen[power.name] = list(_found(world, (facts.get("seen") or {}).get(power.name) or (), views))
            charts[power.name] = _drawn(variant, position, power.name, seen[power.name], views)
        charts[EVERYBODY] = _common(variant, position, charts)
        beyond = sum(area.get("centre") == "yes" for area in world.values())
        return {**facts, "seen": {power: codes for power, codes in seen.items() if codes}, "charts": charts, "beyond": beyond}


def lookouts(position: Position, power: str, seen: Sequence[str]) -> dict[str, list[str]]:
    """Map each place where a power's units look out (those on the map first) to the areas in sight from it.

    A dislodged unit sees what is around it before it goes.
    """
    world: Facts = position.facts.get("world") or {}
    spots = {u.space for u in (*position.units, *(b.unit for b in position.dislodged)) if u.power == power}
    order = {code: n for n, code in enumerate(seen)}
    ranked = sorted(spots, key=lambda spot: (spot in world, order.get(spot, len(order)), spot))
    return {spot: view for spot in ranked if (view := around(world, spot, seen))}


def around(world: Facts, spot: str, seen: Sequence[str] = ()) -> list[str]:
    """Return the areas in sight from a space: itself if it lies beyond the map, then its neighbours, clockwise.

    The result must not depend on the areas' names, because labels are given in this order.
    """
    if spot not in world:
        return _along(world, spot)
    ring = world[spot]["borders"]
    starts = [n for n, other in enumerate(ring) if other != EDGE and other not in world] or [
        n for known in seen for n, other in enumerate(ring) if other == known
    ]
    first = starts[0] if starts else 0
    return [spot, *(other for other in (*ring[first:], *ring[:first]) if other in world)]


def _along(world: Facts, spot: str) -> list[str]:
    """Return the areas beyond the map that border a space on it, clockwise: each begins where the one before it ends."""
    rings = {code: area["borders"] for code, area in world.items() if spot in area["borders"]}
    after = {code: ring[ring.index(spot) - 1] for code, ring in rings.items()}
    heads = [code for code in rings if code not in after.values()] or list(rings)[:1]
    found: list[str] = []
    for head in sorted(heads, key=lambda code: _looks(world, code)):
        code = head
        while code in rings and code not in found:
            found.append(code)
            code = after[code]
    return [*found, *sorted(set(rings) - set(found), key=lambda code: _looks(world, code))]


def _looks(world: Facts, code: str) -> tuple[Any, ...]:
    """Return what distinguishes an area from others, apart from its name."""
    area = world[code]
    return [b for b in sorted(area["borders"]) if b not in world], len(area["borders"]), area.get("kind"), area.get("centre", "")


def _found(world: Facts, before: Sequence[str], views: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield from dict.fromkeys([*before, *(code for view in views.values() for code in view)])


def _drawn(
    variant: Variant, position: Position, power: str, seen: Sequence[str], views: Mapping[str, Sequence[str]]
) -> Chart:
    """Return a power's chart as it is now: what it had, and what is in sight."""
    facts = position.facts
    old: Facts = (facts.get("charts") or {}).get(power) or {}
    sighted = {code for view in views.values() for code in view}
    chart: Chart = {}
    for n, code in enumerate(seen):
        had = old.get(code) or {}
        area = facts["world"][code]
        known = {*had.get("borders", ()), *(b for spot, view in views.items() if code in view for b in (spot, *view))}
        been = code in views or had.get("been") == "yes"
        entry = {"label": had.get("label") or label(variant, power, n), "kind": area.get("kind", "land")}
        entry["borders"] = list(area["borders"]) if been else [b for b in area["borders"] if b in known]
        entry |= {key: area[key] for key in ("centre", "note") if area.get(key) not in (None, "", "no")}
        entry |= {"been": "yes"} if been else {}
        entry |= {"at": at} if (at := had.get("at") or _spot(facts["world"], code, views, {**old, **chart})) else {}
        chart[code] = {**entry, **(_in_sight(position, power, code) if code in sighted else {})}
    return chart


def _spot(world: Facts, code: str, views: Mapping[str, Sequence[str]], chart: Facts) -> str:
    """Where an area lies on a power's own chart, as "column row" from the known world's west side; '' if the world does not say.

    It lies next to the area that it was first seen from. So the chart of a power that has not come all the way round does not
    show how wide the world is: what lies west of the known world goes on westwards.
    """
    there = _cell(world[code])
    lookout = next((spot for spot, view in views.items() if code in view and (chart.get(spot) or {}).get("at")), "")
    here = _cell(world[lookout]) if lookout else None
    if there is None or here is None:
        return f"{there[0]} {there[1]}" if there else ""
    x, y = map(int, chart[lookout]["at"].split())
    aside = (there[0] - here[0] + WIDE // 2) % WIDE - WIDE // 2
    return f"{x + aside} {y + there[1] - here[1]}"


def _cell(area: Facts) -> tuple[int, int] | None:
    found = AT.fullmatch(area.get("at") or "")
    return (int(found[1]), int(found[2])) if found else None


def _in_sight(position: Position, power: str, code: str) -> dict[str, Any]:
    there = sorted(f"{u.power} {u.kind}" for u in position.units if u.space == code and u.power != power)
    return {"units": there, **({"natives": "yes"} if code in (position.facts.get("natives") or ()) else {})}


def _common(variant: Variant, position: Position, charts: Mapping[str, Chart]) -> Chart:
    """Return the areas that every surviving power has seen (6), in the order in which this happened, and what all know of them."""
    alive = [charts[power.name] for power in variant.powers if survives(position, power.name)]
    old: Facts = (position.facts.get("charts") or {}).get(EVERYBODY) or {}
    now = [code for code in (alive[0] if alive else {}) if all(code in chart for chart in alive)]
    found: Chart = {}
    for n, code in enumerate(dict.fromkeys([*old, *now])):
        entries = [chart[code] for chart in alive if code in chart]
        borders = [b for b in position.facts["world"][code]["borders"] if all(b in entry["borders"] for entry in entries)]
        kept: dict[str, Any] = {key: entries[0][key] for key in ("kind", "centre", "note") if entries and key in entries[0]}
        spots = {entry.get("at", "") for entry in entries}
        kept |= {"at": min(spots)} if len(spots) == 1 and any(spots) else {}
        found[code] = {**(old.get(code) or {}), "label": label(variant, EVERYBODY, n), "borders": borders, **kept}
    return found


def survives(position: Position, power: str) -> bool:
    """Whether a power has anything left, even only a unit that must retreat."""
    return any(u.power == power for u in (*position.units, *(b.unit for b in position.dislodged))) or bool(position.centres(power))


def label(variant: Variant, reader: str, n: int) -> str:
    """Return the label of the nth area that a reader found, until it has a name. No two readers share a label."""
    readers = (*(power.name for power in variant.powers), EVERYBODY)
    words = variant.notation.vocabulary
    spelled = _spelled(LETTERS[readers.index(reader) :: len(readers)])
    return next(islice((t for t in spelled if not words.knows(t) and not variant.board.names.find(t)), n, None))


@cache
def _spelled(firsts: str) -> tuple[str, ...]:
    """Return two letters, then three, in an order without meaning."""
    two = [a + b for a in firsts for b in LETTERS]
    three = [text + b for text in two for b in LETTERS]
    return (*sorted(two, key=_spread), *sorted(three, key=_spread))


def _spread(text: str) -> int:
    total = 0
    for letter in text:
        total = (total * 137 + ord(letter) ** 3) % 9973
    return total
