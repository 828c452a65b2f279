"""What letters mean: orders that a power might give in one of the positions, drawn by a die.

Shares nothing with the judge: the board stands in `board.toml`, the positions in `positions.toml`.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
BOARD: dict[str, dict[str, Any]] = tomllib.loads((HERE / "board.toml").read_text("utf-8"))
POSITIONS: dict[str, Any] = tomllib.loads((HERE / "positions.toml").read_text("utf-8"))
MOVEMENT = ("Spring 1901", "Autumn 1901", "Spring 1902")
WINTER, RETREATS = "Winter 1901", "Autumn 1901 retreats"
PHASES = (*MOVEMENT, WINTER, RETREATS)
NATIONS = {
    "Austria": "Austrian", "England": "English", "France": "French", "Germany": "German", "Italy": "Italian",
    "Russia": "Russian", "Turkey": "Turkish",
}  # fmt: skip
TWO_COASTS = frozenset((("MAO", "Spa"), ("Por", "Spa"), ("Con", "Bul")))
"""Where a fleet has a choice of coasts."""


class Unit(NamedTuple):
    """An army or fleet: its letter, its space, its coast or '', its power."""

    letter: str
    at: str
    coast: str
    power: str

    @property
    def place(self) -> str:
        """The space with the coast."""
        return f"{self.at}.{self.coast}" if self.coast else self.at


class Order(NamedTuple):
    """What one unit is to do. `kind` is a key of the styles: hold, move, support, support_move, convoy, retreat, build, …"""

    kind: str
    unit: Unit
    to: str = ""
    """Where it, or the unit it helps, goes; with a coast only where a fleet has the choice."""
    other: Unit | None = None
    """The unit that is supported or carried."""
    way: str = ""
    """Of an army that goes over sea: 'route' if its seas are named, 'via' if the convoy is."""
    seas: tuple[str, ...] = ()

    def canonical(self) -> str:
        """The order as the judge prints it."""
        unit = f"{self.unit.letter}({self.unit.place})"
        other = f"{self.other.letter}({self.other.at})" if self.other else ""
        return {
            "hold": f"{unit} stands",
            "move": f"{unit}-{'-'.join((*self.seas, self.to)) if self.way == 'route' else self.to}"
            + (" via convoy" if self.way == "via" else ""),
            "support": f"{unit} S {other}",
            "support_move": f"{unit} S {other}-{self.to}",
            "convoy": f"{unit} C {other}-{self.to}",
            "retreat": f"{unit} ret {self.to}",
            "disband": f"{unit} disbands",
            "build": f"build {unit}",
            "remove": f"remove {unit}",
            "waive": "waive",
        }[self.kind]


def units(phase: str) -> dict[str, list[Unit]]:
    """Power → its units, in a phase; in retreats only those that must go."""
    found: dict[str, list[Unit]] = {}
    for power, text in POSITIONS[phase].items():
        found[power] = []
        for letter, place in (one.split() for one in text.split(", ")):
            at, _, coast = place.partition(".")
            found[power].append(Unit(letter, at, coast, power))
    return found


def reach(unit: Unit) -> list[str]:
    """Where a unit may go by itself; with a coast where a fleet has the choice."""
    place = BOARD[unit.at]
    links: str = place.get("army", "") if unit.letter == "A" else place.get(unit.coast or "fleet", "")
    goals = []
    for goal in links.split():
        space = goal.partition(".")[0]
        goals.append(goal if (unit.at, space) in TWO_COASTS else space)
    return list(dict.fromkeys(goals))


def spaces(unit: Unit) -> set[str]:
    """The spaces, without coasts, that a unit may go to, and so support into."""
    return {goal.partition(".")[0] for goal in reach(unit)}


def too_far(unit: Unit) -> list[str]:
    """Inland spaces, or for a fleet seas, that a unit cannot come to by any way."""
    near = spaces(unit) | {unit.at}
    inland = [code for code, place in BOARD.items() if not {"fleet", "nc", "sc", "ec"} & place.keys()]
    return [code for code in (inland if unit.letter == "A" else filter(is_sea, BOARD)) if code not in near]


def is_sea(code: str) -> bool:
    """Whether a space is a sea."""
    return code.isupper()


def _shores(sea: str) -> list[str]:
    return sorted({goal.partition(".")[0] for goal in BOARD[sea]["fleet"].split() if not is_sea(goal)})


class Drawing:
    """Draws the orders of one power in one phase of movement; `everybody`: where all units stand, if not as in `positions.toml`."""

    def __init__(
        self, lots: random.Random, phase: str, power: str, everybody: Mapping[str, Sequence[Unit]] | None = None
    ) -> None:  # fmt: skip
        self.lots = lots
        everybody = everybody or units(phase)
        self.mine = list(everybody[power])
        self.others = [unit for name, some in everybody.items() if name != power for unit in some]
        self.given: dict[Unit, Order] = {}

    def orders(self, most: int) -> list[Order]:
        """At most so many orders, of units of its own, that agree with each other."""
        chosen = self.lots.sample(self.mine, min(most, len(self.mine)))
        if self.lots.random() < 0.3:
            self.convoy(chosen)
        for unit in chosen:
            if unit not in self.given and self.lots.random() < 0.62:
                self.given[unit] = Order("move", unit, self.lots.choice(reach(unit)))
        for unit in chosen:
            if unit not in self.given:
                self.given[unit] = self._support(unit) or Order("hold", unit)
        return [self.given[unit] for unit in chosen]

    def convoy(self, chosen: Sequence[Unit]) -> None:
        """Have a fleet take an army over, if these can."""
        for fleet in chosen:
            for army in chosen:
                if is_sea(fleet.at) and army.letter == "A" and army.at in _shores(fleet.at):
                    goals = [goal for goal in _shores(fleet.at) if goal not in spaces(army) and goal != army.at]
                    if goals:
                        goal = self.lots.choice(goals)
                        way = self.lots.choice(("", "", "route", "via"))
                        self.given[fleet] = Order("convoy", fleet, goal, army)
                        self.given[army] = Order("move", army, goal, way=way, seas=(fleet.at,))
                        return

    def _support(self, unit: Unit) -> Order | None:
        if self.lots.random() < 0.35:
            return None
        ways: list[Order] = []
        for other in self.mine:
            order = self.given.get(other)
            if other == unit:
                continue
            if order and order.kind == "move" and order.to.partition(".")[0] in spaces(unit) - {unit.at}:
                ways += [Order("support_move", unit, order.to.partition(".")[0], other)] * 3
            elif (not order or order.kind != "move") and other.at in spaces(unit):
                ways.append(Order("support", unit, "", other))
        for other in self.others:
            shared = sorted((spaces(unit) & spaces(other)) - {mine.at for mine in self.mine})
            if shared:
                ways.append(Order("support_move", unit, self.lots.choice(shared), other))
            if other.at in spaces(unit):
                ways.append(Order("support", unit, "", other))
        return self.lots.choice(ways) if ways else None


def drawn(lots: random.Random, phase: str, power: str) -> list[Order]:
    """Orders that a power might give: all of its units, or some."""
    if phase in MOVEMENT:
        return Drawing(lots, phase, power).orders(lots.choice((1, 1, 2, 3, 9, 9)))
    here = units(phase).get(power, [])
    if phase == RETREATS:
        return [_retreat(lots, unit) for unit in here]
    due = POSITIONS["builds"][power]["due"]
    if due < 0:
        return [Order("remove", unit) for unit in lots.sample(here, -due)]
    return builds(lots, power, due)


def _retreat(lots: random.Random, unit: Unit) -> Order:
    goals: list[str] = POSITIONS["retreats"][unit.at].split()
    if lots.random() < 0.25:
        return Order("disband", unit)
    return Order("retreat", unit, lots.choice(goals).partition(".")[0])


def builds(lots: random.Random, power: str, due: int) -> list[Order]:
    """Builds of a winter: as many as are due, or fewer, or one waived."""
    free = POSITIONS["builds"][power]["free"].split()
    places = lots.sample(free, min(due, len(free)))
    orders = []
    for place in places:
        fleets = [key for key in ("fleet", "nc", "sc") if key in BOARD[place]]
        letter = lots.choice("AF") if fleets == ["fleet"] else "A"
        orders.append(Order("build", Unit(letter, place, "", power)))
    if lots.random() < 0.15:
        orders[-1] = Order("waive", orders[-1].unit)
    elif lots.random() < 0.2:
        orders = orders[:1]
    return orders
