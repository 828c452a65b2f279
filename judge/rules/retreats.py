"""The retreat phase: dislodged units retreat as ordered, or are disbanded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.board import DislodgedUnit, Position, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claim_rules import landing
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcome import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.reasons import NotAllowed, Reason, SameRetreat
from judge.rules.ruleset import Ruleset

Orders = Mapping[str, Sequence[Order]]
DISBANDS = Order("disband")


def retreat_destination(ruleset: Ruleset, position: Position, beaten: DislodgedUnit, order: Order) -> str | Reason:
    """The place an order sends a dislodged unit to ('' if it is disbanded), or why that is not possible."""
    if order.verb == "disband":
        return ""
    if order.verb not in ("retreat", "move"):
        return NotAllowed("wrong-phase", order.verb)
    board = ruleset.rules.board_with_facts(ruleset.board, position.facts)
    place = landing(board, beaten.unit.kind, beaten.unit.place, order.target)
    if isinstance(place, Reason):
        far = [each for each in beaten.retreats if order.target in (each, space_of(each))]
        return far[0] if len(far) == 1 else ruleset.rules.refine_refusal(position, place)
    if place in beaten.retreats:
        return place
    return NotAllowed(ruleset.rules.why_retreat_closed(position, beaten, place), space_of(place))


def judge_retreats(position: Position, orders: Orders, ruleset: Ruleset) -> PhaseOutcome:
    """Judge a retreat phase. Units that go to one space are all disbanded; so is a unit without a retreat it can make."""
    waiting = {beaten.unit: beaten for beaten in position.dislodged}
    results: list[OrderResult] = []
    going: dict[Unit, str] = {}
    for power in orders:
        for order in orders[power]:
            results.append(_accept(ruleset, position, waiting, going, power, order))
    chosen, going = going, dict(ruleset.rules.joint_retreats(ruleset.board_at(position), position, going))
    results = [_led(ruleset, position, r, chosen, going) for r in results]
    results += [OrderResult(u.power, DISBANDS, u, "succeeds", ordered=False) for u in waiting if u not in going]
    shared = _without_room(position, going, ruleset)
    arrived = {unit: place for unit, place in going.items() if place and unit not in shared}
    rank = {power.name: n for n, power in enumerate(ruleset.powers)}
    results = sorted((_told(r, going, shared) for r in results), key=lambda r: rank.get(r.power, len(rank)))
    after = replace(
        position,
        units=ruleset.rules.label_units((*position.units, *(unit._replace(place=place) for unit, place in arrived.items()))),
        dislodged=(),
        standoffs=frozenset(),
    )
    removed = tuple(RemovedUnit(unit, "destroyed" if unit in shared else "disbanded") for unit in waiting if unit not in arrived)
    return PhaseOutcome(position, after, tuple(results), removed)


def _without_room(position: Position, going: Mapping[Unit, str], ruleset: Ruleset) -> dict[Unit, frozenset[Unit]]:
    """Map each unit to the units that retreat to its space and that have no room there beside it."""
    comers: dict[str, list[Unit]] = {}
    for unit, place in going.items():
        if place:
            comers.setdefault(space_of(place), []).append(unit)
    several = {space: units for space, units in comers.items() if len(units) > 1}
    if not several:
        return {}
    turn = ruleset.turn_without_orders(position)
    groups = [g for space, units in several.items() for g in ruleset.rules.retreat_conflicts(turn, position.units, space, units)]
    return {unit: group for group in groups for unit in group}


def open_retreats(
    rules: Rules, turn: MovementTurn, unit: Unit, barred: str, units: Sequence[Unit], occupied: frozenset[str],
    standoffs: frozenset[str], facts: Mapping[str, Any],
) -> tuple[str, ...]:  # fmt: skip
    """Return the places that a dislodged unit may retreat to: those open to it with room for one more. `units` are on the board
    after the phase, `occupied` are the contested spaces among theirs.
    """
    near = rules.retreat_places(turn.board, unit, barred, occupied, standoffs, facts)
    farther = rules.farther_retreats(turn, unit, barred, occupied, standoffs, facts)
    ways = tuple(sorted({*near, *farther})) if farther else near
    if turn.variant.passages:
        ways = tuple([place for place in ways if rules.why_link_closed(turn, unit, place) is None])
    return tuple([place for place in ways if not rules.retreat_conflicts(turn, units, space_of(place), (unit,))])


def _accept(
    ruleset: Ruleset, position: Position, waiting: Mapping[Unit, DislodgedUnit], going: dict[Unit, str], power: str, order: Order
) -> OrderResult:
    unit = order.unit
    beaten = next((b for u, b in waiting.items() if unit and u.space == unit.space and unit.kind in ("", u.kind)), None)
    refused: Reason | None = None
    if beaten is None:
        refused = NotAllowed("no-retreat-due", str(unit) if unit else "")
    elif beaten.unit.power != power:
        refused = NotAllowed("not-yours", str(beaten.unit))
    elif beaten.unit in going:
        refused = NotAllowed("second-order", str(beaten.unit))
    if refused is not None or beaten is None:
        return OrderResult(power, order, None, "illegal", refused)
    place = retreat_destination(ruleset, position, beaten, order)
    if isinstance(place, Reason):
        return OrderResult(power, order, beaten.unit, "illegal", place)
    going[beaten.unit] = place
    return OrderResult(power, order, beaten.unit, "succeeds")


def _led(
    ruleset: Ruleset, position: Position, result: OrderResult, chosen: Mapping[Unit, str], going: Mapping[Unit, str]
) -> OrderResult:  # fmt: skip
    """Return an order's result; it has no effect if its unit goes elsewhere with the one that takes it along."""
    unit = result.unit
    if unit is None or result.word != "succeeds" or going.get(unit, "") == chosen.get(unit, ""):
        return result
    if ruleset.rules.retreats_with(position, unit) is None:
        return result
    return result._replace(word="fails", reason=NotAllowed("led-along", space_of(going.get(unit, ""))))


def _told(result: OrderResult, going: Mapping[Unit, str], shared: Mapping[Unit, frozenset[Unit]]) -> OrderResult:
    unit = result.unit
    if unit is None or unit not in shared or result.word != "succeeds":
        return result
    others = tuple(sorted(shared[unit] - {unit}))
    return result._replace(word="fails", reason=SameRetreat(space_of(going[unit]), others))
