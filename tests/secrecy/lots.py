"""What is drawn by lot for a year by mail: boards in the middle of a game, orders, questions, and second truths that differ in
what some reader may not see. What a reader may see is none of this module's business: `oracles` says that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from judge.board import Board, Position, Unit
from judge.game import Game
from judge.notation import Order, UnitRef
from judge.rules import Ruleset, dues_by_power
from judge.rules.dice import draw_throw
from judge.rules.phases import begin_position
from tests.letters.post_office import GM
from tests.secrecy.years import ENTERS, Act, House, Truth, Year

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
        return self._once(power, game, "asks", lambda: asked(self.rules, game, power, lots) if lots.random() < 0.5 else "")

    def _once(self, power: str, game: Game, what: str, write: Callable[[], str]) -> str:
        key = (power, game.board_now.phase.name, what)
        if key not in self.texts or (power in self.changed and what == "orders"):
            self.texts[key] = write()
        return self.texts[key]


# Orders


def ordered(rules: Ruleset, position: Position, power: str, lots: Lots) -> str:
    """Orders for a phase, as its player writes them."""
    if power and position.phase.kind == "movement":
        orders = _moves(rules, position, power, lots)
    elif power and position.phase.kind == "retreats":
        beaten = [b for b in position.dislodged if b.unit.power == power and lots.of(f"silent {b.unit}").random() < 0.7]
        orders = [_retreat(b.unit, b.retreats, lots.changed(b.unit, True) or lots.of(b.unit)) for b in beaten]
    else:
        orders = list(_winter(rules, position, power, lots.of("winter"))) if power else []
    lines = [rules.notation.write(rules.rules.to_visible_order(rules, position, power, order)) for order in orders]
    more = lots.changed("more", True) or lots.of("more")
    lines += [more.choice(["A(Xyz)-Foo", "F(OB) S A(QQ)", "PREVIEW", "STATUS", "TRY"])] if more.random() < 0.15 else []
    final = more if more.random() < 0.3 else lots.of("final")
    hurry = Random(f"{lots.seed} {position.phase.name} hurry").random() < 0.4  # then everybody is ready
    return "\n".join([*lines, *(["FINAL"] if hurry or final.random() < 0.7 else [])]) or "STATUS"


def _moves(rules: Ruleset, position: Position, power: str, drawn: Lots) -> list[Order]:
    """Each unit as its own lot falls; but often some go for an enemy together, and an army aboard is landed."""
    orders = {unit: _move(rules, position, unit, drawn) for unit in position.units_of(power)}
    again = (None if drawn.open else drawn.changed("together", True)) or drawn.of("together")
    if again.random() < 0.5:
        orders.update(_assault(rules, position, power, again))
    orders.update(_landing(rules, position, power, drawn.of("landing")))
    return [order for order in orders.values() if order]


def _assault(rules: Ruleset, position: Position, power: str, lots: Random) -> dict[Unit, Order | None]:
    """A move to where somebody else stands, supported by some others that are near."""
    board, mine = rules.board_at(position), position.units_of(power)
    reach = {unit: board.reach_spaces(unit.kind, unit.place) for unit in mine}
    goals = sorted({u.space for u in position.units if u.power != power and sum(u.space in near for near in reach.values()) > 1})
    if not goals:
        return {}
    goal = lots.choice(goals)
    first, *others = lots.sample(near := [unit for unit in mine if goal in reach[unit]], len(near))
    places = [to for to in sorted(board.reach(first.kind, first.place)) if to.partition(".")[0] == goal]
    told: dict[Unit, Order | None] = {first: Order("move", _ref(first), lots.choice(places))}
    helping = lots.sample(others, lots.randrange(1, len(others) + 1))
    return told | {other: Order("support", _ref(other), goal, _ref(first)) for other in helping}


def _landing(rules: Ruleset, position: Position, power: str, lots: Random) -> dict[Unit, Order | None]:
    """A fleet with an army aboard sails, or stays, and the army lands beside its goal, or where it only hopes to."""
    board, mine = rules.board_at(position), position.units_of(power)
    crews = [(f, a) for f in mine for a in mine if f.kind == "F" and a.kind == "A" and f.space == a.space and board.is_sea(f.space)]
    if not crews or lots.random() < 0.2:
        return {}
    fleet, army = lots.choice(crews)
    ways = [to for to in sorted(board.reach("F", fleet.place)) if board.is_sea(to.partition(".")[0])]
    goal = lots.choice([fleet.place, *ways, *ways])
    known = (position.facts.get("charts") or {}).get(power) or {}
    shores = [to for to in known if not board.is_sea(to)] if lots.random() < 0.6 else []
    shores = shores or sorted(board.reach("A", goal)) or [fleet.space]
    sails = Order("move", UnitRef("A/F", fleet.place), goal) if goal != fleet.place else Order("stands", _ref(fleet))
    return {fleet: sails, army: Order("disembark", UnitRef("A", goal, army.name), lots.choice(shores))}


def _ref(unit: Unit) -> UnitRef:
    return UnitRef(unit.kind, unit.place, unit.name)


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
        known = [to for to in (position.facts.get("charts") or {}).get(unit.power) or {} if not board.is_sea(to)]
        hoped = known if lots.random() < 0.5 else []
        return Order("move", ref, lots.choice(hoped or sorted(shores - {unit.space}) or ways))
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
    guesses = [u for u in guesses if set(near) & {u.space, *board.near.get(u.space, ())}] or guesses
    guesses += [Unit(lots.choice([p.name for p in rules.powers]), lots.choice("AF"), "OB")] if known else []
    left = [code for code, entry in known.items() if "units" not in entry and set(near) & {code, *board.near.get(code, ())}]
    if left and lots.random() < 0.5:  # what it has charted and cannot see now
        spot = lots.choice(left)
        to = [each for each in near if each != spot and each in board.near.get(spot, ())]
        return Order("support", ref, lots.choice(["", *to, *to]), UnitRef("F" if board.is_sea(spot) else "A", spot))
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
        board = rules.board_at(now)
        near = {to for unit in now.units_of(power) for to in board.near[unit.space]} if "world" not in now.facts else set()
        about = [unit.space for unit in now.units if unit.power != power and unit.space in near]
        lines += [f"WHY {space}" for space in lots.sample(about, min(4, len(about)))]  # where somebody stands whom it sees
        lines += ["TRY", "PREVIEW", f"WHY {lots.choice(sorted(rules.board.spaces))}", "F(OB)-QQQ"]
    return "\n".join(lots.sample(lines, min(len(lines), 4)))


def chatter(lots: Random, powers: Sequence[str], gm: Sequence[str], slots: int) -> dict[int, tuple[Act, ...]]:
    """Letters that change nothing in the end: questions, slips, FINAL and what takes it back, and what the GM looks at."""
    said = ["STATUS", "WHO", "PREVIEW", "A(Xyz)-Foo", "HISTORY", "TRY", "my dog ate the orders", "SETTINGS", "DICE", "RULES"]
    found: dict[int, tuple[Act, ...]] = {}
    for slot in range(slots):
        acts = [Act(n, lots.choice(powers), lots.choice(said)) for n in range(lots.randrange(3))] if powers else []
        acts += [Act(30 + n, GM, lots.choice([*gm, *[ENTERS] * (slot % 2 * len(gm) // 2 + 1)])) for n in range(lots.randrange(2))]
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


def in_the_way(house: House, year: Year, lots: Random) -> Position:
    """The same board with one unit more, where a unit could have retreated that was driven out in the year's first phase."""
    position, first = year.truth.position, year.turns[0].outcome.position
    taken = {u.space for u in (*position.units, *first.units)}
    ways = sorted((b.unit, to) for b in first.dislodged for to in b.retreats if to.partition(".")[0] not in taken)
    if not ways:
        return position
    beaten, to = lots.choice(ways)
    other = lots.choice([power for power in house.powers if power != beaten.power])
    return replace(position, units=(*position.units, Unit(other, beaten.kind, to)))


def with_more_help(house: House, year: Year, texts: Texts, lots: Random) -> tuple[Position, Texts]:
    """The same board with one unit more, which supports a unit that stood against an attack in the year's first phase."""
    position, rules, outcome = year.truth.position, house.rules, year.turns[0].outcome
    board, taken = rules.board_at(position), {u.space for u in position.units}
    goals = {r.order.target.partition(".")[0] for r in outcome.results if r.order.verb == "move" and r.word == "fails"}
    stood = [r.unit for r in outcome.results if r.unit and r.unit.space in goals and r.order.verb != "move" and not r.dislodged]
    sites = [(u, kind, to) for u in stood for kind in "AF" for to in sorted(board.links[kind])
             if u.space in board.reach_spaces(kind, to) and to.partition(".")[0] not in taken]  # fmt: skip
    if not sites:
        return position, {}
    unit, kind, to = lots.choice(sites)
    other = lots.choice(house.powers)
    key = (other, position.phase.name, "orders")
    order = rules.notation.write(Order("support", UnitRef(kind, to), "", UnitRef(unit.kind, unit.place)))
    return replace(position, units=(*position.units, Unit(other, kind, to))), {key: f"{order}\n{texts[key]}"}


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
        for place in lots.sample(seas, min(2, len(seas))):
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

