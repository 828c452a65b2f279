"""Core: the referee. It takes a position, orders and a ruleset, and returns a PhaseOutcome: who moved, why, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from judge.board import Position
from judge.notation import Order
from judge.rules.adjustments import beside, judge_adjustments, left_after, requested_build
from judge.rules.base import Rules, compose_rules
from judge.rules.counterfactual import CounterfactualResult, Supposing, counterfactual
from judge.rules.dues import AdjustmentDue
from judge.rules.movement import Throw, build_movement, judge_movement
from judge.rules.outcome import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.phases import advance_to_next_phase, awaited_dues, dues_by_power, gm_due, with_a_choice
from judge.rules.reasons import NotAllowed, Reason
from judge.rules.retreats import judge_retreats, retreat_destination
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power, Variant

__all__ = [
    "AdjustmentDue",
    "CounterfactualResult",
    "OrderResult",
    "PhaseOutcome",
    "Power",
    "Reason",
    "RemovedUnit",
    "Rules",
    "Ruleset",
    "Supposing",
    "Variant",
    "adjudicate",
    "awaited_dues",
    "beside",
    "check",
    "compose_rules",
    "counterfactual",
    "dues_by_power",
    "gm_due",
    "left_after",
    "no_throw",
    "unaided",
    "why_refused",
    "with_a_choice",
]  # fmt: skip


def no_throw(subject: str) -> int:
    """The throw of a game without dice. Raises ValueError."""
    raise ValueError(f"a throw was asked for {subject!r}, but no dice were given")


def adjudicate(
    position: Position, orders: Mapping[str, Sequence[Order]], ruleset: Ruleset, throw: Throw = no_throw
) -> PhaseOutcome:
    """Judge one phase of any kind.

    `orders`: power → its orders, in the order they were written; a power left out sent none. `throw(subject)` gives the
    die for a subject, 1 to 6, the same however often it is asked. The outcome does not depend on the order of orders or
    units. Its position stands before the next phase in which something may be due.
    """
    kind = position.phase.kind
    if kind == "retreats":
        outcome = judge_retreats(position, orders, ruleset)
    elif kind == "adjustments":
        outcome = judge_adjustments(position, orders, ruleset)
    else:
        outcome = judge_movement(position, orders, ruleset, throw)
    return advance_to_next_phase(outcome, ruleset)


def check(
    order: Order, power: str, position: Position, ruleset: Ruleset, beside: Sequence[Order] = ()
) -> Reason | None:
    """Why the referee would refuse this order, as `why_refused`, or else what its writer should know of an order that stands.

    None if there is nothing to say.
    """
    return why_refused(order, power, position, ruleset, beside) or _warning(order, power, position, ruleset, tuple(beside))


def why_refused(
    order: Order, power: str, position: Position, ruleset: Ruleset, beside: Sequence[Order] = ()
) -> Reason | None:
    """Why the referee would refuse this order as the map stands now, judged by itself; None if it would not.

    In a movement phase it is judged after those in `beside`. What it is only warned of refuses nothing.
    """
    return _refused(order, power, position, ruleset, tuple(beside))


@lru_cache(500)  # each order is looked at when it is taken, and in every answer while it stands
def _refused(order: Order, power: str, position: Position, ruleset: Ruleset, beside: tuple[Order, ...]) -> Reason | None:
    kind = position.phase.kind
    if kind == "retreats":
        here = [b for b in position.dislodged if order.unit and b.unit.space == order.unit.space]
        beaten = next((b for b in here if order.unit and order.unit.kind in ("", b.unit.kind)), None)
        if beaten is None or beaten.unit.power != power:
            return NotAllowed("no-retreat-due", str(order.unit) if order.unit else "")
        place = retreat_destination(ruleset, position, beaten, order)
        return place if isinstance(place, Reason) else None
    if kind == "adjustments":
        if order.verb == "build":
            site = requested_build(order, power, position, ruleset)
            return site if isinstance(site, Reason) else None
        told = judge_adjustments(position, {power: [order]}, ruleset).results  # others' civil disorder is told too
        return next((result.reason for result in told if result.ordered), None) if order.verb != "waive" else None
    _, (*_, (_, _, _, refused)) = build_movement(position, {power: [*beside, order]}, ruleset, position.facts)
    return refused


@lru_cache(500)
def _warning(order: Order, power: str, position: Position, ruleset: Ruleset, beside: tuple[Order, ...]) -> Reason | None:
    if position.phase.kind != "movement":
        return None
    turn, (*_, (_, _, claim, _)) = build_movement(position, {power: [*beside, order]}, ruleset, position.facts)
    if claim is None:
        return ruleset.rules.power_order_warning(turn, power, order)
    return ruleset.rules.order_warning(turn, claim, order)


def unaided(order: Order, orders: Sequence[Order], power: str, position: Position, ruleset: Ruleset) -> Reason | None:
    """Return what one of a Power's movement orders still needs from its other units, given all its orders; None if nothing."""
    turn, built = build_movement(position, {power: orders}, ruleset, position.facts)
    claim = next((claim for _, each, claim, refused in built if each == order and refused is None), None)
    return ruleset.rules.missing_own_orders(turn, claim, order) if claim else None
