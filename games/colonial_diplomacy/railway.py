"""The railway (rule 8): a train's stations are its stops, the farthest first, with separate decisions on whether the line is clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from judge.board import Board, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt, PathCondition
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import force
from judge.rules.reasons import Force, Reason
from judge.rules.strengths import NOTHING, Range, is_head_on, path_open, strength_with_supports
from judge.rules.variant import Variant

BY_RAIL = "TSR"
"""The word with which an order says that a move goes by rail."""
OWNER = "Russia"
"""The only power whose armies may go by rail."""


@dataclass(frozen=True, slots=True)
class NoTrain(Reason):
    """The order cannot be carried out by rail. `why`: `not-owner`, `fleet`, `start`, `end`, `own-space`, or `unsaid`."""

    code: ClassVar[str] = "no-train"
    rule: ClassVar[str] = "8"
    told_by_sight: ClassVar[bool] = True
    why: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Halted(Reason):
    """What kept a train from its destination.

    how       by
    ========= ==========================================================================
    meets     a foreign unit in the first station, ordered onto the train's own
    holds     a foreign unit on the line that was not ordered away
    along     a foreign unit on the line, ordered to the station before or after
    enters    foreign units ordered onto the line, whom nothing but the train keeps out
    occupied  a unit that stays at the destination
    rivals    the strongest of the others bound for the destination
    ========= ==========================================================================
    """

    code: ClassVar[str] = "halted"
    rule: ClassVar[str] = "8"
    told_by_sight: ClassVar[bool] = True
    how: str
    at: str
    """The station where it was stopped."""
    by: tuple[Unit, ...]
    mine: Force
    """What the train brought there, …"""
    theirs: Force
    """… and what the strongest of the others bound for it did."""
    taken: tuple[str, ...] = ()
    """Nearer stations where it could not stop either, the farthest first."""


class Departure(PathCondition):
    """The decision "the train leaves": it meets nobody half way to the first station."""

    def __init__(self, claim: Claim, first: str) -> None:
        super().__init__(departs)
        self.claim = claim
        self.first = first


class Line(PathCondition):
    """The decision "the line is clear up to and through this station", so that the train may go further."""

    def __init__(self, rules: Rules, claim: Claim, before: PathCondition, station: str, beside: frozenset[str]) -> None:
        super().__init__(clear)
        self.rules = rules
        self.claim = claim
        self.before = before
        self.station = station
        self.beside = beside
        """The stations before and after it on the journey."""


class Call(MoveAttempt):
    """The decision "the train could end here". `onward` is the decision on the line through the station; None at the destination.
    """

    route: PathCondition

    def __init__(self, rules: Rules, claim: Claim, station: str, route: PathCondition, onward: Line | None) -> None:
        super().__init__(calls, claim, station, meets=False, bites=False, route=route)
        self.rules = rules
        self.onward = onward


def stations(board: Board) -> tuple[str, ...]:
    """Return the stations from one end of the line to the other."""
    found = [code for code, space in board.spaces.items() if "station" in space.notes]
    return tuple(sorted(found, key=lambda code: int(board.spaces[code].notes["station"])))


def way(board: Board, start: str, end: str) -> tuple[str, ...]:
    """Return the stations of a journey in order of travel, beginning with the start."""
    line = stations(board)
    a, b = line.index(start), line.index(end)
    return line[a : b + 1] if a < b else line[b : a + 1][::-1]


def runs(board: Board, unit: Unit, target: str) -> bool:
    """Whether this unit could go there by rail."""
    line = stations(board)
    return unit.power == OWNER and unit.kind == "A" and unit.space in line and target in line and target != unit.space


def bound_for(claim: Claim) -> frozenset[str]:
    """Return the spaces into which a unit was ordered."""
    return frozenset(stop.space for stop in claim.stops)


def departs(turn: MovementTurn, way: Departure) -> bool:
    """Decide `Departure`: no foreign unit moves from the first station to the train's own."""
    other = turn.occupants.get(way.first)
    return other is None or other.power == way.claim.power or way.claim.space not in bound_for(other)


def keeper(turn: MovementTurn, line: Line) -> tuple[str, Claim] | None:
    """Return how the unit in a station blocks it by its orders, if it does: it is foreign, and stays or moves along the line."""
    occupant = turn.occupants.get(line.station)
    if occupant is None or occupant.power == line.claim.power:
        return None
    if not occupant.stops:
        return "holds", occupant
    return ("along", occupant) if bound_for(occupant) & line.beside else None


def clear(turn: MovementTurn, line: Line) -> bool | None:
    """Decide `Line`: no foreign unit stays there or moves along the line, and none would get in if there were no train."""
    if keeper(turn, line):
        return False
    answers = [turn.ask(line.before)]
    for stop in intruders(turn, line):
        enters = would_enter(line.rules, turn, stop, line.claim)
        answers.append(None if enters is None else not enters)
    return every(answers)


def every(answers: Sequence[bool | None]) -> bool | None:
    """Whether all hold: no if one does not, else unknown if one is unknown."""
    return False if False in answers else None if None in answers else True


def intruders(turn: MovementTurn, line: Line) -> list[MoveAttempt]:
    """Return the moves of foreign units into a station."""
    return [stop for stop in turn.into.get(line.station, ()) if stop.power != line.claim.power]


def would_enter(rules: Rules, turn: MovementTurn, stop: MoveAttempt, train: Claim) -> bool | None:
    """Whether a move would get in if there were no train: against those who stay, those it meets, and the other movers.

    A unit that was ordered away and failed keeps nobody out here, so that a chain of moves can block the line.
    """
    low, high = unhindered(rules, turn, stop)
    bar_low, bar_high = kept_by(rules, turn, stop)
    for rival in rivals_of(turn, stop):
        if rival.claim is not train:
            rival_low, rival_high = rules.prevent_strength(turn, rival, stop)
            bar_low, bar_high = max(bar_low, rival_low), max(bar_high, rival_high)
    if high <= bar_low:
        return False
    return True if low > bar_high else None


def unhindered(rules: Rules, turn: MovementTurn, stop: MoveAttempt) -> Range:
    """Return the strength of a move into a station: that of a move into an empty one, if the unit there leaves another way."""
    occupant = turn.occupants.get(stop.space)
    if occupant is None or not occupant.stops or stop.opposite is not None:
        return rules.attack_strength(turn, stop)
    low, high = strength_with_supports(turn, stop.claim, stop.aids)
    tried = path_open(turn, stop)
    return NOTHING if tried is False else (low if tried else 0, high)


def kept_by(rules: Rules, turn: MovementTurn, stop: MoveAttempt) -> Range:
    """Return the strength with which the unit in a station resists a move into it, if it stays or meets the move head-on."""
    occupant = turn.occupants.get(stop.space)
    strength: Range = NOTHING
    if occupant is not None and not occupant.stops:
        strength = rules.hold_strength(turn, stop.space, stop)
    elif stop.opposite is not None:
        meets = is_head_on(turn, stop)
        low, high = rules.defend_strength(turn, stop.opposite)
        strength = NOTHING if meets is False else (low if meets else 0, high)
    return strength


def calls(turn: MovementTurn, stop: Call) -> bool | None:
    """Decide `Call`: the line is clear so far and the place is free. On the way nobody else may be ordered there; at the
    destination the train must be stronger than every other mover.
    """
    answers = [turn.ask(stop.route)]
    occupant = turn.occupants.get(stop.space)
    if occupant is not None:
        answers.append(stop.rules.has_left(turn, occupant))
    for rival in rivals_of(turn, stop):
        answers.append(False if stop.onward else outdoes(stop.rules, turn, stop, rival))
    return every(answers)


def rivals_of(turn: MovementTurn, stop: MoveAttempt) -> list[MoveAttempt]:
    """Return the moves of other units into the same space."""
    return [rival for rival in turn.into[stop.space] if rival.claim is not stop.claim]


def outdoes(rules: Rules, turn: MovementTurn, stop: Call, rival: MoveAttempt) -> bool | None:
    """Whether the train is stronger at its destination than another mover."""
    low, high = strength_with_supports(turn, stop.claim, stop.aids)
    rival_low, rival_high = rules.prevent_strength(turn, rival, stop)
    if high <= rival_low:
        return False
    return True if low > rival_high else None


def withheld(turn: MovementTurn, stop: Call) -> Range:
    """Return the strength with which a train keeps others out of a place: with its supports at the destination, one where it is
    blocked, else none.
    """
    tried = turn.ask(stop.route)
    if tried is False:
        return NOTHING
    if stop.onward is None:
        low, high = strength_with_supports(turn, stop.claim, stop.aids)
        return low if tried else 0, high
    passed = turn.ask(stop.onward)
    if passed:
        return NOTHING
    return stop.claim.base if tried and passed is False else 0, stop.claim.base


def why_halted(rules: Rules, turn: MovementTurn, train: Claim) -> Halted:
    """Return what stopped a train that is decided before its destination."""
    on_the_way = [stop for stop in reversed(train.stops) if isinstance(stop, Call)]
    open_calls = [stop for stop in on_the_way if stop.route.value]
    if not open_calls:
        first = on_the_way[0].space
        return Halted("meets", first, (turn.occupants[first].unit,), Force(0), Force(0))
    last = open_calls[-1]
    how, by = blocked_by(rules, turn, last.onward) if last.onward else not_admitted(rules, turn, last)
    reached = open_calls.index(train.entered_at) + 1 if isinstance(train.entered_at, Call) else 0
    theirs = max((force(rival.claim, rival.aids) for rival in rivals_of(turn, last)), default=Force(0))
    taken = tuple(stop.space for stop in reversed(open_calls[reached:-1]))
    return Halted(how, last.space, tuple(sorted(by)), force(train, last.aids), theirs, taken)


def blocked_by(rules: Rules, turn: MovementTurn, line: Line) -> tuple[str, Sequence[Unit]]:
    """Return how a station is blocked, and by whom."""
    found = keeper(turn, line)
    if found is not None:
        return found[0], [found[1].unit]
    return "enters", [stop.claim.unit for stop in intruders(turn, line) if would_enter(rules, turn, stop, line.claim)]


def not_admitted(rules: Rules, turn: MovementTurn, stop: Call) -> tuple[str, Sequence[Unit]]:
    """Return what kept a train out of the destination it reached, and which units."""
    occupant = turn.occupants.get(stop.space)
    if occupant is not None and occupant.entered_at is None:
        return "occupied", [occupant.unit]
    strengths = [(rules.prevent_strength(turn, rival, stop)[0], rival.claim.unit) for rival in rivals_of(turn, stop)]
    return "rivals", [unit for strength, unit in strengths if strength == max(strengths)[0]]


class Railway(Rules):
    """An army of one power may go from station to station by rail, once a turn. It dislodges nobody and cuts no support."""

    def once_per_turn(self, variant: Variant) -> frozenset[str]:
        """One unit a turn; a second order is refused while the first stands."""
        return super().once_per_turn(variant) | {BY_RAIL}

    def may_stop_short(self, order: Order) -> bool:
        """A train stops before whoever stays on the line."""
        return order.via == BY_RAIL or bool(super().may_stop_short(order))

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """A journey is from one station to another. If the order does not say that it goes by rail, the reason says so."""
        unit, target = claim.unit, space_of(order.target)
        if order.verb == "move" and order.via == BY_RAIL:
            return no_train(turn.board, unit, target)
        refused = super().why_illegal(turn, claim, order)
        if refused is not None and order.verb == "move" and not order.via and runs(turn.board, unit, target):
            return NoTrain("unsaid", target)
        return refused

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """Journeys by rail, and supports of others' journeys."""
        me, near = named(claim.unit), turn.board.reach_spaces(claim.unit.kind, claim.unit.place)
        line = stations(turn.board)
        journeys = [Order("move", me, end, via=BY_RAIL) for end in line if runs(turn.board, claim.unit, end)]
        others = [(c, end) for c in turn.claims for end in line if c is not claim and end in near and runs(turn.board, c.unit, end)]
        helps = [Order("support", me, end, named(c.unit, claim.power)) for c, end in others]
        return (*super().more_orders(turn, claim), *journeys, *helps)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """A support may name a journey by rail; it does not say how the unit travels."""
        return runs(turn.board, claim.unit, target) or super().can_be_supported_to(turn, claim, target, aider)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Every station on the way, the destination first, each reached over a line that is clear before it."""
        if order.via != BY_RAIL:
            return super().move_attempts(turn, claim, order)
        journey = way(turn.board, claim.space, space_of(order.target))
        route: PathCondition = Departure(claim, journey[1])
        found: list[MoveAttempt] = []
        for number, station in enumerate(journey[1:], 1):
            last = station == journey[-1]
            onward = None if last else Line(self, claim, route, station, frozenset({journey[number - 1], journey[number + 1]}))
            found.insert(0, Call(self, claim, station, route, onward))
            route = onward or route
        return found

    def matches_order(self, turn: MovementTurn, order: Order, of: Claim) -> bool:
        """A support of a train names its destination."""
        if order.target and of.order is not None and of.order.via == BY_RAIL and of.stops:
            return space_of(order.target) == of.stops[0].space
        return super().matches_order(turn, order, of)

    def prevent_strength(self, turn: MovementTurn, stop: MoveAttempt, against: MoveAttempt) -> Range:
        """A train keeps others out only where it is held up, and at its destination."""
        return withheld(turn, stop) if isinstance(stop, Call) else super().prevent_strength(turn, stop, against)

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """A train that came only part of the way stops there."""
        if not claim.stops or not isinstance(claim.stops[0], Call) or claim.entered_at is claim.stops[0]:
            return super().order_result(turn, claim)
        word = f"stops at {claim.entered_at.space}" if claim.entered_at is not None else "fails"
        return word, why_halted(self, turn, claim)


def no_train(board: Board, unit: Unit, target: str) -> NoTrain | None:
    """Why a unit cannot go there by rail; None if it can."""
    line = stations(board)
    if unit.power != OWNER:
        return NoTrain("not-owner")
    if unit.kind != "A":
        return NoTrain("fleet")
    if unit.space not in line:
        return NoTrain("start", unit.space)
    if target not in line:
        return NoTrain("end", target)
    return NoTrain("own-space", target) if target == unit.space else None
