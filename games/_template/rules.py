"""Trenches: a unit on soft soil may dig in instead of moving, and then holds with more than its own strength.

Only what data cannot say stands here. A module is a class that derives from the standard `Rules` and answers some of the
referee's questions itself (docs/rules.md lists them). A method that calls `super()` adds to the answer below it; one that
does not replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import brought
from judge.rules.reasons import Force, Reason
from judge.rules.strengths import Range
from judge.rules.variant_commands import EVERYBODY, CommandDenied, CommandGranted, CommandNews, GivenCommand


@dataclass(frozen=True, slots=True)
class Stony(Reason):
    """Nobody can dig here. Each reason's words are in words/CODE.j2."""

    code: ClassVar[str] = "stony"
    told_by_sight: ClassVar[bool] = True  # whoever orders the unit may read it even where others' units are hidden
    at: str


@dataclass(frozen=True, slots=True)
class DugIn(Reason):
    """The unit in the space had dug in, and that was enough to keep the move out."""

    code: ClassVar[str] = "dug-in"
    told_by_sight: ClassVar[bool] = True
    at: str
    mine: Force
    theirs: int


class Trenches(Rules):
    """The verb `dig`: who may use it, its strength, and its report."""

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """A unit may dig where the map says that the soil is soft."""
        if order.verb != "dig":
            return super().why_illegal(turn, claim, order)
        return None if _soft(turn.board, turn.facts, claim.space) else Stony(claim.space)

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """To dig, for house players and for programs that ask which orders there are."""
        return (*super().more_orders(turn, claim), Order("dig", named(claim.unit)))

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """A unit that digs does not move."""
        return () if order.verb == "dig" else super().move_attempts(turn, claim, order)

    def hold_strength(self, turn: MovementTurn, space: str, stop: MoveAttempt) -> Range:
        """Called while solving, so strengths are ranges (lowest, highest)."""
        low, high = super().hold_strength(turn, space, stop)
        more = _trench(turn, space)
        return low + more, high + more

    def why_blocked(self, turn: MovementTurn, stop: MoveAttempt, meets: bool) -> Reason:
        """Why a move into the space failed."""
        occupant = turn.occupants.get(stop.space)
        if occupant is None or not _trench(turn, stop.space) or occupant.power == stop.power:
            return super().why_blocked(turn, stop, meets)
        return DugIn(stop.space, brought(self, turn, stop, occupant)[0], self.hold_strength(turn, stop.space, stop)[0])

    def report_events(self, turn: MovementTurn) -> tuple[Mapping[str, Any], ...]:
        """Return facts for words/events.j2, which prints them in the report."""
        dug = [str(claim.unit) for claim in turn.claims if claim.space in turn.occupants and _trench(turn, claim.space)]
        more: tuple[Mapping[str, Any], ...] = ({"kind": "dug", "units": dug},) if dug else ()
        return (*super().report_events(turn), *more)


def water(said: GivenCommand) -> CommandGranted | CommandDenied:
    """WATER Ash: units can dig there from now on. What a game remembers stands in the position's facts, as JSON values."""
    found, facts = said.variant.board.names.find(said.text), said.position.facts
    if len(found) != 1 or said.variant.board.is_sea(found[0]):
        return CommandDenied("nowhere", {"word": said.text})
    if _soft(said.variant.board, facts, found[0]):
        return CommandDenied("soft-already", {"at": found[0]})
    return CommandGranted(
        {**facts, "soft": [*facts.get("soft", ()), found[0]]}, {"at": found[0]}, (CommandNews(EVERYBODY, {"at": found[0]}),)
    )


def _soft(board: Board, facts: Mapping[str, Any], space: str) -> bool:
    return board.spaces[space].notes.get("soil") == "soft" or space in facts.get("soft", ())


def _trench(turn: MovementTurn, space: str) -> int:
    """Return what digging in adds to the strength of the unit in a space."""
    occupant = turn.occupants.get(space)
    if occupant is None or occupant.order is None or occupant.order.verb != "dig" or occupant.reason:
        return 0
    return turn.variant.number("trench_strength")
