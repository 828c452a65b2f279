"""What a reader may see of a year, told from the truth by the rules alone: the author's sheet of 1492, and what BLIND promises.

Nothing here asks the judge what it shows to whom. Two years that agree on all this must bring the reader the same letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import yaml

from judge.assets import find_assets
from judge.board import Position, Unit, space_of
from judge.game.model.judged_phase import JudgedPhase
from judge.notation import Order
from judge.rules import OrderResult, PhaseOutcome, Ruleset
from judge.rules.reasons import CivilDisorder, Force, HeadToHead, Held, NoRoute, NotAllowed, NotLeft, Unmatched
from tests.secrecy.years import Year

HELP = ("support", "convoy")
SEEN = list[tuple[object, ...]]
Told = Callable[[Unit], object]


def _phases(year: Year) -> Iterator[tuple[JudgedPhase, object]]:
    """Each judged phase with when it might be run early. Everybody sees when it is run; but FINAL from all who are in the game says
    when, or the GM's PROCESS, and nothing that is hidden. From whom builds are due is no secret.
    """
    for turn, ready in zip(year.turns, year.ready, strict=True):
        yield turn, turn.run if turn.outcome.before.phase.kind == "adjustments" else ready


def open_board(year: Year, rules: Ruleset, reader: str) -> SEEN:
    """Where nothing of the board is hidden: each judged phase, whole, and what the GM ordered for whom, which is news for all. Not
    who plays, nor who else wrote what.
    """
    judged = [(turn.outcome, turn.run, turn.due, turn.silent, turn.looked, turn.stated, turn.entered) for turn in year.turns]
    return [(year.truth.position,), *judged]


# Played blind


def blind(year: Year, rules: Ruleset, reader: str) -> SEEN:
    """Of each phase, what lies in the spaces where a power has units or centres, or beside them; and who still plays."""
    begun = year.truth.position
    first = (begun.phase.name, _blind_sight(begun, reader, _near(rules, begun, reader)))
    return [first, *((ready, turn.due, *_blind_phase(turn, rules, reader)) for turn, ready in _phases(year))]


def _blind_phase(turn: JudgedPhase, rules: Ruleset, reader: str) -> Iterator[object]:
    outcome = turn.outcome
    before, after = (_near(rules, p, reader) for p in (outcome.before, outcome.position))
    yield outcome.before.phase.name
    yield outcome.position.phase.name
    yield outcome.winners
    yield from (_blind_sight(outcome.before, reader, before), _blind_sight(outcome.position, reader, after))
    yield sorted(_blind_others(outcome, reader, before, after))
    yield sorted(map(repr, _blind_own(outcome, reader, before)))
    yield sorted(str((gone.unit, gone.how)) for gone in outcome.removed if gone.unit.power == reader)
    yield sorted((c, who) for c, who in outcome.changed.items() if reader and reader in who)
    quiet = turn.silent if outcome.before.phase.kind == "movement" else tuple(p for p in turn.silent if p == reader)
    yield quiet


def _near(rules: Ruleset, position: Position, reader: str) -> frozenset[str]:
    """The spaces in a power's sight; nobody's are the observer's."""
    if not reader:
        return frozenset()
    units = [*position.units, *(beaten.unit for beaten in position.dislodged)]
    own = {u.place.partition(".")[0] for u in units if u.power == reader} | {c for c, p in position.owners.items() if p == reader}
    found = set(own)
    for links in rules.board.links.values():
        for place, to in links.items():
            if place.partition(".")[0] in own:
                found |= {each.partition(".")[0] for each in to}
    return frozenset(found)


def _blind_sight(position: Position, reader: str, seen: frozenset[str]) -> object:
    alive = {u.power for u in position.units} | {b.unit.power for b in position.dislodged} | set(position.owners.values())
    return (
        sorted(map(repr, (u for u in position.units if u.space in seen))),
        sorted((c, p) for c, p in position.owners.items() if c in seen),
        sorted(repr(_hidden_unit(reader, seen)(b.by)) + repr(b.unit) for b in position.dislodged if b.unit.space in seen),
        sorted(map(repr, (b.retreats for b in position.dislodged if b.unit.power == reader))),
        sorted(position.standoffs & seen), sorted(alive),
    )  # fmt: skip


def _hidden_unit(reader: str, seen: frozenset[str]) -> Told:
    return lambda unit: unit if unit.power == reader or unit.space in seen else unit.kind


def _wholly(result: OrderResult, before: frozenset[str], seen: frozenset[str]) -> bool:
    """Whether all that an order names, and its unit, is in sight."""
    order = result.order
    sight = seen if order.verb == "build" else before
    if result.unit and result.unit.space not in sight:
        return False
    places = [ref.place for ref in (order.unit, order.of, result.unit) if ref] + [order.target, *order.path]
    named = [space_of(place) for place in places if place]
    return bool(named) and all(space in seen for space in named)


def _blind_others(outcome: PhaseOutcome, reader: str, before: frozenset[str], after: frozenset[str]) -> Iterator[str]:
    for result in outcome.results:
        if result.power != reader and _wholly(result, before, before | after):
            went = result.order.verb != "move" or result.word == "succeeds"
            yield repr((result.power, result.order._replace(unit=None), result.unit or result.order.unit, went, result.dislodged))


def _blind_own(outcome: PhaseOutcome, reader: str, before: frozenset[str]) -> Iterator[object]:
    """A power's own results. What a unit did that is out of sight is not told by how help for it went."""
    view = {r.unit for r in outcome.results if _wholly(r, before, before)}
    for n, result in enumerate(r for r in outcome.results if reader and r.power == reader):
        order, reason, word = result.order, result.reason, result.word
        if order.verb in HELP and order.of and isinstance(reason, Unmatched) and reason.of not in view:
            reason, word = None, "given"
        elif order.verb in HELP and order.of and order.of.space not in before and isinstance(reason, NotAllowed):
            reason, word = None, "given"  # or wrong by the order alone, which the reader wrote
        elif order.verb == "move" and _nobody_carried(reason):  # whose fleets lie out of sight, and what they do, is not told
            fleets = [*reason.at, *reason.ready] if isinstance(reason, NoRoute) else []
            paradox = reason.paradox if isinstance(reason, NoRoute) else ""
            mine = sorted(map(repr, (fleet for fleet in fleets if fleet.power == reader or fleet in view)))
            yield n, order, result.unit, "fails", result.dislodged, result.ordered, mine, mine and paradox
            continue
        elif isinstance(reason, NotLeft) and reason.by.power != reader and reason.by not in view:
            reason = Held(reason.by, reason.mine, reason.theirs, reason.uncounted)
        told = _plain(reason, _hidden_unit(reader, before), str, keep=None)
        yield n, order, result.unit, word, result.dislodged, result.ordered, told


def _plain(value: Any, told: Told, place: Callable[[str], str], keep: Callable[[Unit], bool] | None) -> object:
    """A reason's parts, in order, as a reader may know them. `keep` leaves helpers out whose orders are not told at all."""
    if isinstance(value, Unit):
        return told(value)
    if isinstance(value, Force):
        helpers = [told(u) for u in value.helpers if keep is None or keep(u)]
        return value.total, value.extra, sorted(map(repr, helpers))
    if isinstance(value, CivilDisorder):
        return "CivilDisorder", value.distance is None  # how far it is, is counted over areas that nobody need know
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: getattr(value, f.name) for f in fields(value)}
        for name in {"uncounted", "at", "ready"} & parts.keys():
            if isinstance(parts[name], tuple):
                parts[name] = tuple(u for u in parts[name] if keep is None or keep(u))
        return type(value).__name__, tuple((name, _plain(part, told, place, keep)) for name, part in parts.items())
    if isinstance(value, tuple):
        return tuple(_plain(each, told, place, keep) for each in value)
    return place(value) if isinstance(value, str) else value


# 1492


@cache
def _printed() -> frozenset[str]:
    """The areas of the map that all have, as its file lists them."""
    return frozenset(yaml.safe_load((find_assets().games / "new_world_1492" / "map.yaml").read_text()))


class Sheet:
    """What one power of 1492 may see, phase by phase (rules 4 to 7). Areas beyond the map have the codes of the first truth."""

    def __init__(self, year: Year, rules: Ruleset, reader: str) -> None:
        self.year, self.rules, self.reader = year, rules, reader
        self.printed = _printed()
        """What is on the map that all have."""
        self.powers = [power.name for power in rules.powers]
        facts = year.truth.position.facts
        self.charts = {power: dict.fromkeys(facts["seen"].get(power, ())) for power in self.powers}
        self.sights: dict[str, set[tuple[str, str]]] = {power: set() for power in self.powers}
        """Pairs of areas that a power has seen at once, or of which it has been in one."""
        self.common: set[str] = set()
        self.watched: set[str] = set()
        self.was: set[str] = set()

    def told(self) -> SEEN:
        """Everything, in order."""
        found = [self.look(self.year.turns[0].outcome.before if self.year.turns else self.year.truth.position)]
        for turn, ready in _phases(self.year):
            public = frozenset(self.common)
            judged = tuple(self.judged(turn, public))
            looked = self.look(turn.outcome.position)
            found.append((ready, turn.due, judged, tuple(self.fought(turn.outcome, public)), looked))
        return found

    def name(self, code: str) -> str:
        """An area's code in every truth."""
        return self.year.truth.lettered.get(code, code)

    def look(self, position: Position) -> tuple[object, ...]:
        """What there is to see when a phase has ended (4): and what everybody knows of numbers (7)."""
        world: Mapping[str, Any] = position.facts["world"]
        everybody = [*position.units, *(b.unit for b in position.dislodged)]
        self.was = self.watched
        for power in self.powers:
            spots = sorted({u.space for u in everybody if u.power == power})
            found = self._views(world, spots)
            if power == self.reader:
                self.watched = set().union(*found.values()) if found else set()
            for spot, view in found.items():
                self.charts[power].update(dict.fromkeys(view))
                self.sights[power] |= {(a, b) for a in {spot, *view} for b in {spot, *view}}
                self.sights[power] |= {(spot, b) for b in world[spot]["borders"]} if spot in world else set()
        alive = [p for p in self.powers if any(u.power == p for u in everybody) or p in position.owners.values()]
        self.common |= set.intersection(*(set(self.charts[p]) for p in alive)) if alive else set()
        return (position.phase.name, tuple(self._areas(position, world)), *self._known(position, world), alive)

    def _views(self, world: Mapping[str, Any], spots: list[str]) -> dict[str, list[str]]:
        found = {}
        for spot in spots:
            view = [spot, *(b for b in world[spot]["borders"] if b in world)] if spot in world else [
                code for code, area in world.items() if spot in area["borders"]
            ]
            if view:
                found[spot] = view
        return found

    def _mine(self) -> Mapping[str, None]:
        return self.charts[self.reader] if self.reader else dict.fromkeys(self.common)

    def _areas(self, position: Position, world: Mapping[str, Any]) -> Iterator[object]:
        """What is on the reader's chart, in the order in which it was found, and what stands in what is in sight."""
        pairs = self.sights.get(self.reader, set())
        names = position.facts.get("names") or {}
        for code in self._mine():
            area = world[code]
            near = [self.name(b) for b in area["borders"] if (code, b) in pairs or (b, code) in pairs or not self.reader]
            seen = code in self.watched or code in self.common
            there = sorted((u.power, u.kind) for u in position.units if u.space == code and u.power != self.reader) if seen else []
            natives = code in self.watched and code in position.facts["natives"]
            called = (names[code]["name"], names[code]["code"]) if code in names else None
            note = area.get("note", "") if self.reader else ""
            yield self.name(code), area["kind"], area.get("centre"), note, near, there, natives, called, code in self.common

    def _known(self, position: Position, world: Mapping[str, Any]) -> Iterator[object]:
        """Units where everybody sees them and one's own; of the others' how many there are; centres likewise."""
        open_to_all = self.printed | self.common
        there = [u for u in position.units if u.space in open_to_all]
        yield sorted((u.power, u.kind, self.name(u.space), u.place.partition(".")[2]) for u in there)
        yield sorted(repr((u.kind, u.name, self.name(u.place))) for u in position.units if u.power == self.reader)
        if position.phase.kind != "retreats":  # whoever was destroyed out of sight is missed in the next lines
            yield sorted((u.power, u.kind) for u in position.units if u.power in self.powers)  # how many natives roam is secret
        yield sorted((self.name(c), p) for c, p in position.owners.items() if c in open_to_all or p == self.reader)
        yield sorted(p for c, p in position.owners.items() if c not in self.printed)
        yield sum(area.get("centre") == "yes" for area in world.values())
        for beaten in position.dislodged:
            if beaten.unit.power == self.reader:
                ways = sorted(map(self.name, beaten.retreats))
                yield self._unit(beaten.unit), self._unit(beaten.by), ways, self._place(beaten.barred)
            elif beaten.unit.space in open_to_all:
                ways = sorted(self.name(to) for to in beaten.retreats if to in open_to_all)
                yield self._unit(beaten.unit), self._unit(beaten.by), ways, self._place(beaten.barred)

    def _place(self, place: str) -> str:
        """A place as its reader knows it."""
        code = space_of(place)
        if code in self.printed or not place:
            return place
        return self.name(code) if code in self._mine() or code in self.common else "OB"

    def _unit(self, unit: Unit) -> object:
        """A unit as its reader knows it: those of others only where they are in sight."""
        seen = unit.space in self.printed | self.common or (self.reader and unit.space in self.watched | self.was)
        if unit.power == self.reader and self.reader:
            return unit.power, unit.kind, unit.name, self.name(unit.place)
        return unit.power, unit.kind, self.name(unit.place) if seen else "OB"

    def judged(self, turn: JudgedPhase, public: frozenset[str]) -> Iterator[object]:
        """The report that all get (6, 7)."""
        outcome = turn.outcome
        kind = outcome.before.phase.kind
        yield outcome.winners
        yield turn.silent if kind != "retreats" else tuple(p for p in turn.silent if p == self.reader)
        for power in self.powers:
            lines = [line for r in outcome.results if r.power == power and (line := self._line(r, outcome, public))]
            if kind == "movement":  # each unit beyond the map has a line, whatever it did
                there = [u for u in outcome.before.units if u.power == power and u.space not in self.printed | public]
                lines += [("beyond", u.kind) for u in there]
            yield power, sorted(map(repr, lines))
        open_to_all = self.printed | public
        yield sorted(repr((gone.unit.power, gone.unit.kind, self.name(gone.unit.place), gone.how)) for gone in outcome.removed
                     if gone.unit.space in open_to_all or gone.unit.power == self.reader)  # fmt: skip
        lost = {gone.unit.space for gone in outcome.removed if gone.unit.power == self.reader}  # it saw who came before it was lost
        came = [r.unit for r in outcome.results if r.unit and r.word == "succeeds" and space_of(r.order.target) in lost]
        yield sorted(repr(self._unit(unit)) for unit in came)
        yield sorted((self.name(c), tuple(w if c in open_to_all or w == self.reader else "" for w in who))
                     for c, who in outcome.changed.items() if c in open_to_all or (self.reader and self.reader in who))  # fmt: skip

    def _line(self, result: OrderResult, outcome: PhaseOutcome, public: frozenset[str]) -> object:
        """What all read of one order: OB for each place beyond the map, and then neither mark nor note."""
        order, open_to_all = result.order, self.printed | public
        unit = result.unit or (order.unit and Unit(result.power, order.unit.kind, order.unit.place))

        def at(place: str) -> str:
            return "" if not place else self.name(place) if space_of(place) in open_to_all else "OB"

        if unit is None:
            return ("waive",) if order.verb == "waive" else None
        parts = (at(unit.place), order.of and (order.of.kind, order.of.power, at(order.of.place)), at(order.target),
                 tuple(map(at, order.path)))  # fmt: skip
        named = [unit.place, order.of.place if order.of else "", order.target, *order.path]
        if all(space_of(place) in open_to_all for place in named if place):
            keep = self._told_whole(outcome, public)
            if order.verb == "move" and _nobody_carried(result.reason):
                return order.verb, unit.kind, unit.name, parts, "fails", result.dislodged
            reason = _plain(result.reason, lambda u: self._public(u, public), lambda text: at_or_word(text, at, self.printed), keep)
            return order.verb, unit.kind, unit.name, parts, result.word, result.dislodged, result.ordered, reason
        if parts[0] == "OB" and order.verb in HELP and (parts[2] or (parts[1] and parts[1][2])) == "OB":  # type: ignore[index]
            return None
        if parts[0] == "OB" and parts[2] in ("", "OB") and (not parts[1] or parts[1][2] == "OB") and order.verb != "remove":
            return None
        return order.verb, unit.kind, parts

    def _public(self, unit: Unit, public: frozenset[str]) -> object:
        return unit.power, unit.kind, self.name(unit.place) if unit.space in self.printed | public else "OB"

    def _told_whole(self, outcome: PhaseOutcome, public: frozenset[str]) -> Callable[[Unit], bool]:
        """Which units' orders stand in the report as they are, and may be named as helpers."""
        whole = set()
        for result in outcome.results:
            order = result.order
            places = [result.unit.place if result.unit else "", order.of.place if order.of else "", order.target, *order.path]
            if all(space_of(place) in self.printed | public for place in places if place):
                whole.add(result.unit)
        return lambda unit: unit in whole or unit.power == self.reader

    def fought(self, outcome: PhaseOutcome, public: frozenset[str]) -> Iterator[object]:
        """A power's own results, with strengths; of others' units beyond the map, nothing about what they were ordered."""
        keep = self._told_whole(outcome, public)
        for result in outcome.results if self.reader else ():
            if result.power != self.reader:
                continue
            order, word, reason = result.order, result.word, result.reason
            if order.verb in HELP and order.of and result.unit and not self._for_own(result, outcome):
                places = [result.unit.place, order.of.place, order.target, *order.path]
                if not all(space_of(place) in self.printed | public for place in places if place):
                    seen = isinstance(reason, NotAllowed) and (order.of.space in self.watched or order.of.space in self.printed)
                    word, reason = ("illegal", reason) if seen else ("given", None)
            if order.verb == "move" and _nobody_carried(reason):
                word, reason = "fails", None  # whose fleets lie in seas out of sight, and what these border, is not told
            if isinstance(reason, NotLeft | HeadToHead) and reason.by.power != self.reader and reason.by.space not in self.printed:
                reason = Held(reason.by, reason.mine, reason.theirs, reason.uncounted)
            told = _plain(reason, self._unit, lambda text: at_or_word(text, self._place, self.printed), keep)
            yield repr((self._own_order(order), word, result.dislodged, result.ordered, told))

    def _own_order(self, order: Order) -> object:
        parts = [(ref.kind, ref.power, ref.name, self._place(ref.place)) if ref else None for ref in (order.unit, order.of)]
        return order.verb, parts, self._place(order.target), [self._place(place) for place in order.path]

    def _for_own(self, result: OrderResult, outcome: PhaseOutcome) -> bool:
        of = result.order.of
        mine = [r for r in outcome.results if r.power == self.reader and r.unit and r is not result]
        return bool(of and of.power in ("", self.reader) and any(of.space in (r.unit.space, r.order.unit and r.order.unit.space)
                                                                 for r in mine if r.unit))  # fmt: skip


def _nobody_carried(reason: object) -> bool:
    """Whether an army had no ferry. Whose fleets lie in seas out of sight, and what these border, is told to nobody."""
    return isinstance(reason, NoRoute) or (isinstance(reason, NotAllowed) and reason.why in ("no-ferry", "no-sea-route"))


def at_or_word(text: str, at: Callable[[str], str], printed: frozenset[str]) -> str:
    """A place, or a unit in its house form, as its reader knows it; another word as it is."""
    start, bracket, rest = text.partition("(")
    if bracket:
        return f"{start}({at(rest.rstrip(')'))})"
    return at(text) if len(space_of(text)) == 3 and (space_of(text) in printed or text[:1].isupper()) else text


def voyage(year: Year, rules: Ruleset, reader: str) -> SEEN:
    """1492, by its author's sheet."""
    return Sheet(year, rules, reader).told()
