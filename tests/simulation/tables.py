"""Games as their letters and their events tell: who sits where, what is due, and what each letter comes to.

Nothing here asks the program. What a letter means is known from how it was written; whether it counts, from when it was written,
when our mail server had it, and what was open then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from tests.letters.composing.meanings import BOARD
from tests.simulation.letters import Meaning, Sent, meaning

VERBS = {
    "move": "-{target}", "support": " S {of}", "convoy": " C {of}", "stands": " stands", "hold": " stands",
    "retreat": " ret {target}", "disband": " disbands",
}  # fmt: skip
BEFORE = {"build": "build ", "remove": "remove "}
"""Verbs that are written before their unit."""


class Out(NamedTuple):
    """A unit that was driven out."""

    power: str
    unit: str
    """`A(Tri)`, with its coast."""
    goals: tuple[str, ...]


@dataclass
class Seat:
    """What a player's letters come to in the phase that is running."""

    orders: Meaning = field(default_factory=dict)
    written: datetime | None = None
    """The Date of the last letter that counts."""
    final: bool = False
    unsure: bool = False
    """Whether a letter came in a style that may be asked about."""


@dataclass
class Table:
    """One game."""

    name: str
    gm: str
    players: dict[str, str] = field(default_factory=dict)
    """Power → address."""
    phase: str = ""
    began: datetime | None = None
    due: datetime | None = None
    closes: datetime | None = None
    """When it ends before that, since all retreats or builds are ordered, if nothing changes."""
    units: list[str] = field(default_factory=list)
    homes: dict[str, str] = field(default_factory=dict)
    """Home centre → Power."""
    owners: dict[str, str] = field(default_factory=dict)
    out: list[Out] = field(default_factory=list)
    seats: dict[str, Seat] = field(default_factory=dict)
    press: list[Sent] = field(default_factory=list)
    """What the next report will bring."""
    asked: list[str] = field(default_factory=list)
    """What letters of the GM that count have asked for, and the judge has not done yet."""
    ran: int = 0
    ran_at: list[tuple[str, datetime]] = field(default_factory=list)
    """The phases of moves that were run, and when."""
    joined: int = 0
    over: bool = False
    restored: datetime | None = None
    """When a backup was put back, if its deadline has not been put off since."""
    ahead: list[tuple[str, str]] = field(default_factory=list)
    """(phase, Power) of letters from before a restore that may be kept for when that phase comes again."""
    alone: bool = False
    """Whether it is a practice game, of which the letters alone do not tell all."""

    @property
    def kind(self) -> str:
        """What is ordered in the phase that is running: moves, retreats or builds."""
        if not self.phase:
            return ""
        return "builds" if self.phase.startswith("Winter") else "retreats" if len(self.phase.split()) > 2 else "moves"

    @property
    def ends(self) -> datetime:
        """From when on a letter is late for the phase that is running, which must have a deadline."""
        assert self.due
        return min(self.due, self.closes or self.due)

    def waited_for(self) -> list[str]:
        """The Powers that may order something."""
        if self.kind == "moves":
            return sorted({unit.rpartition(" ")[0] for unit in self.units})
        if self.kind == "retreats":
            return sorted({each.power for each in self.out if each.goals})
        return sorted(power for power in self.players if self.builds(power))

    def may_mix_up(self, power: str) -> bool:
        """Whether two units of a Power that must retreat can go to the same space."""
        goals = [{goal.partition(".")[0] for goal in each.goals} for each in self.out if each.power == power]
        return sum(map(len, goals)) > len(set().union(*goals))

    def builds(self, power: str) -> int:
        """How many units a Power may build in winter, or must remove if it is below nothing."""
        units = sum(unit.startswith(f"{power} ") for unit in self.units)
        due = sum(owner == power for owner in self.owners.values()) - units
        return min(due, len(self.free(power)))

    def free(self, power: str) -> list[str]:
        """The centres in which a Power may build."""
        taken = {place_of(unit) for unit in self.units}
        return sorted(at for at, owner in self.homes.items() if owner == power == self.owners.get(at) and at not in taken)

    def begin(self, position: dict[str, Any], at: datetime, due: str | None) -> None:
        """A phase begins."""
        self.phase, self.began, self.units = position["phase"][0], at, position["units"]
        self.owners = position["owners"]
        self.homes = self.homes or self.owners
        self.out = [Out(*unit.split(" ", 1), tuple(goals)) for unit, _, _, goals in position["dislodged"]]
        self.due, self.closes = datetime.fromisoformat(due) if due else None, None
        self.seats, self.press, self.asked, self.ran = {}, [], [], self.ran + 1
        for phase, power in self.ahead:
            if phase == self.phase:
                self.seats.setdefault(power, Seat()).unsure = True

    def take(self, sent: Sent) -> None:
        """A letter counts."""
        if sent.does == "extend" or (sent.does and sent.phase == self.phase and not sent.lost):
            self.asked.append(sent.does)
        if sent.word and sent.secret:
            sent.published = not self.over
        elif sent.word:
            self.press.append(sent)
        if sent.power and sent.lost:  # it may have been about a phase that nobody knows any more
            self.seats.setdefault(sent.power, Seat()).unsure = True
            self.ahead.append((sent.phase, sent.power))
        if not sent.power or not sent.genuine or self.phase != sent.phase:
            return
        seat = self.seats.setdefault(sent.power, Seat())
        if seat.written and sent.written < seat.written:
            return
        seat.written = sent.written
        seat.unsure |= sent.unsure
        seat.final |= sent.final and not sent.lost  # a backup was put back after it was written
        if self.kind == "builds":
            seat.orders = dict(sent.orders) or seat.orders
        else:
            seat.orders |= sent.orders

    def unsure(self) -> set[str]:
        """The Powers of which a letter came that may be asked about."""
        return {power for power, seat in self.seats.items() if seat.unsure}

    def all_final(self) -> bool:
        """Whether everybody who may order something has said FINAL."""
        asked = self.waited_for()
        return bool(asked) and all(power in self.seats and self.seats[power].final for power in asked)

    def may_be_final(self) -> bool:
        """Whether all have said FINAL but those of whom that is not sure, of whom there are some."""
        unsure = self.unsure()
        final = {power for power, seat in self.seats.items() if seat.final}
        return bool(unsure) and {*self.waited_for()} <= unsure | final

    def all_in(self) -> bool:
        """Whether all retreats or builds are ordered, so that the phase may end early."""
        if self.kind == "retreats":
            return all(place_of(each.unit) in self.orders_of(each.power) for each in self.out if each.goals)
        return self.kind == "builds" and all(len(self.orders_of(each)) >= abs(self.builds(each)) for each in self.waited_for())

    def orders_of(self, power: str) -> Meaning:
        """What is to stand for a Power."""
        return self.seats[power].orders if power in self.seats else {}


def place_of(unit: str) -> str:
    """The space of a unit: `France A(Par)` → `Par`."""
    return unit[unit.index("(") + 1 : -1].partition(".")[0]


def fleets_at(place: str) -> bool:
    """Whether a fleet can be built in a place without saying at which coast."""
    return "fleet" in BOARD[place]


def meaning_of(orders: Iterable[dict[str, str]]) -> Meaning:
    """Read orders as they are stored with a phase that was run."""
    return meaning(list(_written(orders)))


def _written(orders: Iterable[dict[str, str]]) -> Iterator[str]:
    for order in orders:
        verb, unit = order["verb"], order.get("unit", "").rpartition(" ")[2]
        if verb in BEFORE:
            yield f"{BEFORE[verb]}{unit}"
            continue
        other = order.get("of", "").rpartition(" ")[2]  # of another Power: `Germany A(Mun)`
        rest = VERBS[verb].format(of=other, target=order.get("target", ""))
        goal = f"-{order['target']}" if verb in ("support", "convoy") and order.get("target") else ""
        yield f"{unit}{rest}{goal}"
