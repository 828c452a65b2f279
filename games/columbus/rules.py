"""Columbus: a New World that is explored by die rolls. Its board is in chart.py, garrisons and centres in garrisons.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim, ConvoyPath, MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import NotAllowed, NotPossible, Reason
from judge.rules.strengths import seas_connect
from judge.rules.variant import Variant

from .chart import CHART, FOUND, MAJOR, SEA, UNKNOWN, Facts, chart_of, ring, seas_of


@dataclass(frozen=True, slots=True)
class TurnedOut(Reason):
    """The order led to a place that was found to be of the wrong kind for it."""

    code: ClassVar[str] = "turned-out"
    rule: ClassVar[str] = "7"
    told_by_sight: ClassVar[bool] = True
    at: str
    found: str
    throw: int
    """0 if it is not known."""
    why: str


@dataclass(frozen=True, slots=True)
class UnknownCoast(Reason):
    """The fleet's move needs a part of a coast that nobody has found yet."""

    code: ClassVar[str] = "unknown-coast"
    rule: ClassVar[str] = "8"
    told_by_sight: ClassVar[bool] = True
    stands: str
    at: str


@dataclass(frozen=True, slots=True)
class Berth(Reason):
    """The orders do not say on which coast the fleet starts; this says on which it does."""

    code: ClassVar[str] = "berth"
    rule: ClassVar[str] = "3"
    told_by_sight: ClassVar[bool] = True
    space: str
    starts: str
    coasts: tuple[str, ...]


class Voyages(Rules):
    """Rules 3, 5 to 8: starting coasts, exploration, coastlines."""

    def board_with_facts(self, board: Board, facts: Facts) -> Board:
        """The board as far as it is known."""
        return chart_of(board, facts)

    def visible_facts(self, variant: Variant, board: Board, facts: Facts, seen: frozenset[str]) -> Facts:
        """In a blind game all powers share one chart; who stands where is secret, and so is who has found what."""
        hidden = {name: fact for name, fact in facts.items() if name != "discovered"}
        return {**super().visible_facts(variant, board, hidden, seen), **{name: facts[name] for name in CHART if name in facts}}

    def make_claims(self, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """Fleets stand on the coasts they have now: chosen by the first order, or with new letters after a discovery."""
        old = _before(turn)
        claims = super().make_claims(turn, orders)
        places = [_moored(turn, claim.unit, old, orders.get(claim.power, ())) for claim in claims]
        return [
            claim if place == claim.unit.place else Claim(claim.unit._replace(place=place))
            for claim, place in zip(claims, places, strict=True)
        ]

    def subjects_to_draw(self, turn: MovementTurn) -> list[str]:
        """Return the unexplored places to which a unit is legally ordered to move; by sea only along a chain of ordered convoys."""
        stops = [stop for claim in turn.claims for stop in claim.stops]
        return list(dict.fromkeys(s.space for s in stops if turn.board.spaces[s.space].kind == UNKNOWN and _sets_out(turn, s)))

    def facts_after_throw(self, turn: MovementTurn, facts: Facts, subject: str, throw: int) -> Facts:
        """Apply what a roll finds (5). A major native centre gets its garrison at once (9.3). Coasts keep the letters they had."""
        found = FOUND[throw]
        more = [subject] if found == MAJOR else []
        return {
            **facts,
            "terrain": {**(facts.get("terrain") or {}), subject: found},
            "rolls": {**(facts.get("rolls") or {}), subject: throw},
            "discovered": {**(facts.get("discovered") or {}), subject: _discovery(turn, subject)},
            "garrisons": sorted([*facts["garrisons"], *more]),
            "coasts": _marks(_before(turn), facts.get("terrain") or {}),
        }

    def throw_subjects(self, variant: Variant, position: Position) -> list[str]:
        """Only unexplored places have rolls."""
        board = self.board_with_facts(variant.board, position.facts)
        return [code for code, space in board.spaces.items() if space.kind == UNKNOWN]

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """A fleet cannot make a move that needs an unknown part of a coast (8)."""
        refused = super().why_illegal(turn, claim, _today(turn, claim, order))
        target = space_of(order.target)
        if order.verb == "move" and isinstance(refused, NotAllowed) and _uncharted(turn.board, claim.unit, target):
            return UnknownCoast(str(claim.unit), target)
        return refused

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """While a coast is still to be chosen, any of the coasts may be meant."""
        return super().can_be_supported_to(turn, claim, target, aider) or (
            claim.space in (turn.facts.get("unchosen") or {}) and target in turn.board.reach_spaces(claim.unit.kind, claim.space)
        )

    def matches_order(self, turn: MovementTurn, order: Order, of: Claim) -> bool:
        """A coast that had another letter when the order was written is compared by its letter now."""
        return bool(super().matches_order(turn, order._replace(target=_still(turn, order.target)), of))

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Translate orders that were written before what this turn found."""
        return super().move_attempts(turn, claim, _today(turn, claim, order))

    def order_warning(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Warn of a first order that does not say on which coast its fleet starts."""
        space = claim.space
        if space in (turn.facts.get("unchosen") or {}) and order.unit and order.unit.place == space and claim.unit.kind == "F":
            return Berth(space, claim.unit.place, _berths(turn.board, space))
        return super().order_warning(turn, claim, order)

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """Return what was not possible because of what was found (7)."""
        word, reason = super().order_result(turn, claim)
        if isinstance(reason, NotPossible) and claim.order:
            at = space_of(claim.order.target)
            found = turn.facts["terrain"].get(at, "")
            return word, TurnedOut(at, found, int(turn.facts["rolls"].get(at, 0)), reason.why)
        return word, reason

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Only moves explore."""
        unseen = frozenset(code for code, space in board.spaces.items() if space.kind == UNKNOWN)
        return super().retreat_places(board, unit, barred, occupied | unseen, standoffs, facts)

    def why_retreat_closed(self, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """Add the reason `unexplored`."""
        why = super().why_retreat_closed(position, beaten, place)
        space = space_of(place)
        known = space in (position.facts.get("terrain") or {}) or not space.isdigit()
        return why if known else "unexplored"

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """Store the letters of coasts; the starting coasts have now been chosen."""
        kept: dict[str, Any] = {name: fact for name, fact in super().facts_after_moves(turn, facts).items() if name != "unchosen"}
        marks = _marks(turn.board, facts.get("terrain") or {})
        return {**kept, "coasts": marks} if marks or "coasts" in kept else kept

    def report_events(self, turn: MovementTurn) -> tuple[Facts, ...]:
        """Report where fleets started, what was found, and which coasts have new letters."""
        known = turn.position.facts.get("terrain") or {}
        news = sorted((code for code in turn.facts.get("terrain") or {} if code not in known), key=int)
        found = [
            {"kind": "explored", "at": code, "found": turn.facts["terrain"][code], "throw": turn.facts["rolls"][code]}
            for code in news
        ]
        return (*_berthed(turn), *found, *_relettered(turn), *super().report_events(turn))


def _before(turn: MovementTurn) -> Board:
    """Return the board as it was known when orders were written."""
    return chart_of(turn.variant.board, turn.position.facts)


def _marks(board: Board, terrain: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """Return the lettered coasts of the New World."""
    found = {code: board.spaces[code].coasts for code in terrain}
    return {
        code: {letter: sorted(seas_of(board, f"{code}.{letter}")) for letter in letters}
        for code, letters in found.items()
        if letters
    }


def _still(turn: MovementTurn, place: str) -> str:
    """Return the present name of a coast, by the seas that it had when orders were written."""
    space = space_of(place)
    now = turn.board.places("F", space)
    if place in (space, *now):
        return place
    seas = seas_of(_before(turn), place)
    return next((other for other in now if seas & seas_of(turn.board, other)), place)


def _today(turn: MovementTurn, claim: Claim, order: Order) -> Order:
    """Correct a fleet's move whose target needs a coast that its writer could not name, or whose letter is gone.

    If this turn's discoveries made both coasts of a land possible, it goes where it could have gone before, else to the first by
    the alphabet.
    """
    if order.verb != "move" or claim.unit.kind != "F" or not order.target:
        return order
    target = _still(turn, order.target)
    ways = sorted(place for place in turn.board.reach("F", claim.unit.place) if space_of(place) == target)
    if len(ways) < 2:
        return order._replace(target=target)
    old = _before(turn)
    start = next(unit.place for unit in turn.position.units if unit.space == claim.space)
    had = [place for place in old.reach("F", start) if space_of(place) == target]
    if len(had) > 1:
        return order  # the writer should have named it
    same = [way for way in ways if had and seas_of(old, had[0]) & seas_of(turn.board, way)]
    return order._replace(target=(same or ways)[0])


def _undecided(unit: Unit, facts: Facts) -> bool:
    """Whether a fleet's starting coast is still to be chosen."""
    return unit.kind == "F" and unit.place in (facts.get("unchosen") or {})


def _moored(turn: MovementTurn, unit: Unit, old: Board, orders: Sequence[Order]) -> str:
    """Return a unit's place on this board: a fleet's is given by its seas, not by a letter."""
    if unit.kind != "F":
        return unit.place
    if _undecided(unit, turn.facts):
        return _chosen(turn, unit.space, orders)
    seas, board = seas_of(old, unit.place), turn.board
    if old is board or (unit.place in board.places("F", unit.space) and seas <= seas_of(board, unit.place)):
        return unit.place
    return next((place for place in board.places("F", unit.space) if seas & seas_of(board, place)), unit.place)


def _berths(board: Board, space: str) -> tuple[str, ...]:
    return tuple(place for place in board.places("F", space) if place != space)


def _chosen(turn: MovementTurn, space: str, orders: Sequence[Order]) -> str:
    """Return the starting coast that the first order names or needs, else the map's default (rule 3)."""
    coasts = _berths(turn.board, space)
    order = next((o for o in orders if o.unit and o.unit.space == space), None)
    if order and order.unit and order.unit.place in coasts:
        return order.unit.place
    target = space_of(order.target) if order else ""
    fitting = [place for place in coasts if target in turn.board.reach_spaces("F", place)]
    return fitting[0] if len(fitting) == 1 else f"{space}.{turn.facts['unchosen'][space]}"


def _sets_out(turn: MovementTurn, stop: MoveAttempt) -> bool:
    """Whether a move can start: by land, by itself at sea, or along a chain of fleets ordered to convoy it."""
    route = stop.route
    return not isinstance(route, ConvoyPath) or seas_connect(turn, {carry.space for carry in route.carries}, route)


def _discovery(turn: MovementTurn, subject: str) -> Facts:
    """When a place was found, and by whom: all powers whose units set out for it, in the game's order; the first has its flag."""
    there = {claim.power for claim in turn.claims for stop in claim.stops if stop.space == subject and _sets_out(turn, stop)}
    powers = [power.name for power in turn.variant.powers if power.name in there]
    return {"phase": turn.position.phase.name, "by": powers, "first": powers[0] if powers else ""}


def _uncharted(board: Board, unit: Unit, target: str) -> bool:
    """Whether a fleet on a coast might come to a neighbour if unexplored places around its land turned out to be sea."""
    space = board.spaces[unit.space]
    if unit.kind != "F" or space.kind == SEA:
        return False
    around = ring(space)
    return target in around and any(other in board.spaces and board.spaces[other].kind == UNKNOWN for other in around)


def _berthed(turn: MovementTurn) -> Iterator[Facts]:
    """Return the fleets whose starting coast no order named."""
    for unit in turn.position.units:
        if _undecided(unit, turn.facts):
            claim = next(c for c in turn.claims if c.space == unit.space and c.unit.kind == "F")
            if not (claim.order and claim.order.unit and claim.order.unit.place == claim.unit.place):
                yield {"kind": "berth", "unit": str(unit), "starts": claim.unit.place}


def _relettered(turn: MovementTurn) -> Iterator[Facts]:
    """Return the explored lands whose coasts have other letters than before."""
    old = _before(turn)
    for code, space in turn.board.spaces.items():
        if space.coasts != old.spaces[code].coasts:
            coasts = {letter: sorted(seas_of(turn.board, f"{code}.{letter}")) for letter in space.coasts}
            yield {"kind": "coasts", "at": code, "coasts": coasts, "had": list(old.spaces[code].coasts)}
