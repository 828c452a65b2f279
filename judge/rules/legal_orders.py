"""Every order that the referee would accept: what each unit may be ordered, and what may be built, removed or retreated to.

Accepted is not the same as successful: a support may find nothing to support, and a move may fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from judge.board import Position, Unit
from judge.notation import Order, UnitRef
from judge.notation.complaints import unit_reference
from judge.rules.adjustments import due_in_adjustments
from judge.rules.claim_rules import ClaimRules
from judge.rules.claims import Claim
from judge.rules.dues import AdjustmentDue
from judge.rules.movement import placed
from judge.rules.movement_turn import MovementTurn
from judge.rules.ruleset import Ruleset

ABOUT_ORDERS = ("make_claims", "resolve_unit", "can_be_supported_to", "why_illegal", "why_link_closed")
"""Questions about which units there are and what each may do."""
NOWHERE: frozenset[str] = frozenset()
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
    field = _field(position, ruleset)
    if not field.sure:  # the questions note on the claims what they find
        field = _field.__wrapped__(position, ruleset)
    mine = {each.claim.unit: tuple(_of_unit(field, ruleset, each)) for each in field.units if each.claim.power == power}
    found: dict[Unit | None, tuple[Order, ...]] = {unit: orders for unit, orders in mine.items() if orders}
    alone = tuple(ruleset.rules.more_power_orders(field.turn, power))
    refused = ruleset.rules.why_power_order_illegal
    apart = tuple(order for order in dict.fromkeys(alone) if refused(field.turn, power, order) is None)
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


class _Placed(NamedTuple):
    """A unit, worked out once for itself and for all who may help it."""

    claim: Claim
    own: UnitRef
    """How its power names it."""
    foreign: UnitRef
    """How others do."""
    walked: frozenset[str]
    """The spaces to which it could go by itself."""
    sailed: frozenset[str]
    """The spaces to which the fleets on the board could carry it, if it is an army."""


class _Field(NamedTuple):
    """A position, worked out once for all powers."""

    turn: MovementTurn
    units: Sequence[_Placed]
    sure: bool
    """Whether what is listed here is legal without asking: the game leaves the questions about it to the standard rules, has no
    links with conditions, and no two units are in one space.
    """


@lru_cache(20)  # asked for one power after another
def _field(position: Position, ruleset: Ruleset) -> _Field:
    turn = placed(position, {}, ruleset, position.facts)
    shores = [(touched, frozenset([s for s in touched if turn.board.places("A", s)])) for _, touched in turn.sea_groups()]
    rules = type(ruleset.rules)
    own = any(getattr(rules, question) is not getattr(ClaimRules, question) for question in ABOUT_ORDERS)
    sure = not own and not turn.variant.passages and all(len(units) == 1 for units in turn.standing.values())
    return _Field(turn, [_placed(turn, claim, shores) for claim in turn.claims], sure)


def _placed(turn: MovementTurn, claim: Claim, shores: Sequence[tuple[frozenset[str], frozenset[str]]]) -> _Placed:
    """One unit. `shores`: what each chain of fleets touches, and the land of that."""
    unit, space, own = claim.unit, claim.space, named(claim.unit)
    walked = turn.board.reach_spaces(unit.kind, unit.place)
    by_sea = [land for touched, land in shores if space in touched] if unit.kind == "A" else []
    return _Placed(claim, own, own._replace(power=unit.power), walked, NOWHERE.union(*by_sea) - {space} if by_sea else NOWHERE)


def _of_unit(field: _Field, ruleset: Ruleset, me: _Placed) -> Iterator[Order]:
    rules, turn, claim = ruleset.rules, field.turn, me.claim
    usual: tuple[Order, ...] = ()
    if claim.unit not in turn.unorderable:
        usual = (Order("stands", me.own), *_moves(turn, me), *_supports(field, me), *_convoys(field, me))
    more = tuple(rules.more_orders(turn, claim))
    if field.sure and not more:
        yield from usual
        return
    of, direct = claim.of, claim.direct
    for order in dict.fromkeys((*usual, *more)):
        if rules.why_illegal(turn, claim, order) is None:
            yield order
        claim.of, claim.direct = of, direct  # the question notes on the claim what it has found


def _moves(turn: MovementTurn, me: _Placed) -> Iterator[Order]:
    near = turn.board.reach(me.claim.unit.kind, me.claim.unit.place)
    yield from [Order("move", me.own, place) for place in sorted(near)]
    yield from [Order("move", me.own, target, None, "convoy" if target in near else "") for target in sorted(me.sailed)]


def _supports(field: _Field, me: _Placed) -> Iterator[Order]:
    """Supports of all that could stand or go beside this unit; by sea not if it went by this unit's own convoy (DATC 6.D.31)."""
    turn, near, here, power = field.turn, me.walked, me.claim.space, me.claim.unit.power
    carries = field.sure and here in turn.carrying()
    for other in field.units:
        start, of = other.claim.space, other.own if other.claim.unit.power == power else other.foreign
        if other is me:
            continue
        if start in near:
            yield Order("support", me.own, "", of)
        common = near & (other.walked | other.sailed if other.sailed else other.walked)
        for target in sorted(common) if common else ():
            if target != here and (not carries or target in other.walked or turn.sea_route(start, target, here)):
                yield Order("support", me.own, target, of)


def _convoys(field: _Field, me: _Placed) -> Iterator[Order]:
    """Convoys on some route on which this fleet could not be left out (DATC 6.F.12, 6.G.19)."""
    turn, fleet, power = field.turn, me.claim.space, me.claim.unit.power
    if fleet not in turn.carrying():
        return
    for other in field.units:
        start, of = other.claim.space, other.own if other.claim.unit.power == power else other.foreign
        for target in sorted(other.sailed):
            if not field.sure or turn.serves(fleet, start, target):
                yield Order("convoy", me.own, target, of)
