"""Every order that the referee would accept: what each unit may be ordered, and what may be built, removed or retreated to.

Accepted is not the same as successful: a support may find nothing to support, and a move may fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.board import Position, Unit
from judge.notation import Order, UnitRef
from judge.notation.complaints import unit_reference
from judge.rules.adjustments import due_in_adjustments
from judge.rules.claims import Claim
from judge.rules.dues import AdjustmentDue
from judge.rules.movement import placed
from judge.rules.movement_turn import MovementTurn
from judge.rules.ruleset import Ruleset

Choices = Mapping[Unit | None, tuple[Order, ...]]
"""Unit → its orders; None → orders that use no unit, such as builds."""


def legal_orders(position: Position, ruleset: Ruleset, power: str) -> Choices:
    """Return every order that a power may give in the position's phase, each once, as the map stands before the phase.

    In a movement phase each of its units has its orders, to stand first; those that use no unit stand under None. In retreats each
    dislodged unit has its retreats and its disbanding. In adjustments the builds and `waive` stand under None, removals under their
    units. A power of which nothing is due in retreats or adjustments has no orders. What only a game has is among them where the
    game answers `more_orders` and `more_power_orders`.
    """
    if position.phase.kind == "retreats":
        return {each.unit: tuple(_ways_out(each.unit, each.retreats)) for each in position.dislodged if each.unit.power == power}
    if position.phase.kind == "adjustments":
        return _adjustments(due_in_adjustments(position, ruleset).get(power, AdjustmentDue()))
    turn = placed(position, {}, ruleset, position.facts)
    others = [_Other(claim, named(claim.unit, power), _reach(turn, claim)) for claim in turn.claims]
    mine = {claim.unit: tuple(_of_unit(turn, ruleset, claim, others)) for claim in turn.claims if claim.power == power}
    found: dict[Unit | None, tuple[Order, ...]] = {unit: orders for unit, orders in mine.items() if orders}
    alone = tuple(ruleset.rules.more_power_orders(turn, power))
    refused = ruleset.rules.why_power_order_illegal
    apart = tuple(order for order in dict.fromkeys(alone) if refused(turn, power, order) is None)
    return {**found, None: apart} if apart else found


def named(unit: Unit, power: str = "") -> UnitRef:
    """Return a unit as an order of a power names it: with its nationality if it is another's."""
    return unit_reference(unit)._replace(power=unit.power if power and unit.power != power else "")


def _ways_out(unit: Unit, retreats: Iterable[str]) -> Iterator[Order]:
    yield from (Order("retreat", named(unit), place) for place in retreats)
    yield Order("disband", named(unit))


def _adjustments(due: AdjustmentDue) -> Choices:
    leaving = due.units if due.removals else ()
    found: dict[Unit | None, tuple[Order, ...]] = {unit: (Order("remove", named(unit)),) for unit in leaving}
    if due.builds:
        found[None] = (*(Order("build", named(site)) for site in due.sites), Order("waive"))
    return found


class _Other(NamedTuple):
    """A unit that may be helped, worked out once for all who may help it."""

    claim: Claim
    name: UnitRef
    reach: frozenset[str]
    """The spaces to which it could go, by sea as well."""


def _reach(turn: MovementTurn, claim: Claim) -> frozenset[str]:
    walked = turn.board.reach_spaces(claim.unit.kind, claim.unit.place)
    return frozenset(walked | _by_sea(turn, claim)) if claim.unit.kind == "A" else frozenset(walked)


def _of_unit(turn: MovementTurn, ruleset: Ruleset, claim: Claim, others: Sequence[_Other]) -> Iterator[Order]:
    rules, me = ruleset.rules, named(claim.unit)
    of, direct = claim.of, claim.direct
    usual: tuple[Order, ...] = ()
    if claim.unit not in turn.unorderable:
        helps = (*_supports(turn, claim, me, others), *_convoys(turn, claim, me, others))
        usual = (Order("stands", me), *_moves(turn, claim, me), *helps)
    for order in dict.fromkeys((*usual, *rules.more_orders(turn, claim))):
        if rules.why_illegal(turn, claim, order) is None:
            yield order
        claim.of, claim.direct = of, direct  # the question notes on the claim what it has found


def _moves(turn: MovementTurn, claim: Claim, me: UnitRef) -> Iterator[Order]:
    unit = claim.unit
    near = turn.board.reach(unit.kind, unit.place)
    yield from (Order("move", me, place) for place in sorted(near))
    if unit.kind == "A":
        for target in sorted(_by_sea(turn, claim)):
            yield Order("move", me, target, via="convoy" if target in near else "")


def _by_sea(turn: MovementTurn, claim: Claim) -> set[str]:
    """The spaces to which the fleets on the board could carry an army."""
    shores = {space for _, touched in turn.sea_groups() if claim.space in touched for space in touched}
    return {space for space in shores if space != claim.space and turn.board.places("A", space)}


def _supports(turn: MovementTurn, claim: Claim, me: UnitRef, others: Sequence[_Other]) -> Iterator[Order]:
    near = turn.board.reach_spaces(claim.unit.kind, claim.unit.place)
    for other in others:
        if other.claim is claim:
            continue
        if other.claim.space in near:
            yield Order("support", me, "", other.name)
        yield from (Order("support", me, target, other.name) for target in sorted(near & other.reach) if target != claim.space)


def _convoys(turn: MovementTurn, claim: Claim, me: UnitRef, others: Sequence[_Other]) -> Iterator[Order]:
    if claim.space not in turn.carrying():
        return
    for other in others:
        if other.claim.unit.kind == "A":
            yield from (Order("convoy", me, target, other.name) for target in sorted(_by_sea(turn, other.claim)))
