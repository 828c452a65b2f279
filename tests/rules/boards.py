"""Boards to try the referee on: positions written as texts, and random ones on which units meet, help and sail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from judge.assets import find_assets
from judge.board import Phase, Position, Unit, space_of
from judge.cases.case import read_case, read_cases
from judge.cases.run import judge_case
from judge.notation import Order, UnitRef
from judge.notation.reader import ParsedOrder, Reading
from judge.rules import OrderResult, PhaseOutcome, Ruleset, adjudicate
from judge.variants import load_ruleset

RULES = load_ruleset("standard", [find_assets().games], find_assets().grammars())
BOARD = RULES.board
POWERS = tuple(power.name for power in RULES.powers)
SPRING, SPRING_RETREATS, AUTUMN, AUTUMN_RETREATS, WINTER = (RULES.calendar.at(1902, n) for n in range(5))
Told = Mapping[str, Sequence[str]]
"""power → texts: units in house form, or order lines."""


class Scene(NamedTuple):
    """A position and what everybody ordered in it."""

    position: Position
    orders: Mapping[str, tuple[Order, ...]]


def unit(power: str, text: str) -> Unit:
    """A unit in house form."""
    ref = RULES.notation.read_unit(text, BOARD)
    return Unit(power, ref.kind, ref.place, ref.name)


def stand(units: Told, phase: Phase = SPRING, owners: Mapping[str, str] | None = None) -> Position:
    """A position of these units before a phase."""
    placed = tuple(unit(power, text) for power, texts in units.items() for text in texts)
    return Position(phase, placed, owners or {})


def read(position: Position, orders: Told) -> dict[str, tuple[Order, ...]]:
    """The orders that these lines are, each of which must be readable."""
    found: dict[str, list[Order]] = {power: [] for power in orders}
    for power, lines in orders.items():
        for line in lines:
            for reading in RULES.notation.read(line, BOARD, position, power):
                assert isinstance(reading, ParsedOrder), f"{line!r}: {reading}"
                found[power].append(reading.order)
    return {power: tuple(listed) for power, listed in found.items()}


def judged(units: Told, orders: Told, rules: Ruleset = RULES) -> PhaseOutcome:
    """A movement phase told in texts, judged. Every unit is where its order says, so a board may be told by orders alone."""
    position = stand(units)
    return adjudicate(position, read(position, orders), rules)


def words(outcome: PhaseOutcome) -> dict[str, str]:
    """unit → its result word, `+` added if it was dislodged."""
    return {str(r.unit): r.word + "+" * r.dislodged for r in outcome.results}


def why(outcome: PhaseOutcome) -> dict[str, str]:
    """unit → the code of its reason, '' without one."""
    return {str(r.unit): r.reason.code if r.reason else "" for r in outcome.results}


def region(rng: Random, number: int) -> list[str]:
    """Spaces that hang together, grown from one; seas more likely than not to be the seed."""
    seas = [space for space in BOARD.spaces if BOARD.is_sea(space)]
    found = [rng.choice(seas if rng.random() < 0.7 else sorted(BOARD.spaces))]
    while len(found) < number:
        edge = sorted({near for space in found for near in BOARD.near[space]} - set(found))
        wet = [space for space in edge if BOARD.is_sea(space)]
        found.append(rng.choice(wet if wet and rng.random() < 0.3 else edge))
    return found


def scatter(rng: Random, number: int, powers: int = 3) -> tuple[Unit, ...]:
    """Units of a few powers, crowded together."""
    names = rng.sample(POWERS, powers)
    units = []
    for space in rng.sample(region(rng, number + 2), number):
        kind = rng.choice([kind for kind in ("A", "A", "F") if BOARD.places(kind, space)])
        units.append(Unit(rng.choice(names), kind, rng.choice(BOARD.places(kind, space))))
    return tuple(units)


def shores(units: Sequence[Unit], start: str, without: str = "") -> list[str]:
    """Coasts that fleets at sea could take an army to from a coast, sorted."""
    seas = {unit.space for unit in units if unit.kind == "F" and BOARD.is_sea(unit.space)} - {without}
    edge = BOARD.fleet_spaces.get(start, frozenset()) & seas
    reached: frozenset[str] = frozenset()
    while edge - reached:
        reached |= edge
        edge = frozenset(near for sea in reached for near in BOARD.fleet_spaces[sea]) & seas
    ends = {near for sea in reached for near in BOARD.fleet_spaces[sea] if BOARD.places("A", near)}
    return sorted(ends - {start})


def orders_for(rng: Random, units: Sequence[Unit], wild: float = 0.0) -> dict[Unit, Order]:
    """An order for most units: moves where others stand or go, then supports and convoys that mostly agree with them.

    `wild` is the share of orders made without looking at what is possible.
    """
    here = {unit.space for unit in units}
    chosen: dict[Unit, Order] = {}
    for mover in units:
        if rng.random() < (0.35 if BOARD.is_sea(mover.space) else 0.65):
            chosen[mover] = _wild_move(rng, mover) if rng.random() < wild else _move(rng, mover, units, here)
            here.add(space_of(chosen[mover].target))
    for helper in units:
        if helper not in chosen and rng.random() < 0.93:
            chosen[helper] = _help(rng, helper, units, chosen, rng.random() < wild)
    return chosen


def scene(rng: Random, number: int, powers: int = 3, wild: float = 0.0) -> Scene:
    """A random board with its orders; wild ones go to other powers' units and to no unit at all now and then."""
    units = scatter(rng, number, powers)
    by_power: dict[str, list[Order]] = {}
    for mover, order in orders_for(rng, units, wild).items():
        sender = rng.choice(POWERS) if rng.random() < wild / 4 else mover.power
        by_power.setdefault(sender, []).append(order)
    return Scene(Position(SPRING, units), {power: tuple(orders) for power, orders in by_power.items()})


@cache
def datc() -> Mapping[str, PhaseOutcome]:
    """Every phase of the cases of DATC 3.2 and of our own beside them, judged: id, with `/2` for the second phase → outcome."""
    found = {}
    for file in sorted((Path(__file__).parents[1] / "datc").glob("*.yaml")):
        for sheet in read_cases(file.read_text("utf-8"), file.name):
            for number, (_, judged) in enumerate(judge_case(read_case(sheet), RULES, Silent()), 1):
                found[sheet.get("id").text() + (f"/{number}" if number > 1 else "")] = judged.outcome
    return found


class Silent:
    """Puts nothing into words."""

    def unread(self, power: str, reading: Reading) -> str:
        return f"{power}: {reading}"

    def why(self, result: OrderResult, outcome: PhaseOutcome) -> str:
        return ""

    def report(self, outcome: PhaseOutcome, name: str) -> str:
        return ""


def _ref(unit: Unit) -> UnitRef:
    return UnitRef(unit.kind, unit.place)


def _move(rng: Random, mover: Unit, units: Sequence[Unit], here: set[str]) -> Order:
    by_sea = shores(units, mover.space) if mover.kind == "A" else []
    if by_sea and rng.random() < 0.75:
        target = rng.choice(by_sea)
        near = target in BOARD.reach("A", mover.place)
        return Order("move", _ref(mover), target, via="convoy" if near and rng.random() < 0.7 else "")
    reach = sorted(BOARD.reach(mover.kind, mover.place))
    crowded = [place for place in reach if space_of(place) in here]
    return Order("move", _ref(mover), rng.choice(crowded if crowded and rng.random() < 0.85 else reach))


def _wild_move(rng: Random, mover: Unit) -> Order:
    place = rng.choice(sorted(BOARD.links[rng.choice("AF")]))
    kind = rng.choice(["A", "F", mover.kind, mover.kind])
    return Order("move", UnitRef(kind, mover.place), rng.choice([place, space_of(place)]), via=rng.choice(["", "", "convoy"]))


def _help(rng: Random, helper: Unit, units: Sequence[Unit], chosen: Mapping[Unit, Order], wild: bool) -> Order:
    armies = [unit for unit in units if unit.kind == "A"]
    if armies and BOARD.is_sea(helper.space) and rng.random() < 0.85:
        return _convoy(rng, helper, armies, chosen, wild)
    reach = BOARD.reach_spaces(helper.kind, helper.place)
    of = [other for other in units if other is not helper and (wild or _aim(other, chosen) in reach)]
    of = [other for other in of if other in chosen and chosen[other].verb == "move" and rng.random() < 0.7] or of
    if not of or rng.random() < 0.08:
        return Order("stands", _ref(helper))
    other = rng.choice(of)
    target = chosen[other].target if other in chosen and chosen[other].verb == "move" else ""
    if wild and rng.random() < 0.5:
        target = rng.choice(["", *sorted(BOARD.reach(other.kind, other.place))])
    of_whom = UnitRef(other.kind, other.place, power=rng.choice(["", other.power]))
    return Order("support", _ref(helper), rng.choice([target, space_of(target)]), of_whom)


def _aim(unit: Unit, chosen: Mapping[Unit, Order]) -> str:
    order = chosen.get(unit)
    return space_of(order.target) if order and order.verb == "move" else unit.space


def _convoy(rng: Random, helper: Unit, armies: Sequence[Unit], chosen: Mapping[Unit, Order], wild: bool) -> Order:
    sailing = [
        army for army in armies if army in chosen and (chosen[army].via or chosen[army].target not in BOARD.reach("A", army.place))
    ]
    army = rng.choice(sailing if sailing and not wild else armies)
    target = chosen[army].target if army in chosen and chosen[army].verb == "move" and not wild else ""
    return Order("convoy", _ref(helper), target or rng.choice(sorted(BOARD.links["A"])), _ref(army))
