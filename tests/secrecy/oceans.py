"""Drawn by lot: worlds of 1492 in the middle of a game, and others that differ in what some reader may not see."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from judge.board import Position, Unit
from judge.rules.phases import begin_position
from tests.secrecy.years import House


def ocean(house: House, lots: Random) -> Position:
    """A world drawn anew; each power with units in it, and with areas on its chart that it has left."""
    make = sys.modules["judge_games.new_world_1492.worlds"].make
    made = make(house.rules, lots.randrange(10**6))
    world, natives = made["world"], list(made["natives"])
    known = set(house.rules.board.spaces)
    rim = [code for code in world if known & set(world[code]["borders"])]
    start = house.rules.start
    units, owners, seen, taken = list[Unit](), dict(start.owners), dict[str, list[str]](), set(natives)
    seas, grounds = ([c for c in world if (world[c]["kind"] == "sea") == sea and c not in natives] for sea in (True, False))
    for power in house.powers:
        fleets = [u for u in start.units if u.power == power and u.kind == "F"]
        army = next(u for u in start.units if u.power == power and u.kind == "A")
        free = [[c for c in areas if c not in taken] for areas in (seas, grounds)]
        abroad = [fleets[0]._replace(place=lots.choice(free[0]))]
        abroad += [army._replace(place=lots.choice(free[1]))] if lots.random() < 0.7 else []
        at_home = [u for u in (fleets[1], army) if u not in abroad and not (u.kind == "A" and len(abroad) > 1)]
        inland = ["SAO", "MAO", "NAO", "NWG", "SAO", "WMS", "EMS", "CMS", "CEL", "BOB", "ENG", "NTH", "MAO", "SAO", "NWG"]
        sails = [u.kind == "F" and lots.random() < 0.7 for u in at_home]
        units += [*abroad, *(u._replace(place=lots.choice(inland)) if far else u for u, far in zip(at_home, sails, strict=True))]
        taken |= {u.space for u in units}
        centre = lots.choice([c for c in grounds if world[c].get("centre")])
        owners |= {centre: power} if centre not in owners else {}
        seen[power] = list(dict.fromkeys([*lots.sample(rim, 2), *(b for b in world[abroad[0].space]["borders"] if b in world)][:4]))
    for power in house.powers:  # and areas that it has left, in which others are now
        others = [u.space for u in units if u.power != power and u.space in world]
        seen[power] = list(dict.fromkeys([*seen[power], *lots.sample(others, lots.randrange(2))]))
    roaming = [Unit("Natives", "A", c) for c in lots.sample([c for c in world if world[c]["kind"] != "sea" and c not in taken], 2)]
    if lots.random() < 0.7:
        units = _fighting(house, world, units, seen, lots)
    facts = {"world": world, "natives": sorted(set(natives) - {u.place for u in units}), "seen": seen}
    return laid(house, replace(start, units=(*units, *roaming[: lots.randrange(3)]), owners=owners, facts=facts))


def _fighting(
    house: House, world: Mapping[str, Any], units: list[Unit], seen: dict[str, list[str]], lots: Random
) -> list[Unit]:
    """Two powers meet far from the map: one with two fleets and perhaps an army aboard, the other with a fleet to be attacked."""
    one, other = lots.sample(house.powers, 2)
    printed = set(house.rules.board.spaces)
    seas = [c for c in world if world[c]["kind"] == "sea"]
    near = {c: [b for b in world[c]["borders"] if b in seas] for c in seas}
    far = [c for c in seas if len(near[c]) > 1 and not printed & set(world[c]["borders"])] or [c for c in seas if len(near[c]) > 1]
    if not far:
        return units
    goal = lots.choice(far)
    first, second = lots.sample(near[goal], 2)
    fleets, armies = ([u for u in units if u.power == one and u.kind == kind] for kind in "FA")
    victim = next(u for u in units if u.power == other and u.kind == "F")
    placed = {fleets[0]: first, fleets[1]: second, victim: goal}
    placed |= {armies[0]: first} if armies and lots.random() < 0.5 else {}
    held = {first, second, *(u.place for u in units if u.power == one and u.kind == "F")}  # such a sea holds one fleet (rule 8c)
    more = [Unit(one, "F", c) for c in near[goal] if c not in held][: lots.randrange(2)]
    placed |= {unit: unit.place for unit in more}
    aside = [u for u in units if u not in placed and u.space in set(placed.values())]
    for power in (one, other):
        spots = [code for unit, code in placed.items() if unit.power == power]
        there = [b for code in spots for b in (code, *world[code]["borders"]) if b in world]
        seen[power] = list(dict.fromkeys([*seen[power], *there]))
    return [*more, *(u._replace(place=placed[u]) if u in placed else u for u in units if u not in aside)]


def laid(house: House, position: Position) -> Position:
    """The board with the charts that follow from it."""
    phase = house.rules.calendar.read("Spring 1493")
    assert phase
    owned = {c: p for c, p in position.owners.items() if c in house.rules.start.owners or position.facts["world"][c].get("centre")}
    facts = {name: position.facts[name] for name in ("world", "natives", "seen", "names") if name in position.facts}
    return begin_position(replace(position, phase=phase, owners=owned, facts=facts), house.rules)


def another_ocean(house: House, position: Position, lots: Random) -> tuple[Position, dict[str, str], str]:
    """The same but for one thing that nobody, or only some, can see; what areas are called otherwise; and what was changed."""
    facts, world = position.facts, position.facts["world"]
    charted = {code for chart in facts["charts"].values() for code in chart}
    far = sorted(set(world) - charted)
    what = lots.choice(["renamed", "unit", "unit", "centre", "natives", "roaming", "owner", "border", "nothing", "fight", "fight"])
    if what == "renamed":
        return *_renamed(house, position, lots), what
    if what == "unit":
        return _shifted(house, position, lots), {}, what
    if what in ("centre", "natives") and len(far) > 3:
        lands = [c for c in far if world[c]["kind"] != "sea"]
        pair = lots.sample(lands, 2) if len(lands) > 1 else []
        return _swapped(house, position, pair, what), {}, what
    if what == "roaming":
        free = [c for c in world if world[c]["kind"] != "sea" and not any(u.space == c for u in position.units)]
        stay = tuple(u for u in position.units if u.power != "Natives")
        more = tuple(Unit("Natives", "A", c) for c in lots.sample(free, lots.choice([0, 0, 1, 2])) if c not in facts["natives"])
        return laid(house, replace(position, units=(*stay, *more))), {}, what
    if what == "owner":
        lands = [c for c in world if world[c].get("centre") == "yes"]
        old = [c for c in position.owners if c in world]
        if old and lands:
            gone = lots.choice(old)
            moved = {c: p for c, p in position.owners.items() if c != gone} | {lots.choice(lands): position.owners[gone]}
            return laid(house, replace(position, owners=moved)), {}, what
    if what == "border":
        return _bordered(house, position, lots), {}, what
    return position, {}, what if what == "fight" else "nothing"


def fighters(house: House, position: Position) -> list[str]:
    """The powers with most units beyond the map, who are most likely to fight there."""
    world = position.facts["world"]
    count = {power: sum(u.space in world for u in position.units_of(power)) for power in house.powers}
    return [power for power in house.powers if count[power] == max(count.values())]


def _renamed(house: House, position: Position, lots: Random) -> tuple[Position, dict[str, str]]:
    world = position.facts["world"]
    free = [a + b + c for a in "QXZ" for b in "AEIOU" for c in "BDGKLMNPRST" if f"{a}{b}{c}" not in world]
    new = dict(zip(world, lots.sample(free, len(world)), strict=True))
    text = {old: fresh if old.isupper() else fresh.capitalize() for old, fresh in new.items()}

    def named(value: Any) -> Any:
        if isinstance(value, str):
            return text.get(value, value)
        if isinstance(value, Mapping):
            return {named(key): named(part) for key, part in value.items()}
        return [named(part) for part in value] if isinstance(value, list | tuple) else value

    facts = {name: named(position.facts[name]) for name in ("world", "natives", "seen")}
    units = tuple(unit._replace(place=named(unit.place)) for unit in position.units)
    board = replace(position, facts=facts, units=units, owners={named(c): p for c, p in position.owners.items()})
    return laid(house, board), {fresh: old for old, fresh in text.items()}


def _shifted(house: House, position: Position, lots: Random) -> Position:
    world = position.facts["world"]
    away = [u for u in position.units if u.space in world and u.power != "Natives"]
    if not away:
        return position
    unit, taken = lots.choice(away), {u.space for u in position.units} | set(position.facts["natives"])
    fits = [c for c in world if (world[c]["kind"] == "sea") == (unit.kind == "F") and c not in taken]
    theirs = {c for power, chart in position.facts["charts"].items() if power != unit.power for c in chart}
    fits = [c for c in fits if c in theirs and lots.random() < 0.7] or fits
    units = tuple(u._replace(place=lots.choice(fits)) if u == unit else u for u in position.units)
    return laid(house, replace(position, units=units))


def _swapped(house: House, position: Position, pair: Sequence[str], what: str) -> Position:
    facts, world = position.facts, dict(position.facts["world"])
    if len(pair) < 2 or set(pair) & set(position.owners):
        return position
    if what == "centre":
        one, other = pair
        had = {c: world[c].get("centre") for c in pair}
        for c, now in ((one, had[other]), (other, had[one])):
            area = {key: value for key, value in world[c].items() if key != "centre"}
            world[c] = {**area, **({"centre": now} if now else {})}
        return laid(house, replace(position, facts={**facts, "world": world}))
    natives = set(facts["natives"]) ^ {c for c in pair if not any(u.space == c for u in position.units)}
    return laid(house, replace(position, facts={**facts, "natives": sorted(natives)}))


def _bordered(house: House, position: Position, lots: Random) -> Position:
    """Two areas border each other that did not: often a sea and a land that somebody has charted without having been in either."""
    world = dict(position.facts["world"])
    seas = {code for code, area in world.items() if area["kind"] == "sea"}
    charts = [sorted(chart) for chart in position.facts["charts"].values() if set(chart) & seas and set(chart) - seas]
    for _ in range(20):
        chart = lots.choice([[], *charts])
        one, other = lots.sample(sorted(world), 2)
        if chart:
            one, other = (lots.choice([code for code in chart if (code in seas) == wet]) for wet in (True, False))
        if other not in world[one]["borders"]:
            for a, b in ((one, other), (other, one)):
                ring = list(world[a]["borders"])
                ring.insert(lots.randrange(len(ring) + 1), b)
                world[a] = {**world[a], "borders": ring}
            break
    return laid(house, replace(position, facts={**position.facts, "world": world}))
