"""Loeb9: armies cross two straits with the strength of their supports alone, and the Arctic Ocean is frozen in autumn.

Which links are straits, and when the ice is closed to moves, is said under `links` in game.yaml. Here stands what links cannot say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.board import Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt, SupportClaim
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import with_extra
from judge.rules.reasons import NotAllowed, Reason, StoodOff
from judge.rules.strengths import NOTHING, Range, strength_with_supports, weakness

STRAITS = frozenset({frozenset({"Cor", "Naf"}), frozenset({"Nap", "Sic"})})
"""Told here as well as in game.yaml, since supports and retreats are refused where the link is open to moves."""


class Straits(Rules):
    """An army that crosses brings its supports and nothing of its own: against who stands there, and against who comes there."""

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """No support is given across a strait."""
        why = super().why_illegal(turn, claim, order)
        if why is None and order.verb == "support" and claim.of is not None:
            target = space_of(order.target) or claim.of.space
            if claim.unit.kind == "A" and is_strait(claim.space, target):
                return NotAllowed("strait", target)
        return why

    def prevent_strength(self, turn: MovementTurn, stop: MoveAttempt, against: MoveAttempt) -> Range:
        """Less by what the strait takes from this one; more by what it takes from the other, as `links` does for an occupant."""
        low, high = super().prevent_strength(turn, stop, against)
        less, more = weakness(turn, stop), weakness(turn, against)
        if high <= less:
            return NOTHING
        return (low - less + more if low > less else 0), high - less + more

    def cuts_support(self, turn: MovementTurn, stop: MoveAttempt, aid: SupportClaim) -> bool | None:
        """Who crosses without support has no effect where it goes; nor with the support of the power that it attacks."""
        cuts = super().cuts_support(turn, stop, aid)
        if not cuts or not weakness(turn, stop):
            return cuts
        aids = [each for each in stop.aids if self.support_counts(turn, each.power, aid.claim)]
        low, high = strength_with_supports(turn, stop.claim, aids)
        if high <= stop.claim.base:
            return False
        return cuts if low > stop.claim.base else None

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """In a standoff, too, the strait is told as one more for the other side."""
        word, why = super().order_result(turn, claim)
        if isinstance(why, StoodOff) and claim.stops:
            mine = max(weakness(turn, stop) for stop in claim.stops)
            rivals = [stop for stop in turn.into.get(why.space, ()) if stop.claim.unit in why.by]
            theirs = min((weakness(turn, stop) for stop in rivals), default=0)
            why = replace(why, mine=with_extra(why.mine, theirs), theirs=with_extra(why.theirs, mine))
        return word, why

    def retreat_conflicts(
        self, turn: MovementTurn, units: Sequence[Unit], space: str, comers: Sequence[Unit]
    ) -> Sequence[frozenset[Unit]]:
        """In retreats, too, who crosses gives way to who does not."""
        crossing = [unit for unit in comers if unit.kind == "A" and is_strait(unit.space, space)]
        others = [unit for unit in comers if unit not in crossing]
        if not crossing or not others:
            return super().retreat_conflicts(turn, units, space, comers)
        return (*super().retreat_conflicts(turn, units, space, others), frozenset(crossing))


class Ice(Rules):
    """A fleet in the ice does nothing at all."""

    def convoy_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """Not those that are frozen, which the map notes as `ice` with the season."""
        season = turn.position.phase.name.split()[0]
        spaces = turn.board.spaces
        return frozenset(space for space in super().convoy_spaces(turn) if spaces[space].notes.get("ice") != season)


def is_strait(one: str, other: str) -> bool:
    """Whether a strait is all that lies between two spaces."""
    return frozenset((one, other)) in STRAITS
