"""Say which lines could not be read, with suggestions, and which were read as more than they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.board import Unit, space_of
from judge.game.decision import CommandContext
from judge.game.model.serialization import write_reason
from judge.game.orders.clarifications import Answer
from judge.game.orders.offers import offered_orders, possible_orders
from judge.game.orders.warnings import OrderWarnings, likely_target
from judge.notation import Order
from judge.notation.complaints import Complaint
from judge.notation.reader import ParsedOrder, Reading
from judge.rules import AdjustmentDue
from judge.rules.reasons import NotAllowed, Reason
from judge.rules.ruleset import Ruleset
from judge.seat import GM

MOST = 6
"""Places that help a reader to find the one that is meant; more are no help."""


def completed_orders(
    asked: CommandContext, readings: Sequence[Reading], answers: Sequence[Answer], taken: Sequence[Order]
) -> list[dict[str, str]]:
    """Return what was read as more than it says: answers to questions, and orders with the coast left out."""
    write = asked.ruleset.notation.write
    told = [{"text": a.text, "order": write(a.order), "at": a.at.isoformat()} for a in answers if a.order in taken]
    filled = [r for r in readings if isinstance(r, ParsedOrder) and "coast" in r.filled and r.order in taken]
    return [*told, *({"text": r.text, "order": write(r.order), "at": ""} for r in filled)]


def likely_typos(
    asked: CommandContext, readings: Sequence[Reading], taken: Sequence[Order], standing: OrderWarnings
) -> dict[str, dict[str, str]]:
    """Return new orders that cannot succeed and are one letter away from an order that can: each order → that other order, and its
    target. Other moves are not questioned: many neighbouring spaces have names that differ in one letter.
    """
    write, board = asked.ruleset.notation.write, asked.ruleset.board_at(asked.game.board_now)
    before = asked.game.standing.get(asked.voice)
    old = before.orders if before else ()
    new = [r for r in readings if isinstance(r, ParsedOrder) and r.order in taken and r.order not in old]
    found = [(r.order, likely_target(r.order, r.goal, board)) for r in new if standing.contradiction(r.order)]
    better = [(order, other) for order, other in found if other and not standing.instead_of(order, other).contradiction(other)]
    return {write(order): {"near": write(other), "goal": order.target} for order, other in better}


def unreadable_line_facts(asked: CommandContext, text: str, complaint: Complaint, standing: Sequence[Order]) -> dict[str, Any]:
    """Return the facts about an unreadable line: what it may have meant, and what its unit does meanwhile."""
    write = asked.ruleset.notation.write
    own = complaint.code != "not-read" or complaint.word in text  # and not the judge's word for what the writer said
    return {
        "text": text,
        "code": complaint.code,
        "word": complaint.word if own else "",
        "orders": [write(order) for order in offered_orders(asked, complaint.suggestions, standing)],
        **_places(asked, complaint),
        "unit": unit_facts(complaint.unit, asked.ruleset) if complaint.unit else None,
        "keeps": _keeps(asked, complaint.about, standing),
    }


def _places(asked: CommandContext, complaint: Complaint) -> dict[str, Any]:
    """Return the places that may be meant: where the unit can go, or where the asker's units are; of many none.

    `moves`: whose orders may be asked for where there are none to tell, '' for nobody's, `all` for those of all units.
    """
    places, position = list(dict.fromkeys(complaint.places)), asked.game.board_now
    if complaint.code != "no-place" or position.phase.kind != "movement" or complaint.suggestions:
        return {"places": places, "own": [], "moves": ""}
    about, own = complaint.about, {unit.space for unit in position.units_of(asked.voice)}
    near = asked.ruleset.board_at(position).reach_spaces(about.kind, about.place) if about else frozenset()
    few = 0 < len(places) <= MOST
    moves = str(about) if about else "all"
    return {
        "places": places if few and near.issuperset(places) else [],
        "own": places if few and about is None and own == {*places} else [],
        "moves": "" if (few and (near.issuperset(places) or own == {*places})) or asked.by == GM else moves,
    }


def _keeps(asked: CommandContext, unit: Unit | None, standing: Sequence[Order]) -> dict[str, str] | None:
    """Return the unit that a line names, and the order that the unit keeps ('' for none); None if the line names no unit clearly.
    """
    if unit is None or asked.game.board_now.phase.kind != "movement":
        return None
    orders = (order for order in standing if order.unit and (order.unit.space, order.unit.name) == (unit.space, unit.name))
    return {"unit": str(unit), "order": next((asked.ruleset.notation.write(order) for order in orders), "")}


def impossible_order_facts(asked: CommandContext, reading: ParsedOrder, reason: Reason, owed: AdjustmentDue) -> dict[str, Any]:
    """Return the facts about an order that is refused, with the orders that are possible instead."""
    write = asked.ruleset.notation.write
    return {
        "text": reading.text,
        "code": "refused",
        "order": write(reading.order),
        "reason": write_reason(reason),
        "places": [],
        "orders": [write(order) for order in possible_orders(asked, reading.order, owed)],
        "there": _there(asked, reason),
    }


def _there(asked: CommandContext, reason: Reason) -> dict[str, str] | None:
    """Return the unit that occupies a space, if the order was refused for that."""
    if not isinstance(reason, NotAllowed) or reason.why != "occupied":
        return None
    here = [unit for unit in asked.game.board_now.units if unit.space == space_of(reason.at)]
    return unit_facts(here[0], asked.ruleset) if here else None


def unit_facts(unit: Unit, ruleset: Ruleset) -> dict[str, str]:
    """Return a unit as complaints name it: its house form, its owner, and the owner's adjective."""
    known = next((power for power in ruleset.powers if power.name == unit.power), None)
    return {"unit": str(unit), "power": unit.power, "adjective": known.adjective if known else unit.power}
