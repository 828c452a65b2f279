"""Who has seen what in a game of 1492, told from the true positions by rule 4 alone; the judge's own charts are not believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.board import Position, Unit
from tests.secrecy.explorers import ROADS
from tests.secrecy.reader import May, Told

POWERS = ("England", "France", "Portugal", "Spain")
EVERYBODY = ""
SORTS = {"A": "army", "F": "fleet"}


class Logbook:
    """Kept phase by phase."""

    def __init__(self, position: Position) -> None:
        self.seen: dict[str, set[str]] = {power: set() for power in POWERS}
        self.common: set[str] = set()
        self.shores: dict[str, set[tuple[str, str]]] = {power: set() for power in POWERS}
        """Pairs of areas of which each knows that they border each other: one unit of his has seen both at once, or been in one."""
        self.before = self.now = position
        self.proposed: dict[str, set[str]] = {power: set() for power in POWERS}
        """What each has called areas in his own letters, folded."""
        self.enter(position)

    def enter(self, position: Position) -> None:
        """The board as it is now. As a phase ends, an area is seen by whoever has a unit in it or beside it (rule 4)."""
        if self.now.phase != position.phase:
            self.before = self.now
        self.now = position
        for power in POWERS:
            self.seen[power] |= in_sight(position, power)
            spots = {unit.space for unit in _units(position, power)}
            self.shores[power] |= {pair for spot in spots for pair in _shores(position.facts["world"], spot)}
        alive = [power for power in POWERS if _units(position, power) or power in position.owners.values()]
        self.common |= set.intersection(*(self.seen[power] for power in alive)) if alive else set()

    def may(self, power: str) -> May:
        """What a power's player may read now."""
        known = self.seen[power] | self.common
        own, all_words = {*ROADS, *self._words(power, known)}, set[str]()
        for reader in (*POWERS, EVERYBODY):
            all_words |= set(self._words(reader, self.now.facts["world"]))
        heard = {word.casefold() for word in own} | self.proposed[power]
        hidden = {word.casefold() for word in (*all_words, *self.now.facts["world"])} - heard
        names = {name["name"] for at, name in self._names().items() if at not in known}
        unheard = frozenset(name for name in names if name.casefold() not in self.proposed[power])
        shores = {(a, b) for one, other in self.shores[power] for a in self._called(power, one) for b in self._called(power, other)}
        return May(power, frozenset(own), frozenset(hidden), unheard, dict(self._there(power)), frozenset(self._foreign(power)),
                   frozenset(shores))  # fmt: skip

    def _names(self) -> Mapping[str, Any]:
        return self.now.facts.get("names") or {}

    def _words(self, reader: str, areas: Any) -> Iterator[str]:
        """What a reader may call areas: his own label, the one that is everybody's, the names that they have or had."""
        charts = self.now.facts.get("charts") or {}
        for at in areas:
            yield from (charts[who][at]["label"] for who in {reader, EVERYBODY} if at in (charts.get(who) or {}))
            if at in self._names():
                yield from (self._names()[at]["code"], *self._names()[at]["also"])

    def _there(self, power: str) -> Iterator[tuple[str, str]]:
        """Who is in the areas in sight; of those that all have found (rule 6) whoever is there, without natives out of sight."""
        sight = in_sight(self.now, power)
        for at in sight | self.common:
            others = sorted(f"{u.power} {u.kind}" for u in self.now.units if u.space == at and u.power != power)
            told = [f"{SORTS[text[-1]]} of {text[:-2]}" for text in others]
            told = (["native army"] if at in sight and at in (self.now.facts.get("natives") or ()) else []) + told
            if at in sight or told:
                yield from ((word, ", ".join(told) or "none") for word in self._words(power, [at]))

    def _foreign(self, power: str) -> Iterator[Told]:
        sight = {*ROADS, *self.common, *in_sight(self.before, power), *in_sight(self.now, power)}
        for position in (self.before, self.now):
            for unit in _all(position):
                if unit.power != power and unit.space in sight:
                    words = self._called(power, unit.space)
                    yield from (Told(unit.power, kind, word) for word in words for kind in (unit.kind, "A/F"))

    def _called(self, power: str, at: str) -> list[str]:
        return [at] if at in ROADS else list(self._words(power, [at]))


def in_sight(position: Position, power: str) -> set[str]:
    """The areas beyond the map in which a power has a unit, or beside which it has one, before any is driven away."""
    world = position.facts["world"]
    spots = {unit.space for unit in _units(position, power)}
    return {at for at, area in world.items() if at in spots or spots & set(area["borders"])}


def _shores(world: Mapping[str, Any], spot: str) -> Iterator[tuple[str, str]]:
    """What somebody in a place learns of who borders whom: everything about the place, and of what he sees of it what touches."""
    view = {at for at, area in world.items() if at == spot or spot in area["borders"]}
    for at in view:
        for other in world[at]["borders"]:
            if at == spot or other == spot or other in view:
                yield from ((at, other), (other, at))


def _units(position: Position, power: str) -> list[Unit]:
    return [unit for unit in _all(position) if unit.power == power]


def _all(position: Position) -> list[Unit]:
    return [*position.units, *(beaten.unit for beaten in position.dislodged)]
