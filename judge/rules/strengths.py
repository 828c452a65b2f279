"""The questions asked while solving: three-valued, from ranges (lo, hi). These are the standard answers (DATC 5.B).

Each may meet an unknown and must pass it on. None stops at the first unknown, only at a decided answer, so that the
order of asking never shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.compiling import mypyc_attr
from judge.rules.claims import Claim, ConvoyClaim, ConvoyPath, MoveAttempt, PathCondition, SecondPath, SupportClaim
from judge.rules.movement_turn import MovementTurn
from judge.rules.passages import passages_from
from judge.rules.solver import Decision

Range = tuple[int, int]
NOTHING: Range = (0, 0)


@mypyc_attr(allow_interpreted_subclasses=True)
class StrengthRules:
    """Asked repeatedly while a movement phase is solved: strengths, successful moves, cut supports.

    The answer is yes, no, or None for "not known yet"; a strength is a range (lowest, highest). An answer that needs one that is
    not known yet passes the unknown on.
    """

    def support_counts(self, turn: MovementTurn, helper: str, defender: Claim) -> bool:
        """Whether a support by this power counts towards dislodging this occupant: not if the occupant is its own."""
        return helper != defender.power

    def may_dislodge(self, turn: MovementTurn, claim: Claim, defender: Claim) -> bool:
        """Whether this unit may dislodge that one at all: never one of its own power."""
        return claim.power != defender.power

    def has_left(self, turn: MovementTurn, claim: Claim) -> bool | None:
        """Whether the unit has left its space, having got in somewhere (DATC 5.B.1)."""
        answer: bool | None = False
        for stop in claim.stops:
            won = stop.value
            if won is None:
                won = turn.ask(stop)
            if won:
                return True
            if won is None:
                answer = None
        return answer

    def attack_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        """The strength a move brings against the occupant, or against the space itself if nobody stays (DATC 5.B.8)."""
        route = stop.route
        tried = True if route is None else turn.ask(route)
        if tried is False:
            return NOTHING
        claim = stop.claim
        low, high = strength_with_supports(turn, claim, stop.aids) if stop.aids else (claim.base, claim.base)
        occupant = turn.occupants.get(stop.space)
        if occupant is None or occupant is claim:
            return (0 if tried is None else low), high
        if not occupant.stops:
            low, high = self._against(turn, stop, occupant)
            return (0 if tried is None else low), high
        left = self.has_left(turn, occupant)
        meets = is_head_on(turn, stop) if stop.opposite is not None else False
        if left is not True or meets is not False:
            staying = self._against(turn, stop, occupant)
            low = min(low, staying[0])
            if left is False or meets is True:
                high = staying[1]
        return (0 if tried is None else low), high

    def _against(self, turn: MovementTurn, stop: MoveAttempt, occupant: Claim) -> Range:
        claim = stop.claim
        if not stop.bites or not self.may_dislodge(turn, claim, occupant):
            return NOTHING
        if not stop.aids:
            return claim.base, claim.base
        return strength_with_supports(turn, claim, [aid for aid in stop.aids if self.support_counts(turn, aid.power, occupant)])

    def hold_strength(self, turn: MovementTurn, space: str, stop: MoveAttempt) -> Range:
        """What keeps this attacker out of a space, other moves into the space not counted (DATC 5.B.5)."""
        occupant = turn.occupants.get(space)
        if occupant is None or occupant is stop.claim:
            return NOTHING
        more = weakness(turn, stop) if turn.variant.passages else 0
        if not occupant.stops:
            low, high = strength_with_supports(turn, occupant, occupant.aids) if occupant.aids else (occupant.base, occupant.base)
            return low + more, high + more
        left = self.has_left(turn, occupant)
        if left is None:
            return 0, occupant.base + more
        return NOTHING if left else (occupant.base + more, occupant.base + more)

    def defend_strength(self, turn: MovementTurn, stop: MoveAttempt) -> Range:
        """The strength of a move against the one it meets head-on (DATC 5.B.6)."""
        return strength_with_supports(turn, stop.claim, stop.aids)

    def prevent_strength(self, turn: MovementTurn, stop: MoveAttempt, against: MoveAttempt) -> Range:
        """The strength with which a move keeps another out of the space they both want (DATC 5.B.7)."""
        tried = True if stop.route is None else turn.ask(stop.route)
        if tried is False:
            return NOTHING
        low, high = strength_with_supports(turn, stop.claim, stop.aids) if stop.aids else (stop.claim.base, stop.claim.base)
        if tried is None:
            low = 0
        if stop.opposite is not None:
            beaten = turn.ask(stop.opposite)
            meets = is_head_on(turn, stop) if beaten is not False else False
            if beaten and meets:
                return NOTHING
            if meets is not False:
                low = 0
        return low, high

    def move_succeeds(self, turn: MovementTurn, stop: MoveAttempt) -> bool | None:
        """Whether the mover gets in here: stronger than what keeps it out, and than every other mover (DATC 5.B.1, MOVE)."""
        low, high = self.attack_strength(turn, stop)
        if not high:
            return False
        meets = is_head_on(turn, stop) if stop.opposite is not None else False
        if meets is False:
            bar_low, bar_high = self.hold_strength(turn, stop.space, stop)
        else:
            assert stop.opposite is not None
            bar_low, bar_high = self.defend_strength(turn, stop.opposite)
            if meets is None:
                other = self.hold_strength(turn, stop.space, stop)
                bar_low, bar_high = min(bar_low, other[0]), max(bar_high, other[1])
        rivals = turn.into.get(stop.space, ())
        if len(rivals) > 1:
            for rival in rivals:
                if rival.claim is not stop.claim:
                    rival_low, rival_high = self.prevent_strength(turn, rival, stop)
                    bar_low, bar_high = max(bar_low, rival_low), max(bar_high, rival_high)
        if high <= bar_low:
            return False
        return True if low > bar_high else None

    def cuts_support(self, turn: MovementTurn, stop: MoveAttempt, aid: SupportClaim) -> bool | None:
        """Whether this move cuts that support (DATC 5.B.2); from where the support is directed, only by dislodging it (4.A.4)."""
        if not stop.bites or stop.power == aid.power:
            return False
        if aid.target and stop.origin == aid.target:
            return turn.ask(stop)
        return True if stop.route is None else turn.ask(stop.route)

    def support_given(self, turn: MovementTurn, aid: SupportClaim) -> bool | None:
        """Whether the support is given: nobody cuts it (DATC 5.B.2, SUPPORT)."""
        answer: bool | None = True
        for stop in turn.into.get(aid.space, ()):
            cut = self.cuts_support(turn, stop, aid)
            if cut:
                return False
            if cut is None:
                answer = None
        return answer

    def convoy_available(self, turn: MovementTurn, carry: ConvoyClaim) -> bool | None:
        """Whether the fleet can convoy: nobody dislodges it (DATC's DISLODGE)."""
        answer: bool | None = True
        for stop in turn.into.get(carry.space, ()):
            won = turn.ask(stop)
            if won:
                return False
            if won is None:
                answer = None
        return answer

    def path_exists(self, turn: MovementTurn, way: ConvoyPath) -> bool | None:
        """Whether some chain of convoying fleets stands from start to end (DATC 5.B.3, PATH); one whole chain is enough (4.A.1)."""
        states = {carry.space: turn.ask(carry) for carry in way.carries}
        if seas_connect(turn, {space for space, state in states.items() if state}, way):
            return True
        return None if seas_connect(turn, {space for space, state in states.items() if state is not False}, way) else False

    def second_path_open(self, turn: MovementTurn, way: SecondPath) -> bool | None:
        """Whether the first path is closed, so that the second is taken."""
        first = turn.ask(way.first)
        return None if first is None else not first

    def backup_rule(self, turn: MovementTurn, core: Sequence[Decision]) -> tuple[str, Iterable[tuple[Decision, bool]]]:
        """How a circle of decisions is settled, and as little of it as can be (DATC 4.A.2, 5.C).

        Convoys in it are not available (Szykman), or under the house rule `paradox: all-hold` its moves all stand; else its
        conditional ways are closed; else, if it holds moves only, they succeed; else its moves fail.
        """
        moves = [d for d in core if isinstance(d, MoveAttempt)]
        carries = [d for d in core if isinstance(d, ConvoyClaim)]
        ways = [d for d in core if isinstance(d, PathCondition)]
        if carries or ways:
            if turn.variant.word("paradox") == "all-hold":
                return "all-hold", [(d, False) for d in (*ways, *moves)]
            return "szykman", [(d, False) for d in carries or ways]
        if len(moves) == len(core):
            return "circle", [(d, True) for d in moves]
        return "stalemate", [(d, False) for d in moves]


def strength_with_supports(turn: MovementTurn, claim: Claim, aids: Sequence[SupportClaim]) -> Range:
    """The unit's own strength and those of these supports that are given."""
    low = high = claim.base
    for aid in aids:
        given = aid.value
        if given is None:
            given = turn.ask(aid)
        if given:
            low += 1
            high += 1
        elif given is None:
            high += 1
    return low, high


def path_open(turn: MovementTurn, stop: MoveAttempt) -> bool | None:
    """Whether the stop is tried at all."""
    return True if stop.route is None else turn.ask(stop.route)


def is_head_on(turn: MovementTurn, stop: MoveAttempt) -> bool | None:
    """Whether it meets the occupant of its target head-on."""
    other = stop.opposite
    if other is None:
        return False
    if stop.route is None and other.route is None:
        return True
    ways = (path_open(turn, stop), path_open(turn, other))
    return False if False in ways else None if None in ways else True


def seas_connect(turn: MovementTurn, seas: set[str], way: ConvoyPath) -> bool:
    """Whether fleets in these seas make a chain from the army's coast to its target."""
    near = turn.board.fleet_spaces
    edge = list(near.get(way.claim.space, frozenset()) & seas)
    left = seas - set(edge)
    while edge:
        space = edge.pop()
        if way.target in near[space]:
            return True
        step = near[space] & left
        left -= step
        edge += step
    return False


def weakness(turn: MovementTurn, stop: MoveAttempt) -> int:
    """With how much more an occupant holds against a move that comes along a weak link. A convoy does not come along it."""
    if stop.route is not None:
        return 0
    return max((each.weak for each in passages_from(turn.variant.passages, stop.claim.unit, stop.place)), default=0)
