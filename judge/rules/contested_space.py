"""Who fought for a space and how strongly: adjudicate a movement phase again, and return the strengths behind its results."""

from __future__ import annotations

from typing import NamedTuple

from judge.board import Unit
from judge.notation import Order
from judge.rules.movement import resolve_movement
from judge.rules.outcome import PhaseOutcome, orders_by_power
from judge.rules.outcomes import force
from judge.rules.reasons import Force
from judge.rules.ruleset import Ruleset


class Contestant(NamedTuple):
    """A unit that tried to enter a space or occupied it."""

    unit: Unit
    force: Force
    """Its own strength with the supports that it was given."""
    moved: bool
    """True if it tried to enter; False for the occupant."""
    stays: bool
    """Whether it is in the space after the phase."""
    leaving: bool = False
    """Whether it was the occupant and was ordered away, so that supports to hold did not count."""
    idle: tuple[tuple[Unit, Order], ...] = ()
    """Supports for it that were not given, with their orders."""


def contestants(outcome: PhaseOutcome, ruleset: Ruleset, space: str) -> tuple[Contestant, ...]:
    """Everybody who tried to enter a space, and its occupant first; empty if it was not contested.

    The phase is judged again, with the same throws. Raises ValueError if it is not a movement phase.
    """
    if outcome.before.phase.kind != "movement":
        raise ValueError(f"nobody moves in {outcome.before.phase}")
    turn, *_ = resolve_movement(outcome.before, orders_by_power(outcome), ruleset, lambda subject: outcome.throws[subject])
    found = []
    if (holder := turn.occupants.get(space)) is not None:
        aids = () if holder.stops else holder.aids
        stays = holder.entered_at is None and holder.beaten is None
        idle = tuple((a.claim.unit, a.claim.order) for a in aids if not a.value and a.claim.order)
        found.append(Contestant(holder.unit, force(holder, aids), False, stays, bool(holder.stops), idle))
    for stop in sorted(turn.into.get(space, ()), key=lambda stop: stop.claim.unit):
        idle = tuple((a.claim.unit, a.claim.order) for a in stop.aids if not a.value and a.claim.order)
        found.append(Contestant(stop.claim.unit, force(stop.claim, stop.aids), True, stop.claim.entered_at is stop, False, idle))
    turn.let_go()
    return tuple(found)
