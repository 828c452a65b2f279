"""The canal (rule 7): a way between two seas that a permission opens. The permission is an order that uses no unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from judge.board import Board, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt, PathCondition
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import Reason
from judge.rules.variant import Variant

PERMIT = "permit"
"""The verb of the order that permits a passage."""


@dataclass(frozen=True, slots=True)
class Shut(Reason):
    """Why a fleet may not pass the canal, or a power not permit it.

    `why`: `empty` (nobody at the gate), `not-given`, `other` (another fleet was); of a permission `not-holder`, `no-fleet`
    or `not-through` too; before the deadline `unpermitted` (by the writer's own unit).
    """

    code: ClassVar[str] = "canal"
    rule: ClassVar[str] = "7"
    told_by_sight: ClassVar[bool] = True
    why: str
    at: str
    """The gate, the fleet as it was named, the space, or the order that is missing."""
    by: tuple[Unit, ...] = ()
    """The unit at the gate."""


class Passage(PathCondition):
    """The decision "the fleet may pass the canal": settled by the permissions before anything is solved."""

    def __init__(self, value: bool, gate: str) -> None:
        super().__init__(lambda turn, way: way.value, value)
        self.gate = gate


def beyond(board: Board, unit: Unit) -> str:
    """Return the sea at the other end of the canal for a fleet at one end; else ''."""
    notes = board.spaces[unit.space].notes
    return notes.get("opposite", "") if unit.kind == "F" and "gate" in notes else ""


def permitted(turn: MovementTurn, claim: Claim) -> bool:
    """Whether a valid permission was given to this fleet."""
    orders = (order for _, order in turn.declared if order.verb == PERMIT and order.of is not None)
    return any(turn.find(order.of, order.of.power) is claim for order in orders if order.of is not None)


def is_free(turn: MovementTurn, gate: str) -> bool:
    """Whether anybody may pass without permission: by house rule, while nobody stands at the gate."""
    return gate not in turn.occupants and turn.variant.word("empty_canal") == "open"


class Canal(Rules):
    """A fleet goes from one end of the canal to the other if the unit at the gate permits it."""

    def once_per_turn(self, variant: Variant) -> frozenset[str]:
        """One fleet a turn."""
        return super().once_per_turn(variant) | {PERMIT}

    def why_power_order_illegal(self, turn: MovementTurn, power: str, order: Order) -> Reason | None:
        """The power whose unit stands at the gate when orders are written gives the permission."""
        if order.verb != PERMIT or order.of is None:
            return super().why_power_order_illegal(turn, power, order)
        fleet = turn.find(order.of, order.of.power)
        if fleet is None or not beyond(turn.board, fleet.unit):
            return Shut("no-fleet", str(order.of) if order.of.kind else order.of.place)
        if space_of(order.target) != beyond(turn.board, fleet.unit):
            return Shut("not-through", order.target)
        gate = turn.board.spaces[fleet.space].notes["gate"]
        keeper = turn.occupants.get(gate)
        if keeper is None:
            return Shut("empty", gate)
        return None if keeper.power == power else Shut("not-holder", gate, (keeper.unit,))

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """A move through the canal is always a legal order; without permission it fails."""
        if order.verb == "move" and space_of(order.target) == beyond(turn.board, claim.unit) != "":
            return None
        return super().why_illegal(turn, claim, order)

    def order_warning(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Warn of a passage that nobody can permit, because no unit stands at the gate."""
        gate = turn.board.spaces[claim.space].notes.get("gate", "")
        passes = order.verb == "move" and space_of(order.target) == beyond(turn.board, claim.unit) != ""
        if passes and gate not in turn.occupants and not is_free(turn, gate):
            return Shut("empty", gate)
        return super().order_warning(turn, claim, order)

    def missing_own_orders(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Past one's own unit at the gate a fleet needs a permission as well, and a support of that unit's is none."""
        gate = turn.board.spaces[claim.space].notes.get("gate", "")
        passes = order.verb == "move" and space_of(order.target) == beyond(turn.board, claim.unit) != ""
        keeper = turn.occupants.get(gate) if passes else None
        if keeper is None or keeper.power != claim.power or permitted(turn, claim):
            return super().missing_own_orders(turn, claim, order)
        return Shut("unpermitted", f"{PERMIT} {claim.unit}-{space_of(order.target)}", (keeper.unit,))

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """The passage, and supports of others' passages."""
        me, near = named(claim.unit), turn.board.reach_spaces(claim.unit.kind, claim.unit.place)
        ends = {other: beyond(turn.board, other.unit) for other in turn.claims}
        passage = [Order("move", me, ends[claim])] if ends[claim] else []
        helps = [Order("support", me, end, named(c.unit, claim.power)) for c, end in ends.items() if end in near and c is not claim]
        return (*super().more_orders(turn, claim), *passage, *helps)

    def more_power_orders(self, turn: MovementTurn, power: str) -> Iterable[Order]:
        """Permission for each fleet at an end of the canal."""
        ends = {claim: beyond(turn.board, claim.unit) for claim in turn.claims}
        mine = (Order(PERMIT, None, end, named(claim.unit, power)) for claim, end in ends.items() if end)
        return (*super().more_power_orders(turn, power), *mine)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """A unit that reaches the sea at the far end may support the passage."""
        return target == beyond(turn.board, claim.unit) != "" or super().can_be_supported_to(turn, claim, target, aider)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """The passage is open or closed before anything is solved. At most one fleet may pass, so fleets do not meet in it."""
        target = space_of(order.target)
        if target != beyond(turn.board, claim.unit) or not target:
            return super().move_attempts(turn, claim, order)
        gate = turn.board.spaces[claim.space].notes["gate"]
        free = is_free(turn, gate)
        passage = Passage(free or permitted(turn, claim), gate)
        return (MoveAttempt(self.move_succeeds, claim, target, meets=free, route=passage),)

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """A fleet without permission fails, and its reason says what was missing."""
        route = claim.stops[0].route if claim.stops else None
        if not isinstance(route, Passage) or route.value:
            return super().order_result(turn, claim)
        keeper = turn.occupants.get(route.gate)
        if keeper is None:
            return "fails", Shut("empty", route.gate)
        others = any(order.verb == PERMIT for _, order in turn.declared)
        return "fails", Shut("other" if others else "not-given", route.gate, (keeper.unit,))
