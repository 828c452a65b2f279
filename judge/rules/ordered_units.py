"""Which of a power's units its orders are for, by any of their names, and what lists call its units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from judge.board import Position, Unit
from judge.notation import Order, UnitRef
from judge.rules.base import Rules
from judge.rules.movement import placed
from judge.rules.movement_turn import MovementTurn
from judge.rules.ruleset import Ruleset


def ordered_units(
    refs: Iterable[UnitRef], orders: Sequence[Order], power: str, position: Position, ruleset: Ruleset
) -> dict[UnitRef, Unit]:
    """Name in an order → the power's unit that it is for, given these orders: another's order may give a unit its name.

    Of several orders for one unit the first counts. A name of none of the power's units is left out.
    """
    pool = [d.unit for d in position.dislodged] if position.phase.kind == "retreats" else position.units
    if may_rename_units(ruleset) and position.phase.kind != "adjustments":
        turn = placed(replace(position, units=tuple(pool)), {power: orders}, ruleset, position.facts)
        found = {ref: _named(ref, power, turn) for ref in refs}
    else:
        found = {ref: _standing(ref, power, pool) for ref in refs}
    return {ref: unit for ref, unit in found.items() if unit is not None}


def may_rename_units(ruleset: Ruleset) -> bool:
    """Whether units have names in this game besides those they stand under, which may depend on other orders."""
    return type(ruleset.rules).resolve_unit is not Rules.resolve_unit


def order_meant(order: Order, others: Sequence[Order], power: str, position: Position, ruleset: Ruleset) -> Order:
    """What one of a power's movement orders means beside its others, in a game that reads more into one than it says."""
    if type(ruleset.rules).order_meant is Rules.order_meant or position.phase.kind != "movement" or order.unit is None:
        return order
    turn = placed(position, {power: [*others, order]}, ruleset, position.facts)
    claim = turn.find(order.unit, power)
    return ruleset.rules.order_meant(turn, claim, order) if claim is not None and claim.power == power else order


def bearing_orders(order: Order, others: Iterable[Order], position: Position, ruleset: Ruleset) -> tuple[Order, ...]:
    """The others of a power's orders that bear on what one of them can do, where units have names by one another's orders."""
    bears = may_rename_units(ruleset) and position.phase.kind == "movement" and order.unit is not None
    return tuple(other for other in others if other != order) if bears else ()


def as_listed(units: Iterable[Unit], position: Position, ruleset: Ruleset) -> tuple[Unit, ...]:
    """Units of a position as lists name them, in their order: several may be one."""
    listed = ruleset.rules.units_as_listed(position)
    return tuple(dict.fromkeys(listed.get(unit, unit) for unit in units)) if listed else tuple(units)


def _standing(ref: UnitRef, power: str, pool: Iterable[Unit]) -> Unit | None:
    fits = (unit for unit in pool if unit.power == power and unit.space == ref.space)
    return next((unit for unit in fits if ref.kind in ("", unit.kind) and ref.name in ("", unit.name)), None)


def _named(ref: UnitRef, power: str, turn: MovementTurn) -> Unit | None:
    claim = turn.find(ref, power)
    if claim is None or claim.power != power:
        return None
    # One mover may be written for another to a referee (DATC 4.C.2), who has nobody to ask; before that its writer can be asked.
    return claim.unit if ref.kind in ("", claim.unit.kind) or ref.kind not in turn.board.links else None
