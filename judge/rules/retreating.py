"""The retreat phase: the beaten go where they were told, or leave the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.board import Dislodged, Position, Unit, space_of
from judge.orders import Order
from judge.rules.building import landing
from judge.rules.outcome import Outcome, Removed, Result
from judge.rules.reasons import NotAllowed, Reason, SameRetreat
from judge.rules.ruleset import Ruleset
from judge.rules.turn import Turn

Orders = Mapping[str, Sequence[Order]]
DISBANDS = Order("disband")


def retreat_to(ruleset: Ruleset, position: Position, beaten: Dislodged, order: Order) -> str | Reason:
    """The place an order sends a dislodged unit to ('' if it is disbanded), or why that is not possible."""
    if order.verb == "disband":
        return ""
    if order.verb not in ("retreat", "move"):
        return NotAllowed("wrong-phase", order.verb)
    board = ruleset.table.survey(ruleset.board, position.facts)
    place = landing(board, beaten.unit.kind, beaten.unit.place, order.target)
    if isinstance(place, Reason) or place in beaten.retreats:
        return place
    return NotAllowed(ruleset.table.closed(position, beaten, place), space_of(place))


def judge_retreats(position: Position, orders: Orders, ruleset: Ruleset) -> Outcome:
    """Judge a retreat phase. Units that go to one space are all disbanded; so is a unit without a retreat it can make."""
    waiting = {beaten.unit: beaten for beaten in position.dislodged}
    results: list[Result] = []
    going: dict[Unit, str] = {}
    for power in orders:
        for order in orders[power]:
            results.append(_accept(ruleset, position, waiting, going, power, order))
    results += [Result(u.power, DISBANDS, u, "succeeds", ordered=False) for u in waiting if u not in going]
    spaces = Counter(space_of(place) for place in going.values() if place)
    crowded = {space for space, number in spaces.items() if number > 1}
    if crowded:
        crowded -= _uncontested(position, ruleset)
    shared = {unit for unit, place in going.items() if space_of(place) in crowded}
    arrived = {unit: place for unit, place in going.items() if place and unit not in shared}
    rank = {power.name: n for n, power in enumerate(ruleset.powers)}
    results = sorted((_told(r, going, shared) for r in results), key=lambda r: rank.get(r.power, len(rank)))
    after = replace(
        position,
        units=(*position.units, *(unit._replace(place=place) for unit, place in arrived.items())),
        dislodged=(),
        standoffs=frozenset(),
    )
    removed = tuple(Removed(unit, "destroyed" if unit in shared else "disbanded") for unit in waiting if unit not in arrived)
    return Outcome(position, after, tuple(results), removed)


def _uncontested(position: Position, ruleset: Ruleset) -> frozenset[str]:
    board = ruleset.table.survey(ruleset.board, position.facts)
    spaces: frozenset[str] = ruleset.table.uncontested(Turn(ruleset, position, board, position.facts))
    return spaces


def _accept(
    ruleset: Ruleset, position: Position, waiting: Mapping[Unit, Dislodged], going: dict[Unit, str], power: str, order: Order
) -> Result:
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
        return Result(power, order, None, "illegal", refused)
    place = retreat_to(ruleset, position, beaten, order)
    if isinstance(place, Reason):
        return Result(power, order, beaten.unit, "illegal", place)
    going[beaten.unit] = place
    return Result(power, order, beaten.unit, "succeeds")


def _told(result: Result, going: Mapping[Unit, str], shared: set[Unit]) -> Result:
    unit = result.unit
    if unit is None or unit not in shared or result.word != "succeeds":
        return result
    space = space_of(going[unit])
    others = tuple(sorted(u for u in shared if u != unit and space_of(going[u]) == space))
    return result._replace(word="fails", reason=SameRetreat(space, others))
