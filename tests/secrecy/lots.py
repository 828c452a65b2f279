"""What is drawn by lot for a year by mail: boards in the middle of a game, orders, questions, and second truths that differ in
what some reader may not see. What a reader may see is none of this module's business: `oracles` says that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from judge.board import Board, Position, Unit
from judge.game import Game
from judge.notation import Order, UnitRef
from judge.rules import Ruleset, dues_by_power
from judge.rules.dice import draw_throw
from judge.rules.phases import begin_position
from tests.letters.post_office import GM
from tests.secrecy.years import ENTERS, Act, House, Truth

Texts = dict[tuple[str, str, str], str]
"""(power, phase, orders or questions) → what was written."""


@dataclass(frozen=True)
class Lots:
    """How lots fall, for each unit by itself; otherwise in a second truth for some units of a power that has changed."""

    seed: str
    other: str
    where: str
    open: bool = False
    """Whether everybody sees all units, so that nobody's orders may differ."""

    def of(self, what: object) -> Random:
        """The lots of the first truth."""
        return Random(f"{self.seed} {self.where} {what}")

    def changed(self, what: object, hidden: bool) -> Random | None:
        """Those of the second truth for a unit; None if it does as in the first one."""
        if not self.other or (self.open and isinstance(what, Unit)):
            return None
        lots = Random(f"{self.other} {self.where} {what}")
        return lots if lots.random() < (0.7 if hidden else 0.03) else None


@dataclass
class Scribe:
    """What the powers write. What was written once is written again, but by those who have `changed`, in the phases that they have
    changed in.
    """

    seed: str
    rules: Ruleset
    texts: Texts = field(default_factory=dict)
    changed: Mapping[str, str] = field(default_factory=dict)
    """power → the seed by which it draws its lots now."""
    open: bool = False

    def orders(self, power: str, game: Game) -> str:
        """All its orders, and perhaps a slip or FINAL. Who has changed changes what is out of most people's sight."""
        lots = Lots(self.seed, self.changed.get(power, ""), f"{power} {game.board_now.phase.name}", self.open)
        return self._once(power, game, "orders", lambda: ordered(self.rules, game.board_now, power, lots))

    def asks(self, power: str, game: Game) -> str:
        """What it asks after a phase was judged."""
        lots = Random(f"{self.seed} asks {power} {game.board_now.phase.name}")
        return self._once(power, game, "asks", lambda: asked(self.rules, game, power, lots) if lots.random() < 0.4 else "")

    def _once(self, power: str, game: Game, what: str, write: Callable[[], str]) -> str:
        key = (power, game.board_now.phase.name, what)
        if key not in self.texts or (power in self.changed and what == "orders"):
            self.texts[key] = write()
        return self.texts[key]


# Orders


def ordered(rules: Ruleset, position: Position, power: str, lots: Lots) -> str:
    """Orders for a phase, as its player writes them."""
    if power and position.phase.kind == "movement":
        orders = [order for unit in position.units_of(power) if (order := _move(rules, position, unit, lots))]
    elif power and position.phase.kind == "retreats":
        beaten = [b for b in position.dislodged if b.unit.power == power]
        orders = [_retreat(b.unit, b.retreats, lots.changed(b.unit, True) or lots.of(b.unit)) for b in beaten]
    else:
        orders = list(_winter(rules, position, power, lots.of("winter"))) if power else []
    lines = [rules.notation.write(rules.rules.to_visible_order(rules, position, power, order)) for order in orders]
    more = lots.changed("more", True) or lots.of("more")
    lines += [more.choice(["A(Xyz)-Foo", "F(OB) S A(QQ)", "PREVIEW", "STATUS", "TRY"])] if more.random() < 0.15 else []
    return "\n".join([*lines, *(["FINAL"] if more.random() < 0.7 else [])]) or "STATUS"


def _move(rules: Ruleset, position: Position, unit: Unit, drawn: Lots) -> Order | None:
    board, ref, printed = rules.board_at(position), UnitRef(unit.kind, unit.place, unit.name), rules.board.spaces
    veiled = "world" in position.facts
    hidden = drawn.changed(unit, unit.space not in printed if veiled else len(unit.place) % 2 == 1)
    lots = hidden or drawn.of(unit)
    lot, ways = lots.random(), sorted(board.reach(unit.kind, unit.place))
    if hidden and veiled:
        ways = [to for to in ways if (to.partition(".")[0] in printed) == (unit.space in printed)]
    if lot < 0.04:
        return None
    if lot < 0.12 or not ways:
        return Order("stands", ref)
    if lot < 0.42:
        return _help(rules, position, unit, board, lots)
    if lot < 0.55 and unit.kind == "A":  # across a sea, whether or not anybody carries it
        shores = {to for sea in board.near[unit.space] if board.is_sea(sea) for to in board.near[sea] if not board.is_sea(to)}
        return Order("move", ref, lots.choice(sorted(shores - {unit.space}) or ways))
    return Order("move", ref, _drawn_to(position, unit, ways, lots))


def _drawn_to(position: Position, unit: Unit, ways: Sequence[str], lots: Random) -> str:
    """Rather where somebody is: so there are fights."""
    held = [to for to in ways if any(u.space == to.partition(".")[0] for u in position.units)]
    return lots.choice(held if held and lots.random() < 0.5 else ways)


def _help(rules: Ruleset, position: Position, unit: Unit, board: Board, lots: Random) -> Order:
    """For one's own, for what one sees, or for what one only guesses at."""
    ref = UnitRef(unit.kind, unit.place, unit.name)
    near = sorted(board.reach_spaces(unit.kind, unit.place))
    known = (position.facts.get("charts") or {}).get(unit.power) or {}
    others = [u for u in position.units if u != unit and any(u.space in board.near.get(to, ()) or u.space == to for to in near)]
    guesses = [Unit("", lots.choice("AF"), code) for code in known] if known else [Unit("", "A", lots.choice(sorted(board.spaces)))]
    guesses += [Unit(lots.choice([p.name for p in rules.powers]), lots.choice("AF"), "OB")] if known else []
    of = lots.choice([*others, *others, *guesses]) if others else lots.choice(guesses)
    told = of.power if lots.random() < 0.5 and of.power != unit.power else ""
    verb = "convoy" if unit.kind == "F" and board.is_sea(unit.space) and of.kind == "A" and lots.random() < 0.4 else "support"
    target = lots.choice(["", *near]) if verb == "support" else lots.choice(near) if near else ""
    return Order(verb, ref, target if target != of.space else "", UnitRef(of.kind, of.place, of.name, told))


def _retreat(unit: Unit, ways: Sequence[str], lots: Random) -> Order:
    ref = UnitRef(unit.kind, unit.place, unit.name)
    return Order("retreat", ref, lots.choice(ways)) if ways and lots.random() < 0.8 else Order("disband", ref)


def _winter(rules: Ruleset, position: Position, power: str, lots: Random) -> list[Order]:
    due = dues_by_power(position, rules).get(power)
    if not due:
        return []
    board = rules.board_at(position)
    homes = [code for code, space in board.spaces.items() if space.home == power]
    sites = [Order("build", UnitRef(kind, place)) for home in homes for kind in "AF" for place in board.places(kind, home)]
    gone = [Order("remove", UnitRef(u.kind, u.place, u.name)) for u in position.units_of(power)]
    return lots.sample(sites, min(len(sites), due.builds)) + lots.sample(gone, min(len(gone), due.removals))


def asked(rules: Ruleset, game: Game, power: str, lots: Random) -> str:
    """Questions about what was judged."""
    lines = ["STATUS", "HISTORY", "WHO", "RESULTS", "RECORD", "ORDERS", "BOARD"]
    lines += [f"BORDERS {lots.choice(sorted(rules.board.spaces))}"]
    if power and game.stage == "running" and game.position:
        now = game.board_now
        mine = [Order("stands", UnitRef(unit.kind, unit.place)) for unit in now.units_of(power)]
        lines += [f"WHY {rules.rules.to_visible_order(rules, now, power, order).unit}" for order in mine]
        lines += ["TRY", "PREVIEW", f"WHY {lots.choice(sorted(rules.board.spaces))}", "F(OB)-QQQ"]
    return "\n".join(lots.sample(lines, min(len(lines), 3)))


def chatter(lots: Random, powers: Sequence[str], gm: Sequence[str], slots: int) -> dict[int, tuple[Act, ...]]:
    """Letters that change nothing in the end: questions, slips, FINAL and what takes it back, and what the GM looks at."""
    said = ["STATUS", "WHO", "PREVIEW", "A(Xyz)-Foo", "HISTORY", "TRY", "my dog ate the orders", "SETTINGS", "DICE", "RULES"]
    found: dict[int, tuple[Act, ...]] = {}
    for slot in range(slots):
        acts = [Act(n, lots.choice(powers), lots.choice(said)) for n in range(lots.randrange(3))] if powers else []
        acts += [Act(30 + n, GM, lots.choice([*gm, ENTERS])) for n in range(lots.randrange(2))]
        found[slot] = tuple(acts)
    return found


# Boards in the middle of a game


def board_of(house: House, year: int, lots: Random) -> Position:
    """Everybody's units somewhere, for any game whose board is everybody's: at home, near it, or far away."""
    rules = house.rules
    start, phase = house.began.board_now, rules.calendar.read(f"Spring {year}")
    assert phase
    board, taken, units = rules.board_at(start), set[str](), []
    for unit in start.units:
        spot = unit.place
        for _ in range(lots.randrange(4)):
            spot = lots.choice([*sorted(board.reach(unit.kind, spot)), spot])
        if spot.partition(".")[0] in taken:
            spot = next((p for p in sorted(board.links[unit.kind]) if p.partition(".")[0] not in taken), spot)
        if lots.random() < 0.9:
            taken.add(spot.partition(".")[0])
            units.append(unit._replace(place=spot))
    powers = [power.name for power in rules.powers]
    owners = {c: (lots.choice(powers) if lots.random() < 0.25 else start.owners.get(c, "")) for c in board.centres}
    return replace(start, phase=phase, units=tuple(units), owners={c: p for c, p in owners.items() if p})


def elsewhere(house: House, position: Position, power: str, lots: Random) -> Position:
    """The same board with one of a power's units somewhere else, or gone, or one more, or with another centre."""
    board = house.rules.board_at(position)
    mine, taken = list(position.units_of(power)), {u.space for u in position.units}
    free = [p for kind in "AF" for p in sorted(board.links[kind]) if p.partition(".")[0] not in taken]
    what = lots.choice(["moved", "gone", "more", "centre"])
    if what == "centre" or not mine:
        centre = lots.choice(sorted(board.centres))
        return replace(position, owners={**position.owners, centre: power})
    unit = lots.choice(mine)
    fits = [p for p in free if p in board.links[unit.kind]]
    rest = tuple(u for u in position.units if u != unit or what == "more")
    return replace(position, units=rest if what == "gone" else (*rest, unit._replace(place=lots.choice(fits))))


# 1492


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
        inland = ["WMS", "EMS", "CMS", "CEL", "BOB", "ENG", "NTH", "MAO", "SAO", "NWG"]
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
    facts = {"world": world, "natives": sorted(set(natives) - {u.place for u in units}), "seen": seen}
    return laid(house, replace(start, units=(*units, *roaming[: lots.randrange(3)]), owners=owners, facts=facts))


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
    what = lots.choice(["renamed", "unit", "unit", "centre", "natives", "roaming", "owner", "border", "nothing"])
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
        more = tuple(Unit("Natives", "A", c) for c in lots.sample(free, lots.randrange(3)) if c not in facts["natives"])
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
    return position, {}, "nothing"


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
    """Two areas border each other that did not."""
    world = dict(position.facts["world"])
    for _ in range(20):
        one, other = lots.sample(sorted(world), 2)
        if other not in world[one]["borders"]:
            for a, b in ((one, other), (other, one)):
                ring = list(world[a]["borders"])
                ring.insert(lots.randrange(len(ring) + 1), b)
                world[a] = {**world[a], "borders": ring}
            break
    return laid(house, replace(position, facts={**position.facts, "world": world}))


# Columbus


def voyages(house: House, lots: Random) -> Position:
    """Some provinces explored, and each power with a fleet or two near them."""
    rules, start = house.rules, house.began.board_now
    phase = rules.calendar.read("Early 1510's")
    assert phase
    numbered = [code for code, space in rules.board.spaces.items() if space.kind == "unknown"]
    found = lots.sample(numbered, 14)
    kinds = {1: "sea", 2: "sea", 3: "land", 4: "land", 5: "native", 6: "major"}
    rolls = {code: lots.randrange(1, 7) for code in sorted(found, key=int)}
    garrisons = sorted([*start.facts["garrisons"], *(code for code, roll in rolls.items() if roll == 6)])
    terrain = {code: kinds[roll] for code, roll in rolls.items()}
    facts = {**start.facts, "terrain": terrain, "rolls": rolls, "garrisons": garrisons, "coasts": {}}
    facts.pop("unchosen", None)
    bare = replace(start, phase=phase, units=(), facts=facts)
    board = rules.board_at(bare)
    units, taken = list[Unit](), set[str]()
    for power in house.powers:
        sites = [p for p in sorted(board.links["F"]) if p.partition(".")[0] not in taken and board.reach("F", p)]
        seas = [p for p in sites if board.is_sea(p.partition(".")[0])]
        for place in lots.sample(seas, 2):
            taken.add(place.partition(".")[0])
            units.append(Unit(power, "F", place))
    return begin_position(replace(bare, units=tuple(units)), rules)


def another_seed(house: House, secret: str, thrown: Mapping[str, int], lots: Random) -> str:
    """A secret that gives the same throws as far as they were made; '' if none is found soon."""
    for _ in range(20000):
        found = f"{lots.getrandbits(256):064x}"
        if all(draw_throw(found.encode(), subject) == throw for subject, throw in thrown.items()):
            return found
    return ""


def truth_of(position: Position, house: House, secret: str = "", noise: Mapping[int, tuple[Act, ...]] | None = None) -> Truth:
    """A truth without any names of its own."""
    return Truth(position, secret, house.seats, noise or {}, {})

