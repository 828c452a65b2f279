"""The movement phase: orders become claims, facts are drawn stage by stage, the claims are settled, the beaten step aside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from judge.board import Dislodged, Position, Unit
from judge.orders import Order
from judge.rules.claims import Claim, Stop
from judge.rules.outcome import Outcome, Removed, Result
from judge.rules.reasons import NotAllowed, NotPossible, Reason, WrongCoast
from judge.rules.ruleset import Ruleset
from judge.rules.turn import Turn

Throw = Callable[[str], int]
Orders = Mapping[str, Sequence[Order]]
STANDS = Order("stands")


class Line(NamedTuple):
    """One order as it was sent, and what it came to while claims were built."""

    power: str
    order: Order
    claim: Claim | None
    """The claim it became, None if it became none."""
    refused: Reason | None


def judge_movement(
    position: Position, orders: Orders, ruleset: Ruleset, throw: Throw, suppose: Mapping[Unit, bool] | None = None
) -> Outcome:
    """Judge a movement phase. `throw` is asked for each subject the orders reveal; see `adjudicate`.

    `suppose` settles the supports of these units beforehand, for the question whether a cut mattered.
    """
    turn, lines, throws = _staged(position, orders, ruleset, throw)
    for claim in turn.claims:
        if suppose and claim.unit in suppose and claim.action is not None:
            claim.action.value = suppose[claim.unit]
    turn.kernel.settle(turn.decisions, turn.table.backup)
    return _outcome(turn, lines, throws)


def _staged(
    position: Position, orders: Orders, ruleset: Ruleset, throw: Throw
) -> tuple[Turn, list[Line], Mapping[str, int]]:
    """Claims on the board as it turns out to be: reveal, survey anew, build anew, until nothing new appears.

    An order accepted in an earlier stage and refused in the last is not possible; one never accepted is not allowed.
    """
    facts = position.facts
    throws: dict[str, int] = {}
    accepted: set[int] = set()
    while True:
        turn, lines = build(position, orders, ruleset, facts)
        subjects = [s for s in turn.table.reveals(turn) if s not in throws]
        if not subjects:
            break
        accepted.update(n for n, line in enumerate(lines) if line.refused is None)
        for subject in sorted(subjects):
            throws[subject] = throw(subject)
            facts = turn.table.reveal(facts, subject, throws[subject])
    for n in accepted:
        _turned_out_otherwise(lines, n)
    return turn, lines, throws


def _turned_out_otherwise(lines: list[Line], n: int) -> None:
    line = lines[n]
    if isinstance(line.refused, NotAllowed):
        reason = NotPossible(line.refused.why, line.refused.at)
        lines[n] = line._replace(refused=reason)
        if line.claim is not None and line.claim.reason is line.refused:
            line.claim.reason, line.claim.word = reason, "not possible"


def build(position: Position, orders: Orders, ruleset: Ruleset, facts: Mapping[str, Any]) -> tuple[Turn, list[Line]]:
    """The claims of these orders on the board that these facts make."""
    turn = Turn(ruleset, position, ruleset.table.survey(ruleset.board, facts), facts)
    _place(turn, position.units)
    lines = [_accept(turn, power, order, rank) for power in orders for rank, order in enumerate(orders[power])]
    given = [line.claim for line in lines if line.claim and not line.refused and line.order.verb not in ("stands", "move")]
    for claim in given:
        _claim_carry(turn, claim)
    for line in lines:
        if line.claim and not line.refused and line.order.verb not in ("stands", "support", "convoy"):
            _claim_stops(turn, line.claim)
    _set_against(turn)
    for claim in given:
        _claim_aid(turn, claim)
    return turn, lines


def _place(turn: Turn, units: Sequence[Unit]) -> None:
    table = turn.table
    for unit in units:
        claim = Claim(unit, table.base(turn, unit))
        turn.claims.append(claim)
        here = turn.standing.setdefault(claim.space, [])
        if table.occupies(turn, unit):
            here.insert(0, claim)
            if table.contested(turn, claim.space):
                turn.at[claim.space] = claim
        else:
            here.append(claim)


def _accept(turn: Turn, power: str, order: Order, rank: int) -> Line:
    claim = turn.table.named(turn, order.unit, power) if order.unit else None
    refused = _not_its_own(turn, power, order, claim)
    if refused is not None or claim is None:
        return Line(power, order, None, refused)
    claim.ordered, claim.order, claim.rank = True, order, rank
    refused = turn.table.allowed(turn, claim, order)
    if refused is not None:
        claim.reason = refused
        claim.word = "fails" if isinstance(refused, WrongCoast) else "illegal"
        claim.of = None
    return Line(power, order, claim, refused)


def _not_its_own(turn: Turn, power: str, order: Order, claim: Claim | None) -> Reason | None:
    if claim is None:
        return NotAllowed("no-unit", str(order.unit) if order.unit else "")
    if claim.power != power or not turn.table.orderable(turn, claim.unit):
        return NotAllowed("not-yours", str(claim.unit))
    if claim.ordered:
        return NotAllowed("second-order", str(claim.unit))
    return None


def _claim_carry(turn: Turn, claim: Claim) -> None:
    """A convoy matches an army that was allowed to move to the same space, whichever way it goes (6.G.2)."""
    order, of = claim.order, claim.of
    if order is None or of is None or order.verb != "convoy" or of.order is None or of.reason is not None:
        return
    target = order.target.partition(".")[0]
    if of.order.verb == "move" and of.order.target.partition(".")[0] == target:
        turn.carry(claim, of, target)


def _claim_stops(turn: Turn, claim: Claim) -> None:
    claim.stops = tuple(turn.table.stops(turn, claim, claim.order))
    for stop in claim.stops:
        turn.decisions.append(stop)
        if stop.route is not None and stop.route.value is None:
            turn.decisions.append(stop.route)
        if turn.table.contested(turn, stop.space):
            turn.into.setdefault(stop.space, []).append(stop)


def _set_against(turn: Turn) -> None:
    """Tell moves that meet head-on of one another."""
    for stops in turn.into.values():
        for stop in stops:
            occupant = turn.at.get(stop.space)
            if occupant is not None and occupant.stops and stop.meets:
                stop.opposite = next((s for s in occupant.stops if s.meets and s.space == stop.origin), None)


def _claim_aid(turn: Turn, claim: Claim) -> None:
    order, of = claim.order, claim.of
    if order is not None and of is not None and order.verb == "support" and turn.table.matches(turn, order, of):
        turn.aid(claim, of, order.target.partition(".")[0])


def _outcome(turn: Turn, lines: list[Line], throws: Mapping[str, int]) -> Outcome:
    beaten = {claim.unit: by for claim in turn.claims if (by := turn.table.driven_out(turn, claim))}
    landed: dict[Unit, Stop] = {c.unit: stop for c in turn.claims if c.stops and (stop := turn.table.ends(turn, c))}
    units = tuple(
        unit._replace(place=landed[unit].place) if unit in landed else unit
        for unit in turn.position.units
        if unit not in beaten
    )
    occupied = frozenset(unit.space for unit in units if turn.table.occupies(turn, unit))
    standoffs = frozenset(space for space in turn.into if turn.table.stood_off(turn, space))
    dislodged, destroyed = [], []
    for unit, by in beaten.items():
        barred = by.origin if by.meets else ""  # 4.A.5: nothing bars the way back along a convoy
        ways = turn.table.retreats(turn.board, unit, barred, occupied, standoffs, turn.facts)
        if ways:
            dislodged.append(Dislodged(unit, by.claim.unit, barred, ways))
        else:
            destroyed.append(Removed(unit, "destroyed"))
    after = replace(
        turn.position, units=units, dislodged=tuple(dislodged), standoffs=standoffs,
        facts=turn.table.effects(turn, turn.facts),
    )  # fmt: skip
    return Outcome(
        turn.position, after, tuple(_results(turn, lines, beaten)), tuple(destroyed), facts=turn.table.tells(turn), throws=throws
    )


def _results(turn: Turn, lines: list[Line], beaten: Mapping[Unit, Stop]) -> list[Result]:
    found = []
    for power, order, claim, refused in lines:
        if claim is None:
            found.append(Result(power, order, None, "illegal", refused))
        else:
            found.append(_result(turn, claim, order, beaten))
    found += [
        _result(turn, claim, STANDS, beaten)
        for claim in turn.claims
        if not claim.ordered and claim.power and turn.table.orderable(turn, claim.unit)
    ]
    rank = {power.name: n for n, power in enumerate(turn.ruleset.powers)}
    return sorted(found, key=lambda result: rank.get(result.power, len(rank)))


def _result(turn: Turn, claim: Claim, order: Order, beaten: Mapping[Unit, Stop]) -> Result:
    word, why = turn.table.word(turn, claim), turn.table.why(turn, claim)
    return Result(claim.power, order, claim.unit, word, why, claim.unit in beaten, claim.ordered)
