"""1492: places in a reader's own terms. Places they have seen have their labels; all others are `OB`, off the board (rules 4 to 6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from judge.board import Board, DislodgedUnit, PlaceNames, Position, Space, Unit, space_of
from judge.notation import Order, UnitRef
from judge.rules import AdjustmentDue
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import Reason
from judge.rules.variant import Variant

from .charts import EVERYBODY, survives

Facts = Mapping[str, Any]
OB = "OB"
"""Everything that a reader has not seen, as one space that leads nowhere."""


class Terms:
    """A reader's names for the places they know, made only from their chart, the common one, and given names."""

    def __init__(self, board: Board, facts: Facts, reader: str) -> None:
        charts, names = facts.get("charts", {}), facts.get("names", {})
        common = charts.get(EVERYBODY) or {}
        self.known = board.spaces
        self.chart: Facts = charts.get(reader) or {}
        self.labels = {code: self._called(code, entry, common, names) for code, entry in self.chart.items()}
        self.codes = {label: code for code, label in self.labels.items()}
        self.names = {code: names[code]["name"] for code in self.chart if code in names}
        self.common = frozenset(common)

    def _called(self, code: str, entry: Facts, common: Facts, names: Facts) -> str:
        if code in names:
            return str(names[code]["code"])
        return str((common.get(code) or entry)["label"])

    def place(self, place: str) -> str:
        """Return the reader's name for a place; `OB` if they do not know it."""
        space = space_of(place)
        return place if not space or space in self.known else self.labels.get(space, OB)

    def true(self, place: str) -> str:
        """Return the game's place for a reader's place."""
        space = space_of(place)
        return place if not space or space in self.known else self.codes.get(space, OB)

    def watches(self, space: str) -> bool:
        """Whether the reader sees who stands in a space now."""
        return space in self.known or space in self.common or "units" in (self.chart.get(space) or {})

    def unit(self, unit: Unit) -> Unit:
        """Return a unit in the reader's terms. A unit that they do not see is somewhere off the board."""
        where = self.place(unit.place) if self.watches(unit.space) else OB
        return unit._replace(place=where, name="" if where == OB else unit.name)


def uncharted(facts: Facts, one: str, other: str) -> bool:
    """Whether a reader's chart leaves open if two spaces border each other, because the reader has been in neither."""
    world: Facts = facts.get("world") or {}
    beyond = [world[space] for space in (one, other) if space in world]
    return "owned" in facts and bool(beyond) and not any(area.get("been") for area in beyond)


def reworded(order: Order, place: Callable[[str], str]) -> Order:
    """Return an order with every place in it replaced."""
    unit, of = (ref and ref._replace(place=place(ref.place)) for ref in (order.unit, order.of))
    return order._replace(unit=unit, of=of, target=place(order.target), path=tuple(map(place, order.path)))


class Sight(Rules):
    """Each power has its own board, without the places it has not seen."""

    def hides_information(self, variant: Variant) -> bool:
        """Always."""
        return True

    def board_with_facts(self, board: Board, facts: Facts) -> Board:
        """Every board has `OB`; a reader's also knows areas by their earlier labels."""
        also = tuple((old, code) for code, area in (facts.get("world") or {}).items() for old in area.get("also", ()))
        return _with_the_rest(super().board_with_facts(board, facts), also)

    def secret_words(self, variant: Variant, position: Position) -> frozenset[str]:
        """Return the GM's codes of areas, and names that are proposed, or given to areas that not all know."""
        facts = position.facts
        common = (facts.get("charts") or {}).get(EVERYBODY) or {}
        named = [name for code, name in (facts.get("names") or {}).items() if code not in common]
        names = [*named, *(facts.get("proposals") or ())]
        told = {str(name["code"]) for code, name in (facts.get("names") or {}).items() if code in common}
        codes = {*(facts.get("world") or {}), *(str(each[key]) for each in names for key in ("code", "name"))}
        return frozenset(codes - told - set(variant.board.spaces))

    def visible_position(self, variant: Variant, position: Position, reader: str) -> Position:
        """Return what a reader sees; of everything else, only the number of units and centres."""
        terms = Terms(variant.board, position.facts, reader)
        rank = {power.name: n for n, power in enumerate(variant.powers)}
        beaten = [b for b in position.dislodged if b.unit.power == reader or _open(terms, b.unit)]
        gone = [b.unit for b in position.dislodged if b not in beaten]
        own = {u for u in position.units if u.power == reader}
        listed = [u for u in position.units if u.power in rank or terms.watches(u.space)]
        units = [u._replace(place=terms.place(u.place)) if u in own else terms.unit(u) for u in listed]
        units += [u._replace(place=OB, name="") for u in gone]
        return replace(
            position,
            units=tuple(sorted(units, key=lambda u: (rank.get(u.power, len(rank)), u.kind, u.name, u.place.lower()))),
            owners=dict(_owned(variant, terms, position, reader)),
            dislodged=tuple(sorted(_retreating(b, terms, reader) for b in beaten)),
            standoffs=frozenset(terms.place(space) for space in position.standoffs) - {OB},
            facts=_facts(terms, position, reader, rank),
        )

    def unknown_spaces(self, variant: Variant, position: Position) -> Iterable[str]:
        """Areas of a chart in which its reader has never been, and edges of the map beyond which they have seen nothing."""
        world: Facts = position.facts.get("world") or {}
        near, printed = self.board_with_facts(variant.board, position.facts).near, variant.board.spaces
        edges = [code for code, space in printed.items() if "edge" in space.notes and set(near.get(code, ())) <= printed.keys()]
        unseen = [code for code, area in world.items() if area.get("been") != "yes"]
        return (*super().unknown_spaces(variant, position), *unseen, *edges)

    def to_real_order(self, variant: Variant, position: Position, reader: str, order: Order) -> Order:
        """Replace the reader's labels by the areas of their chart."""
        return reworded(order, Terms(variant.board, position.facts, reader).true)

    def to_visible_order(self, variant: Variant, position: Position, reader: str, order: Order) -> Order:
        """Give areas their present names."""
        return reworded(order, Terms(variant.board, position.facts, reader).place)

    def visible_dues(self, variant: Variant, position: Position, owed: Mapping[str, AdjustmentDue]) -> Mapping[str, AdjustmentDue]:
        """In retreats, everybody: who must retreat is secret."""
        found = super().visible_dues(variant, position, owed)
        if position.phase.kind != "retreats":
            return found
        return {p.name: found.get(p.name, AdjustmentDue()) for p in variant.powers if survives(position, p.name)}


class Unseen(Rules):
    """A unit that the writer has not seen may be supported: `S Portuguese F(OB)-SAO` is for whichever unit does that."""

    def resolve_unit(self, turn: MovementTurn, ref: UnitRef, power: str) -> Claim | None:
        """Return any unit beyond the map, until the real one is found."""
        return next(_hidden(turn, ref, power), None) if ref.space == OB else super().resolve_unit(turn, ref, power)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """Nobody can say what an unseen unit can do, so it is always possible."""
        return claim.space == OB or super().can_be_supported_to(turn, claim, target, aider)

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Support for the unseen is always legal; its result shows when all orders are known."""
        if order.verb != "support" or order.of is None or order.of.space != OB:
            return super().why_illegal(turn, claim, order)
        claim.of = turn.find(order.of, order.of.power) or _nobody(self, order.of)
        return None

    def supported_unit(self, turn: MovementTurn, claim: Claim, order: Order) -> Claim:
        """Return whichever unit was ordered to do what the support says."""
        if order.of is None or order.of.space != OB:
            return super().supported_unit(turn, claim, order)
        near = turn.board.reach_spaces(claim.unit.kind, claim.unit.place)
        fits = [c for c in _hidden(turn, order.of, order.of.power) if self.matches_order(turn, order, c)]
        return next((c for c in fits if (space_of(order.target) or c.space) in near), _nobody(self, order.of))


def _nobody(rules: Rules, ref: UnitRef) -> Claim:
    """Return a unit that is nowhere and moves nowhere, for support of the unseen that no unit matches."""
    claim = Claim(Unit(ref.power, ref.kind, OB))
    claim.stops = (MoveAttempt(rules.move_succeeds, claim, OB),)
    return claim


def _hidden(turn: MovementTurn, ref: UnitRef, power: str) -> Iterator[Claim]:
    spaces = turn.variant.board.spaces
    theirs = [claim for claim in turn.claims if claim.space not in spaces and claim.power and power in ("", claim.power)]
    yield from sorted((claim for claim in theirs if ref.kind in ("", claim.unit.kind)), key=lambda claim: claim.unit)


@lru_cache(maxsize=256)
def _with_the_rest(board: Board, also: tuple[tuple[str, str], ...]) -> Board:
    rest = Space(OB, "beyond the map", "beyond", notes={"beyond": "yes"})
    spaces = {**board.spaces, OB: rest}
    names = PlaceNames.of([(name, code) for code, s in spaces.items() for name in (code, s.name, *s.also)] + list(also))
    return Board(spaces, board.links, names)


def _open(terms: Terms, unit: Unit) -> bool:
    """Whether a unit stands where everybody can see it."""
    return unit.space in terms.known or unit.space in terms.common


def _retreating(beaten: DislodgedUnit, terms: Terms, reader: str) -> DislodgedUnit:
    """Return a unit that must retreat. Beyond the map, only its owner knows where it may go."""
    unit = beaten.unit._replace(place=terms.place(beaten.unit.place))
    ways = tuple(sorted({terms.place(place) for place in beaten.retreats} - {OB}))
    barred = terms.place(beaten.barred)
    return DislodgedUnit(unit, terms.unit(beaten.by), "" if barred == OB else barred, ways)


def _owned(variant: Variant, terms: Terms, position: Position, reader: str) -> Iterator[tuple[str, str]]:
    """Return centres whose place the reader knows; then as many without a place as there are others (7)."""
    placed = {c: power for c, power in position.owners.items() if power == reader or c in terms.known or c in terms.common}
    yield from sorted((terms.place(centre), power) for centre, power in placed.items())
    rest = sorted(power for centre, power in position.owners.items() if centre not in placed)
    yield from ((f"{OB}{n}", power) for n, power in enumerate(rest, 1))


def _facts(terms: Terms, position: Position, reader: str, powers: Iterable[str]) -> dict[str, Any]:
    """Return the world as far as the reader has charted it, with the units there, and what everybody knows."""
    facts, chart = position.facts, terms.chart
    world = {terms.labels[code]: _area(code, entry, terms, position, reader) for code, entry in chart.items()}
    natives = sorted(terms.labels[code] for code, entry in chart.items() if entry.get("natives"))
    owned = [power for centre, power in position.owners.items() if centre not in terms.known]
    found: dict[str, Any] = {"world": world, "natives": natives, "beyond": facts.get("beyond", 0)}
    found["owned"] = {power: owned.count(power) for power in powers}
    if "treasures" in facts:
        found["treasures"] = sorted(_loads(terms, position, reader), key=lambda load: (load["at"], load["with"]))
    return {**found, **({"rewards": facts["rewards"]} if "rewards" in facts else {})}


def _area(code: str, entry: Facts, terms: Terms, position: Position, reader: str) -> dict[str, Any]:
    """Return an area of a chart in its reader's terms. If all have found it, the reader learns which units are in it, even out of
    sight.
    """
    borders = [terms.place(b) if b != "#" else b for b in entry["borders"]]
    found = {key: entry[key] for key in ("kind", "centre", "note", "been", "units", "natives", "at") if key in entry}
    there = sorted(f"{u.power} {u.kind}" for u in position.units if u.space == code and u.power not in ("", reader))
    if there and code in terms.common:
        found["units"] = there
    also = [entry["label"]] if entry["label"] != terms.labels[code] else []
    common = {"common": "yes"} if code in terms.common else {}
    return {**found, "name": terms.names.get(code, terms.labels[code]), "borders": borders, "also": also, **common}


def _loads(terms: Terms, position: Position, reader: str) -> Iterator[dict[str, str]]:
    """Return treasure on the map, in sight, or with the reader's own units."""
    for load in position.facts["treasures"]:
        mine = load["with"].startswith(f"{reader} ") and bool(reader)
        if mine or terms.watches(load["at"]):
            yield {"at": terms.place(load["at"]), "with": load["with"]}
