"""Where a reader's own orders are at odds with one another: warnings before the deadline, never refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from judge.board import Unit, space_of
from judge.game import Seen
from judge.orders import Order
from judge.rules.reasons import Reason
from judge.rules.ruleset import Ruleset
from judge.rules.turn import quiet


@dataclass(frozen=True, slots=True)
class OwnOrder(Reason):
    """A support or convoy for one's own unit, which has been ordered otherwise, or not at all."""

    code: ClassVar[str] = "own-order"
    of: Unit
    order: str
    """What it has been ordered, in the house form; '' for nothing."""


@dataclass(frozen=True, slots=True)
class OwnWay(Reason):
    """A move to a space that one's own unit is not leaving."""

    code: ClassVar[str] = "own-way"
    by: Unit


def at_odds(order: Order, seen: Seen, ruleset: Ruleset) -> Reason | None:
    """What in the reader's own orders keeps this one from working; None if nothing does."""
    if seen.position is None or seen.position.phase.kind != "movement":
        return None
    open_to_all = quiet(ruleset, seen.position).uncontested
    aside = quiet(ruleset, seen.position).aside
    mine = {unit.space: unit for unit in seen.position.units if unit.power == seen.voice and unit not in aside}
    given = {o.unit.space: o for o in seen.standing.orders if o.unit and _occupant(o, mine)} if seen.standing else {}
    helped = order.of if order.verb in ("support", "convoy") else None
    if helped and helped.space in mine.keys() - open_to_all and helped.kind in ("", mine[helped.space].kind):
        theirs = given.get(helped.space)
        written = ruleset.notation.write(theirs) if theirs else ""
        return None if _helps(order, theirs) else OwnOrder(mine[helped.space], written)
    target = space_of(order.target)
    leaves = target in given and given[target].verb == "move"
    return OwnWay(mine[target]) if order.verb == "move" and target in mine.keys() - open_to_all and not leaves else None


def _occupant(order: Order, mine: Mapping[str, Unit]) -> bool:
    """Whether an order is for a unit that occupies its space, not for one beside it."""
    unit = order.unit
    return unit is not None and (unit.space not in mine or unit.kind in ("", mine[unit.space].kind))


def _helps(order: Order, theirs: Order | None) -> bool:
    """Whether the unit helped does what the helper says; a unit without orders stands."""
    if not order.target:
        return theirs is None or theirs.verb != "move"
    return theirs is not None and theirs.verb == "move" and space_of(theirs.target) == space_of(order.target)
