"""1492: what a player is told about help for another's unit, and about fleets that may have carried an army. It may depend only on
the player's own order and board (rules 4 to 6).
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order
from judge.rules import OrderResult
from judge.rules.reasons import NotAllowed, Reason
from judge.rules.variant import Variant
from judge.rules.visibility import without_unseen_fleets

from .atlas import closed_to, is_beyond
from .charts import EVERYBODY
from .sight import OB, Terms

HELPS = ("support", "convoy")
OF_ITS_OWN = frozenset({"carrying", "only-lands", "not-aboard", "supports-itself"})
"""Reasons to refuse support that lie in the supporting unit and its order."""
IN_SIGHT = frozenset({"no-such-unit", "natives-alone", "not-an-army"})
"""Reasons to refuse it that lie in the space it names."""


def without_the_unseen(
    variant: Variant, board: Board, before: Position, result: OrderResult, mine: Sequence[OrderResult]
) -> OrderResult:
    """Return one of a reader's own results, without what the reader cannot know.

    Support for another's unit is `given`, without a reason, unless the order and all that it names is on everybody's map, or the
    order is wrong regardless of others. `board` is the full board, as it was; `mine` are all the reader's results.
    """
    order, unit = result.order, result.unit
    public = Terms(variant.board, before.facts, EVERYBODY)
    if order.verb not in HELPS or order.of is None or unit is None:
        return result
    if _for_ones_own(result, mine, public) or all_on_the_map(order, public):
        return result
    wrong = _wrong(variant, board, before, result)
    return result._replace(word="illegal" if wrong else "given", reason=wrong)


def _for_ones_own(result: OrderResult, mine: Sequence[OrderResult], public: Terms) -> bool:
    """Whether it is for one of the reader's own units. Where units of several powers may stand, this must be a unit that does what
    it says.
    """
    of, target = result.order.of, space_of(result.order.target)
    if of is None or of.power not in ("", result.power):
        return False
    helped = [r for r in mine if of.space in _spaces(r) and r is not result]
    sole = of.power == result.power or not on_the_map(of.space, public)
    return any(sole or _goes(r) == target for r in helped)


def _spaces(result: OrderResult) -> set[str]:
    """Return where a unit stands, and from where it is to land if it goes aboard first."""
    return {place.space for place in (result.unit, result.order.unit) if place}


def _goes(result: OrderResult) -> str:
    return "" if result.order.verb in HELPS else space_of(result.order.target)


def _wrong(variant: Variant, board: Board, before: Position, result: OrderResult) -> Reason | None:
    """Return why support is wrong by what its giver knows; None if the giver cannot know that it is."""
    order, unit, reason = result.order, result.unit, result.reason
    assert order.of
    assert unit
    if isinstance(reason, NotAllowed) and reason.why in OF_ITS_OWN:
        return reason
    if order.of.space == OB:
        return None
    if by_itself := _wrong_by_itself(order, unit, board):
        return by_itself
    watched = Terms(variant.board, before.facts, result.power).watches(order.of.space)
    return reason if watched and isinstance(reason, NotAllowed) and reason.why in IN_SIGHT else None


def _wrong_by_itself(order: Order, unit: Unit, board: Board) -> NotAllowed | None:
    """Return why a unit cannot give this support, wherever others stand."""
    assert order.of
    target = space_of(order.target) or order.of.space
    if order.verb == "convoy":
        if unit.kind != "F" or not board.is_sea(unit.space):
            return NotAllowed("cannot-convoy")
        near = board.fleet_spaces[unit.space]
        return None if {order.of.space, target} <= near else NotAllowed("no-ferry", target)
    if target not in board.reach_spaces(unit.kind, unit.place):
        return NotAllowed("cannot-reach", target)
    return NotAllowed("closed-home", target) if closed_to(board, unit.power, target) else None


def without_the_ferries(board: Board, result: OrderResult, silent: frozenset[Unit]) -> OrderResult:
    """Return a crossing that nobody carried, without what it tells of fleets in seas beyond the map.

    Whether any fleet lies beside both shores is known of shores of which one has no sea beyond the map beside it. Otherwise the
    crossing failed for want of a ferry, whether or not there was a fleet that might have been one. `silent` are the others' units
    whose orders are not wholly told.
    """
    shores = (result.unit.space if result.unit else "", space_of(result.order.target))
    if not all(_opens_beyond(board, shore) for shore in shores):
        return result
    return without_unseen_fleets(result, lambda fleet: fleet not in silent)


def _opens_beyond(board: Board, space: str) -> bool:
    """Whether a space lies beyond the map or at its edge."""
    return space in board.spaces and (is_beyond(board, space) or "edge" in board.spaces[space].notes)


def on_the_map(place: str, public: Terms) -> bool:
    """Whether everybody knows a place."""
    return public.place(place) != OB


def all_on_the_map(order: Order, public: Terms) -> bool:
    """Whether everybody knows every place that an order names."""
    refs = [ref.place for ref in (order.unit, order.of) if ref]
    return all(on_the_map(place, public) for place in (*refs, *filter(None, (order.target, *order.path))))
