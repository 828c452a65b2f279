"""The movement phase: orders become claims, facts are drawn stage by stage, the claims are settled, the beaten step aside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from judge.board import DislodgedUnit, Position, Unit, space_of
from judge.notation import Order, name_units
from judge.rules.base import Rules
from judge.rules.claims import Claim
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcome import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.outcomes import comes_to, why_driven_out
from judge.rules.reasons import NotAllowed, NotPossible, OnlyOne, Reason, WrongCoast
from judge.rules.retreats import open_retreats
from judge.rules.ruleset import Ruleset

Throw = Callable[[str], int]
Orders = Mapping[str, Sequence[Order]]
STANDS = Order("stands")


Line = tuple[str, Order, Claim | None, Reason | None]
"""One order as it was sent: power, order, the claim it became (None if it became none), why it was refused if it was."""
Attempt = tuple[Claim, Order]


def judge_movement(
    position: Position, orders: Orders, ruleset: Ruleset, throw: Throw, suppose: Mapping[Unit, bool] | None = None
) -> PhaseOutcome:
    """Judge a movement phase. `throw` is asked for each subject the orders reveal; see `adjudicate`.

    `suppose` settles the supports and convoys of these units beforehand, for the question what difference they made.
    Raises LookupError for a unit among them that gives none.
    """
    turn, lines, throws = resolve_movement(position, orders, ruleset, throw, suppose)
    outcome = _outcome(ruleset.rules, turn, throws, lines)
    turn.let_go()
    return outcome


def judge_board(position: Position, orders: Orders, ruleset: Ruleset, throw: Throw) -> PhaseOutcome:
    """Judge a movement phase as `judge_movement` does, but say nothing of single orders: the outcome has no results."""
    turn, _, throws = resolve_movement(position, orders, ruleset, throw)
    outcome = _outcome(ruleset.rules, turn, throws)
    turn.let_go()
    return outcome


def resolve_movement(
    position: Position, orders: Orders, ruleset: Ruleset, throw: Throw, suppose: Mapping[Unit, bool] | None = None
) -> tuple[MovementTurn, list[Line], Mapping[str, int]]:
    """A movement phase with everything decided. The caller must release the turn (`Turn.let_go`)."""
    turn, lines, throws = _staged(position, orders, ruleset, throw)
    rules = ruleset.rules
    for unit, given in (suppose or {}).items():
        claim = turn.claim_of(unit)
        if claim is None or claim.action is None:
            raise LookupError(unit)
        claim.action.value = given
    turn.settle(turn.decisions, rules.backup_rule)
    for claim in turn.claims:
        if claim.stops:
            claim.entered_at = rules.entered_at(turn, claim)
    for claim in turn.claims:
        if claim.entered_at is None and claim.space in turn.into:
            claim.beaten = rules.dislodged_by(turn, claim)
    return turn, lines, throws


def _staged(
    position: Position, orders: Orders, ruleset: Ruleset, throw: Throw
) -> tuple[MovementTurn, list[Line], Mapping[str, int]]:
    """Claims on the board as it turns out to be: reveal, survey again, build again, until nothing new appears.

    An order accepted in an earlier stage and refused in the last is not possible; one never accepted is not allowed.
    """
    facts = position.facts
    throws: dict[str, int] = {}
    accepted: set[int] = set()
    while True:
        turn, lines = build_movement(position, orders, ruleset, facts)
        subjects = [s for s in ruleset.rules.subjects_to_draw(turn) if s not in throws]
        if not subjects:
            break
        accepted.update(n for n, (_, _, _, refused) in enumerate(lines) if refused is None)
        for subject in sorted(subjects):
            throws[subject] = throw(subject)
            facts = ruleset.rules.facts_after_throw(turn, facts, subject, throws[subject])
    for n in accepted:
        _turned_out_otherwise(lines, n)
    return turn, lines, throws


def _turned_out_otherwise(lines: list[Line], n: int) -> None:
    power, order, claim, refused = lines[n]
    if isinstance(refused, NotAllowed):
        reason = NotPossible(refused.why, refused.at)
        lines[n] = (power, order, claim, reason)
        if claim is not None and claim.reason is refused:
            claim.reason, claim.word = reason, "not possible"


def build_movement(
    position: Position, orders: Orders, ruleset: Ruleset, facts: Mapping[str, Any]
) -> tuple[MovementTurn, list[Line]]:
    """The claims of these orders on the board that these facts make."""
    turn = placed(position, orders, ruleset, facts)
    if turn.uncontested:
        orders = {power: name_units(power, some, position.units) for power, some in orders.items()}
    rules = ruleset.rules
    lines = [_accept(rules, turn, power, order, rank) for power, some in orders.items() for rank, order in enumerate(some)]
    convoys, moves, supports = _accepted(lines)
    for claim, order in convoys:
        _claim_carry(turn, claim, order)
    for claim, order in moves:
        _claim_stops(rules, turn, claim, order)
    _set_against(turn)
    for claim, order in supports:
        if claim.of is not None:
            if turn.uncontested:
                claim.of = rules.supported_unit(turn, claim, order)
            if rules.matches_order(turn, order, claim.of):
                turn.aid(claim, claim.of, space_of(order.target))
    return turn, lines


def _accepted(lines: list[Line]) -> tuple[list[Attempt], list[Attempt], list[Attempt]]:
    """The orders that were not refused: convoys; moves, with whatever else a game makes move; supports."""
    convoys, moves, supports = [], [], []
    for _, order, claim, refused in lines:
        if claim is not None and refused is None:
            verb = order.verb
            if verb == "support":
                supports.append((claim, order))
            elif verb == "convoy":
                convoys.append((claim, order))
            elif verb != "stands":
                moves.append((claim, order))
    return convoys, moves, supports


def placed(position: Position, orders: Orders, ruleset: Ruleset, facts: Mapping[str, Any]) -> MovementTurn:
    """Everybody who takes part where they stand, before any order is looked at for itself."""
    rules = ruleset.rules
    turn = MovementTurn(ruleset, rules, position, rules.board_with_facts(ruleset.board, facts), facts)
    turn.claims = rules.make_claims(turn, orders)
    for unit, strength in rules.base_strengths(turn).items():
        next(claim for claim in turn.claims if claim.unit == unit).base = strength
    turn.uncontested, turn.unorderable = rules.shared_spaces(turn), rules.unorderable_units(turn)
    turn.aside, turn.single = rules.non_occupants(turn), rules.once_per_turn(turn.variant)
    standing, occupants = turn.standing, turn.occupants
    for claim in turn.claims:
        unit, space = claim.unit, claim.space
        outside = turn.aside and unit in turn.aside
        if space in standing:
            standing[space].insert(len(standing[space]) if outside else 0, claim)
        else:
            standing[space] = standing[unit.place] = [claim]
        if not outside and space not in turn.uncontested:
            occupants[space] = claim
    return turn


def _accept(rules: Rules, turn: MovementTurn, power: str, order: Order, rank: int) -> Line:
    if order.unit is None:
        return power, order, None, _declare(rules, turn, power, order)
    claim = turn.find(order.unit, power)
    if claim is None or claim.power != power or claim.ordered or (turn.unorderable and claim.unit in turn.unorderable):
        return power, order, None, _not_its_own(power, order, claim)
    claim.ordered, claim.order, claim.rank = True, order, rank
    refused = rules.why_illegal(turn, claim, order)
    if refused is None and turn.single:
        refused = _second(turn, power, order)
    if refused is not None:
        claim.reason = refused
        claim.word = "fails" if isinstance(refused, WrongCoast) else "illegal"
        claim.of = None
    return power, order, claim, refused


def _declare(rules: Rules, turn: MovementTurn, power: str, order: Order) -> Reason | None:
    """Take an order that uses no unit."""
    refused: Reason | None = rules.why_power_order_illegal(turn, power, order) or _second(turn, power, order)
    if refused is None:
        turn.declared.append((power, order))
    return refused


def _second(turn: MovementTurn, power: str, order: Order) -> Reason | None:
    """Why an order is one too many of a kind that a power may give but once a turn."""
    for word in sorted(turn.single & {order.verb, order.via}):
        first = turn.first.setdefault((power, word), order)
        if first is not order:
            return OnlyOne(turn.variant.notation.write(first))
    return None


def _not_its_own(power: str, order: Order, claim: Claim | None) -> Reason:
    if claim is None:
        return NotAllowed("no-unit", str(order.unit))
    if claim.power != power:
        return NotAllowed("not-yours", str(claim.unit))
    return NotAllowed("second-order" if claim.ordered else "takes-no-orders", str(claim.unit))


def _claim_carry(turn: MovementTurn, claim: Claim, order: Order) -> None:
    """A convoy matches an army that was allowed to move to the same space, whichever way it goes (6.G.2)."""
    of = claim.of
    if of is None or of.order is None or of.reason is not None:
        return
    target = space_of(order.target)
    if of.order.verb == "move" and space_of(of.order.target) == target:
        turn.carry(claim, of, target)


def _claim_stops(rules: Rules, turn: MovementTurn, claim: Claim, order: Order) -> None:
    claim.stops = rules.move_attempts(turn, claim, order)
    for stop in claim.stops:
        turn.decisions.append(stop)
        if stop.route is not None and stop.route.value is None:
            turn.decisions.append(stop.route)
        if stop.space not in turn.uncontested:
            turn.into.setdefault(stop.space, []).append(stop)


def _set_against(turn: MovementTurn) -> None:
    """Tell moves that meet head-on of one another."""
    for stops in turn.into.values():
        for stop in stops:
            occupant = turn.occupants.get(stop.space)
            if occupant is not None and occupant.stops and stop.meets and turn.occupants.get(stop.origin) is stop.claim:
                for other in occupant.stops:
                    if other.space == stop.origin and other.meets:
                        stop.opposite = other


def _outcome(rules: Rules, turn: MovementTurn, throws: Mapping[str, int], lines: list[Line] | None = None) -> PhaseOutcome:
    """The board after the moves, and the results of single orders if their lines are given."""
    lost = rules.destroyed_units(turn)
    lasting = [claim for claim in turn.claims if claim.beaten is None and claim.lasting]
    if lost:
        lasting = [claim for claim in lasting if claim not in lost]
    carried = rules.carried_along(turn)
    units = rules.label_units(tuple([c.unit if c.entered_at is None and not carried else comes_to(c, carried) for c in lasting]))
    several = [space for space, stops in turn.into.items() if len(stops) > 1]
    turn.stood_off = standoffs = frozenset([space for space in several if rules.left_by_standoff(turn, space)])
    facts = rules.facts_after_moves(turn, turn.facts)
    dislodged, destroyed = _stepping_aside(rules, turn, units, standoffs, facts, lost)
    before = turn.position
    after = Position(before.phase, units, rules.owners_after_moves(turn, before.owners), dislodged, standoffs, facts)
    results = () if lines is None else _results(rules, turn, lines)
    return PhaseOutcome(before, after, results, destroyed, facts=rules.report_events(turn), throws=throws)


def _stepping_aside(
    rules: Rules, turn: MovementTurn, units: Sequence[Unit], standoffs: frozenset[str], facts: Mapping[str, Any],
    lost: Mapping[Claim, str],
) -> tuple[tuple[DislodgedUnit, ...], tuple[RemovedUnit, ...]]:  # fmt: skip
    """The dislodged with where they may retreat to, and those that may go nowhere."""
    dislodged, destroyed = [], [RemovedUnit(claim.unit, how) for claim, how in lost.items()]
    beaten = [(c.unit, c.beaten) for c in turn.claims if c.beaten is not None and c not in lost]
    occupied = _occupied(turn) if beaten else frozenset()
    for unit, by in beaten:
        barred = by.origin if by.meets else ""  # 4.A.5: nothing bars the way back along a convoy
        stands = turn.variant.stands(unit.power)
        ways = () if stands else open_retreats(rules, turn, unit, barred, units, occupied, standoffs, facts)
        if ways:
            dislodged.append(DislodgedUnit(unit, by.claim.unit, barred, ways))
        else:
            destroyed.append(RemovedUnit(unit, "destroyed", by.claim.unit, barred))
    return tuple(dislodged), tuple(destroyed)


def _occupied(turn: MovementTurn) -> frozenset[str]:
    standing = [c for c in turn.claims if c.beaten is None and (c.entered_at is not None or c.unit not in turn.aside)]
    return frozenset([c.space if c.entered_at is None else c.entered_at.space for c in standing]) - turn.uncontested


def _results(rules: Rules, turn: MovementTurn, lines: list[Line]) -> tuple[OrderResult, ...]:
    found: dict[str, list[OrderResult]] = defaultdict(list, {power.name: [] for power in turn.variant.powers})
    for power, order, claim, refused in lines:
        if claim is None:
            word, why = ("illegal", refused) if refused else rules.power_order_result(turn, power, order)
            found[power].append(OrderResult(power, order, None, word, why))
        else:
            found[power].append(_result(rules, turn, claim, order, True))
    for claim in turn.claims:
        if not claim.ordered and claim.power and claim.unit not in turn.unorderable:
            found[claim.power].append(_result(rules, turn, claim, STANDS, False))
    return tuple(chain.from_iterable(found.values()))


def _result(rules: Rules, turn: MovementTurn, claim: Claim, order: Order, ordered: bool) -> OrderResult:
    """What the rules say of the order. A unit that was driven out is told by whom, though a game calls its order a success."""
    word, why = rules.order_result(turn, claim)
    beaten = claim.beaten is not None
    if beaten and why is None:
        why = why_driven_out(rules, turn, claim)
    # As OrderResult(...) does, which is slower: Python makes it of a function that is written in Python.
    return tuple.__new__(OrderResult, (claim.power, order, claim.unit, word, why, beaten, ordered))
